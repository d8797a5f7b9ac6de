"""Classes and functions that the judges of servers and jobs share: checks, a private database, a server, small disks."""
import collections
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

REGIONS = 12


class Judge:
    def __init__(self):
        self.faults, self.checks = [], collections.Counter()

    def holds(self, condition, what, said=""):
        self.checks[what] += 1
        if not condition:
            self.faults.append(what)
            print(f"NOT SO {what}: {said}"[:500], flush=True)


class Database:
    """A private cluster. It runs as `postgres` if the caller is root.

    `enter` is a command that other commands are run by, for example `nsenter` for a network of its own.
    """

    def __init__(self, folder, enter=()):
        self.folder, self.enter = folder, list(enter)
        self.script = str(pathlib.Path(__file__).resolve().parent / "postgresql")
        self.url = subprocess.run(
            [*self.enter, self.script, "start", folder], check=True, capture_output=True, text=True).stdout.strip()
        parts = urllib.parse.urlsplit(self.url)
        self.port = parts.port
        self.psql = [*self.enter, shutil.which("psql"), "--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", self.url]
        self.do("CREATE TABLE sales (region text, amount bigint)")
        self.do(f"INSERT INTO sales SELECT 'Region ' || chr(64 + i), 1 FROM generate_series(1, {REGIONS}) i")
        self.do("CREATE VIEW slow AS SELECT region, amount FROM sales, (SELECT pg_sleep(0.7) AS s OFFSET 0) p")
        # An immediate stop of a cluster without fsync can lose data that no checkpoint has written.
        self.do("CHECKPOINT")

    def do(self, statement):
        subprocess.run(self.psql + ["-c", statement], check=True, capture_output=True)

    def control(self, *words):
        command = ["/usr/lib/postgresql/15/bin/pg_ctl", *words, "--pgdata", f"{self.folder}/data", "--wait"]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        command = self.enter + command
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def go(self):
        self.control("stop", "--mode=immediate")

    def come(self):
        self.control("start", "--log", f"{self.folder}/log", f"--options=-p {self.port}")

    def send(self, number):
        """Sends a signal to all processes of the cluster."""
        main = pathlib.Path(self.folder, "data/postmaster.pid").read_text().split()[0]
        children = subprocess.run(["pgrep", "-P", main], capture_output=True, text=True, check=False).stdout.split()
        for process in [main, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), number)

    def close(self):
        subprocess.run([*self.enter, self.script, "stop", self.folder], check=False)


class Answer:
    def __init__(self, status, fields, body, seconds):
        self.status, self.fields, self.body, self.seconds = status, fields, body, seconds

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def amounts(self):
        """The different values of a chart; of one version of the data there is one."""
        return {value for series in self.json["values"] for values in series for value in values}

    @property
    def is_old(self):
        return self.fields.get("Auger-Stale") == "true"

    def __str__(self):
        return f"{self.status} in {self.seconds:.2f} s: {self.body[:300]!r}"


class Server:
    def __init__(self, auger, workspace, *options, environment=None):
        command = [auger, "serve", "--workspace", str(workspace), "--port", "0", *options]
        self.log = open(pathlib.Path(workspace, "server.log"), "a+b")  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **(environment or {})})
        self.url = self.process.stdout.readline().strip().rstrip("/")
        if not self.url.startswith("http"):
            self.log.seek(0)
            code = self.process.wait(timeout=30)
            raise SystemExit(f"the server does not start, exit code {code}: " + self.log.read().decode())

    def get(self, path, token=None):
        request = urllib.request.Request(self.url + path)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        began = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                body, status, fields = answer.read(), answer.status, answer.headers
        except urllib.error.HTTPError as error:
            body, status, fields = error.read(), error.code, error.headers
        return Answer(status, fields, body, time.monotonic() - began)

    def chart(self, name, face="json"):
        return self.get(f"/dashboards/board/{name}.{face}")

    def close(self):
        self.process.terminate()
        return self.process.wait(timeout=30)


@contextlib.contextmanager
def small_disk(folder, size):
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def filled(folder):
    """Fills a disk to its last byte; gives the file that does it."""
    path = folder / "ballast"
    with open(path, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return path


def is_json(line):
    try:
        json.loads(line)
        return True
    except ValueError:
        return False
