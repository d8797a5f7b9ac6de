"""Builds of Auger: the command and the measured programs of a folder, of this source, or of a revision of it."""
import functools
import json
import os
import pathlib
import subprocess
import tempfile

from measuring import NotMeasured

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Program:
    """A measured program: one line in, one line of JSON out. Some say hello first."""

    def __init__(self, path, *arguments, says_hello=False):
        self.process = subprocess.Popen([path, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)
        self.hello = self._answer("its data") if says_hello else None

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self._answer(text)

    def _answer(self, text):
        name, line = os.path.basename(self.process.args[0]), self.process.stdout.readline()
        if not line:
            raise NotMeasured(f"{name} ended with {self.process.wait()} at {text}")
        answer = json.loads(line)
        if isinstance(answer, dict) and "error" in answer:
            raise NotMeasured(f"{name} at {text}: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Build:
    """The command and the measured programs. They are built when they are first used, if they have no path."""

    def __init__(self, name, source=None, auger=None, programs=None):
        """`source`: what is built of, if a path is missing. `auger`: the command; `programs`: folders with the
        others."""
        self.name, self.source, self.command, self.folders = name, source, auger, programs
        self.running = {}

    @functools.cached_property
    def auger(self):
        if self.command:
            return os.path.abspath(self.command)
        if self.folders and not self.source:
            return self._found("auger")
        return self._built("auger", ["--static-swift-stdlib", "--scratch-path", str(self.source / ".build/static")])

    @functools.cache  # noqa: B019 - builds live as long as the process
    def program(self, name):
        if self.folders:
            return self._found(name)
        return self._built(name, ["--scratch-path", str(self.source / ".build/benchmarks")], AUGER_PART="benchmarks")

    def shared(self, name, *arguments):
        """A program that holds its data for all works of a part; `release` ends it."""
        key = (name, *arguments)
        if key not in self.running:
            self.running[key] = Program(self.program(name), *arguments, says_hello=True)
        return self.running[key]

    def release(self):
        for program in self.running.values():
            program.close()
        self.running.clear()

    def _found(self, name):
        for folder in self.folders:
            path = os.path.abspath(os.path.join(folder, name))
            if os.access(path, os.X_OK):
                return path
        raise NotMeasured(f"{self.name} has no {name}")

    def _built(self, product, options, **environment):
        build = ["swift", "build", "-c", "release", *options]
        environment = dict(os.environ, **environment)
        made = subprocess.run([*build, "--product", product, "--quiet"], cwd=self.source, env=environment)
        if made.returncode != 0:
            raise NotMeasured(f"{self.name}: {product} cannot be built")
        where = subprocess.run([*build, "--show-bin-path"], cwd=self.source, env=environment, check=True,
                               capture_output=True, text=True)
        return f"{where.stdout.strip()}/{product}"


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)


def named(text):
    """The build of a folder, of several (FOLDER:FOLDER), or of a git revision. ValueError where it is neither.

    A revision is built in a work tree of its own below the temporary folder, which is kept for the next comparison."""
    folders = text.split(":")
    if all(os.path.isdir(folder) for folder in folders):
        return Build(text, programs=folders)
    found = git("rev-parse", "--verify", "--quiet", text + "^{commit}")
    if found.returncode != 0:
        raise ValueError(f"'{text}' is no folder and no git revision")
    revision = found.stdout.strip()
    tree = pathlib.Path(tempfile.gettempdir()) / "auger-revisions" / revision[:12]
    if not (tree / "Package.swift").exists():
        git("worktree", "prune")
        added = git("worktree", "add", "--force", "--detach", str(tree), revision)
        if added.returncode != 0:
            raise ValueError(f"'{text}' cannot be checked out: {added.stderr.strip()}")
    return Build(text, source=tree)
