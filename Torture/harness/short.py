"""Reads and writes that transfer less than requested, and storms of EINTR, by a preloaded library."""
import os
import shutil
import subprocess

from operations import operations
from setting import Skipped, row, scratch
from verdict import judged

WHAT = "reads and writes that do only part of what is asked, or are interrupted, at random (needs --dynamic)"
TRIALS, SHORT = 200, 10
LOADED, DISTURBED = b"l", b"d"
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(setting):
    if setting.dynamic is None:
        raise Skipped("no --dynamic PROGRAM: a static one loads no library that could be put before libc")
    if setting.dynamic.is_static:
        raise Skipped(f"{setting.dynamic.path} is static: no library can be put before libc")
    library = built()
    for operation in setting.chosen(operations(setting.dynamic.path, setting.album)):
        if operation.faults:
            print(f"SKIPPED short {operation.name}: what makes its calls fail cannot run beside the library", flush=True)
            continue
        for how in ("short", "interrupted"):
            with scratch() as folder:
                yield storm(setting, operation, folder, how, library)


def built():
    """The library, compiled."""
    if shutil.which("cc") is None:
        raise Skipped("there is no C compiler")
    library = os.path.join(TOP, ".build", "interpose.so")
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, os.path.join(TOP, "interpose.c"), "-ldl"], check=True)
    return library


def storm(setting, operation, folder, how, library):
    result = row("short", operation, how)
    refused = disturbed = 0
    for number in setting.numbers(TRIALS, SHORT):
        operation.lay(folder)
        answer, told = preloaded(operation, folder, library, how, setting.seed * 1_000_003 + number)
        if LOADED not in told:
            raise Skipped("the library was not loaded")
        refused += answer.returncode != 0
        disturbed += DISTURBED in told
        verdict = judged(operation, folder, setting.dynamic, setting.dynamic.done(answer.stdout, folder), number)
        setting.hold(result, number, verdict, operation, answer.returncode, folder, how)
    result.note = f"{disturbed} disturbed, {refused} refused"
    return result


def preloaded(operation, folder, library, how, seed):
    """The run's exit code and output, and the library's report."""
    reads, writes = os.pipe()
    with open(reads, "rb") as told:
        with open(writes, "wb"):
            environment = {**os.environ, "LD_PRELOAD": library, "TORTURE_HOW": how, "TORTURE_SEED": str(seed), "TORTURE_TOLD": str(writes)}
            answer = subprocess.run(operation.program + operation.words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                    pass_fds=[writes])
        return answer, told.read()
