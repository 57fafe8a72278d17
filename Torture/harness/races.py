"""Another process repeatedly replaces a folder or a file by a symbolic link while a batch runs: nothing that the link
points to may change.
"""
import ctypes
import hashlib
import multiprocessing
import os
import random
import shutil
import subprocess
import time

from operation import content, files, hidden
from program import DISK, SOME
from setting import Skipped, scratch
from verdict import Row, Verdict

WHAT = "a folder or a file is exchanged for a link to one outside, again and again: nothing outside changes, nothing inside is lost"
TRIALS, SHORT = 125, 5
HERE, EXCHANGE = -100, 2  # AT_FDCWD, RENAME_EXCHANGE: renameat2(2)
LIBC = ctypes.CDLL(None, use_errno=True)
KINDS = ("patch", "sectors", "insert", "transform")
STALE, LINK = b"changed the file", b"the path contains a symbolic link"
FOLDER, FILE, ROOT = "tree/sub", "tree/sub/0.jpg", "tree"
# What is replaced, and the arguments of the run; for `undo`, those of the batch that it undoes.
JOBS = {
    "rotate": (FOLDER, ["rotate", "cw", "-i", "-r", "tree"]),
    "rotate-links": (FOLDER, ["rotate", "cw", "-i", "-r", "--no-follow", "tree"]),
    "rotate-file": (FILE, ["rotate", "cw", "-i", "-r", "--no-follow", "tree"]),
    "rotate-root": (ROOT, ["rotate", "cw", "-i", "-r", "--no-follow", "tree"]),
    "fix": (FOLDER, ["fix", "-i", "-r", "tree"]),
    "fix-journal": (FOLDER, ["fix", "-i", "-r", "--no-follow", "tree", "--journal", "journal"]),
    "output": (FOLDER, ["fix", "-r", "--force", "source", "-o", "tree"]),
    "output-file": (FILE, ["fix", "-r", "--force", "source", "-o", "tree"]),
    "undo": (FOLDER, ["fix", "-i", "-r", "tree", "--journal", "journal"]),
    "undo-file": (FILE, ["fix", "-i", "-r", "tree", "--journal", "journal"]),
}
UNDO = ["undo", "journal"]
# A journal that names a file below a current link stops everything before anything is touched.
MALFORMED, ELSEWHERE = 65, b"which resolves through a symbolic link to"


def run(setting):
    if not hasattr(LIBC, "renameat2"):
        raise Skipped("this system cannot exchange two names (renameat2)")
    for name, (target, words) in JOBS.items():
        if not setting.only or name in setting.only:
            with scratch() as folder:
                yield race(setting, name, target, words, os.path.join(folder, "trial"))


