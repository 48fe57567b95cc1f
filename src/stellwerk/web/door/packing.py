"""Answers go out compressed where that is worth it, each of them in one go."""

from __future__ import annotations

import asyncio
import re
import zlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 600
"""Bytes below which an answer stays as it is."""
LARGE = 128 * 1024
"""Bytes above which it takes so long that others must not wait for it."""
LEVEL = 3
"""More would take twice the time and save a tenth of the bytes."""
GZIP = 16 + zlib.MAX_WBITS
TEXT = re.compile(r"(?:text/(?!event-stream)|application/(?!zip|gzip)|image/svg)")


class Packing:
    """Compresses whole answers for whoever takes them so; what comes in pieces goes out as it comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold the head of an answer back until its body is there, whose length it tells."""
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        head: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start" and _is_text(message):
                head = message
                return
            if head is not None:
                first, head = head, None
                if len(message.get("body", b"")) >= SMALLEST and not message.get("more_body"):
                    message = {**message, "body": await _packed(message["body"])}
                    headers = MutableHeaders(scope=first)
                    headers.add_vary_header("Accept-Encoding")
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(message["body"]))
                await send(first)
            await send(message)

        await self.app(scope, receive, sending)


def _is_text(head: Message) -> bool:
    headers = Headers(scope=head)
    return TEXT.match(headers.get("content-type", "")) is not None and "content-encoding" not in headers


async def _packed(body: bytes) -> bytes:
    if len(body) < LARGE:
        return zlib.compress(body, LEVEL, GZIP)
    return await asyncio.to_thread(zlib.compress, body, LEVEL, GZIP)
