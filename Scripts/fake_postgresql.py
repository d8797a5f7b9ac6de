#!/usr/bin/env python3
"""Simulates PostgreSQL servers that violate the protocol, one on each port.

Prints a line of JSON, `{"NAME": PORT, ...}`, and runs until its standard input is closed. The correct part of a session
is the same for all: the login succeeds, commands complete, and a statement has one column `n` of type int8. The
violation occurs at one step: connect, login, command, describe or copy. `honest` has no violation.
"""
import contextlib
import itertools
import json
import socket
import struct
import sys
import threading
import time

from judging import Parser

STEPS = ("connect", "login", "command", "describe", "copy")
BYTES_OF_FLOOD = 4 << 30
HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, 0)


def message(kind, body=b"", length=None):
    return kind.encode() + struct.pack("!i", len(body) + 4 if length is None else length) + body


def auth(code, body=b""):
    return message("R", struct.pack("!i", code) + body)


def status(name, value="x"):
    return message("S", f"{name}\0{value}\0".encode())


def report(kind, text="no"):
    return message(kind, b"SERROR\0VERROR\0CXX000\0M" + text.encode() + b"\0\0")


def columns(count=1, type_code=20):
    one = b"n\0" + struct.pack("!ihihih", 0, 0, type_code, 8, -1, 1)
    return message("T", struct.pack("!h", count) + one * max(1, count))


def copy_row(*fields):
    return struct.pack("!h", len(fields)) + b"".join(struct.pack("!i", len(f)) + f for f in fields)


def row(*fields):
    return message("D", copy_row(*fields))


def data(body):
    return message("d", body)


READY, DONE = message("Z", b"I"), message("C", b"SELECT 1\0")
COPY_OUT = message("H", b"\1\0\1\0\1")
WELCOME = auth(0) + status("client_encoding", "UTF8") + status("server_encoding", "UTF8") \
    + message("K", struct.pack("!ii", 1, 2)) + READY


class Stream:
    """A sequence of parts that restarts for each session."""

    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return self.start()


def chain(*parts):
    return Stream(lambda: itertools.chain(*parts))


