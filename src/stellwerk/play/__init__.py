"""Actions, events, state, agenda and Game, the one object that callers hold."""
