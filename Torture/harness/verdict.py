"""The state of the files of one trial, and the sums of many trials."""
import dataclasses
import os

from operation import MODE, content, files, hidden

NOTE = "user.upright.undo"


@dataclasses.dataclass
class Verdict:
    """The result of one trial."""

    damaged: list = dataclasses.field(default_factory=list)
    lost: list = dataclasses.field(default_factory=list)
    strays: list = dataclasses.field(default_factory=list)
    left: list = dataclasses.field(default_factory=list)
    torn: list = dataclasses.field(default_factory=list)
    parted: list = dataclasses.field(default_factory=list)
    changed: set = dataclasses.field(default_factory=set)
    unsaid: set = dataclasses.field(default_factory=set)
    recovers: bool = False

    @property
    def is_half_done(self):
        """Whether the trial interrupted the operation midway."""
        return bool(self.strays or self.torn or self.parted)


def state(operation, folder, name):
    """`old`, `new`, or a description of any other state."""
    now, old, new = content(folder, name), operation.old(name), operation.new[name]
    if now == old:
        return "old"
    if now == new or now and now == operation.follows(folder, name):
        return "new"
    if now is None:
        return "gone"
    if not now:
        return "empty"
    if len(now) == len(new or old) and all(byte in pair for byte, *pair in zip(now, old or new, new or old)):
        return "a mixture of old and new"
    return f"{len(now)} bytes of something else"


def has_note(folder, name):
    try:
        return NOTE in os.listxattr(os.path.join(folder, name))
    except OSError:
        return False


def has_way_back(folder, name):
    """Whether the program itself knows that a file is half done, by an undo record or a hidden file."""
    path = os.path.join(folder, name)
    return has_note(folder, name) or os.path.exists(path) and f".upright-undo-{os.stat(path).st_ino:x}" in os.listdir(folder)


def wider(folder, name):
    """Whether anyone has wider rights to a file than to the photos."""
    mode = os.stat(os.path.join(folder, name)).st_mode & 0o7777
    return mode & ~MODE != 0


def judged(operation, folder, program, acknowledged=(), number=0):
    """Checks every file, has the program repair interrupted changes, and checks again."""
    verdict = met(operation, folder)
    if operation.ends:
        compare(verdict, operation, folder, [name for name in operation.new if state(operation, folder, name) in ("old", "new")], acknowledged)
        verdict.damaged += operation.end(folder, program, number)
        verdict.recovers = True
    else:
        if verdict.torn or verdict.strays:
            verdict.recovers = program.recover(folder, list(operation.photos))
        compare(verdict, operation, folder, operation.new, acknowledged)
    verdict.damaged += [f"{name}: its note stays" for name in operation.new if has_note(folder, name)]
    verdict.left = hidden(folder)
    return verdict


def met(operation, folder):
    """The files before anything is repaired."""
    verdict = Verdict(strays=[name for name in hidden(folder) if not operation.keeps(name)])
    found, names = files(folder), list(operation.new)
    verdict.damaged += [f"{name}: its mode is wider than the original's" for name in found if wider(folder, name)]
    verdict.damaged += [f"{name}: nobody asked for it" for name in found if name not in (*names, *verdict.strays) and not operation.keeps(name)]
    first = {name: state(operation, folder, name) for name in names}
    verdict.parted = operation.parted(first)
    verdict.torn = [name for name in names if first[name] not in ("old", "new") or has_note(folder, name)]
    verdict.damaged += [f"{name}: {first[name]}, and there is no way back" for name in verdict.torn if not has_way_back(folder, name)]
    return verdict


def compare(verdict, operation, folder, names, acknowledged):
    """Compares the state of these files with the report."""
    last = {name: state(operation, folder, name) for name in names}
    verdict.changed = {name for name in operation.changed if last.get(name) == "new"}
    verdict.damaged += [f"{name}: {last[name]}" for name in names if last[name] not in ("old", "new")]
    verdict.lost = [f"{name}: said to be done, and {last.get(name, 'half done')} afterwards" for name in acknowledged if last.get(name) != "new"]
    verdict.unsaid = set() if operation.is_repeatable else verdict.changed.difference(acknowledged, operation.done_before)


@dataclasses.dataclass
class Row:
    """The sums of the trials of one operation on one file system."""

    harness: str
    operation: str
    place: str
    trials: int = 0
    half_done: int = 0
    damaged: int = 0
    lost: int = 0
    false_success: int = 0
    false_failure: int = 0
    wrong_code: int = 0
    strays: int = 0
    left: int = 0
    recovers: bool = False
    is_held: bool = False
    note: str = ""

    @property
    def faults(self):
        return self.damaged + self.lost + self.false_success + self.false_failure + self.wrong_code + (self.left if self.recovers else 0)

    def add(self, verdict):
        self.trials += 1
        self.half_done += verdict.is_half_done
        self.damaged += len(verdict.damaged)
        self.lost += len(verdict.lost)
        self.strays += len(verdict.strays)
        self.left += len(verdict.left)
        self.recovers = self.recovers or verdict.recovers

    def __str__(self):
        left = f", {self.left} after recovery" if self.recovers else ""
        wrong = (self.false_success, "false successes"), (self.false_failure, "false failures"), (self.wrong_code, "wrong exit codes")
        more = "".join(f", {count} {word}" for count, word in wrong if count)
        note = f"; {self.note}" if self.note else ""
        return (f"{self.harness} {self.operation} on {self.place}: {self.trials} trials ({self.half_done} half-way), {self.damaged} damaged, "
                f"{self.lost} lost{more}, {self.strays} strays{left}{note}")
