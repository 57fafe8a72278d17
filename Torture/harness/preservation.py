"""What a change preserves of a file, cell by cell: each property, each way of writing, each file system."""
import os
import shutil
import stat
import subprocess
import tempfile

from disk import DISKS, libc, mounted
from operation import hidden
from setting import RAM, Skipped, scratch
from verdict import Row, Verdict

WHAT = "mode, owner, ACL, attributes, links, holes and times are kept or changed as documented, on four file systems"
NOBODY = 65534
LONG_AGO = 1_000_000_000
WAYS = {"patch": "patch", "sectors": "sectors", "rewrite": "insert"}
REMOUNT_READ_ONLY = 32 | 1  # MS_REMOUNT, MS_RDONLY


def run(setting):
    if os.geteuid() != 0:
        raise Skipped("owners and mounts take root")
    for kind in ("tmpfs", *DISKS):
        if setting.only and kind not in setting.only:
            continue
        with scratch() as folder:
            try:
                if kind == "tmpfs":
                    with mounted("tmpfs", folder):
                        yield table(setting, kind, folder)
                else:
                    with DISKS[kind](folder) as disk:
                        yield table(setting, kind, disk.folder)
            except Skipped as reason:
                print(f"SKIPPED preservation on {kind}: {reason}", flush=True)


def table(setting, kind, folder):
    """Each property with each way of writing."""
    result = Row("preservation", "all", kind)
    for way, photo in WAYS.items():
        for number, check in enumerate(CHECKS):
            case = Case(setting, way, setting.album.photo(photo, 1), os.path.join(folder, f"{way}-{number}"))
            verdict = Verdict()
            try:
                check(case)
            except Skipped as reason:
                print(f"SKIPPED preservation {way} {check.__name__} on {kind}: {reason}", flush=True)
                continue
            except AssertionError as wrong:
                verdict.damaged.append(f"{way}, {check.__name__.replace('_', ' ')}: {wrong}")
            verdict.damaged += [f"{way}, {check.__name__}: {name} was left behind" for name in hidden(case.folder)]
            setting.look(result, number, verdict, case.folder, check.__name__)
    return result


class Case:
    """A photo in its own folder, and its state after a rotation."""

    def __init__(self, setting, way, photo, folder):
        self.program, self.way, self.old, self.folder = setting.program, way, photo, folder
        os.makedirs(folder)
        self.path = os.path.join(folder, "photo.jpg")
        self.write(self.path, photo)
        learned = os.path.join(folder, "learned.jpg")
        self.write(learned, photo)
        assert self.turn(learned) == 0
        self.new = self.read(learned)
        os.unlink(learned)

    @property
    def is_in_place(self):
        return self.way != "rewrite"

    @staticmethod
    def write(path, content):
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, 0o640)

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    def turn(self, path=None, *options, user=None):
        """The exit code of a rotation."""
        words = [self.program.path, "rotate", "cw", "-i", *options, path or self.path]
        more = {"user": user, "group": user, "extra_groups": []} if user is not None else {}
        return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more).returncode

    def turned(self, *options):
        code = self.turn(None, *options)
        assert code == 0, f"exit code {code}"
        self.expect(self.read(self.path) == self.new, "the photo is not the new one")

    def refused(self, code, allowed=(74,)):
        self.expect(code in allowed, f"exit code {code} instead of a refusal")
        self.expect(self.read(self.path) == self.old, "refused, and yet not the old photo")

    @staticmethod
    def expect(so, otherwise):
        assert so, otherwise


def mode(case):
    for bits in (0o400, 0o640, 0o604, 0o777, 0o4755, 0o2750):
        case.write(case.path, case.old)
        os.chmod(case.path, bits)
        case.turned()
        now = stat.S_IMODE(os.stat(case.path).st_mode)
        case.expect(now == bits or case.is_in_place and now == bits & 0o777, f"{bits:o} became {now:o}")


def owner(case):
    os.chown(case.path, 1000, 1001)
    case.turned()
    now = os.stat(case.path)
    case.expect((now.st_uid, now.st_gid) == (1000, 1001), f"1000:1001 became {now.st_uid}:{now.st_gid}")


def access_list(case):
    if shutil.which("setfacl") is None:
        raise Skipped("there is no setfacl")
    subprocess.run(["setfacl", "-m", "u:1001:r,g:1002:-", case.path], check=True)
    ask = ["getfacl", "-c", "-n", "-p", case.path]
    before = subprocess.run(ask, stdout=subprocess.PIPE, check=True).stdout
    case.turned()
    now = subprocess.run(ask, stdout=subprocess.PIPE, check=True).stdout
    case.expect(now == before, f"{before} became {now}")


def attributes(case):
    values = {"user.comment": b"\0 any bytes \xff", "user.empty": b"", "trusted.secret": b"of root"}
    for name, value in values.items():
        os.setxattr(case.path, name, value)
    case.turned()
    now = {name: os.getxattr(case.path, name) for name in os.listxattr(case.path)}
    case.expect(now == values, f"{values} became {now}")


def hard_links(case):
    other = os.path.join(case.folder, "other.jpg")
    os.link(case.path, other)
    if case.is_in_place:
        case.turned()
        case.expect(case.read(other) == case.new and os.path.samefile(case.path, other), "the other name has another picture")
        return
    case.refused(case.turn())
    case.turned("--break-hard-links")
    case.expect(case.read(other) == case.old, "the other name has not kept the old picture")


