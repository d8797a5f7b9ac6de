#!/usr/bin/env python3
"""A web server and a mail server for the delivery tests, on free ports of the loopback interface.

usage: Fixtures/Servers/deliveries.py FOLDER SECRET

Writes FOLDER/ports.json and FOLDER/certificate.pem when all servers listen. Writes one line to FOLDER/log per message.
The web server answers the first two requests of each path with 503, `/gone` with 410, and `/moved` with a redirect. Its
second port uses TLS. The mail server requires STARTTLS and a password. A third server listens and never responds. The
program ends when its standard input is closed.
"""
import base64
import email
import email.policy
import hashlib
import hmac
import json
import socket
import ssl
import subprocess
import sys
import threading

FOLDER, SECRET = sys.argv[1], sys.argv[2]
lock = threading.Lock()
asked = {}


def log(**entry):
    with lock, open(f"{FOLDER}/log", "a") as file:
        file.write(json.dumps(entry) + "\n")


def web(connection):
    file = connection.makefile("rb")
    method, path, _ = file.readline().decode().split()
    headers = {}
    while line := file.readline().decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = file.read(int(headers["content-length"]))
    with lock:
        asked[path] = asked.get(path, 0) + 1
        ends = {"/gone": 410, "/moved": 302}
        status = ends.get(path.split("?")[0], 503 if asked[path] <= 2 else 204)
    given = dict(part.split("=") for part in headers.get("auger-signature", "t=,v1=").split(","))
    right = hmac.new(SECRET.encode(), given["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    log(
        kind="web", method=method, path=path, status=status, signed=hmac.compare_digest(right, given["v1"]),
        delivery=headers.get("auger-delivery"), host=headers.get("host"), notice=json.loads(body))
    connection.sendall(f"HTTP/1.1 {status} x\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n".encode())
    connection.close()


def mail(connection):
    secure, known, recipients = False, False, []
    file = connection.makefile("rb")

    def say(text):
        connection.sendall((text + "\r\n").encode())

    say("220 mail")
    while line := file.readline().decode():
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        if word == "EHLO":
            say("250-mail\r\n250-SIZE 1000000\r\n250 " + ("AUTH PLAIN" if secure else "STARTTLS"))
        elif word == "STARTTLS":
            say("220 go on")
            connection = context.wrap_socket(connection, server_side=True)
            file, secure = connection.makefile("rb"), True
        elif word == "AUTH":
            known = secure and base64.b64decode(rest.split()[1]) == b"\0me\0secret"
            say("235 ok" if known else "535 no")
        elif word == "RCPT" and "nobody@" in rest:
            say("550 no such person")
        elif word in ("MAIL", "RCPT"):
            if word == "RCPT":
                recipients.append(rest)
            say("250 ok" if known else "530 who are you?")
        elif word == "DATA":
            say("354 go on")
            lines = []
            while (line := file.readline()) != b".\r\n":
                lines.append(line[1:] if line.startswith(b"..") else line)
            message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
            log(
                kind="mail", recipients=recipients, sender=message["From"], subject=message["Subject"],
                defects=[str(defect) for part in message.walk() for defect in part.defects],
                parts=[
                    {"type": part.get_content_type(), "name": part.get_filename(), "id": part["Content-ID"],
                     "inline": part.get_content_disposition(),
                     "sha256": hashlib.sha256(part.get_payload(decode=True)).hexdigest()}
                    for part in message.walk() if not part.is_multipart()])
            say("250 ok")
        elif word == "QUIT":
            say("221 bye")
            break
    connection.close()


def serve(handler, secure=False):
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            connection, _ = listener.accept()

            def handle(connection=connection):
                try:
                    handler(context.wrap_socket(connection, server_side=True) if secure else connection)
                except Exception as error:
                    log(kind="failure", error=repr(error))
                    connection.close()

            threading.Thread(target=handle, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
     "subjectAltName=DNS:localhost", "-keyout", f"{FOLDER}/key.pem", "-out", f"{FOLDER}/certificate.pem"],
    check=True, capture_output=True)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{FOLDER}/certificate.pem", f"{FOLDER}/key.pem")
# The system accepts its connections, but no code reads from them.
silent = socket.create_server(("127.0.0.1", 0))
ports = {
    "http": serve(web), "https": serve(web, secure=True), "smtp": serve(mail), "silent": silent.getsockname()[1]}
with open(f"{FOLDER}/ports.new", "w") as file:
    json.dump(ports, file)
subprocess.run(["mv", f"{FOLDER}/ports.new", f"{FOLDER}/ports.json"], check=True)
sys.stdin.read()
