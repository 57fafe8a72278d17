"""For each system call of a run, the process is killed before it, or it fails once with each of its errors (strace's
injection).
"""
import collections
import os
import re
import shutil
import subprocess

from operation import WITHOUT_ATTRIBUTES, traced
from operations import large, operations
from program import DISK, DOCUMENTED, SOME
from setting import Skipped, row, scratch
from verdict import judged

WHAT = "the process is killed before each of its system calls, and those for files, memory and threads fail once with each errno that is theirs"

KILL = "signal=KILL"
STEP = 9
SHORT = {"patch", "sectors", "rewrite", "journal", "resume", "undo", "journal-labels", "journal-families"}
ERRORS = ["ENOSPC", "EDQUOT", "EIO", "EINTR", "EACCES", "EROFS", "ENOMEM"]
FILES = set(
    "open openat openat2 close read pread64 readv write pwrite64 writev fsync fdatasync syncfs sync_file_range rename renameat renameat2 link linkat "
    "unlink unlinkat fchmod fchmodat chmod fchown fchownat setxattr fsetxattr fgetxattr getxattr flistxattr listxattr fremovexattr removexattr stat lstat "
    "fstat newfstatat statx lseek flock mkdir mkdirat ftruncate fallocate getdents64 copy_file_range utimensat fadvise64 fcntl getcwd".split())
# The runtime asks for its program's path and the number of threads before the program begins, and gives up without
# them.
RUNTIME = {"readlink"}
RUNTIME_FILES = re.compile(r'"/(proc|sys)/')
MEMORY = {"mmap", "mremap", "brk", "madvise"}
THREADS = {"clone", "clone3"}
# Calls before the program begins, its end, and thread waits, which differ in the next run.
LEFT_ALONE = {"execve", "arch_prctl", "set_tid_address", "set_robust_list", "rseq", "prlimit64", "exit_group", "exit", "futex"}
SAYS = re.compile(r" writev?\(1, ")
CALL = re.compile(r"^(\d+) +([a-z0-9_]+)\(", re.M)


def run(setting):
    if shutil.which("strace") is None:
        raise Skipped("there is no strace (Torture/setup installs it)")
    chosen = SHORT if setting.short else None
    for operation in setting.chosen(operations(setting.program.path, setting.album, crowd=(4, 3, 3)) + large(setting.program.path, setting.album)):
        if chosen is None or operation.name in chosen:
            with scratch() as folder:
                yield sweep(setting, operation, folder)


def faults(call, is_short):
    """The possible faults of a call."""
    if is_short:
        return ["error=EIO", "error=ENOSPC", KILL] if call in FILES else []
    if call in FILES | RUNTIME:
        return [f"error={name}" for name in ERRORS] + [KILL]
    return ["error=ENOMEM", KILL] if call in MEMORY else ["error=EAGAIN", KILL] if call in THREADS else [KILL]


def sweep(setting, operation, folder):
    result = row("syscalls", operation, "tmpfs")
    codes, number = collections.Counter(), 0
    for call, count in sorted(calls(operation, folder).items()):
        for fault in faults(call, setting.short):
            if operation.faults == WITHOUT_ATTRIBUTES and call == "fsetxattr":
                continue
            ways = len(operation.ends) if operation.ends and fault == KILL and not setting.short else 1
            for injected in (f"{call}:{fault}:when={occurrence}" for occurrence in range(1, count + 20) for _ in range(ways)):
                number += 1
                if not is_wanted(setting, operation, number):
                    continue
                answer, lines = met(operation, folder, injected)
                if not lines and answer.returncode != -9:
                    break
                codes[answer.returncode] += 1
                check(setting, result, operation, folder, number, injected, answer, lines)
    result.note = "exit codes " + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    return result


def is_wanted(setting, operation, number):
    """Whether to run this trial; with --short, only some of the slow ones, in steps that cover all recoveries."""
    if setting.trials:
        return setting.first <= number < setting.first + setting.trials
    return not (setting.short and operation.ends) or number % STEP == 0


def calls(operation, folder):
    """The calls of an undisturbed run, with how often the busiest thread makes each."""
    log = os.path.join(os.path.dirname(folder), f"{os.path.basename(folder)}.calls")
    operation.lay(folder)
    try:
        faults = traced(operation.faults, log, calls="all") or ["strace", "-f", "-qq", "-o", log]
        subprocess.run(faults + operation.program + operation.words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(log, errors="replace") as file:
            made = collections.Counter(CALL.findall(file.read()))
    finally:
        os.unlink(log)
    busiest = {}
    for (_, call), count in made.items():
        busiest[call] = max(count, busiest.get(call, 0))
    return {call: count for call, count in busiest.items() if call not in LEFT_ALONE}


def met(operation, folder, injected):
    """The run's exit code and output, and the log lines of the calls that failed as planned."""
    log = os.path.join(os.path.dirname(folder), f"{os.path.basename(folder)}.log")
    operation.lay(folder)
    try:
        words = traced([*operation.faults, injected], log) + operation.program + operation.words
        answer = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with open(log, errors="replace") as file:
            return answer, [line for line in whole(file) if "(INJECTED)" in line and f" {injected.split(':')[0]}(" in line]
    finally:
        os.path.exists(log) and os.unlink(log)


def whole(lines):
    """The lines of a log, joined if another thread's output split them."""
    begun = {}
    for line in lines:
        thread = line.split(" ", 1)[0]
        if "<unfinished ...>" in line:
            begun[thread] = line.rstrip()
        else:
            yield begun.pop(thread, "") + line


def check(setting, result, operation, folder, number, injected, answer, lines):
    code = answer.returncode
    verdict = judged(operation, folder, setting.program, setting.program.done(answer.stdout, folder), number)
    if not operation.is_broken_before and KILL not in injected and code >= 0 and not injected.startswith("unlink"):
        verdict.damaged += [f"{name} was left behind" for name in verdict.strays]
    answers = is_right(code, injected, len(operation.photos), not any(RUNTIME_FILES.search(line) for line in lines))
    setting.hold(result, number, verdict, operation, code, folder, injected, answers, cannot_tell(injected, lines))


def cannot_tell(injected, lines):
    """Whether a run may have changed what it does not report as done: it was killed, cannot remove leftovers, or cannot
    write its line.
    """
    return KILL in injected or injected.startswith("unlink") or any(SAYS.search(line) for line in lines)


def is_right(code, injected, count, is_ours):
    """Whether the exit code is documented for such a fault of one of our own calls, not of the runtime's."""
    call, fault = injected.split(":")[:2]
    if code == 0 or fault == KILL:
        return True
    if call in MEMORY | THREADS | RUNTIME or not is_ours:
        return code in DOCUMENTED or code < 0
    return code in ({DISK} if count == 1 else {DISK, SOME})
