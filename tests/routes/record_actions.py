"""Actions of recorded games of 18xx.games."""


def standing(actions):
    """The actions that still stand after all undoing and redoing, those done by the program in their places."""
    kept, undone = [], []
    for action in actions:
        if action.get("skip") or action["type"] == "message":
            continue
        if action["type"] == "undo":
            last = action.get("action_id")
            cut = len(kept) - 1
            if last is not None:
                cut = next((n for n, other in enumerate(kept) if other["id"] > last), len(kept))
            undone.append(kept[cut:])
            del kept[cut:]
        elif action["type"] == "redo":
            kept += undone.pop()
        else:
            undone.clear()
            kept.append(action)
    for action in kept:
        yield action
        yield from action.get("auto_actions", ())
