"""Types are met by one thread at a time: msgspec ends the process where two work one out beside each other."""

import re
import subprocess
import sys
from pathlib import Path

import stellwerk

SOURCE = Path(stellwerk.__file__).parent
ITS_OWN = re.compile(
    r"msgspec\.convert\(|from msgspec import .*\bconvert\b|json\.Decoder\(|json\.decode\(.*\btype="
)

MEETING = """
import sys, threading
from stellwerk.play.typed import convert, decode

sys.setswitchinterval(1e-6)
lines = ["import msgspec"]
for number in range(200):
    lines += [f"class Kind{number}(msgspec.Struct):", "    cost: int", "    rows: tuple[int, ...] = ()"]
    lines += [f"    inner: 'Kind{number - 1} | None' = None"] if number % 5 else []
exec("\\n".join(lines))
kinds = [globals()[f"Kind{number}"] for number in reversed(range(200))]
plain = {"cost": 1, "inner": {"cost": 1, "inner": {"cost": 1}}}
text = '{"cost": 1, "inner": {"cost": 1, "inner": {"cost": 1}}}'
begin = threading.Barrier(4)

def meet(number):
    begin.wait()
    for kind in kinds:
        convert(plain, kind) if number % 2 else decode(text, kind)

threads = [threading.Thread(target=meet, args=[number]) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("all met")
"""


def test_threads_that_meet_types_at_the_same_moment_all_come_through():
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", MEETING], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "all met\n"), done.stderr


def test_nothing_else_asks_msgspec_for_a_type():
    lines = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in SOURCE.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ITS_OWN.search(line) and path != SOURCE / "play" / "typed.py"
    ]
    assert lines == []
