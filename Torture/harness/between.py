"""One run stands still after each of its system calls in turn, while a second run changes the same photo from beginning to end."""
import os
import shutil
import signal
import subprocess
import time

from operation import Operation
from setting import Skipped, scratch
from syscalls import FILES, calls
from together import Turns, write
from verdict import Row, Verdict, hidden

WHAT = "a second run changes the photo while the first stands still after one of its system calls: every turn said to be done is there"
WAYS = {"tag": ["rotate", "cw", "-i"], "pixels": ["rotate", "cw", "--bake", "-i"]}
KINDS = ["transform", "sectors", "insert"]
PHOTO = "photo.jpg"


def run(setting):
    if shutil.which("strace") is None:
        raise Skipped("there is no strace (Torture/setup installs it)")
    for kind in KINDS:
        for first in WAYS:
            for second in WAYS:
                name = f"{kind}-{first}-{second}"
                if setting.only and name not in setting.only or setting.short and kind != "transform":
                    continue
                with scratch() as folder:
                    yield interleave(setting, name, kind, WAYS[first], WAYS[second], folder)


def interleave(setting, name, kind, first, second, folder):
    result = Row("between", name, "tmpfs")
    program, photo = setting.program.path, setting.album.photo(kind, 1)
    turns = Turns(program, photo, folder)
    operation = Operation(name, "", [*first, PHOTO], {PHOTO: photo}, program=[program])
    operation.lay(folder)
    before, number, both = turns.of(os.path.join(folder, PHOTO)), 0, 0
    for call, count in sorted(calls(operation, folder).items()):
        for occurrence in range(1, count + 1) if call in FILES else ():
            number += 1
            if setting.trials and not setting.first <= number < setting.first + setting.trials:
                continue
            operation.lay(folder)
            done = stopped(operation, f"{call}:signal=STOP:when={occurrence}", [program, *second, PHOTO], folder)
            both += done == 2
            verdict = Verdict(strays=hidden(folder), left=hidden(folder))
            after = turns.of(os.path.join(folder, PHOTO))
            if after is None:
                verdict.damaged.append("another picture")
            elif after != (before + done) % 4:
                verdict.lost.append(f"{done} turns were said to be done, and there are {(after - before) % 4}")
            verdict.damaged += [f"{stray} was left behind" for stray in verdict.strays]
            setting.look(result, number, verdict, folder, f"first stands still after {call} number {occurrence}")
    result.note = f"{both} times both were done"
    return result


def stopped(operation, where, second, folder):
    """How many of the two runs said that they had done it."""
    log = os.path.join(os.path.dirname(folder), f"{os.path.basename(folder)}.log")
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    call = where.split(":")[0]
    words = ["strace", "-f", "-qq", "-e", f"trace={call}", "-e", f"inject={where}", "-o", log]
    tracer = subprocess.Popen(words + operation.command, **quiet)
    try:
        process = wait_for_stop(tracer, log)
        second_code = subprocess.run(second, **quiet).returncode
        if process:
            os.kill(process, signal.SIGCONT)
        return (tracer.wait(60) == 0) + (second_code == 0)
    finally:
        if tracer.poll() is None:
            tracer.kill()
        os.path.exists(log) and os.unlink(log)


def wait_for_stop(tracer, log):
    """The number of the process that stands still; None where it ran to its end."""
    while tracer.poll() is None:
        try:
            with open(log, errors="replace") as file:
                for line in file:
                    if "stopped by SIGSTOP" in line:
                        return int(line.split()[0])
        except FileNotFoundError:
            pass
        time.sleep(0.001)
    return None
