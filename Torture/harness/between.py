"""One run pauses after each of its system calls in turn, while a second run, or another program, makes a complete
change to the same photo.
"""
import os
import shutil
import signal
import subprocess
import time

from operation import Operation, hidden
from setting import Skipped, scratch
from syscalls import FILES, calls
from together import Turns, read, write
from verdict import Row, Verdict

WHAT = "a second run, or another program, changes the photo while the first stands still after one of its system calls: nothing of it is lost"
WAYS = {"tag": ["rotate", "cw", "-i"], "pixels": ["rotate", "cw", "--bake", "-i"]}
KINDS = ["transform", "sectors", "insert"]
PHOTO = "photo.jpg"
LONGEST = 60
# How another program that ignores locks replaces the photo. Bytes changed in place cannot be protected from it.
OTHERS = {"renames": (["tag", "pixels"], "cp {0} photo.new && mv photo.new photo.jpg"), "overwrites": (["pixels"], "cat {0} >photo.jpg")}


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
        for other, (firsts, script) in OTHERS.items():
            for first in firsts:
                name = f"{kind}-{first}-{other}"
                if not setting.only and not setting.short or name in setting.only:
                    with scratch() as folder, scratch() as elsewhere:
                        yield give_way(setting, name, kind, WAYS[first], script, folder, elsewhere)


def interleave(setting, name, kind, first, second, folder):
    result = Row("between", name, "tmpfs")
    program, photo = setting.program.path, setting.album.photo(kind, 1)
    turns = Turns(program, photo, folder)
    operation = Operation(name, "", [*first, PHOTO], {PHOTO: photo}, program=[program])
    operation.lay(folder)
    before, both = turns.of(os.path.join(folder, PHOTO)), 0
    for number, where in moments(setting, operation, folder):
        operation.lay(folder)
        codes = stopped(operation, where, [program, *second, PHOTO], folder)
        done = sum(code == 0 for code in codes)
        both += done == 2
        verdict = seen(folder, codes[0])
        after = turns.of(os.path.join(folder, PHOTO))
        if after is None:
            verdict.damaged.append("another picture")
        elif after != (before + done) % 4:
            verdict.lost.append(f"{done} turns were said to be done, and there are {(after - before) % 4}")
        setting.look(result, number, verdict, folder, where)
    result.note = f"{both} times both were done"
    return result


def seen(folder, code):
    """Describes what is wrong, whichever came first."""
    verdict = Verdict(strays=hidden(folder), left=hidden(folder))
    verdict.damaged = [f"{stray} was left behind" for stray in verdict.strays] + (["the first run does not end"] if code is None else [])
    return verdict


def moments(setting, operation, folder):
    """Each system call of the first run at which it may pause."""
    number = 0
    for call, count in sorted(calls(operation, folder).items()):
        for occurrence in range(1, count + 1) if call in FILES else ():
            number += 1
            if not setting.trials or setting.first <= number < setting.first + setting.trials:
                yield number, f"{call}:signal=STOP:when={occurrence}"


def give_way(setting, name, kind, first, script, folder, elsewhere):
    """What another program saves meanwhile stays, or is what the first run rotates."""
    result = Row("between", name, "tmpfs")
    program, photo, saved = setting.program.path, setting.album.photo(kind, 1), os.path.join(elsewhere, PHOTO)
    theirs = Operation(name, "", [*first, PHOTO], {PHOTO: setting.album.photo(kind, 2)}, program=[program]).learned()
    operation = Operation(name, "", [*first, PHOTO], {PHOTO: photo}, program=[program])
    write(saved, theirs.photos[PHOTO])
    operation.lay(folder)
    for number, where in moments(setting, operation, folder):
        operation.lay(folder)
        code, _ = stopped(operation, where, ["sh", "-c", script.format(saved)], folder)
        verdict, now = seen(folder, code), read(os.path.join(folder, PHOTO))
        if now != theirs.photos[PHOTO] and not (code == 0 and now == theirs.new[PHOTO]):
            verdict.lost.append(f"what the other program saved is gone, exit code {code}")
        setting.look(result, number, verdict, folder, where)
    return result


def stopped(operation, where, second, folder):
    """The exit codes of both; none for the first if it does not end."""
    log = os.path.join(os.path.dirname(folder), f"{os.path.basename(folder)}.log")
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    call = where.split(":")[0]
    words = ["strace", "-f", "-qq", "-e", f"trace={call}", "-e", f"inject={where}", "-o", log]
    tracer = subprocess.Popen(words + operation.command, start_new_session=True, **quiet)
    try:
        process = wait_for_stop(tracer, log)
        second_code = subprocess.run(second, **quiet).returncode
        if process:
            os.kill(process, signal.SIGCONT)
        return tracer.wait(LONGEST), second_code
    except subprocess.TimeoutExpired:
        return None, second_code
    finally:
        if tracer.poll() is None:
            os.killpg(tracer.pid, signal.SIGKILL)
            tracer.wait()
        os.path.exists(log) and os.unlink(log)


def wait_for_stop(tracer, log):
    """The number of the paused process; None if it ran to its end."""
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
