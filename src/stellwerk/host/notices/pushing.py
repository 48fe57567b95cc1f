"""Messages to browsers (Web Push): encrypted for one browser alone, and signed so that its service knows us.

The few lines of RFC 8291 (what is encrypted how) and RFC 8292 (who sends it); `cryptography`, which passkeys need
anyway, calculates.
"""

from __future__ import annotations

import base64
import binascii
import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from stellwerk.view.faults import Fault

from .webhooks import good_webhook

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

HOURS = 12
"""So long a service may keep a message for a browser that is off, and so long a signature holds."""
LONGEST = 2000
"""Bytes of a message, of which services must take 4,096 with all that is around it."""
_RECORD = 4096


def letters(value: bytes) -> str:
    """Bytes as browsers write them.

    >>> letters(b"\\xff\\xfe"), read_bytes("__4")
    ('__4', b'\\xff\\xfe')
    """
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def read_bytes(text: str) -> bytes:
    """What browsers have written."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise Fault("fault.push") from None


def good_push(address: object, public: object, auth: object) -> tuple[str, str, str]:
    """Where a browser's messages go and its keys, as they may be kept."""
    if not (isinstance(address, str) and isinstance(public, str) and isinstance(auth, str)) or not address:
        raise Fault("fault.push")
    if len(public) > 100 or len(auth) > 40 or len(read_bytes(auth)) != 16:
        raise Fault("fault.push")
    _point(public)
    return good_webhook(address), public, auth


class Sender:
    """Who sends: one key for as long as there is this server, since browsers remember it."""

    def __init__(self, secret: bytes, address: str) -> None:
        """`secret` is a number that was drawn once; `address` tells services whom to ask."""
        self._number, self._address = secret, address
        self.there = address.startswith("https:") or urlsplit(address).hostname == "localhost"

    @property
    def public(self) -> str:
        """What browsers know us by."""
        return letters(_public_bytes(self._private()))

    def _private(self) -> EllipticCurvePrivateKey:
        # Only here: who never sends anything need not load it.
        from cryptography.hazmat.primitives.asymmetric import ec

        order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
        number = 1 + int.from_bytes(self._number, "big") % (order - 1)
        return ec.derive_private_key(number, ec.SECP256R1())

    def headers(self, address: str, now: float) -> dict[str, str]:
        """What goes with a message to a browser's service."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(address)
        claims = {
            "aud": f"https://{parts.netloc}",
            "exp": int(now) + 3600 * HOURS,
            "sub": self._address or "mailto:nobody@localhost.invalid",
        }
        told = ".".join(letters(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private().sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        signed = f"{told}.{letters(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return {
            "authorization": f"vapid t={signed}, k={self.public}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(3600 * HOURS),
            "topic": "turn",
        }


def encrypted(message: bytes, public: str, auth: str) -> bytes:
    """A message that one browser alone can read."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, from_: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(from_)

    browser, ours = _point(public), ec.generate_private_key(ec.SECP256R1())
    theirs, mine = read_bytes(public), _public_bytes(ours)
    shared = ours.exchange(ec.ECDH(), browser)
    keyed = derived(read_bytes(auth), shared, b"WebPush: info\0" + theirs + mine, 32)
    salt = os.urandom(16)
    key = derived(salt, keyed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, keyed, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message[:LONGEST] + b"\x02", None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


def _point(public: str) -> EllipticCurvePublicKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read_bytes(public))
    except ValueError:
        raise Fault("fault.push") from None


def _public_bytes(private: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
