"""The environment of a run: the program, the installed peers, the corpus, and a folder for output."""
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

# Peers that print their version, and the arguments for it; or the package with the version, if they do not.
VERSIONS = {
    "exiv2": ["--version"], "exiftool": ["-ver"], "jpegtran": ["-version"], "djpeg": ["-version"], "exiftran": "exiftran",
    "vipsthumbnail": ["--vips-version"], "vips": ["--version"], "ffmpeg": ["-version"], "imagemagick": ["-version"],
    "jpegexiforient": "libjpeg-turbo-progs", "python3": ["--version"],
}
MODULES = ["pyvips", "PIL", "pillow_heif", "cv2", "numpy"]


def output(*words, errors=subprocess.DEVNULL):
    """The output of a program; empty if there is no such program."""
    try:
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=errors, check=False).stdout.decode(errors="replace")
    except OSError:
        return ""


def imagemagick():
    """ImageMagick's program, not a script with that name that starts it: the start takes time, too."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for name in ("magick", "convert"):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and open(path, "rb").read(2) != b"#!" and "ImageMagick" in output(path, "-version"):
                return path
    return None


class Setting:
    """The paths of everything."""

    def __init__(self, program, tools, corpus, scratch, rounds, checking):
        self.program, self.tools, self.corpus, self.scratch = program, tools, corpus, scratch
        self.rounds, self.checking = rounds, checking
        self.python = sys.executable
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        with open(os.path.join(corpus, "corpus.json")) as file:
            self.listing = json.load(file)

    def few(self, most):
        """The number of rounds of a slow job."""
        return min(most, self.rounds)

    @functools.lru_cache(maxsize=None)
    def find(self, name):
        """The path of a peer: a program, one of the C programs, or `python:MODULE`, whose path is the interpreter; None
        if missing.
        """
        if name == "imagemagick":
            return imagemagick()
        if name.startswith("python:"):
            return self.python if subprocess.run(
                [self.python, "-c", f"import {name[7:]}"], stderr=subprocess.DEVNULL, check=False).returncode == 0 else None
        own = os.path.join(self.tools, name)
        return own if os.path.exists(own) else shutil.which(name)

    def peer(self, library, *words):
        """The arguments of a process that does a job through a Python library."""
        return [self.python, os.path.join(HERE, "Peers", f"with_{library}.py"), *map(str, words)]

    def row(self, name):
        """The corpus's entry for an image; None if there is none."""
        return {**self.listing["pictures"], **self.listing.get("formats", {})}.get(name)

    def picture(self, name):
        """The path of one of the corpus's images; None if there is none."""
        row = self.row(name)
        return os.path.join(self.corpus, row["file"]) if row else None

    def displayed(self, name):
        """Displayed width and height of one of the large images: those with tags 5 to 8 are stored sideways."""
        row = self.row(name)
        sides = row["width"], row["height"]
        return sides if name.split("-")[1] in ("tag1", "tag2", "tag3", "tag4") else sides[::-1]

    def call(self, words):
        """Runs a program that must succeed, and whose time does not matter."""
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
        """The version of every installed peer, `None` for the others."""
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
