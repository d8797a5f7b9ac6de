#!/usr/bin/env python3
"""Runs the shell commands of README.md, the tutorials and the guides, each page in a fresh folder.

A page is one session: its blocks of `sh` and `bash` run in order, and the first failing command ends the page.
A block after the line `<!-- output -->` must equal the output of the block before it. `auger serve` and `auger
schedule` run in the background, on a free port instead of 8017, and must end with exit code 0 when the page ends.
A block after a line `<!-- not run: REASON -->` is skipped.
"""
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

from judging import ROOT, Parser

BLOCK = re.compile(r"(?:^<!-- (output|not run: [^\n]*?) -->\n)?^```(\w*)\n(.*?)^```$", re.M | re.S)
SERVICE = re.compile(r"^auger (serve|schedule)\b")

# Waits for the server or the scheduler to start, and stops both at the end of the page.
PRELUDE = """set -e
services=()
service() {
  "$@" > "service-${#services[@]}.log" 2>&1 &
  services+=($!)
  if [[ "$2" == serve ]]; then
    for _ in $(seq 100); do curl -fs -o /dev/null http://127.0.0.1:PORT/healthz && return; sleep 0.1; done
    echo 'the server does not answer' >&2
    exit 1
  fi
  sleep 1
}
finish() {
  code=$?
  for id in "${services[@]}"; do kill "$id"; wait "$id" || code=$?; done
  exit "$code"
}
trap finish EXIT
"""


def default_pages():
  """Returns the README, the tutorials and the guides."""
  folders = (ROOT / "Documentation" / name for name in ("tutorials", "guides"))
  return [ROOT / "README.md", *sorted(page for folder in folders for page in folder.glob("*.md"))]


def free_port():
  with socket.socket() as listener:
    listener.bind(("127.0.0.1", 0))
    return listener.getsockname()[1]


def service(line):
  return "service " + line if SERVICE.match(line) else line


def session(text, folder):
  """Returns the script of a page, its documented outputs with their files, and the number of its blocks."""
  script, outputs, count = [], [], 0
  for mark, language, block in BLOCK.findall(text):
    if mark == "output":
      outputs.append((block, folder / f"output-{count}"))
    elif not mark and language in ("sh", "bash"):
      count += 1
      script += ["{", *(service(line) for line in block.splitlines()), f"}} > {folder}/output-{count} 2>&1"]
  return "\n".join(script) + "\n", outputs, count


def run(page, auger):
  """Runs a page. Returns the number of its blocks and an error or None."""
  with tempfile.TemporaryDirectory(prefix="auger-commands-") as name:
    outside = pathlib.Path(name)
    folder = outside / "page"
    (outside / "bin").mkdir()
    folder.mkdir()
    (outside / "bin/auger").symlink_to(auger)
    script, outputs, count = session(page.read_text(encoding="utf-8"), outside)
    if count == 0:
      return 0, None
    port = str(free_port())
    environment = os.environ | {"PATH": f"{outside / 'bin'}:{os.environ['PATH']}", "HOME": name}
    done = subprocess.run(
      ["bash", "-c", (PRELUDE.replace("PORT", port) + script.replace("auger serve", f"auger serve --port {port}"))
        .replace("8017", port)],
      cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
      printed = [path.read_text(encoding="utf-8") for path in sorted(outside.glob("output-*"))]
      return count, f"exit code {done.returncode} of block {len(printed)}\n{printed[-1] if printed else done.stderr}"
    for expected, file in outputs:
      found = file.read_text(encoding="utf-8").replace(port, "8017")
      if found != expected:
        return count, f"{file.name} is\n{found}and not\n{expected}"
    return count, None


def main():
  parser = Parser(__doc__).command()
  options = parser.add("pages", "Pages to run, or all of them.", nargs="*", type=pathlib.Path).parse_args()
  failed = 0
  for page in options.pages or default_pages():
    count, error = run(page.resolve(), options.auger)
    shown = page.resolve().relative_to(ROOT)
    if error:
      failed += 1
      print(f"commands: {shown} FAILED: {error}", file=sys.stderr)
    elif count:
      print(f"commands: {shown} runs ({count} blocks)")
  return 1 if failed else 0


if __name__ == "__main__":
  sys.exit(main())
