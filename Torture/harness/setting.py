"""What all harnesses share: the program, the photos, the number of trials, and where faults are recorded."""
import contextlib
import dataclasses
import os
import random
import shutil
import sys
import tempfile
import time

from verdict import Row

RAM = "/dev/shm"


class Skipped(Exception):
    """The machine cannot do this, with the reason."""


@dataclasses.dataclass
class Setting:
    program: object
    dynamic: object
    album: object
    trials: int | None = None
    first: int = 0
    seconds: float | None = None
    short: bool = False
    seed: int = 1
    only: list = dataclasses.field(default_factory=list)
    faults: str = "."
    reports: int = 0

    def count(self, usual, short):
        """The number of trials: as requested, otherwise the usual number."""
        return self.trials or (short if self.short else usual)

    def numbers(self, usual, short):
        """The numbers of the trials, until the time limit."""
        end = time.monotonic() + self.seconds if self.seconds else None
        for number in range(self.first, self.first + self.count(usual, short)):
            if end and time.monotonic() > end:
                return
            yield number

    def dice(self, *words):
        return random.Random(" ".join(map(str, (self.seed, *words))))

    def chosen(self, operations):
        return [operation for operation in operations if not self.only or operation.name in self.only]

    def look(self, row, number, verdict, folder, how):
        """Adds a verdict to a row; a fault is printed at once, with the options that reproduce it."""
        row.add(verdict)
        wrong = [f"DAMAGED {line}" for line in verdict.damaged] + [f"LOST {line}" for line in verdict.lost]
        wrong += [f"LEFT {name} after recovery" for name in verdict.left if verdict.recovers]
        if wrong and row.harness != "peers":
            self.say(row, number, wrong, how, folder)

    def hold(self, row, number, verdict, operation, code, folder, how, is_right=None, is_excused=False):
        """Like `look`; also compares the exit code of a run that met a fault with its effect, unless it could not know
        (`is_excused`).
        """
        if code >= 0 and not is_excused:
            verdict.damaged += [f"{photo}: some of its files are new, and others not" for photo in verdict.parted]
        self.look(row, number, verdict, folder, f"{how}, exit code {code}")
        row.is_held = True
        if code == 0 and verdict.changed != set(operation.changed):
            row.false_success += 1
            self.say(row, number, ["FALSE SUCCESS: " + ", ".join(set(operation.changed) - verdict.changed)], how, folder)
        failed = verdict.changed if code > 0 and len(operation.changed) == 1 else verdict.unsaid
        if failed and code >= 0 and not is_excused:
            row.false_failure += 1
            self.say(row, number, [f"FALSE FAILURE: {', '.join(sorted(failed))}"], how, folder)
        if not (code in {0, *operation.codes} if is_right is None else is_right):
            row.wrong_code += 1
            self.say(row, number, [f"WRONG EXIT CODE {code}"], how)

    def say(self, row, number, wrong, how, folder=None):
        self.reports += 1
        if self.reports > 40:
            return
        again = f"Torture/run {row.harness} --operation {row.operation} --seed {self.seed} --first {number} --trials 1"
        print(f"FAULT {row.harness} {row.operation} on {row.place}, {how}", *wrong, f"again: {again}", sep="\n    ", file=sys.stderr, flush=True)
        if folder and self.reports <= 10:
            kept = os.path.join(self.faults, f"{row.harness}-{row.operation}-{row.place}-{self.seed}-{number}")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept, symlinks=True, ignore_dangling_symlinks=True)
            print(f"    kept: {kept}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def scratch():
    """A folder in memory, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="torture-", dir=RAM if os.path.isdir(RAM) else None) as folder:
        yield folder


def row(harness, operation, place):
    return Row(harness, operation.name, place)