def again(piece):
    """Returns an endless message, in parts of about 64 KB."""
    part = piece * max(1, (1 << 16) // len(piece))
    return Stream(lambda: itertools.repeat(part))


def numbered(make):
    def parts():
        for first in itertools.count(step=2000):
            yield b"".join(make(number) for number in range(first, first + 2000))
    return Stream(parts)


def huge(start):
    return chain([start], again(b"x"))


def slowly(text):
    def parts():
        for byte in text:
            yield bytes([byte])
            time.sleep(1)
    return Stream(parts)


SILENCE, PAUSE = object(), object()

# (step, name): the data sent instead of the correct response. After bytes, the connection is closed. After a list with
# SILENCE, nothing follows. A stream continues until the client stops reading.
VIOLATIONS = {
    ("connect", "silent"): [SILENCE],
    ("connect", "closed"): b"",
    ("connect", "zeros"): again(b"\0" * 1024),
    ("connect", "http"): b"HTTP/1.1 400 Bad Request\r\n\r\n",
    ("connect", "tls-garbage"): [b"S" + b"\x16\x03\x03\xff\xff" * 100, SILENCE],
    ("connect", "tls-flood"): huge(b"S"),
    ("connect", "tls-silence"): [b"S", SILENCE],
    ("connect", "endless-error"): huge(b"E"),
    ("login", "unknown-method"): auth(99),
    ("login", "gss"): auth(7),
    ("login", "md5-for-ever"): again(auth(5, b"salt")),
    ("login", "password-for-ever"): again(auth(3)),
    ("login", "unknown-mechanism"): auth(10, b"WHAT-IS-THIS\0\0"),
    ("login", "scram-for-ever"): chain([auth(10, b"SCRAM-SHA-256\0\0")], again(auth(11, b"r=x,s=eA==,i=1"))),
    ("login", "scram-most-rounds"): [auth(10, b"SCRAM-SHA-256\0\0"), auth(11, b"r=x,s=eA==,i=2147483647"), SILENCE],
    ("login", "negative-length"): message("R", b"\0\0\0\0", -1),
    ("login", "no-length"): message("R", b"\0\0\0\0", 0),
    ("login", "long-length"): huge(message("R", b"", 0x7FFFFFFF)),
    ("login", "half"): [b"R\0\0", SILENCE],
    ("login", "trickle"): slowly(WELCOME),
    ("login", "never-ready"): [auth(0), SILENCE],
    ("login", "closed"): auth(0),
    ("login", "statuses"): chain([auth(0)], numbered(lambda n: status(f"a{n}"))),
    ("login", "same-status"): chain([auth(0)], again(status("a"))),
    ("login", "notices"): chain([auth(0)], again(report("N"))),
    ("login", "long-notice"): huge(auth(0) + message("N", b"", 0x3FFFFFFF)),
    ("login", "long-error"): huge(message("E", b"S", 0x3FFFFFFF)),
    ("login", "unknown-message"): auth(0) + message("~", b"x"),
    ("login", "row"): auth(0) + row(b"1"),
    ("command", "copy-out"): chain([COPY_OUT], again(data(b"x" * 1000))),
    ("command", "copy-in"): [message("G", b"\0\0\0"), SILENCE],
    ("command", "copy-both"): [message("W", b"\0\0\0"), SILENCE],
    ("command", "never-ready"): [DONE, SILENCE],
    ("command", "silent"): [SILENCE],
    ("command", "completions"): again(DONE),
    ("command", "empty-answers"): again(message("I")),
    ("command", "errors"): again(report("E")),
    ("command", "long-errors"): again(report("E", "x" * 20000)),
    ("command", "notices"): again(report("N")),
    ("command", "statuses"): numbered(lambda n: status(f"a{n}")),
    ("command", "notifications"): again(message("A", b"\0\0\0\1channel\0payload\0")),
    ("command", "descriptions"): again(columns()),
    ("command", "huge-row"): huge(columns() + message("D", b"\0\1", 0x3FFFFFFF)),
    ("command", "slow-huge-row"): chain(
        [columns() + message("D", b"\0\1", 0x3FFFFFFF), PAUSE], again(b"x")),
    ("command", "many-rows"): chain([columns()], again(row(b"1"))),
    ("command", "wide-rows"): chain([columns(500)], again(row(*[b""] * 500))),
    ("command", "wrong-columns"): columns() + row(b"1", b"2", b"3"),
    ("command", "negative-field"): columns() + message("D", struct.pack("!hi", 1, -5)),
    ("command", "long-field"): columns() + message("D", struct.pack("!hi", 1, 0x7FFFFFF0) + b"x"),
    ("command", "too-many-columns"): message("T", struct.pack("!h", -1) + b"n\0"),
    ("command", "short-length"): message("C", b"", 3),
    ("command", "negative-length"): message("D", b"", -2),
    ("command", "unknown-message"): message("~", b"xxxx"),
    ("command", "half"): [DONE[:6], SILENCE],
    ("command", "end-in-the-middle"): columns() + b"D\0\0",
    ("command", "trickle"): slowly(columns() + row(b"1") * 100),
    ("command", "row-without-description"): row(b"1"),
    ("describe", "copy-out"): chain([message("1"), COPY_OUT], again(data(b"x" * 1000))),
    ("describe", "silent"): [message("1"), SILENCE],
    ("describe", "negative-count"): message("1") + message("t", b"\xff\xff") + READY,
    ("describe", "many"): chain([message("1")], again(message("t", b"\0\0") + columns())),
    ("copy", "wrong-header"): COPY_OUT + data(b"what is this, if it is no copy?") + message("c") + DONE + READY,
    ("copy", "huge-row"): huge(COPY_OUT + data(HEADER + copy_row(b"\0" * 8)) + message("d", b"\0\1", 0x3FFFFFFF)),
    ("copy", "wrong-columns"): COPY_OUT + data(HEADER + copy_row(b"\0" * 8, b"\0" * 8)) + message("c") + DONE + READY,
    ("copy", "negative-field"): COPY_OUT + data(HEADER + struct.pack("!hi", 1, -7)) + message("c") + DONE + READY,
    ("copy", "short-number"): COPY_OUT + data(HEADER + copy_row(b"\0" * 3)) + message("c") + DONE + READY,
    ("copy", "long-number"): COPY_OUT + data(HEADER + copy_row(b"\0" * 9)) + message("c") + DONE + READY,
    ("copy", "end-in-the-middle"): COPY_OUT + data(HEADER) + b"d\0\0",
    ("copy", "no-end"): [COPY_OUT + data(HEADER + copy_row(b"\0" * 8)), SILENCE],
    ("copy", "errors"): chain([COPY_OUT + data(HEADER)], again(report("E"))),
    ("copy", "statuses"): chain([COPY_OUT + data(HEADER)], numbered(lambda n: status(f"a{n}"))),
    ("copy", "trickle"): slowly(COPY_OUT + data(HEADER + copy_row(b"\0" * 8)) * 3),
    ("copy", "copies-again"): again(COPY_OUT + message("c") + DONE),
}
NAMES = ["-".join(key) for key in VIOLATIONS]


class End(Exception):
    pass


class Conversation:
    def __init__(self, connection, key, violation):
        self.connection, self.violation = connection, violation
        self.step = key[0] if key else None

    def receive(self, count):
        text = b""
        while len(text) < count:
            part = self.connection.recv(count - len(text))
            if not part:
                raise End
            text += part
        return text

    def answer(self, step, honest):
        if step != self.step:
            self.connection.sendall(honest)
            return
        violation = [self.violation] if isinstance(self.violation, bytes) else self.violation
        sent = 0
        for part in violation:
            if part is SILENCE:
                while self.connection.recv(1 << 16):
                    pass
                raise End
            if part is PAUSE:
                time.sleep(0.3)
                continue
            self.connection.sendall(part)
            sent += len(part)
            if sent > BYTES_OF_FLOOD:
                break
        raise End

    def run(self):
        while True:
            length, code = struct.unpack("!ii", self.receive(8))
            self.receive(min(length - 8, 1 << 16))
            if code == 80877102:
                # A cancel request gets the same treatment as other messages, so a silent server ignores it.
                if self.step == "connect":
                    self.answer("connect", b"")
                raise End
            if code in (80877103, 80877104):
                self.answer("connect", b"N")
                continue
            break
        self.answer("connect", b"")
        self.answer("login", WELCOME)
        self.serve()

    def serve(self):
        begun = False
        while True:
            kind = self.receive(1)
            body = self.receive(struct.unpack("!i", self.receive(4))[0] - 4)
            if kind == b"X":
                raise End
            if kind == b"Q" and body.startswith(b"COPY"):
                self.answer("copy", COPY_OUT + data(HEADER + copy_row(b"\0" * 7 + b"\1")) + data(b"\xff\xff")
                            + message("c") + DONE + READY)
            elif kind == b"Q" and b"pg_type" in body:
                self.connection.sendall(columns(4, 25) + row(b"bigint", b"b", b"int8", b"f") + DONE + READY)
            elif kind == b"Q":
                self.answer("command" if begun or self.step == "command" else "", DONE + READY)
                begun = True
            elif kind == b"P":
                self.answer("describe", message("1"))
            elif kind == b"D":
                self.connection.sendall(message("t", b"\0\0") + columns())
            elif kind == b"S":
                self.connection.sendall(READY)


def converse(connection, key, violation):
    with connection, contextlib.suppress(End, OSError, struct.error):
        Conversation(connection, key, violation).run()


def listen(listener, key):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=converse, args=(connection, key, VIOLATIONS.get(key)), daemon=True).start()


def start():
    """Starts the servers and returns their ports by name."""
    ports = {}
    for key in [None, *VIOLATIONS]:
        listener = socket.create_server(("127.0.0.1", 0))
        ports["-".join(key) if key else "honest"] = listener.getsockname()[1]
        threading.Thread(target=listen, args=(listener, key), daemon=True).start()
    return ports


if __name__ == "__main__":
    Parser(__doc__).parse_args()
    print(json.dumps(start()), flush=True)
    sys.stdin.read()
