#!/usr/bin/env python3
"""Checks servers and schedulers while the network is cut, the clock jumps, disks fill and schedulers are killed.

network   PostgreSQL runs in a separate network namespace. Packets are dropped silently, while queries run and while
          connections are idle, and the database restarts during a cut.
clock     A preloaded library moves the time of day of a server and of a scheduler by a day, forward and back.
disk      The disks of a scheduler's state, of its snapshots and of temporary files fill.
publish   strace kills one of two schedulers with SIGKILL at each system call of publishing.

Requires root, iproute2, nftables, strace, a C compiler and PostgreSQL 15. A part whose tools are missing is reported
and skipped. The exit code is 1 if a check fails.
"""
import contextlib
import ctypes
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import judging
from judging import Database, Judge, Parser, Server, eventually, filled, history, published, small_disk

HERE, THERE = "192.0.2.1", "192.0.2.2"
SUMS = "groupBy: [region], measures: { amount: sum(amount) }"


def board(folder, text, names):
    """Writes a workspace with one column chart for each query."""
    workspace = judging.write_board(folder, text, {name: judging.chart(name) for name in names})
    judging.write_regions(workspace)
    return workspace


# Network


class Cable:
    """A pair of interfaces between this process and a network namespace, which drops packets while it is cut."""

    def __init__(self):
        self.there = subprocess.Popen(["unshare", "--net", "sleep", "3600"])
        self.enter = ["nsenter", "--target", str(self.there.pid), "--net"]
        time.sleep(0.3)
        self.run("ip", "link", "add", "here", "type", "veth", "peer", "name", "there", "netns", str(self.there.pid))
        self.run("ip", "address", "add", HERE + "/30", "dev", "here")
        for device in ("lo", "here"):
            self.run("ip", "link", "set", device, "up")
        self.run(*self.enter, "ip", "address", "add", THERE + "/30", "dev", "there")
        for device in ("lo", "there"):
            self.run(*self.enter, "ip", "link", "set", device, "up")

    @staticmethod
    def run(*command):
        subprocess.run(command, check=True, capture_output=True)

    def cut(self):
        self.run(*self.enter, "nft", "add table ip cut; "
                 "add chain ip cut in { type filter hook input priority 0; }; add rule ip cut in iif there drop; "
                 "add chain ip cut out { type filter hook output priority 0; }; add rule ip cut out oif there drop")

    def mend(self):
        self.run(*self.enter, "nft", "delete table ip cut")

    def close(self):
        self.there.kill()
        self.there.wait()


