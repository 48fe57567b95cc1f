"""Letters that the server writes, by a mail server that whoever runs it names."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct

from stellwerk.play.errors import StellwerkError

SECONDS = 15.0
WANTED = "STELLWERK_MAIL takes smtps://USER:PASSWORD@HOST?from=ADDRESS, or smtp://… for STARTTLS."


class Mailer(Struct, frozen=True):
    """A mail server, and who writes."""

    host: str
    port: int
    at_once: bool
    """Whether the connection is encrypted from its start, or by STARTTLS."""
    user: str
    password: str
    sender: str

    def send(self, to: str, subject: str, words: str) -> bool:
        """Write to somebody; whether it was taken."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(words)
        try:
            with self._connected() as server:
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(letter)
        except (OSError, smtplib.SMTPException):
            return False
        return True

    def _connected(self) -> smtplib.SMTP:
        secure = ssl.create_default_context()
        if self.at_once:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=secure)
        server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        if self.user or self.host not in ("localhost", "127.0.0.1", "::1"):
            server.starttls(context=secure)
        return server


def mailer(url: str) -> Mailer | None:
    """The mail server that a URL names; none where there is no URL.

    >>> mailer("smtps://ada:secret@mail.example?from=games@example.org").port
    465
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        sender = parse_qs(parts.query).get("from", [""])[0]
        port = parts.port or {"smtps": 465, "smtp": 587}[parts.scheme]
    except (ValueError, KeyError):
        raise StellwerkError(WANTED) from None
    if not parts.hostname or "@" not in sender:
        raise StellwerkError(WANTED)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mailer(parts.hostname, port, parts.scheme == "smtps", user, password, sender)
