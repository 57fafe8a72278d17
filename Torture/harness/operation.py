"""What is done to photos during a fault, and what every file must be afterwards: its old bytes or its new ones."""
import dataclasses
import os
import shutil
import subprocess
import tempfile

from program import DISK, SOME, Program

# Makes a file system appear to have no extended attributes, so that the undo record is a hidden file.
WITHOUT_ATTRIBUTES = ["fsetxattr:error=EOPNOTSUPP"]

# The prefixes of all files that the program creates besides images.
STRAY = ".upright-"

# A run that dies before its second write into the photo.
KILLED = "pwrite64:signal=KILL:when=2"


@dataclasses.dataclass
class Operation:
    """`faults` belong to the operation itself; `ahead` are the arguments of runs before it, each with its own fault or
    none, which did `done_before`;
    `learning` are additional arguments of the run that determines the expected results.
    """

    name: str
    what: str
    words: list
    photos: dict
    outputs: list = dataclasses.field(default_factory=list)
    faults: list = dataclasses.field(default_factory=list)
    ahead: list = dataclasses.field(default_factory=list)
    program: list = dataclasses.field(default_factory=list)
    learning: list = dataclasses.field(default_factory=list)
    new: dict = dataclasses.field(default_factory=dict)
    done_before: set = dataclasses.field(default_factory=set)

    @property
    def command(self):
        """The arguments of the process, with the faults of the operation."""
        return traced(self.faults, "/dev/null", fast=True) + self.program + self.words

    @property
    def changed(self):
        """The names that a successful run has changed or made."""
        return self.outputs or list(self.photos)

    @property
    def ends(self):
        """The recoveries after a fault, if `recover` is not the only one."""
        return []

    @property
    def is_repeatable(self):
        """Whether doing it twice equals doing it once, so that it may be done without being reported."""
        return False

    @property
    def is_broken_before(self):
        """Whether a run before it was interrupted."""
        return any(fault for _, fault in self.ahead)

    @property
    def codes(self):
        """The exit codes of a disk failure."""
        return {DISK} if len(self.photos) == 1 else {SOME}

    def old(self, name):
        """The bytes before; None if there is no such file."""
        return self.photos.get(name)

    def follows(self, folder, name):
        """The expected bytes of a file that records the state of these others; None if it does not."""
        return None

    def is_told(self, said, changed):
        """Whether a run that changed these files may report those as done."""
        return said == changed

    def parted(self, states):
        """The photos of several files of which some are new and others not, by the states of the files; only a killed run
        may leave any.
        """
        return []

    def keeps(self, name):
        """Whether a file next to the photos belongs there."""
        return False

    def learned(self):
        """Itself, after an undisturbed run."""
        with tempfile.TemporaryDirectory(prefix="torture-learn-") as folder:
            self.lay(folder)
            before = {name: content(folder, name) for name in self.changed}
            said = subprocess.run(self.program + self.words + self.learning, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            self.new = {name: content(folder, name) for name in {**self.photos, **dict.fromkeys(self.outputs)}}
        if self.program and not self.is_told(Program.done(said, folder), {name for name in self.changed if self.new[name] != before[name]}):
            raise AssertionError(f"{self.name}: its lines do not say what is done: {said}")
        unchanged = [name for name in self.changed if self.new[name] == self.old(name)]
        if unchanged:
            raise AssertionError(f"{self.name}: nothing happens to {unchanged}")
        return self

    def lay(self, folder):
        """Writes the photos, and removes everything else."""
        emptied(folder)
        for name, photo in self.photos.items():
            path = os.path.join(folder, name)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "wb") as file:
                file.write(photo)
        for words, fault in self.ahead:
            faults = [*self.faults, fault] if fault else self.faults
            subprocess.run(traced(faults, "/dev/null") + self.program + words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.done_before = {name for name in self.changed if self.ahead and content(folder, name) == self.new.get(name, b"")}


def content(folder, name):
    """The bytes of a file; None if it does not exist."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def files(folder):
    """The paths of all files, relative to the folder."""
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "lost+found"]
        found += [os.path.relpath(os.path.join(root, name), folder) for name in names]
    return found


def hidden(folder):
    return [name for name in files(folder) if os.path.basename(name).startswith(STRAY)]


def emptied(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            if name != "lost+found":
                shutil.rmtree(path)
        else:
            os.unlink(path)


# The photos' mode: no file that ever exists in the folder may have wider permissions.
MODE = 0o640


def traced(faults, log, fast=False, calls=None):
    """The arguments that make a program's system calls fail; empty for no fault."""
    if not faults:
        return []
    calls = calls or ",".join(sorted({fault.split(":")[0] for fault in faults}))
    return ["strace", "-f", "-qq", *(["--seccomp-bpf"] if fast else []), "-e", f"trace={calls}", "-e", "signal=none",
            *(word for fault in faults for word in ("-e", f"inject={fault}")), "-o", log]
