"""Power cuts: a file system that stops at a random moment, in half of the trials after the program has ended, and is
mounted again.
"""
import os
import signal
import statistics
import subprocess
import threading
import time

from disk import DISKS
from operations import operations
from setting import Skipped, row, scratch
from verdict import judged

WHAT = "power cuts at random moments on ext4, XFS (by their shutdown, nothing flushed) and btrfs (its image cloned at one moment)"
TRIALS, SHORT = 300, 5
MANY = 3


def run(setting):
    done = operations(setting.program.path, setting.album, many=MANY)
    for kind in ("ext4", "xfs") if setting.short else DISKS:
        if setting.only and kind in DISKS and any(name in DISKS for name in setting.only) and kind not in setting.only:
            continue
        try:
            yield from cuts(setting, kind, [operation for operation in done if not chosen_names(setting) or operation.name in chosen_names(setting)])
        except Skipped as reason:
            print(f"SKIPPED power on {kind}: {reason}", flush=True)


def chosen_names(setting):
    return [name for name in setting.only if name not in DISKS]


def cuts(setting, kind, chosen, harness="power", judge=judged, trials=(TRIALS, SHORT)):
    """The sums of all operations on a file system of that kind."""
    with scratch() as folder, DISKS[kind](folder) as disk:
        for operation in chosen:
            result = row(harness, operation, kind)
            whole = duration(operation, disk)
            for number in setting.numbers(*trials):
                cut(setting, result, operation, disk, number, whole, judge)
            yield result


class Noise:
    """Another process that writes to the same file system and makes it flush its log, every 0.7 ms: without that almost
    no cut does any harm.
    """

    def __init__(self, disk):
        self.file = os.open(os.path.join(disk.folder, "lost+found", "noise") if disk.kind == "ext4" else os.path.join(disk.folder, ".noise"),
                            os.O_WRONLY | os.O_CREAT, 0o600)
        self.goes_on = True
        self.thread = threading.Thread(target=self.write)

    def write(self):
        while self.goes_on:
            try:
                os.pwrite(self.file, b"noise", 0)
                os.fsync(self.file)
            except OSError:
                return
            time.sleep(0.0007)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.goes_on = False
        self.thread.join()
        os.close(self.file)


class Run:
    """A process whose output is recorded with times."""

    def __init__(self, operation, folder):
        self.process = subprocess.Popen(operation.command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.heard, self.ended = [], None
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        while piece := os.read(self.process.stdout.fileno(), 1 << 16):
            self.heard.append((time.monotonic(), piece))
        if self.process.wait() == 0:
            self.ended = time.monotonic()

    def said_before(self, moment):
        return b"".join(piece for time, piece in self.heard if time < moment)

    def ended_before(self, moment):
        return self.ended is not None and self.ended < moment

    def end(self, kills=False):
        if kills:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.thread.join()
        self.process.stdout.close()


def work_folder(disk):
    """The folder of the photos, separate from the other process's files."""
    folder = os.path.join(disk.folder, "photos")
    os.makedirs(folder, exist_ok=True)
    return folder


def duration(operation, disk):
    """How long a run takes next to the other process, in seconds."""
    taken, folder = [], work_folder(disk)
    for _ in range(5):
        operation.lay(folder)
        disk.flush()
        with Noise(disk):
            start = time.monotonic()
            Run(operation, folder).end()
            taken.append(time.monotonic() - start)
    return statistics.median(taken)


def cut(setting, result, operation, disk, number, whole, judge):
    """One trial."""
    dice = setting.dice(result.harness, operation.name, disk.kind, number)
    delay = whole * dice.uniform(0, 1) if dice.random() < 0.6 else whole + dice.uniform(0, 0.05)
    folder = work_folder(disk)
    operation.lay(folder)
    disk.flush()
    with Noise(disk):
        run = Run(operation, folder)
        time.sleep(delay)
        moment = time.monotonic()
        disk.cut()
        run.end(kills=True)
    disk.restart()
    acknowledged = [] if "relaxed" in operation.words else reported(setting, operation, folder, run, moment)
    how = f"cut after {delay * 1000:.2f} of {whole * 1000:.2f} ms"
    setting.look(result, number, judge(operation, folder, setting.program, acknowledged, number), folder, how)


def reported(setting, operation, folder, run, moment):
    """The changes reported as done before the cut: by our own lines, or by the end of other programs."""
    if operation.program:
        return setting.program.done(run.said_before(moment), folder)
    return operation.changed if run.ended_before(moment) else []
