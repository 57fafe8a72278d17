"""File systems: mounted, cut off from power, and mounted again (mount(2), ioctl_ficlone(2), the shutdown ioctl of ext4
and XFS).
"""
import contextlib
import ctypes
import errno
import fcntl
import os
import shutil
import struct
import subprocess
import time

from setting import Skipped

SHUTDOWN = 0x8004587D  # _IOR('X', 125, __u32), the same on ext4 and XFS
WITHOUT_LOG_FLUSH = 2
CLONE = 0x40049409  # FICLONE
libc = ctypes.CDLL(None, use_errno=True)


def mount(source, folder, kind, options=""):
    if libc.mount(source.encode(), folder.encode(), kind.encode(), 0, options.encode()) != 0:
        number = ctypes.get_errno()
        if number in (errno.EPERM, errno.EACCES, errno.ENODEV):
            raise Skipped(f"{kind} cannot be mounted: {os.strerror(number)}")
        raise OSError(number, os.strerror(number), folder)


def unmount(folder):
    """Tries for a while, because a killed process may still hold a file."""
    for _ in range(200):
        if libc.umount2(folder.encode(), 0) == 0:
            return
        time.sleep(0.01)
    number = ctypes.get_errno()
    libc.umount2(folder.encode(), 2)  # MNT_DETACH
    raise OSError(number, os.strerror(number), folder)


@contextlib.contextmanager
def mounted(kind, folder, options=""):
    mount("none", folder, kind, options)
    try:
        yield folder
    finally:
        unmount(folder)


def called(*words):
    answer = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if answer.returncode != 0:
        raise Skipped(f"{' '.join(words)}: {answer.stderr.strip()}")
    return answer.stdout.strip()


class Loop:
    """A file as a block device."""

    def __init__(self, image):
        self.device = called("losetup", "--find", "--show", image)

    def close(self):
        subprocess.run(["losetup", "--detach", self.device], check=False)


class Disk:
    """A file system in a file in memory; `folder` is where it is mounted."""

    kind, megabytes, maker = "", 0, []

    def __init__(self, scratch):
        if os.geteuid() != 0:
            raise Skipped("to mount a file system takes root")
        if shutil.which(self.maker[0]) is None:
            raise Skipped(f"there is no {self.maker[0]} (Torture/setup installs it)")
        self.scratch, self.folder = scratch, os.path.join(scratch, f"{self.kind}-mounted")
        os.mkdir(self.folder)
        self.loop, self.is_mounted = None, False

    def __enter__(self):
        image = os.path.join(self.scratch, f"{self.kind}.image")
        with open(image, "wb") as file:
            file.truncate(self.megabytes << 20)
        called(*self.maker, image)
        self.loop = Loop(image)
        try:
            self.mount()
        except BaseException:
            self.loop.close()
            raise
        return self

    def mount(self):
        mount(self.loop.device, self.folder, self.kind)
        self.is_mounted = True

    def unmount(self):
        if self.is_mounted:
            self.is_mounted = False
            unmount(self.folder)

    def __exit__(self, *_):
        try:
            self.unmount()
        finally:
            if self.loop:
                self.loop.close()

    def cut(self):
        """Nothing more reaches the disk, not even the contents of the log."""
        top = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(top, SHUTDOWN, struct.pack("I", WITHOUT_LOG_FLUSH))
        finally:
            os.close(top)

    def restart(self):
        """The state after power returns."""
        self.unmount()
        self.mount()

    def flush(self):
        top = os.open(self.folder, os.O_RDONLY)
        try:
            if libc.syncfs(top) != 0:
                raise OSError(ctypes.get_errno(), "syncfs")
        finally:
            os.close(top)


class Ext4(Disk):
    kind, megabytes, maker = "ext4", 96, ["mkfs.ext4", "-q", "-F", "-J", "size=8"]


class XFS(Disk):
    kind, megabytes, maker = "xfs", 320, ["mkfs.xfs", "-q"]


class Btrfs(Disk):
    """It has no shutdown; its image is on an XFS, where it is cloned at one moment."""

    kind, megabytes, maker = "btrfs", 160, ["mkfs.btrfs", "-q"]

    def __init__(self, scratch):
        super().__init__(scratch)
        self.below = BelowBtrfs(scratch)

    def __enter__(self):
        self.below.__enter__()
        try:
            self.scratch = self.below.folder
            super().__enter__()
        except BaseException:
            self.below.__exit__()
            raise
        self.image, self.clone = (os.path.join(self.below.folder, name) for name in ("btrfs.image", "clone"))
        return self

    def __exit__(self, *_):
        try:
            super().__exit__()
        finally:
            self.below.__exit__()

    def cut(self):
        with open(self.image, "rb") as live, open(self.clone, "wb") as clone:
            fcntl.ioctl(clone, CLONE, live.fileno())

    def restart(self):
        self.unmount()
        self.loop.close()
        os.rename(self.clone, self.image)
        self.loop = Loop(self.image)
        self.mount()


class BelowBtrfs(XFS):
    megabytes = 640

    def __init__(self, scratch):
        super().__init__(scratch)


DISKS = {disk.kind: disk for disk in (Ext4, XFS, Btrfs)}
