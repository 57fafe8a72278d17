"""Programs that do the same job, one after the other in every round, so that a busy minute affects all of them.

Each must do its job right once before any is timed. Before each run everything is flushed and the files are read into
the cache: none pays for what another left unwritten, nor for what the system has evicted meanwhile.

"""
import os
import statistics
import subprocess
import sys


class Wrong(Exception):
    """The result of a program is not the requested one."""


def run(timer, words):
    """Seconds, peak megabytes and exit status of one process. The peak is its own or, if that is larger, that of the
    largest process it waited for. It includes the processes that it left behind: its workers.
    """
    reader, writer = os.pipe()
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(
            ["sh", "-c", 'exec 3>&%d; exec "$@"' % writer, "sh", timer] + words, stdout=nothing, stderr=nothing, pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as lines:
        said = lines.read().split()
    if process.wait() or len(said) != 3:
        sys.exit(f"{timer} could not measure: {' '.join(words)[:200]}")
    seconds, kilobytes, status = said
    return float(seconds), int(kilobytes) * 1024 / 1e6, int(status)


def complaint(words):
    """The output of a program that fails."""
    said = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False).stderr.decode(errors="replace").strip()
    return ": " + " ".join(os.path.basename(word) for word in said.split("\n")[-1].split(" "))[:150] if said else ""


def warm(paths):
    """Reads files into the system's cache."""
    for path in paths:
        with open(path, "rb", buffering=0) as file:
            while file.read(1 << 20):
                pass


def spread(numbers):
    """The minimum, the median and the maximum."""
    return min(numbers), statistics.median(numbers), max(numbers)


class Race:
    """One table: rows are programs, the first is ours, with which the others are compared.

    `decibels` names the reference of their quality.

    """

    def __init__(self, setting, key, title, rounds=None, decibels=""):
        self.setting, self.key, self.title, self.decibels = setting, key, title, decibels
        self.rounds = 0 if setting.checking else rounds or setting.rounds
        self.rows, self.skipped, self.words, self.reads = [], [], [], []

    def add(self, name, words, reads, needs=None, check=None, note="", rounds=(0,)):
        """A program: the arguments of its process (or a function from the round to them), the files that it reads, and
        the tool that it needs.

        `check` checks its result, raises `Wrong`, and may return a figure for the row. A peer with a wrong result is
        omitted with the reason; if it is `upright`, the run ends. `rounds` are those that are tried before the race.

        """
        if needs and not self.setting.find(needs):
            self.skipped.append({"name": name, "reason": f"{needs.removeprefix('python:')} is not installed"})
            return
        of_round = words if callable(words) else lambda _: words
        row = {"name": name, "note": note, "command": self.shown(of_round(0)), "seconds": [], "megabytes": []}
        try:
            for number in rounds:
                _, _, status = run(self.setting.find("timed"), of_round(number))
                if status:
                    raise Wrong(f"ended with status {status}{complaint(of_round(number))}")
                row.update((check(number) if check else None) or {})
        except Wrong as reason:
            if not self.rows:
                sys.exit(f"{self.title}: {name}: {reason}: {' '.join(map(str, of_round(0)))}")
            self.skipped.append({"name": name, "reason": str(reason)})
            return
        self.rows.append(row)
        self.words.append(of_round)
        self.reads.append(reads)

    def shown(self, words):
        """A command without this machine's paths."""
        text = " ".join(words)
        for place in (self.setting.scratch, self.setting.corpus, os.path.dirname(os.path.abspath(__file__))):
            text = text.replace(place + os.sep, "")
        text = " ".join(os.path.basename(word) if word.startswith("/") else word for word in text.split(" "))
        return text if len(text) < 200 else text[:160] + " …"

    def finish(self):
        """Runs all in turn, and returns the table."""
        for number in range(self.rounds):
            for row, words, reads in zip(self.rows, self.words, self.reads):
                os.sync()
                warm(reads)
                seconds, peak, status = run(self.setting.find("timed"), words(number))
                if status:
                    sys.exit(f"{self.title}: {row['name']} ended with status {status}")
                row["seconds"].append(round(seconds, 6))
                row["megabytes"].append(round(peak, 1))
        return {"key": self.key, "title": self.title, "rounds": self.rounds, "decibels": self.decibels, "rows": self.rows, "skipped": self.skipped}
