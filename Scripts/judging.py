"""Classes and functions shared by the scripts in this folder and in Benchmarks. They require only Python.

The `main` function of a script imports additional packages after it has parsed the arguments. requirements.txt lists
them.
"""
import argparse
import collections
import contextlib
import csv
import datetime
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "Fixtures/Cases"
SHARED = pathlib.Path(os.environ.get("AUGER_SHARED", ROOT.parent / "shared")).resolve()
REGIONS = 12


class Parser(argparse.ArgumentParser):
    """Parses the arguments of a script. The help text is its module docstring."""

    def __init__(self, text):
        super().__init__(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(self, name, help, default=None, **more):
        """Adds an option or argument. It is required if it has no default. The default determines the type."""
        if default is not None:
            help += f" Default: {default}."
            more.setdefault("type", type(default))
            if name[0] != "-":
                more.setdefault("nargs", "?")
        self.add_argument(name, help=help, default=default, **more)
        return self

    def command(self, default=None):
        return self.add("auger", "Path of the command to check.", default and str(ROOT / default), type=resolved)

    def parts(self, names):
        def chosen(text):
            if unknown := [name for name in text.split(",") if name not in names]:
                raise argparse.ArgumentTypeError(f"there is no part {', '.join(unknown)}")
            return text.split(",")
        return self.add("--only", "Parts to run, separated by commas.", ",".join(names), type=chosen)

    def browser(self):
        return self.add("--browser", "Path of Chromium.", "/usr/bin/chromium")


def resolved(path):
    return str(pathlib.Path(path).resolve())


def rewrite(path, judged):
    """Replaces the lines of a file of recorded cases with the results of a function."""
    lines = [judged(line) for line in path.read_text().split("\n")[:-1]]
    path.write_text("".join(f"{line}\n" for line in lines))
    print(f"{len(lines)} lines in {path}")


class Judge:
    """Counts checks and prints the failing ones."""

    def __init__(self):
        self.faults, self.checks, self.lock = [], collections.Counter(), threading.Lock()

    def holds(self, condition, what, said=""):
        with self.lock:
            self.checks[what] += 1
        if not condition:
            self.fail(f"NOT SO {what}: {said}")

    def fail(self, text):
        with self.lock:
            self.faults.append(text)
            if len(self.faults) < 100:
                print(f"  {text}"[:600], flush=True)

    def end(self, what=None):
        """Prints the counts and returns the exit code."""
        print(f"{what or f'{self.checks.total()} checks of {len(self.checks)} kinds'}, {len(self.faults)} faults")
        return 1 if self.faults else 0


def eventually(condition, seconds=5):
    """Returns true if a condition becomes true within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


# Servers


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Database:
    """A private PostgreSQL cluster. It runs as `postgres` if the caller is root.

    `enter` is a command that runs the other commands, for example `nsenter` for a separate network.
    """

    def __init__(self, enter=()):
        # The user of the server needs access to the folder.
        self.outer = tempfile.TemporaryDirectory(dir="/tmp", prefix="cluster.", ignore_cleanup_errors=True)
        os.chmod(self.outer.name, 0o755)
        self.folder, self.enter = f"{self.outer.name}/cluster", list(enter)
        self.script = str(ROOT / "Scripts/postgresql")
        self.url = subprocess.run([*self.enter, self.script, "start", self.folder], check=True, capture_output=True,
                                  text=True).stdout.strip()
        self.port = urllib.parse.urlsplit(self.url).port
        self.psql = [*self.enter, shutil.which("psql"), "--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", self.url]

    def add_sales(self):
        """Adds a table with one row per region, and a view of it that takes 0.7 s."""
        self.do("CREATE TABLE sales (region text, amount bigint)")
        self.do(f"INSERT INTO sales SELECT 'Region ' || chr(64 + i), 1 FROM generate_series(1, {REGIONS}) i")
        self.do("CREATE VIEW slow AS SELECT region, amount FROM sales, (SELECT pg_sleep(0.7) AS s OFFSET 0) p")
        # Without fsync, an immediate stop of the cluster can lose data that no checkpoint has written.
        self.do("CHECKPOINT")
        return self

    def do(self, statement):
        subprocess.run([*self.psql, "-c", statement], check=True, capture_output=True)

    def control(self, *words):
        command = ["/usr/lib/postgresql/15/bin/pg_ctl", *words, "--pgdata", f"{self.folder}/data", "--wait"]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*self.enter, *command], check=True, cwd="/", **silent)

    def go(self):
        self.control("stop", "--mode=immediate")

    def come(self):
        self.control("start", "--log", f"{self.folder}/log", f"--options=-p {self.port}")

    def send(self, number):
        """Sends a signal to all processes of the cluster."""
        main = int(pathlib.Path(self.folder, "data/postmaster.pid").read_text().split()[0])
        for process in [main, *children(main)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def close(self):
        subprocess.run([*self.enter, self.script, "stop", self.folder], check=False)
        self.outer.cleanup()


def children(process):
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout
    return [int(child) for child in found.split()]


class Answer:
    def __init__(self, status, fields, body, seconds):
        self.status, self.fields, self.body, self.seconds = status, fields, body, seconds

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def amounts(self):
        """Returns the distinct values of a chart. One version of the data has one value."""
        return {value for series in self.json["values"] for values in series for value in values}

    @property
    def is_old(self):
        return self.fields.get("Auger-Stale") == "true"

    def __str__(self):
        return f"{self.status} in {self.seconds:.2f} s: {self.body[:300]!r}"


class Server:
    """A server of a workspace on a free port. `url` has no trailing slash."""

    def __init__(self, auger, workspace, *options, environment=None):
        command = [auger, "serve", "--workspace", str(workspace), "--port", "0", *options]
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True,
                                        env={**os.environ, **(environment or {})})
        self.url = self.process.stdout.readline().strip().rstrip("/")
        if not self.url.startswith("http"):
            raise SystemExit(f"the server ends with {self.process.wait(timeout=30)}: {self.log()}")
        self.authority = self.url.removeprefix("http://")
        self.port = int(self.authority.rsplit(":", 1)[1])

    def log(self):
        """Returns the standard error output."""
        return os.pread(self.errors.fileno(), 1 << 26, 0).decode(errors="replace")

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

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def memory(self, name="VmRSS"):
        """Returns a memory value of the process in bytes, by its Linux name."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) << 10

    def close(self):
        """Stops the server if it is running, and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(timeout=40)


@contextlib.contextmanager
def serving(auger, workspace=None, *options):
    """Serves a workspace or the sample and yields the URL."""
    with contextlib.ExitStack() as stack:
        workspace = workspace or sample(auger, stack.enter_context(tempfile.TemporaryDirectory()))
        yield stack.enter_context(contextlib.closing(Server(auger, workspace, *options))).url


def sample(auger, folder):
    """Writes the sample and returns its folder."""
    subprocess.run([auger, "demo", f"{folder}/sample", "--quiet"], check=True, capture_output=True)
    return f"{folder}/sample"


def fetched(url, **fields):
    with urllib.request.urlopen(urllib.request.Request(url, headers=fields), timeout=60) as answer:
        return answer.read()


@contextlib.contextmanager
def chromium(path):
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


# Workspaces, jobs and disks


def chart(query, category="region", value="sum(amount)", inner=""):
    """Returns a column chart in the metadata language, with the name of its query."""
    return (f'<Chart Name="{query}" Query="{query}" ChartType="Column"><Category Column="{category}" />'
            f'<Values><Value Expression="{value}" ValueSequence="1" /></Values>{inner}</Chart>\n')


def write_board(folder, yaml, charts, filters="", name="board"):
    """Writes a workspace with one dashboard. `charts` contains its charts by name."""
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    (folder / "auger.yaml").write_text(yaml)
    height = 100 / len(charts)
    places = "".join(f'<Layout Name="{chart}" Top="{place * height}" Left="0" Width="100" Height="{height}" />\n'
                     for place, chart in enumerate(charts))
    (folder / f"{name}.xml").write_text(
        f'<MobileAnalytic><Dashboard Title="Board">\n{filters}{"".join(charts.values())}</Dashboard>'
        f'<DashboardLayout Scale="Percentage"><Landscape>\n{places}</Landscape></DashboardLayout></MobileAnalytic>\n')
    return folder


def write_sales(path, rows):
    """Writes a CSV file with the columns `region` and `amount`."""
    with open(path, "w") as file:
        file.write("region,amount\n")
        file.writelines(f"{region},{amount}\n" for region, amount in rows)


def write_regions(folder):
    write_sales(folder / "local.csv", ((f"Region {chr(65 + place)}", 1) for place in range(REGIONS)))


def write_tokens(folder, claims):
    """Writes a token file and returns its path. `claims` contains the claims of each token as YAML entries."""
    expires = datetime.date.today() + datetime.timedelta(days=30)
    lines = [f"  - {{ name: t{number}, sha256: {hashlib.sha256(token.encode()).hexdigest()}, expires: {expires}"
             + (f", claims: {{ {claim} }}" if claim else "") + " }\n" for number,
             (token, claim) in enumerate(claims.items())]
    path = pathlib.Path(folder, "tokens.yaml")
    path.write_text("tokens:\n" + "".join(lines))
    return str(path)


def history(auger, folder, *options):
    """Returns the recorded runs of a workspace. It retries, because other processes may use the database."""
    for _ in range(5):
        run = subprocess.run([auger, "history", "--limit", "1000000", "--format", "csv", *options], cwd=folder,
                             capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return list(csv.DictReader(io.StringIO(run.stdout)))
        time.sleep(1)
    raise SystemExit(f"history: {run.stderr}")


def published(directory):
    """Returns the manifest and the status of the published snapshot, after checking the digests of its files.

    It starts again if another snapshot replaces this one meanwhile.
    """
    while True:
        folder = os.path.join(directory, os.readlink(f"{directory}/current"))
        try:
            manifest, status = (json.loads(pathlib.Path(folder, f"{name}.json").read_text())
                                for name in ("manifest", "status"))
            for entry in manifest["files"]:
                found = hashlib.sha256(pathlib.Path(folder, entry["path"]).read_bytes()).hexdigest()
                if found != entry["sha256"]:
                    raise SystemExit(f"{folder}/{entry['path']} is damaged")
            return manifest, status
        except FileNotFoundError:
            if os.path.join(directory, os.readlink(f"{directory}/current")) == folder:
                raise SystemExit(f"{folder} is shown and not complete") from None


def exported(auger, workspace, dashboard, address=""):
    """Returns the chart JSON of each item of a dashboard in a state. None if the export fails."""
    with tempfile.TemporaryDirectory() as folder:
        command = [auger, "export", dashboard, "--workspace", workspace, "--formats", "json", "-o", folder, "--quiet"]
        if subprocess.run(command + (["--explore", address] if address else []), capture_output=True).returncode:
            return None
        texts = [file.read_bytes() for file in sorted(pathlib.Path(folder).glob("*/*.json"))]
        models = {json.loads(text)["chart"]["name"]: text for text in texts}
        overview = json.loads(pathlib.Path(folder, f"{dashboard}.json").read_text())
    charts = {item["name"]: item.get("chart") or item["name"] for item in overview["items"]}
    return {item: models[chart] for item, chart in charts.items() if chart in models}


@contextlib.contextmanager
def small_disk(folder, size):
    """Mounts a file system of a given size at a folder. Requires root; raises CalledProcessError if that fails."""
    pathlib.Path(folder).mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def filled(folder):
    """Fills a disk to the last byte and yields the file that fills it."""
    path = folder / "ballast"
    with open(path, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return path


# Tables in pages


def digits(text):
    return re.sub(r"[^0-9]", "", text).strip("0")


def same(text, value):
    """Returns true if a cell shows a value of chart JSON: its number, or all digits of it."""
    if value is None:
        return text == ""
    if isinstance(value, (bool, str)):
        return text == str(value)
    try:
        return float(text) == value
    except ValueError:
        return digits(text) in (digits(repr(value)), digits(f"{value:.0f}"))


# Item and cells of the table of each chart, with exact values if the text is rounded. `true` selects visible tables.
TABLES = """visible => [...document.querySelectorAll('figure')]
  .filter(f => !visible || f.getClientRects().length).map(f => ({
  item: f.closest('[data-item]').dataset.item,
  part: [...f.querySelectorAll('nav a[aria-current]')].map(a => a.textContent)[0] || '',
  rows: [...f.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell =>
    [cell.tagName, cell.querySelector('data') ? cell.querySelector('data').value : cell.textContent.trim()]))}))"""


def compared(figure, model):
    """Returns the difference between a table in a page and a model. None if the model is not a grid of cells."""
    if not model.get("values") or any(model.get(key) for key in ("items", "table", "graph", "multiples", "layers")):
        return None
    if model.get("zoom") and model["zoom"].get("level") is None:
        return None
    level = model["categories"][0]
    wanted = level.get("labels", level["values"])
    first, last = 0, len(wanted)
    if figure["part"]:
        first, last = (int(number) for number in re.findall(r"\d+", figure["part"]))
        first -= 1
    if len(figure["rows"]) != last - first:
        return f"{len(figure['rows'])} rows, {last - first} categories"
    for row, cells in enumerate(figure["rows"], first):
        heads = [text for tag, text in cells if tag == "TH"]
        texts = [text for tag, text in cells if tag != "TH"]
        value = level["values"][row]
        if heads and wanted[row] and heads[-1] not in (str(wanted[row]), "" if value is None else str(value)):
            return f"row {row} is '{heads[-1]}', not '{wanted[row]}'"
        values = [series[row] for dimension in model["values"] for series in dimension]
        if len(texts) != len(values):
            return f"{len(texts)} cells, {len(values)} values"
        for text, value in zip(texts, values):
            if not same(text, value):
                return f"'{text}' in row {row}, not {value}"
    return ""