def symbolic_link(case):
    os.mkdir(os.path.join(case.folder, "elsewhere"))
    target, link = os.path.join(case.folder, "elsewhere", "target.jpg"), os.path.join(case.folder, "link.jpg")
    os.rename(case.path, target)
    os.symlink("elsewhere/target.jpg", link)
    case.expect(case.turn(link) == 0, "refused")
    case.expect(os.readlink(link) == "elsewhere/target.jpg", "the link is another")
    case.expect(case.read(target) == case.new, "what the link leads to is not the new photo")
    case.expect(os.listdir(os.path.join(case.folder, "elsewhere")) == ["target.jpg"], "something lies beside the target")


def names(case):
    """Names of any bytes, also ones too long for a longer name next to them."""
    for name in (b"x" * 251 + b".jpg", b"-i.jpg", b"new\nline.jpg", b"no \xff UTF-8.jpg", b" .jpg"):
        path = os.path.join(os.fsencode(case.folder), name)
        with open(path, "wb") as file:
            file.write(case.old)
        os.chmod(path, 0o640)
        words = [case.program.path, "rotate", "cw", "-i", "--", name]
        code = subprocess.run(words, cwd=case.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        case.expect(code == 0 and case.read(path) == case.new, f"{name}: exit code {code}")
        os.unlink(path)


def holes(case):
    size = 8 << 20
    os.truncate(case.path, size)
    blocks = os.stat(case.path).st_blocks
    case.expect(case.turn() == 0, "refused")
    grown = len(case.new) - len(case.old)
    case.expect(case.read(case.path) == case.new + bytes(size - len(case.old)) and os.path.getsize(case.path) == size + grown, "other bytes")
    if case.is_in_place:
        case.expect(os.stat(case.path).st_blocks <= blocks + 16, "the hole was filled")


def time_of_change(case):
    os.utime(case.path, (LONG_AGO, LONG_AGO))
    case.turned()
    case.expect(os.stat(case.path).st_mtime > LONG_AGO, "backups will not see the change")


def time_of_change_kept(case):
    if not case.program.has("rotate", "--preserve-mtime"):
        raise Skipped("there is no --preserve-mtime yet")
    moment = LONG_AGO * 10**9 + 123_456_789
    os.utime(case.path, ns=(moment, moment))
    case.turned("--preserve-mtime")
    case.expect(os.stat(case.path).st_mtime_ns == moment, "another time")


def same_file(case):
    before = os.stat(case.path).st_ino
    case.turned()
    case.expect((os.stat(case.path).st_ino == before) == case.is_in_place, "the file's number")


def read_only_file(case):
    reachable(case)
    os.chown(case.path, NOBODY, NOBODY)
    os.chmod(case.path, 0o444)
    case.refused(case.turn(user=NOBODY))
    case.expect(stat.S_IMODE(os.stat(case.path).st_mode) == 0o444, "its mode was changed")


def read_only_folder(case):
    reachable(case)
    os.chown(case.path, NOBODY, NOBODY)
    os.chmod(case.folder, 0o555)
    code = case.turn(user=NOBODY)
    os.chmod(case.folder, 0o755)
    if case.is_in_place:
        case.expect(code == 0 and case.read(case.path) == case.new, f"exit code {code}")
    else:
        case.refused(code)


def anothers_file(case):
    """Permissions that cannot be preserved are not widened."""
    reachable(case)
    os.chmod(case.folder, 0o777)
    os.chmod(case.path, 0o666)
    os.chown(case.path, 1000, 1001)
    code = case.turn(user=NOBODY)
    case.expect(code == 0 and case.read(case.path) == case.new, f"exit code {code}")
    case.expect(stat.S_IMODE(os.stat(case.path).st_mode) & ~0o666 == 0, "more is allowed than before")


def immutable_file(case):
    if shutil.which("chattr") is None or subprocess.run(["chattr", "+i", case.path], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skipped("no file can be made immutable here")
    code = case.turn()
    subprocess.run(["chattr", "-i", case.path], check=True)
    case.refused(code)


def read_only_mount(case):
    top = case.folder
    while not os.path.ismount(top):
        top = os.path.dirname(top)
    if libc.mount(b"none", top.encode(), b"", REMOUNT_READ_ONLY, None) != 0:
        raise Skipped("the file system cannot be made read-only")
    code = case.turn()
    libc.mount(b"none", top.encode(), b"", 32, None)
    case.refused(code)


def reachable(case):
    """Makes the harness's own folders above the photo accessible to everybody, as the program's must be."""
    top = case.folder
    while top != "/" and not os.path.samefile(top, RAM if os.path.isdir(RAM) else tempfile.gettempdir()):
        os.chmod(top, os.stat(top).st_mode | 0o11)
        top = os.path.dirname(top)
    try:
        answer = subprocess.run([case.program.path, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=NOBODY, group=NOBODY,
                                extra_groups=[])
    except PermissionError:
        raise Skipped("nobody else may reach the program") from None
    if answer.returncode != 0:
        raise Skipped("nobody else may run the program")


CHECKS = [mode, owner, access_list, attributes, hard_links, symbolic_link, names, holes, time_of_change, time_of_change_kept, same_file, read_only_file,
          read_only_folder, anothers_file, immutable_file, read_only_mount]
