"""A program that plays on a Stellwerk server, by lot: python client.py https://games.example.org TOKEN

The token is made under one's name, with the right to play. Everything that can be asked is described at /api."""

import http.client
import json
import random
import sys
import time
import urllib.request


class Table:
    """Calls of the JSON interface, with a token."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.headers = server.rstrip("/"), {"authorization": f"Bearer {token}"}

    def call(self, path: str, body: object = None) -> object:
        """Look at something, or ask for a change."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api{path}", data, self.headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def move(self, game: str) -> bool:
        """Take an action where it is one's turn; whether there was one to take."""
        legal = self.call(f"/games/{game}/actions")
        if not legal["choices"]:
            return False
        choice = random.choice(legal["choices"])
        action = choice["action"]
        if "range" in choice:  # an amount from, to, in steps of
            low, high, step = choice["range"]
            action[choice["field"]] = random.randrange(low, high + 1, step)
        self.call(f"/games/{game}/actions?quiet=1", {"decision": legal["decision"], "action": action})
        return True

    def play(self, game: str) -> None:
        """Play a game to its end: a stream says what has changed, from where it broke off if it did."""
        seen, address = "", f"{self.server}/api/games/{game}/stream"
        while True:
            request = urllib.request.Request(address, headers=self.headers | {"last-event-id": seen})
            try:
                with urllib.request.urlopen(request, timeout=60) as news:
                    for line in news:
                        if line.startswith(b"data:"):
                            if not self.move(game) and self.call(f"/games/{game}")["status"] == "finished":
                                return
                            seen = str(json.loads(line[5:])["number"])
            except (OSError, http.client.HTTPException) as fault:
                if getattr(fault, "code", 0) in (401, 403, 404):
                    raise
                time.sleep(2)


if __name__ == "__main__":
    table = Table(sys.argv[1], sys.argv[2])
    for one in table.call("/games?mine=1"):
        table.play(one["id"])
