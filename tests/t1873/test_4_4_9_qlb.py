"""4.4.9: the Quedlinburger Lokalbahn has no concession route and a locomotive of its own."""

from t1873.yard import asleep, income, told, yard


def qlb(*trains, phase="4"):
    return yard(phase).railway("QLB", *trains)


def test_4_4_9_its_own_locomotive_earns_quedlinburg():
    """C43, R16: 60, or 90 on the brown tile."""
    game = qlb().running("QLB")
    assert told(game.events) == [("L", "E20=60", 60)]
    assert income(game.events) == 60
    assert income(qlb(phase="5").tiles("E20 987/0").running("QLB").events) == 90


def test_4_4_9_quedlinburg_counts_again_for_others():
    """C43."""
    assert qlb("4").best("QLB") == 170
    assert qlb("4").marker("QLB", "E18").best("QLB") == 190
    assert qlb("4", phase="5").tiles("E20 987/0").best("QLB") == 230


def test_4_4_9_others_need_not_call_at_quedlinburg():
    built = qlb("1").tiles("D5 76/3").marker("QLB", "D5")
    assert built.earned("QLB", ("1", "E20 E18")) == 60 + 60 + 10 + 40
    assert built.earned("QLB", ("1", "C6 D5")) == 60 + 60 + 20
    assert built.fault("QLB")[2]["fault"] == "too_few_routes"


def test_4_4_9_its_railcar_always_calls_at_quedlinburg():
    """Q6: ten, also without any route."""
    game = qlb("4", "D", phase="D").running("QLB")
    assert ("D", "E20=10", 10) in told(game.events)
    assert income(game.events) == 180


def test_4_4_9_its_railcar_runs_what_hangs_together_with_quedlinburg():
    game = qlb("4", "D", phase="D").marker("QLB", "E18").running("QLB")
    assert ("D", "E18=10 E20=10", 20) in told(game.events)
    assert income(game.events) == 210


def test_4_4_9_its_home_never_falls_asleep():
    game = qlb().marker("QLB", "E18").running("QLB")
    assert asleep(game, "QLB") == {"E18"}
