"""Coming in by a passkey instead of a password: what a browser's keeper of keys signs is checked here.

Name and origin are those of the address under which the server is known (`Settings.address`), never those of a
request; without it there are no passkeys. A challenge is kept in the storage and good once.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from stellwerk.view.faults import Forbidden, Missing, Stale

from ..host import Host
from ..storage.people.passkey_rows import Passkey
from ..storage.rows import SESSION, Person, Taken
from .accounts import Accounts, came
from .visitors import Visitors, clean_name

MINUTES = 5
"""So long a challenge can be answered."""
MOST = 12
"""Passkeys of a person."""


class Passkeys:
    """What one can do with passkeys. Called in threads: signatures take some milliseconds, the library a while."""

    def __init__(self, host: Host, visitors: Visitors, accounts: Accounts) -> None:
        self._storage, self._visitors, self._accounts = host.storage, visitors, accounts
        self._secret = host.storage.secret()
        there = urlsplit(host.settings.address)
        self.name = there.hostname or ""
        self.origin = f"{there.scheme}://{there.netloc}"
        # Browsers give passkeys to pages that nobody could have changed on their way.
        self.there = there.scheme == "https" or self.name == "localhost"

    def of(self, person: Person) -> list[Passkey]:
        """Somebody's passkeys, the newest first."""
        return self._storage.passkeys_of(person.id)

    def end(self, person: Person, id_: str) -> None:
        """Let nobody come in by it any more."""
        if not self._storage.end_passkey(person.id, id_):
            raise Missing("fault.no_passkey")

    def _challenge(self, person: int | None) -> bytes:
        if not self.there:
            raise Missing("fault.no_passkeys")
        challenge = secrets.token_bytes(32)
        self._storage.give_challenge(challenge, person, time.time() + 60 * MINUTES)
        return challenge

    def to_make(self, person: Person) -> Any:
        """What a browser needs to make one, as JSON."""
        # Only here, since it takes longer to load than all else that a server needs.
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        account, known = self._accounts.of(person), self.of(person)
        if len(known) >= MOST:
            raise Stale("fault.many_passkeys", most=MOST)
        options = generate_registration_options(
            rp_id=self.name,
            rp_name="Stellwerk",
            user_id=hmac.digest(self._secret, f"passkey {person.id}".encode(), "sha256"),
            user_name=account.name,
            challenge=self._challenge(person.id),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(each.id)) for each in known],
        )
        return msgspec.json.decode(options_to_json(options))

    def make(self, person: Person, credential: object, label: str) -> None:
        """Keep what a browser has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        self._accounts.of(person)
        given = _given(credential)
        challenge = self._answered(given, person.id)
        try:
            made = verify_registration_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=self.name,
                expected_origin=self.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Forbidden("fault.passkey") from None
        if len(self.of(person)) >= MOST:
            raise Stale("fault.many_passkeys", most=MOST)
        id_ = _text(made.credential_id)
        try:
            self._storage.add_passkey(
                Passkey(
                    id_, person.id, made.credential_public_key, made.sign_count, clean_name(label), time.time()
                )
            )
        except Taken:
            raise Forbidden("fault.passkey") from None

    def to_enter(self) -> Any:
        """What a browser needs to come in by one of those that it has."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=self.name,
            challenge=self._challenge(None),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return msgspec.json.decode(options_to_json(options))

    def enter(self, credential: object, label: str) -> tuple[str, Person]:
        """A new key for whoever has a passkey."""
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        given = _given(credential)
        challenge = self._answered(given, None)
        known = self._storage.passkey(str(given.get("id")))
        account = self._storage.account(known.person) if known else None
        if known is None or account is None:
            raise Forbidden("fault.passkey")
        try:
            proved = verify_authentication_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=self.name,
                expected_origin=self.origin,
                credential_public_key=known.public,
                credential_current_sign_count=known.uses,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Forbidden("fault.passkey") from None
        if account.suspended is not None:
            raise Forbidden("fault.suspended")
        self._storage.note_passkey_used(known.id, proved.new_sign_count)
        return self._visitors.extra_key(account.person, SESSION, label), came(account)

    def _answered(self, given: Mapping[str, Any], person: int | None) -> bytes:
        """The challenge that is answered, if it was given out for this and never answered before."""
        try:
            told = msgspec.json.decode(_bytes(given["response"]["clientDataJSON"]))
            challenge = _bytes(told["challenge"])
        except (KeyError, TypeError, ValueError):
            raise Forbidden("fault.passkey") from None
        if not self.there or not self._storage.take_challenge(challenge, person):
            raise Forbidden("fault.passkey_late")
        return challenge


def _given(credential: object) -> dict[str, Any]:
    if not isinstance(credential, dict):
        raise Forbidden("fault.passkey")
    return credential


def _bytes(text: object) -> bytes:
    """Letters for bytes as browsers write them.

    >>> _bytes("AQI"), _text(b"\\x01\\x02")
    (b'\\x01\\x02', 'AQI')
    """
    if not isinstance(text, str) or not text.isascii():
        raise ValueError(text)
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError(text) from error


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
