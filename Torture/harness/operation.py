"""What is done to photos while something goes wrong, and what every file must be afterwards: its old bytes or its new ones."""
import dataclasses
import os
import shutil
import subprocess
import tempfile

from program import Program

# Makes a file system seem to have no extended attributes, so that the way back is a hidden file.
WITHOUT_ATTRIBUTES = ["fsetxattr:error=EOPNOTSUPP"]

# A run that dies before its second write into the photo.
KILLED = "pwrite64:signal=KILL:when=2"


@dataclasses.dataclass
class Operation:
    """`faults` belong to the operation itself; `broken` is where a run before it was killed."""

    name: str
    what: str
    words: list
    photos: dict
    outputs: list = dataclasses.field(default_factory=list)
    faults: list = dataclasses.field(default_factory=list)
    broken: str = ""
    program: list = dataclasses.field(default_factory=list)
    new: dict = dataclasses.field(default_factory=dict)

    @property
    def command(self):
        """The words of the process, with the faults that belong to the operation."""
        return traced(self.faults, "/dev/null", fast=True) + self.program + self.words

    @property
    def changed(self):
        """The names that a run that succeeds has changed or made."""
        return self.outputs or list(self.photos)

    def old(self, name):
        """The bytes before; None where there is no such file."""
        return self.photos.get(name)

    def learned(self):
        """Itself, after a run that nothing disturbed."""
        with tempfile.TemporaryDirectory(prefix="torture-learn-") as folder:
            dataclasses.replace(self, broken="").lay(folder)
            said = subprocess.run(self.program + self.words, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            if self.program and Program.done(said) != set(self.changed):
                raise AssertionError(f"{self.name}: its lines do not say what is done: {said}")
            for name in {**self.photos, **dict.fromkeys(self.outputs)}:
                with open(os.path.join(folder, name), "rb") as file:
                    self.new[name] = file.read()
        unchanged = [name for name in self.changed if self.new[name] == self.old(name)]
        if unchanged:
            raise AssertionError(f"{self.name}: nothing happens to {unchanged}")
        return self

    def lay(self, folder):
        """Writes the photos, and takes away all else."""
        emptied(folder)
        for name, content in self.photos.items():
            path = os.path.join(folder, name)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "wb") as file:
                file.write(content)
        if self.broken:
            words = traced([*self.faults, self.broken], "/dev/null") + self.program + self.words
            subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def files(folder):
    """The paths of all files, from the folder on."""
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "lost+found"]
        found += [os.path.relpath(os.path.join(root, name), folder) for name in names]
    return found


def emptied(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            if name != "lost+found":
                shutil.rmtree(path)
        else:
            os.unlink(path)


# The photos' mode: what is not in it nobody may do with any file that ever lies in the folder.
MODE = 0o640


def traced(faults, log, fast=False, calls=None):
    """The words before a program whose system calls shall fail; none where none shall."""
    if not faults:
        return []
    calls = calls or ",".join(sorted({fault.split(":")[0] for fault in faults}))
    return ["strace", "-f", "-qq", *(["--seccomp-bpf"] if fast else []), "-e", f"trace={calls}", "-e", "signal=none",
            *(word for fault in faults for word in ("-e", f"inject={fault}")), "-o", log]


def operations(program, album, many=1, crowd=(10, 6, 6)):
    """All of them, each with `many` photos at once, the batch with so many of each kind."""

    def photos(kind, count=many, first=1):
        ending = "png" if kind == "sector" else "jpg"
        return {f"{kind}{number}.{ending}": album.photo(kind, number) for number in range(first, first + count)}

    def changing(name, what, words, pictures, **more):
        return Operation(name, what, words + list(pictures), pictures, program=[program], **more).learned()

    turn = ["rotate", "cw", "-i"]
    patch, sector, sectors, insert, transform = (photos(kind) for kind in ("patch", "sector", "sectors", "insert", "transform"))
    mixed = {name: photo for kind, count in zip(("patch", "sectors", "insert"), crowd) for name, photo in photos(kind, count, 0).items()}
    broken = [
        changing("again", "as `sectors`, after a run that was killed between its two writes", turn, sectors, broken=KILLED),
        changing("again-hidden", "as `hidden`, after such a run", turn, sectors, faults=WITHOUT_ATTRIBUTES, broken=KILLED),
    ] if shutil.which("strace") else []
    relaxed = [*turn, "--durability", "relaxed"]
    return [
        *([changing("relaxed", "one byte in place, reported before the disk has it", relaxed, patch)] if Program(program).has("rotate", "--durability") else []),
        changing("patch", "one byte in place (`rotate cw -i`)", turn, patch),
        changing("sector", "a PNG's tag and its checksum, in place and in one sector", turn, sector),
        changing("sectors", "two tags in place, a note in an attribute", turn, sectors),
        changing("hidden", "two tags in place, a note in a hidden file", turn, sectors, faults=WITHOUT_ATTRIBUTES),
        changing("rewrite", "a tag inserted, the file written anew (`rotate cw -i`)", turn, insert),
        changing("transform", "pixels turned without loss (`fix -i`)", ["fix", "-i"], transform),
        made_from(program, patch, many),
        *(broken if many == 1 else []),
        changing("batch", "files of three kinds at once (`rotate cw -i -j 2`)", [*turn, "-j", "2"], mixed),
    ]


def made_from(program, photos, many):
    """New files beside those they are made from."""
    place = ["-o", "new.jpg"] if many == 1 else ["-o", "out/"]
    outputs = ["new.jpg"] if many == 1 else [f"out/{name}" for name in photos]
    return Operation("create", "new files (`thumb 64 -o`)", ["thumb", "64", *photos, *place], photos, outputs, program=[program]).learned()
