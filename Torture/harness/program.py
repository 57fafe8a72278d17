"""The program under test: how to run it, what it reports as done, and how it repairs interrupted changes."""
import dataclasses
import fcntl
import hashlib
import os
import re
import struct
import subprocess
import time

# The exit codes of `upright --help`.
DOCUMENTED = {0, 1, 2, 64, 65, 69, 70, 74, 130}
DISK = 74
SOME = 2
DONE = re.compile(rb"^(?:[^:\n]+ -> )?([^:\n]+): (?:retag|transform|transcode|copy|unchanged|restored|recovered|removed|labels|sidecar)[^\n]*\n", re.M)


def released(folder, seconds=10):
    """Waits until nobody holds the lock of a file in the folder: threads of a killed process outlive it briefly."""
    until = time.monotonic() + seconds
    for entry in os.scandir(folder):
        if not entry.is_file(follow_symlinks=False):
            continue
        with open(entry, "rb") as file:
            while time.monotonic() < until:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(0.01)


@dataclasses.dataclass
class Program:
    path: str

    @property
    def version(self):
        said = subprocess.run([self.path, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
        with open(self.path, "rb") as file:
            return f"{said} ({hashlib.file_digest(file, 'sha256').hexdigest()[:10]})"

    @property
    def is_static(self):
        """Whether it loads no library, so that none can be preloaded: whether an ELF file has no interpreter."""
        with open(self.path, "rb") as file:
            head = file.read(1 << 16)
        start, size, count = struct.unpack_from("<Q", head, 32)[0], *struct.unpack_from("<HH", head, 54)
        return all(struct.unpack_from("<I", head, start + size * index)[0] != 3 for index in range(count))

    def knows(self, command):
        """Whether there is a command with this name."""
        said = subprocess.run([self.path, "--help"], stdout=subprocess.PIPE, text=True).stdout
        return re.search(rf"^  {command}\b", said, re.M) is not None

    def has(self, command, option):
        """Whether a command has an option with this name."""
        said = subprocess.run([self.path, "help", command], stdout=subprocess.PIPE, text=True).stdout
        return option in said

    @staticmethod
    def done(said, folder):
        """The files in the folder that the lines on standard output report as done; an incomplete line is ignored."""
        return {os.path.relpath(os.path.join(folder, name.decode()), folder) for name in DONE.findall(said)}

    def recover(self, folder, names):
        """Repairs interrupted changes and, if the program can, removes what it left behind.

        Returns whether it can do the latter.

        """
        names = [name for name in names if os.path.exists(os.path.join(folder, name))]
        released(folder)
        words = ["recover", "-r", "--older-than", "0", "."] if self.knows_recover else ["fix", "--to", "tag", "-i", *names]
        subprocess.run([self.path, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self.knows_recover

    def __post_init__(self):
        self.knows_recover = self.knows("recover")
