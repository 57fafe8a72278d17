"""Eight processes that change one file, or one folder, at once: the file contains the reported changes, no fewer and no
more.
"""
import itertools
import json
import os
import subprocess
import threading

from operation import hidden
from program import DISK, SOME
from setting import scratch
from verdict import Row, Verdict

WHAT = "8 processes change one file, or the files of one folder, until each has done so many changes (--trials): all said to be done are there"
TRIALS, SHORT = 125, 5
WORKERS, ROUND = 8, 5
# The maximum number of refusals before a process makes its next change.
PATIENCE = 1000
TURNS = {1: "cw", 2: "180", 3: "ccw"}
# What is changed, and how: every second process uses the second way.
JOBS = {
    "patch": ("patch", ["tag", "tag"]),
    "sectors": ("sectors", ["tag", "tag"]),
    "rewrite": ("insert", ["tag", "tag"]),
    "transform": ("transform", ["pixels", "pixels"]),
    "mixed": ("transform", ["tag", "pixels"]),
    "crop": ("transform", ["column", "column"]),
}


def run(setting):
    for name, (kind, ways) in JOBS.items():
        if setting.only and name not in setting.only:
            continue
        for count in (1, 4):
            with scratch() as folder:
                yield race(setting, name, kind, ways, count, folder)


def change(way, dice):
    """The size of a change, and its arguments: a rotation by one to three quarter turns, so that several lost ones
    rarely cancel out, or a cut-off column.
    """
    if way == "column":
        return 1, ["crop", "1,0,65535,65535", "-i", "--force"]
    quarters = dice.randrange(1, 4)
    return quarters, ["rotate", TURNS[quarters], *(["--bake"] if way == "pixels" else []), "-i"]


class Turns:
    """How often a photo was rotated clockwise, modulo four, by its contents."""

    unit = "quarters, of which four are none,"

    def __init__(self, program, photo, folder):
        self.program = program
        path = os.path.join(folder, "learned.jpg")
        write(path, photo)
        subprocess.run([program, "fix", "-i", path], check=True, stdout=subprocess.DEVNULL)
        self.scans = {}
        for quarters in range(4):
            self.scans.setdefault(scan(read(path)), quarters)
            subprocess.run([program, "rotate", "cw", "--bake", "-i", path], check=True, stdout=subprocess.DEVNULL)
        os.unlink(path)

    def of(self, path):
        """Quarter turns, of the pixels and of the tag together; None if the image is another one."""
        quarters = self.scans.get(scan(read(path)))
        tag = {1: 0, 6: 1, 3: 2, 8: 3}.get(told(self.program, path).get("orientation"))
        return None if quarters is None or tag is None else (quarters + tag) % 4

    def lacks(self, before, done, after):
        """How many of the reported changes are missing."""
        return (before + done - after) % 4


class Columns:
    """The number of columns cut off, which adds up."""

    unit = "columns"

    def __init__(self, program, photo, folder):
        self.program = program

    def of(self, path):
        """The remaining columns, negative; None if the image is another one."""
        size = told(self.program, path).get("displayed")
        return -size["width"] if size else None

    def lacks(self, before, done, after):
        """How many of the changes are missing, or unreported."""
        return before + done - after


def told(program, path):
    """The output of `info` for a photo."""
    said = subprocess.run([program, "info", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return json.loads(said) if said else {}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def scan(jpeg):
    return jpeg[jpeg.rfind(b"\xff\xda"):]


def race(setting, name, kind, ways, count, folder):
    """Rounds of a few changes by each process, each on the same photos; the totals are checked after each round."""
    result = Row("together", name, "one file" if count == 1 else "a folder")
    photo = setting.album.photo(kind, 1)
    tally = (Columns if "column" in ways else Turns)(setting.program.path, photo, folder)
    names = [f"{number}.jpg" for number in range(count)]
    changes, attempts, least = 0, 0, 0
    for number in itertools.islice(setting.numbers(TRIALS, SHORT), -(-setting.count(TRIALS, SHORT) // ROUND)):
        for file in names:
            write(os.path.join(folder, file), photo)
            os.chmod(os.path.join(folder, file), 0o640)
        before = tally.of(os.path.join(folder, names[0]))
        workers = [Worker(setting.program, ways[worker % 2], setting.dice("together", name, number, worker), names, folder) for worker in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        verdict = added_up(tally, before, workers, names, folder)
        setting.look(result, number, verdict, folder, f"{WORKERS} processes")
        if wrong := [code for worker in workers for code in worker.wrong_codes]:
            result.wrong_code += len(wrong)
            setting.say(result, number, wrong, f"{WORKERS} processes")
        changes += sum(worker.changes for worker in workers)
        attempts += sum(worker.attempts for worker in workers)
        least += min(worker.changes for worker in workers)
        if verdict.damaged:
            break
    result.trials = changes
    result.note = f"at least {least} changes of each process, in {attempts} runs"
    return result


def added_up(tally, before, workers, names, folder):
    """Compares the files with the reported changes."""
    verdict = Verdict(strays=hidden(folder), left=hidden(folder), damaged=[f"refused {PATIENCE} times" for worker in workers if worker.attempts == PATIENCE])
    verdict.damaged += [f"{stray} was left behind" for stray in verdict.strays]
    for file in names:
        done, after = sum(worker.amounts[file] for worker in workers), tally.of(os.path.join(folder, file))
        if after is None:
            verdict.damaged.append(f"{file}: another picture")
        elif lacking := tally.lacks(before, done, after):
            verdict.lost.append(f"{file}: of {done} {tally.unit} that were said to be done {lacking} are not there")
    return verdict


class Worker(threading.Thread):
    """Runs one process after the other until enough changes are done; a file counts as often as it was reported as
    done.
    """

    def __init__(self, program, way, dice, names, folder):
        super().__init__()
        self.program, self.way, self.dice, self.names, self.folder = program, way, dice, names, folder
        self.amounts, self.changes, self.attempts, self.wrong_codes = dict.fromkeys(names, 0), 0, 0, []

    def run(self):
        while self.changes < ROUND and self.attempts < PATIENCE:
            amount, words = change(self.way, self.dice)
            answer = subprocess.run([self.program.path, *words, *self.names], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.attempts += 1
            for file in self.program.done(answer.stdout, self.folder):
                self.amounts[file] += amount
                self.changes += 1
            if answer.returncode not in (0, DISK if len(self.names) == 1 else SOME):
                self.wrong_codes.append(f"WRONG EXIT CODE {answer.returncode}: {answer.stderr.decode(errors='replace').strip()[-300:]}")
