"""What the judges of served pages share: a server of its own, and what its pages are compared by."""
import contextlib
import re
import subprocess
import tempfile
import urllib.request


@contextlib.contextmanager
def serving(auger, workspace=None, *options):
    """Serves a workspace, or the sample, at a port of its own; gives the URL without a slash at its end."""
    with tempfile.TemporaryDirectory() as folder:
        if not workspace:
            workspace = folder + "/sample"
            subprocess.run([auger, "demo", workspace, "--quiet"], check=True, capture_output=True)
        command = [auger, "serve", "--workspace", workspace, "--port", "0", *options]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline().strip()
            if not line.startswith("http"):
                raise SystemExit(f"the server does not start: {line}")
            yield line.rstrip("/")
        finally:
            server.terminate()
            server.wait(timeout=30)


def fetched(url, **fields):
    with urllib.request.urlopen(urllib.request.Request(url, headers=fields), timeout=60) as answer:
        return answer.read()


def digits(text):
    return re.sub(r"[^0-9]", "", text).strip("0")


def same(text, value):
    """Whether a cell says a value of chart JSON: its number, or all digits of it."""
    if value is None:
        return text == ""
    if isinstance(value, (bool, str)):
        return text == str(value)
    try:
        return float(text) == value
    except ValueError:
        return digits(text) in (digits(repr(value)), digits(f"{value:.0f}"))


# Of each chart that is shown: its item and the cells of its table, exact where the text is not.
TABLES = """() => [...document.querySelectorAll('figure')].map(f => ({
  item: f.closest('[data-item]').dataset.item,
  part: [...f.querySelectorAll('nav a[aria-current]')].map(a => a.textContent)[0] || '',
  rows: [...f.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell =>
    [cell.tagName, cell.querySelector('data') ? cell.querySelector('data').value : cell.textContent.trim()]))}))"""


def compared(figure, model):
    """What differs between a table in a page and a model; None where the model is no grid of cells."""
    if not model.get("values") or any(model.get(key) for key in ("items", "table", "graph", "multiples", "layers")):
        return None
    if model.get("zoom") and model["zoom"].get("level") is None:
        return None
    level = model["categories"][0]
    wanted = level.get("labels", level["values"])
    first, last = 0, len(wanted)
    if figure["part"]:
        first, last = [int(number) for number in re.findall(r"\d+", figure["part"])]
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
