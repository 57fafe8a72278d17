"""What a run works with: the program, the peers that are there, the corpus, and a place for what is written."""
import functools
import json
import os
import platform
import re
import shutil
import subprocess
import sys

from racing import Wrong

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Peers that are asked for their version, and the words for it; or the package that knows it, where they do not say.
VERSIONS = {
    "exiv2": ["--version"], "exiftool": ["-ver"], "jpegtran": ["-version"], "djpeg": ["-version"], "exiftran": "exiftran",
    "vipsthumbnail": ["--vips-version"], "vips": ["--version"], "ffmpeg": ["-version"], "imagemagick": ["-version"],
    "jpegexiforient": "libjpeg-turbo-progs", "python3": ["--version"],
}
MODULES = ["pyvips", "PIL", "pillow_heif", "cv2", "numpy"]


def output(*words, errors=subprocess.DEVNULL):
    """What a program prints; nothing where there is no such program."""
    try:
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=errors, check=False).stdout.decode(errors="replace")
    except OSError:
        return ""


def imagemagick():
    """ImageMagick's program, not a script of that name that starts it: starting takes time, too."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for name in ("magick", "convert"):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and open(path, "rb").read(2) != b"#!" and "ImageMagick" in output(path, "-version"):
                return path
    return None


class Setting:
    """Where everything is."""

    def __init__(self, program, tools, corpus, scratch, rounds, checking):
        self.program, self.tools, self.corpus, self.scratch = program, tools, corpus, scratch
        self.rounds, self.checking = rounds, checking
        self.python = sys.executable
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        with open(os.path.join(corpus, "corpus.json")) as file:
            self.listing = json.load(file)

    def few(self, most):
        """How many rounds a job gets that takes long."""
        return min(most, self.rounds)

    @functools.lru_cache(maxsize=None)
    def find(self, name):
        """The path of a peer: a program, one of the C programs, or `python:MODULE`, of which the path is the interpreter; None without it."""
        if name == "imagemagick":
            return imagemagick()
        if name.startswith("python:"):
            return self.python if subprocess.run(
                [self.python, "-c", f"import {name[7:]}"], stderr=subprocess.DEVNULL, check=False).returncode == 0 else None
        own = os.path.join(self.tools, name)
        return own if os.path.exists(own) else shutil.which(name)

    def peer(self, library, *words):
        """The words of a process that does a job through a Python library."""
        return [self.python, os.path.join(HERE, "Peers", f"with_{library}.py"), *map(str, words)]

    def row(self, name):
        """What the corpus says of a picture; None where it has it not."""
        return {**self.listing["pictures"], **self.listing.get("formats", {})}.get(name)

    def picture(self, name):
        """The path of one of the corpus's pictures; None where the corpus has it not."""
        row = self.row(name)
        return os.path.join(self.corpus, row["file"]) if row else None

    def displayed(self, name):
        """Width and height of one of the large pictures as a person sees it: all but tags 1 to 4 lie on their side."""
        row = self.row(name)
        sides = row["width"], row["height"]
        return sides if name.split("-")[1] in ("tag1", "tag2", "tag3", "tag4") else sides[::-1]

    def call(self, words):
        """Runs a program that has to succeed, and whose time does not matter."""
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise Wrong(f"ended with status {done.returncode}: {done.stderr.decode(errors='replace').strip()[:200]}")

    def folder(self, name):
        """The files of one of the corpus's folders."""
        place = os.path.join(self.corpus, name)
        return [os.path.join(place, file) for file in sorted(os.listdir(place))] if os.path.isdir(place) else []

    def out(self, name):
        return os.path.join(self.scratch, name)

    def versions(self):
        """The version of every peer that is there, `None` for the others."""
        found = {"upright": output(self.program, "--version").splitlines()[0]}
        for name, words in VERSIONS.items():
            path = self.find(name)
            if path is None:
                found[name] = None
            elif isinstance(words, str):
                found[name] = output("dpkg-query", "-W", "-f=${Version}", words).strip() or "unknown"
            else:
                number = re.search(r"\d+\.\d+[\w.+-]*", output(path, *words, errors=subprocess.STDOUT))
                found[name] = number.group() if number else "unknown"
        for name in MODULES:
            said = output(self.python, "-c", f"import {name}; print({name}.__version__)").strip().split("\n")[-1]
            found[f"{name} (Python)"] = said if re.match(r"\d", said) else None
        if found["pyvips (Python)"]:
            said = output(self.python, "-c", "import pyvips; print(*map(pyvips.version, range(3)), sep='.')").strip()
            found["pyvips (Python)"] += f" with libvips {said}"
        return found


def machine():
    """What the figures depend on besides the programs."""
    model = re.search(r"model name\s*:\s*(.*)", open("/proc/cpuinfo").read()) if os.path.exists("/proc/cpuinfo") else None
    memory = re.search(r"MemTotal:\s*(\d+)", open("/proc/meminfo").read()) if os.path.exists("/proc/meminfo") else None
    release = re.search(r'PRETTY_NAME="(.*)"', open("/etc/os-release").read()) if os.path.exists("/etc/os-release") else None
    return {
        "system": release.group(1) if release else platform.platform(), "kernel": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(), "processor": model.group(1) if model else output("sysctl", "-n", "machdep.cpu.brand_string").strip(),
        "cores": os.cpu_count(), "gibibytes": round(int(memory.group(1)) / 2**20, 1) if memory else None,
    }
