"""Stellwerk as an app: what a phone wants to know to put it among its own."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stellwerk.view.texts import text

from .render import static
from .request import visitor_of

MEDIA = "application/manifest+json"


async def app_card(request: Request) -> Response:
    """Name, picture and first page, in the language of whoever asks."""
    language = visitor_of(request).language
    icons = [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in (192, 512):
        picture = {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        icons += [picture | {"purpose": purpose} for purpose in ("any", "maskable")]
    told = {
        "name": "Stellwerk",
        "short_name": "Stellwerk",
        "description": text("app.what", language),
        "lang": language,
        "id": "/",
        "start_url": "/mine",
        "scope": "/",
        "display": "standalone",
        "background_color": "#eef0ef",
        "theme_color": "#1f4e5f",
        "icons": icons,
    }
    kept = {"cache-control": "private, max-age=3600"}
    return Response(msgspec.json.encode(told), media_type=MEDIA, headers=kept)