def race(setting, name, target, words, folder):
    """Trials of one kind; an undisturbed run determines the expected result of each photo."""
    result = Row("races", name, "tmpfs")
    program = setting.program.path
    lay(setting, folder, target)
    old = inside(folder)
    said(program, words, folder)
    new = inside(folder)
    met, moments = 0, 0
    for number in setting.numbers(TRIALS, SHORT):
        dice = setting.dice("races", name, number)
        lay(setting, folder, target)
        if name.startswith("undo"):
            said(program, words, folder)
        before = outside(folder)
        with Exchanger(folder, target, dice.random()) as exchanger:
            answer = subprocess.run([program, *(UNDO if name.startswith("undo") else words)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        moments += exchanger.count
        met += any(words in answer.stderr for words in (STALE, LINK, ELSEWHERE))
        verdict = Verdict(recovers=True)
        after = outside(folder)
        changed = {path for path in {**before, **after} if before.get(path) != after.get(path)}
        verdict.strays = sorted(changed.difference(before))
        verdict.damaged += [f"{path}: lies outside, and was {'changed' if path in before else 'left there'}" for path in sorted(changed)]
        now = inside(folder)
        verdict.damaged += [f"{path}: neither the old nor the new photo" for path in old if now.get(path) not in (old[path], new[path])]
        verdict.changed = {path for path in old if now.get(path) != old[path]}
        verdict.damaged += ended(setting, words, folder, old)
        verdict.left = [path for path in hidden(os.path.join(folder, "tree"))]
        setting.look(result, number, verdict, folder, f"exchanged {exchanger.count} times, exit code {answer.returncode}")
        isElsewhere = answer.returncode == MALFORMED and name.startswith("undo") and ELSEWHERE in answer.stderr
        if answer.returncode not in (0, SOME, DISK) and not isElsewhere:
            result.wrong_code += 1
            setting.say(result, number, [f"WRONG EXIT CODE {answer.returncode}: {answer.stderr.decode(errors='replace').strip()[-300:]}"], "exchanged")
    result.note = f"{moments} exchanges; {met} runs refused something that was changed meanwhile"
    return result


def lay(setting, folder, target):
    """A tree of photos, a source with the same ones, one outside with the same names, and a link next to the tree that
    points outside.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for place in ("tree/sub", "tree/other", "outside"):
        os.makedirs(os.path.join(folder, place))
        for number in range(8):
            path = os.path.join(folder, place, f"{number}.jpg")
            with open(path, "wb") as file:
                file.write(setting.album.photo(KINDS[number % len(KINDS)], 0 if number < 4 else number))
            os.chmod(path, 0o640)
    shutil.copytree(os.path.join(folder, "tree"), os.path.join(folder, "source"))
    if target == ROOT:
        shutil.copytree(os.path.join(folder, "outside"), os.path.join(folder, "outside", "sub"))
    os.symlink(os.path.join(folder, "outside", *(["0.jpg"] if target == FILE else [])), os.path.join(folder, "link"))


def inside(folder):
    """The bytes of each photo of the tree."""
    tree = os.path.join(folder, "tree")
    return {path: content(tree, path) for path in files(tree) if path.endswith(".jpg")}


def outside(folder):
    """The files outside: the bytes and state of each, as far as reading does not change it."""
    top = os.path.join(folder, "outside")
    found = {}
    for path in files(top):
        state = os.stat(os.path.join(top, path))
        digest = hashlib.sha256(content(top, path)).hexdigest()
        attributes = tuple(os.listxattr(os.path.join(top, path)))
        found[path] = (digest, state.st_ino, state.st_mode, state.st_uid, state.st_nlink, state.st_mtime_ns, attributes)
    return found


def ended(setting, words, folder, old):
    """Returns a batch with a journal to its beginning, and cleans up; reports what failed."""
    wrong = []
    if "--journal" in words and os.path.exists(os.path.join(folder, "journal")):
        answer = said(setting.program.path, UNDO, folder)
        now = inside(folder)
        wrong += [f"{path}: not taken back: {answer.stderr.decode(errors='replace').strip()[-200:]}" for path in old if now.get(path) != old[path]]
    said(setting.program.path, ["recover", "-r", "--older-than", "0", "tree"], folder)
    return wrong


def said(program, words, folder):
    return subprocess.run([program, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Exchanger:
    """Another process that swaps a name and a link until it is stopped; then the name has its own file again."""

    def __init__(self, folder, target, seed):
        self.paths = [os.fsencode(os.path.join(folder, name)) for name in (target, "link")]
        self.target = os.path.join(folder, target)
        self.seed, self.count = seed, 0
        context = multiprocessing.get_context("fork")
        self.stop, self.done = context.Event(), context.Value("q", 0)
        self.process = context.Process(target=self.work)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.process.join()
        self.count = self.done.value
        if os.path.islink(self.target):
            self.exchange()

    def exchange(self):
        if LIBC.renameat2(HERE, self.paths[0], HERE, self.paths[1], EXCHANGE) == 0:
            self.done.value += 1

    def work(self):
        dice = random.Random(self.seed)
        pace = dice.choice([0.0001, 0.0005, 0.002, 0.008])
        while not self.stop.is_set():
            time.sleep(dice.uniform(0, 2 * pace))
            self.exchange()
            time.sleep(dice.uniform(0, pace))
            self.exchange()