def network(judge, auger, folder):
    if ctypes.CDLL(None).unshare(0x40000000) != 0:
        print("LEFT OUT network: no network namespace can be made here", flush=True)
        return
    with contextlib.ExitStack() as stack:
        cable = Cable()
        stack.callback(cable.close)
        database = Database(cable.enter).add_sales()
        stack.callback(database.close)
        database.do("ALTER SYSTEM SET listen_addresses = '*'")
        with open(f"{database.folder}/data/pg_hba.conf", "a") as rules:
            rules.write(f"host all all {HERE}/32 scram-sha-256\n")
        database.go()
        database.come()
        url = database.url.replace("127.0.0.1", THERE)
        text = (f'sources:\n  shop: {{ adapter: postgresql, url: "{url}", reconnect: 500ms }}\n'
                "  file: { adapter: csv, path: local.csv }\nqueries:\n"
                f"  Kept: {{ source: shop, from: sales, {SUMS}, limits: {{ time: 2s }}, "
                "cache: { for: 1s, stale: 1h } }\n"
                f"  Strict: {{ source: shop, from: sales, {SUMS}, limits: {{ time: 2s }}, cache: 1s }}\n"
                f"  Slow: {{ source: shop, from: slow, {SUMS}, limits: {{ time: 3s }}, cache: 1s }}\n"
                f"  Local: {{ source: file, from: local, {SUMS} }}\ndashboards: {{ board: board.xml }}\n")
        workspace = board(folder + "/network", text, ["Kept", "Strict", "Slow", "Local"])
        server = Server(auger, workspace)
        stack.callback(server.process.kill)
        for name in ["Kept", "Strict", "Slow", "Local"]:
            answer = server.chart(name)
            judge.holds(answer.status == 200, f"network: {name} is answered", answer)
        before = server.threads()

        def during(what):
            time.sleep(1.1)
            strict = server.chart("Strict")
            judge.holds(strict.status in (503, 504) and strict.seconds < 4, f"{what}: a query ends at its limit",
                        strict)
            kept = server.chart("Kept")
            judge.holds(kept.status == 200 and kept.is_old and kept.seconds < 4, f"{what}: stale answers say so", kept)
            local = server.chart("Local")
            judge.holds(local.status == 200 and local.seconds < 1, f"{what}: other sources answer at once", local)

        def after(what):
            judge.holds(eventually(lambda: server.chart("Strict").status == 200, 15), f"{what}: the source is back")
            judge.holds(eventually(lambda: not server.chart("Kept").is_old, 15), f"{what}: nothing is stale")

        # Idle connections.
        cable.cut()
        during("network cut, idle")
        answers = []
        readers = [threading.Thread(target=lambda: answers.append(server.chart("Strict"))) for _ in range(20)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        slowest = max(answers, key=lambda answer: answer.seconds)
        judge.holds(slowest.seconds < 6, "network cut, idle: twenty requests end in time", slowest)
        judge.holds(all(a.status in (429, 503, 504) for a in answers), "network cut, idle: twenty requests fail",
                    answers[0])
        judge.holds(server.chart("Local").seconds < 1, "network cut, idle: the server is not blocked")
        cable.mend()
        after("network mended, idle")

        # A running query.
        time.sleep(1.1)
        slow = []
        reader = threading.Thread(target=lambda: slow.append(server.chart("Slow")))
        reader.start()
        time.sleep(0.3)
        cable.cut()
        reader.join()
        judge.holds(slow[0].status in (503, 504) and slow[0].seconds < 5, "network cut, running: ends at its limit",
                    slow[0])
        during("network cut, running")
        cable.mend()
        after("network mended, running")

        # The database restarts meanwhile, so it does not know the open connections of this side.
        cable.cut()
        database.go()
        database.come()
        during("network cut, restarted")
        cable.mend()
        after("network mended, restarted")
        judge.holds(eventually(lambda: server.threads() <= before + 8, 20), "network: no threads are left",
                    f"{before} before, {server.threads()} now")
        count = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'auger' AND pid <> pg_backend_pid()"
        sessions = subprocess.run([*database.psql, "-At", "-c", count], capture_output=True, text=True,
                                  check=True).stdout
        judge.holds(int(sessions) <= 8, "network: no sessions are left", sessions)

        # The server stops while the network is cut and a query is running.
        time.sleep(1.1)
        reader = threading.Thread(target=lambda: contextlib.suppress(Exception) and server.chart("Slow"))
        threading.excepthook = lambda _: None
        reader.start()
        time.sleep(0.3)
        cable.cut()
        began = time.monotonic()
        server.process.terminate()
        try:
            code = server.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            code = "none"
        judge.holds(code == 0 and time.monotonic() - began < 12, "network cut: SIGTERM ends the server",
                    f"exit code {code} after {time.monotonic() - began:.1f} s")
        cable.mend()


# Clock


# A preloaded library that adds an offset to the time of day. Monotonic clocks and timers do not change, as when an
# administrator sets the clock. faketime would also change timers, which then never fire.
JUMP = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long offset(void) {
  char text[32] = {0};
  int file = open(getenv("CLOCK_OFFSET_FILE"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
  close(file);
  return atol(text);
}
int clock_gettime(clockid_t clock, struct timespec *out) {
  int result = (int)syscall(SYS_clock_gettime, clock, out);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) out->tv_sec += offset();
  return result;
}
int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
"""


class Clock:
    """The time of day of processes that start with its environment."""

    def __init__(self, folder):
        self.file, library = pathlib.Path(folder, "clock.offset"), pathlib.Path(folder, "jump.so")
        subprocess.run([shutil.which("clang") or "cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)],
                       input=JUMP, text=True, check=True)
        self.move(0)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_OFFSET_FILE": str(self.file)}

    def move(self, days):
        part = self.file.with_suffix(".part")
        part.write_text(f"{days * 86400}\n")
        part.rename(self.file)


def clock(judge, auger, folder):
    with contextlib.ExitStack() as stack:
        database = Database().add_sales()
        stack.callback(database.close)
        text = (f'sources:\n  shop: {{ adapter: postgresql, url: "{database.url}" }}\nqueries:\n'
                f"  Kept: {{ source: shop, from: sales, {SUMS}, cache: {{ for: 1s, stale: 1h }} }}\n"
                f"  Strict: {{ source: shop, from: sales, {SUMS}, cache: 1s }}\ndashboards: {{ board: board.xml }}\n"
                "jobs:\n  often: { every: 1s, queries: [Strict],\n"
                "    publish: { directory: public, keep: { count: 3, age: 0s } } }\n")
        workspace = board(folder + "/clock", text, ["Kept", "Strict"])
        moved = Clock(folder)
        server = Server(auger, workspace, environment=moved.environment)
        stack.callback(server.close)
        log = stack.enter_context(open(workspace / "schedule.log", "w+"))
        scheduler = subprocess.Popen(
            [auger, "schedule", "--workspace", str(workspace)], stdout=log, stderr=log,
            env={**os.environ, **moved.environment})
        stack.callback(scheduler.terminate)

        def runs():
            log.flush()
            return (workspace / "schedule.log").read_text().count('"message":"run succeeded"')

        judge.holds(eventually(lambda: runs() >= 2, 15), "clock: jobs run")
        amount = 1
        for days in [1, 0, -1, 0]:
            amount += 1
            server.chart("Strict")
            server.chart("Kept")
            database.do(f"UPDATE sales SET amount = {amount}")
            moved.move(days)
            for name in ["Strict", "Kept"]:
                fresh = eventually(lambda name=name, amount=amount: server.chart(name).amounts == {amount}, 4)
                judge.holds(fresh, f"clock at {days:+d} days: {name} is refreshed",
                            server.chart(name).fields.get("Auger-As-Of"))
            count = runs()
            judge.holds(eventually(lambda count=count: runs() >= count + 2, 12), f"clock at {days:+d} days: jobs go on",
                        (workspace / "schedule.log").read_text()[-400:])
            count = runs()
            time.sleep(4)
            judge.holds(runs() - count <= 10, f"clock at {days:+d} days: missed times are not all made up for",
                        runs() - count)
        scheduler.terminate()
        judge.holds(scheduler.wait(timeout=30) == 0, "clock: the scheduler ends")
        judge.holds(server.close() == 0, "clock: the server ends")


# Disk


def disk(judge, auger, folder):
    text = (f"sources:\n  file: {{ adapter: csv, path: local.csv }}\nqueries:\n"
            f"  Local: {{ source: file, from: local, {SUMS} }}\ndashboards: {{ board: board.xml }}\n"
            "jobs:\n  often: { every: 1s, queries: [Local], charts: [board/Local], formats: [json, svg],\n"
            "    publish: { directory: public, keep: { count: 3, age: 0s } } }\n")
    workspace = board(folder + "/disk", text, ["Local"])
    with contextlib.ExitStack() as stack:
        try:
            for name in ["state", "public", "temporary"]:
                stack.enter_context(small_disk(workspace / name, "8m"))
        except subprocess.CalledProcessError:
            print("LEFT OUT disk: no tmpfs can be mounted here", flush=True)
            return
        log_path = pathlib.Path(folder, "schedule.log")
        log = stack.enter_context(open(log_path, "w+"))
        environment = {"TMPDIR": str(workspace / "temporary")}
        scheduler = subprocess.Popen(
            [auger, "schedule", "--workspace", str(workspace), "--state", str(workspace / "state"), "--metrics",
             str(workspace / "temporary/auger.prom")], stdout=log, stderr=log, env={**os.environ, **environment})
        stack.callback(scheduler.kill)
        server = Server(auger, workspace, environment=environment)
        stack.callback(server.process.kill)

        def runs():
            return log_path.read_text().count('"message":"run succeeded"')

        judge.holds(eventually(lambda: runs() >= 2, 15), "disk: jobs run", log_path.read_text()[-400:])
        for names in [["public"], ["state"], ["temporary"], ["public", "state", "temporary"]]:
            what = "full disk of " + ", ".join(names)
            before = log_path.stat().st_size
            ballasts = [filled(workspace / name) for name in names]
            time.sleep(5)
            judge.holds(scheduler.poll() is None, f"{what}: the scheduler lives", log_path.read_text()[-600:])
            said = log_path.read_text()[before:]
            judge.holds(len(said) < 200_000, f"{what}: the log stays short", f"{len(said)} bytes")
            if names != ["temporary"]:
                judge.holds("disk" in said.lower(), f"{what}: the log names the disk", said[-600:])
            for page in ["/dashboards/board", "/dashboards/board/Local.json", "/dashboards/board/Local.png", "/readyz"]:
                answer = server.get(page)
                judge.holds(answer.status == 200 or page.endswith("png") and answer.status in (500, 503),
                            f"{what}: {page} is answered", answer)
            current = workspace / "public/current/manifest.json"
            judge.holds(bool(json.loads(current.read_text())["files"]), f"{what}: the last snapshot is whole")
            for ballast in ballasts:
                ballast.unlink()
            if scheduler.poll() is None:
                count = runs()
                judge.holds(eventually(lambda count=count: runs() >= count + 2, 20),
                            f"{what}: jobs go on with room again", log_path.read_text()[-600:])
        judge.holds(bool(history(auger, workspace, "--state", "state")), "disk: the history can be read")
        scheduler.terminate()
        judge.holds(scheduler.wait(timeout=30) == 0, "disk: the scheduler ends")
        judge.holds(server.close() == 0, "disk: the server ends")


# Publishing


# The system calls of a publication, all relative to an open folder.
STEPS = ["mkdirat", "linkat", "renameat", "symlinkat", "unlinkat", "fsync"]


def publish(judge, auger, folder, deaths):
    if not shutil.which("strace"):
        print("LEFT OUT publish: strace is not installed", flush=True)
        return
    with contextlib.ExitStack() as stack:
        database = Database()
        stack.callback(database.close)
        workspace = pathlib.Path(folder, "publish")
        workspace.mkdir()
        public = workspace / "public"
        (workspace / "auger.yaml").write_text(
            "sources: { file: { adapter: csv, path: '*.csv' } }\nqueries:\n"
            f"  Local: {{ source: file, from: local, {SUMS} }}\njobs:\n"
            "  often: { every: 1s, queries: [Local], formats: [json, csv], overlap: queue,\n"
            "    retry: { attempts: 5, backoff: 10ms..1s },\n"
            "    publish: { directory: public, keep: { count: 100000 } } }\n")
        judging.write_sales(workspace / "local.csv", ((f"r{i}", i) for i in range(20)))
        log = stack.enter_context(open(workspace / "schedule.log", "w+"))
        command = [auger, "schedule", "--slots", "1", "--lease", "2", "--state", database.url]

        def start(*before):
            return subprocess.Popen([*before, *command], cwd=workspace, stdout=log, stderr=log)

        steady = start()
        stack.callback(steady.kill)
        eventually(lambda: (public / "current").exists(), 20)
        killed = {}
        for number in range(deaths):
            step, time_of = STEPS[number % len(STEPS)], number // len(STEPS) + 1
            victim = start("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={step}", "-e",
                           f"inject={step}:signal=KILL:when={time_of}")
            # Suspend the other scheduler, which would take most of the runs.
            steady.send_signal(signal.SIGSTOP)
            died = eventually(lambda victim=victim: victim.poll() is not None, 8)
            steady.send_signal(signal.SIGCONT)
            if died:
                killed[step] = killed.get(step, 0) + 1
            else:
                for child in judging.children(victim.pid):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                victim.wait()
            judge.holds(eventually((public / "current").exists), "publish: a snapshot is shown")
            published(public)
        print(f"publish: killed at {killed}", flush=True)
        judge.holds(sum(killed.values()) >= deaths // 3, "publish: schedulers were killed at steps", killed)
        steady.terminate()
        judge.holds(steady.wait(timeout=30) == 0, "publish: the scheduler ends")
        time.sleep(2.5)
        (workspace / "auger.yaml").write_text((workspace / "auger.yaml").read_text().replace("every: 1s, ", ""))
        last = start()
        stack.callback(last.kill)

        def runs():
            return history(auger, workspace, "--state", database.url)

        done = eventually(lambda: all(run["state"] not in ("queued", "running") for run in runs()), 60)
        judge.holds(done, "publish: the queue ends", runs()[:3])
        last.terminate()
        last.wait(timeout=30)
        found = runs()
        times = [run["scheduledFor"] for run in found if run["state"] == "succeeded"]
        judge.holds(len(times) == len(set(times)), "publish: no time is done twice", len(times))
        recorded = {run["snapshot"] for run in found if run["snapshot"]}
        shown = {name for name in os.listdir(public / "snapshots") if not name.startswith(".")}
        judge.holds(shown == recorded, "publish: snapshots are those of the history", sorted(shown ^ recorded)[:5])
        rests = [name for name in [*os.listdir(public), *os.listdir(public / "snapshots")]
                 if name.startswith(".") and name != ".lock"]
        judge.holds(rests == [], "publish: nothing is left of the dead", rests[:5])


def main():
    parser = Parser(__doc__).command().parts(["publish", "disk", "clock", "network"])
    options = parser.add("--deaths", "Schedulers to kill while they publish.", 4 * len(STEPS)).parse_args()
    judge = Judge()
    with tempfile.TemporaryDirectory(prefix="outages.") as folder:
        # The network comes last, because it moves this process to a separate namespace.
        parts = {"publish": functools.partial(publish, deaths=options.deaths), "disk": disk, "clock": clock,
                 "network": network}
        for name in parts:
            if name in options.only:
                print(f"{name} ...", flush=True)
                parts[name](judge, options.auger, folder)
    return judge.end()


if __name__ == "__main__":
    sys.exit(main())
