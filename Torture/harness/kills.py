"""kill -9 at random moments of each operation."""
import os
import signal
import statistics
import subprocess
import time

from disk import mounted
from operation import WITHOUT_ATTRIBUTES
from operations import large, operations
from setting import Skipped, row, scratch
from verdict import judged

WHAT = "kill -9 at a random moment: of half of the trials at any, of the others in the last third, in which files change"
TRIALS, SHORT = 1000, 30


def run(setting):
    for operation in setting.chosen(operations(setting.program.path, setting.album) + large(setting.program.path, setting.album)):
        with scratch() as folder:
            if operation.faults != WITHOUT_ATTRIBUTES:
                yield kill(setting, operation, folder, "tmpfs")
            elif os.geteuid() == 0:
                operation.faults = []
                try:
                    with mounted("ramfs", folder):
                        yield kill(setting, operation, folder, "ramfs")
                except Skipped as reason:
                    print(f"SKIPPED kills {operation.name}: {reason}", flush=True)
            else:
                print(f"SKIPPED kills {operation.name}: to mount a file system without attributes takes root", flush=True)


def kill(setting, operation, folder, place):
    result = row("kills", operation, place)
    whole = duration(operation, folder)
    for number in setting.numbers(TRIALS, SHORT):
        dice = setting.dice("kills", operation.name, number)
        delay = whole * dice.uniform(0 if dice.random() < 0.5 else 0.6, 1.1)
        operation.lay(folder)
        said = killed(operation, folder, delay)
        how = f"killed after {delay * 1000:.2f} of {whole * 1000:.2f} ms"
        setting.look(result, number, judged(operation, folder, setting.program, setting.program.done(said, folder), number), folder, how)
    return result


def killed(operation, folder, delay):
    """The output of the process before it was killed."""
    process = begun(operation, folder)
    time.sleep(delay)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.communicate()[0]


def begun(operation, folder):
    return subprocess.Popen(operation.command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)


def duration(operation, folder):
    """How long an undisturbed run takes, from start to end, in seconds."""
    taken = []
    for _ in range(9):
        operation.lay(folder)
        start = time.monotonic()
        begun(operation, folder).communicate()
        taken.append(time.monotonic() - start)
    return statistics.median(taken)
