"""Messages to addresses that people named do not keep the server waiting."""

import http.client
import socket
import threading
from contextlib import suppress

from stellwerk.web.calling import within


def test_who_answers_letter_by_letter_is_cut_off():
    """The other side stops only when nobody listens any more: this test ends because the connection is cut."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            there, _ = listening.accept()
            pause = threading.Event()
            try:
                with there:
                    there.sendall(b"HTTP/1.1 200 OK\r\nx: ")
                    while not pause.wait(0.01):
                        there.sendall(b"a")
            except OSError:
                return

        dripping = threading.Thread(target=drip)
        dripping.start()
        connection = http.client.HTTPConnection("127.0.0.1", listening.getsockname()[1], timeout=60)
        # What was still on its way when it was cut makes the system say so with a reset, as `send` expects.
        with suppress(ConnectionError), within(0.2, connection):
            connection.request("POST", "/", b"{}")
            connection.getresponse().close()
        dripping.join()
    assert connection.sock is None
