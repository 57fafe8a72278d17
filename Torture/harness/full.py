"""Disks that fill up: a tmpfs with space for nothing, for one more page, and so on up to twice the file."""
import ctypes
import os
import subprocess

from disk import libc, mounted
from operations import operations
from setting import Skipped, row, scratch
from verdict import judged

WHAT = "room for 0 to twice the photo's length in steps of 4 KB (tmpfs), and for 0 to 2 more files"
STEP = 4096
REMOUNT = 32  # MS_REMOUNT


def run(setting):
    if os.geteuid() != 0:
        raise Skipped("to mount a file system takes root")
    for operation in setting.chosen(operations(setting.program.path, setting.album)):
        with scratch() as folder:
            yield fill(setting, operation, folder)


def fill(setting, operation, folder):
    result = row("full", operation, "tmpfs")
    step = STEP * (16 if setting.short else 1)
    longest = max(len(content) for content in operation.photos.values()) * (1 if len(operation.photos) == 1 else 4)
    rooms = [("bytes", room) for room in range(0, 2 * longest + step, step)] + [("files", room) for room in range(3)]
    refused = 0
    for number, (what, room) in enumerate(rooms):
        if setting.trials and not setting.first <= number < setting.first + setting.trials:
            continue
        with mounted("tmpfs", folder):
            operation.lay(folder)
            confine(folder, what, room)
            answer = subprocess.run(operation.command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            refused += answer.returncode != 0
            if operation.ends:
                remount(folder, "size=0,nr_inodes=0")
            check(setting, result, operation, folder, number, f"room for {room} {what}", answer)
    result.note = f"{refused} refused"
    return result


def confine(folder, what, room):
    """Leaves space for this many more bytes or files."""
    state = os.statvfs(folder)
    used = (state.f_blocks - state.f_bfree) * state.f_frsize if what == "bytes" else state.f_files - state.f_ffree
    remount(folder, f"size={used + room}" if what == "bytes" else f"nr_inodes={used + room}")


def remount(folder, option):
    """Gives a tmpfs other limits; none if they are 0."""
    if libc.mount(b"none", folder.encode(), b"tmpfs", REMOUNT, option.encode()) != 0:
        raise OSError(ctypes.get_errno(), option)


def check(setting, result, operation, folder, number, how, answer):
    verdict = judged(operation, folder, setting.program, setting.program.done(answer.stdout, folder), number)
    if not operation.is_broken_before:
        verdict.damaged += [f"{name} was left behind" for name in verdict.strays]
    setting.hold(result, number, verdict, operation, answer.returncode, folder, how)
