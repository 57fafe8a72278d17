"""A batch of many files with a journal: killed three times, resumed, run once more, and undone; the undo is killed as
well.
"""
import os
import signal
import subprocess
import tempfile
import time

from journal import resumed
from operation import hidden
from setting import Skipped, scratch
from verdict import Row, Verdict

WHAT = "thousands of files in one batch with a journal: killed three times, resumed, run again, undone bit for bit (--trials: how many files)"
TRIALS, SHORT = 20_000, 300
KINDS = ["patch", "insert", "sectors", "patch"]
MARK = b"number 0000000"
FOLDER = 1000


def run(setting):
    if not (setting.program.has("rotate", "--journal") and setting.program.knows("undo")):
        raise Skipped("the program keeps no journal yet")
    with scratch() as folder:
        yield batch(setting, folder, setting.count(TRIALS, SHORT))


class Crowd:
    """Numbered photos, each different, and their results."""

    def __init__(self, setting, folder, count):
        self.folder, self.count = os.path.join(folder, "photos"), count
        self.olds = [self.marked(setting.album.photo(kind, 0)) for kind in KINDS]
        with tempfile.TemporaryDirectory(prefix="torture-learn-") as learned:
            names = [os.path.join(learned, f"{number}.jpg") for number in range(len(KINDS))]
            for name, old in zip(names, self.olds):
                write(name, old)
            subprocess.run([setting.program.path, "rotate", "cw", "-i", *names], check=True, stdout=subprocess.DEVNULL)
            self.news = [read(name) for name in names]

    @staticmethod
    def marked(jpeg):
        return jpeg[:-2] + MARK + jpeg[-2:] if MARK in jpeg else jpeg + MARK

    def path(self, number):
        return os.path.join(self.folder, str(number // FOLDER), f"{number}.jpg")

    @staticmethod
    def numbered(content, number):
        return content.replace(MARK, b"number %07d" % number)

    def lay(self):
        for number in range(self.count):
            if number % FOLDER == 0:
                os.makedirs(os.path.dirname(self.path(number)))
            write(self.path(number), self.numbered(self.olds[number % len(KINDS)], number))

    def states(self):
        """How many are old, new, and neither, with the numbers of the last."""
        olds = news = 0
        neither = []
        for number in range(self.count):
            now = read(self.path(number))
            if now == self.numbered(self.olds[number % len(KINDS)], number):
                olds += 1
            elif now == self.numbered(self.news[number % len(KINDS)], number):
                news += 1
            else:
                neither.append(number)
        return olds, news, neither


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


class Timed:
    """A run, its exit code, its seconds and its peak memory in megabytes; killed after a while on request."""

    def __init__(self, words, cwd, after=None):
        start = time.monotonic()
        process = subprocess.Popen(words, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if after is not None:
            time.sleep(after)
            os.kill(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = self.code = os.waitstatus_to_exitcode(status)
        self.seconds, self.megabytes = time.monotonic() - start, usage.ru_maxrss / 1024


def batch(setting, folder, count):
    result = Row("batch", f"{count} files", "tmpfs")
    crowd, dice, verdict = Crowd(setting, folder, count), setting.dice("batch"), Verdict()
    crowd.lay()
    journal = os.path.join(folder, "journal")
    words = [setting.program.path, "rotate", "cw", "-i", "-r", crowd.folder]
    undo = [setting.program.path, "undo", journal]
    whole = estimate(setting, count)

    def expect(so, otherwise):
        if not so:
            verdict.damaged.append(otherwise)

    for _ in range(3):
        Timed(resumed(words, journal), folder, after=whole * dice.uniform(0.1, 0.4))
    olds, news, neither = crowd.states()
    result.half_done = len(neither)
    last = Timed(resumed(words, journal), folder)
    expect(last.code == 0, f"the last of the runs ended with {last.code}")
    expect(crowd.states() == (0, count, []), f"after the batch: old, new, neither {summary(crowd.states())}")
    written = os.stat(crowd.path(0)).st_mtime_ns, os.stat(crowd.path(count - 1)).st_mtime_ns
    again = Timed(resumed(words, journal), folder)
    expect(again.code == 0 and crowd.states() == (0, count, []), f"run again: exit code {again.code}, {summary(crowd.states())}")
    expect(written == (os.stat(crowd.path(0)).st_mtime_ns, os.stat(crowd.path(count - 1)).st_mtime_ns), "run again, and files were written")
    Timed(undo, folder, after=whole * dice.uniform(0.05, 0.4))
    back = Timed(undo, folder)
    expect(back.code == 0, f"undo ended with {back.code}")
    expect(crowd.states() == (count, 0, []), f"undone: old, new, neither {summary(crowd.states())}")
    verdict.strays = hidden(folder)
    verdict.recovers = setting.program.recover(folder, [])
    verdict.left = hidden(folder)
    setting.look(result, 0, verdict, folder if count <= 1000 else None, "killed three times, resumed, undone")
    result.trials = count
    result.note = (f"after the kills {olds} old, {news} new, {len(neither)} half done; peak memory {last.megabytes:.0f} MB for the rest, "
                   f"{again.megabytes:.0f} MB for nothing, {back.megabytes:.0f} MB for undoing")
    return result


def summary(states):
    olds, news, neither = states
    return f"{olds}, {news}, {len(neither)} ({neither[:5]})"


def estimate(setting, count):
    """How long an undisturbed batch takes, in seconds: extrapolated from a tenth of it."""
    with scratch() as folder:
        few = Crowd(setting, folder, max(100, count // 10))
        few.lay()
        words = [setting.program.path, "rotate", "cw", "-i", "-r", few.folder]
        return Timed(resumed(words, os.path.join(folder, "journal")), folder).seconds * count / few.count
