#!/usr/bin/env python3
"""Tests a server's cache on disk: that it is of use, and that it is never believed.

    cache_test.py --server PROGRAM [--only GROUP…] [--kills N] [--seed N]

What was kept serves other processes; what is damaged is made again; a changed file is shown as it is; the folder stays
within its bounds; a server that is killed leaves nothing that matters; a full disk only makes it slower; two servers
share a folder; and no source is ever touched. Needs Pillow, else it is skipped. A full disk needs the right to mount.
"""

import argparse
import hashlib
import http.client
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serving

try:
    from PIL import Image, ImageOps
except ImportError:
    Image = None

SIZE = (640, 480)
COLORS = [(230, 30, 30), (30, 200, 40), (40, 60, 230), (220, 210, 40), (200, 40, 210), (40, 210, 210), (250, 250, 250)]
HEAD = 80  # of a result: 8 bytes, key, length, digest


class Failure(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Failure(text)


# Images: four corners, displayed, whose colors tell the version.


def corners(version):
    return [COLORS[(version + place) % len(COLORS)] for place in range(4)]


def photo(version, tag=6):
    image = Image.effect_noise((SIZE[0] // 4, SIZE[1] // 4), 20 + version % 7).resize(SIZE).convert("RGB")
    (width, height), colors = SIZE, corners(version)
    for place, color in enumerate(colors):
        x, y = (place % 2) * (width - 96), (place // 2) * (height - 96)
        image.paste(color, (x, y, x + 96, y + 96))
    # Stored so that the tag makes it upright.
    undo = {1: None, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270, 3: Image.Transpose.ROTATE_180}[tag]
    stored = image.transpose(undo) if undo is not None else image
    exif = Image.Exif()
    exif[274] = tag
    data = io.BytesIO()
    stored.save(data, "JPEG", quality=90, exif=exif)
    return data.getvalue()


def shows(content, version):
    """Whether an image of the whole, of any size, has the corners of a version."""
    image = Image.open(io.BytesIO(content)).convert("RGB")
    width, height = image.size
    x, y = max(2, width // 20), max(2, height // 20)
    found = [image.getpixel(place) for place in ((x, y), (width - x, y), (x, height - y), (width - x, height - y))]
    return all(max(abs(a - b) for a, b in zip(one, other)) < 40 for one, other in zip(found, corners(version)))


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def settle():
    time.sleep(0.15)


TARGETS = [
    "full/160,/0/default.jpg", "full/320,/0/default.png", "full/max/90/default.jpg", "0,0,128,128/max/0/default.png",
    "400,300,200,150/100,/0/default.jpg", "full/80,/0/gray.jpg", "square/100,/0/default.jpg", "full/max/0/default.jpg"]
WHOLE = [0, 1, 7]  # those that show all four corners upright


class Place:
    """A served folder of photos, a cache beside it, and a log."""

    def __init__(self, options, count=4):
        self.program = options.server
        self.scratch = tempfile.TemporaryDirectory(prefix="upright-cache-")
        self.root = os.path.join(self.scratch.name, "photos")
        self.cache = os.path.join(self.scratch.name, "cache")
        self.log = os.path.join(self.scratch.name, "log.jsonl")
        os.mkdir(self.root)
        self.names = [f"p{number}.jpg" for number in range(count)]
        for number, name in enumerate(self.names):
            write(self.path(name), photo(number, [1, 6, 8, 3][number % 4]))
        settle()

    def path(self, name):
        return os.path.join(self.root, name)

    def state(self):
        """Everything about the sources that a cache might touch."""
        found = {}
        for name in sorted(os.listdir(self.root)):
            status = os.stat(self.path(name))
            with open(self.path(name), "rb") as file:
                found[name] = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_mode, status.st_nlink,
                               hashlib.sha256(file.read()).digest())
        return found

    def serve(self, *options, results=True, cache=True):
        words = ["--access-log", self.log, "--jobs", "2"]
        if cache:
            words += ["--cache-folder", self.cache] + (["--cache-results"] if results else [])
        return serving.Server(self.program, self.root, *words, *options)

    def routes(self):
        with open(self.log) as log:
            return [json.loads(line).get("route") for line in log]

    def files(self, end=""):
        return [name for name in os.listdir(self.cache) if name.endswith(end)]

    def bytes(self):
        total = 0
        for name in os.listdir(self.cache):
            try:
                total += os.stat(os.path.join(self.cache, name)).st_size + 4095 & ~4095
            except FileNotFoundError:
                pass
        return total

    def references(self):
        """All answers of a server without a cache on disk."""
        server = self.serve(cache=False)
        try:
            return {target: get(server, target) for target in self.targets()}
        finally:
            server.stop()

    def targets(self):
        return [f"/iiif/3/{name}/{target}" for name in self.names for target in TARGETS]

    def close(self):
        self.scratch.cleanup()


def get(server, target, accept=(200,)):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("GET", target)
        answer = connection.getresponse()
        content = answer.read()
    finally:
        connection.close()
    expect(answer.status in accept, f"{target}: {answer.status} {content[:200]!r}")
    return content


def metrics(server):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.status_port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {line.rsplit(" ", 1)[0].removeprefix("upright_"): float(line.rsplit(" ", 1)[1])
            for line in lines if not line.startswith("#")}


def written(server, count):
    """Waits until the cache has written so many files."""
    if not serving.wait_until(lambda: metrics(server)["disk_cache_written_total"] >= count, 20):
        raise Failure(f"{metrics(server)['disk_cache_written_total']} files were written, not {count}")


def is_whole(content, name):
    """Whether a result's file proves its content, as docs/decisions/0052 describes it."""
    head, body = content[:HEAD], content[HEAD:]
    return (len(head) == HEAD and head[:8] in (b"UPRESLT2", b"UPRESDM2") and head[8:40].hex() == name.split(".")[0]
            and int.from_bytes(head[40:48], "little") == len(body)
            and head[48:] == hashlib.sha256(head[:48] + body).digest())


# Groups.


def test_kept(options):
    """Other processes serve what one has made, without decoding."""
    place = Place(options)
    before, reference = place.state(), place.references()
    server = place.serve()
    for target in place.targets():
        expect(get(server, target) == reference[target], f"{target}: another image with a cache")
    written(server, len(reference))
    server.stop()
    os.unlink(place.log)
    server = place.serve()
    for target in place.targets():
        expect(get(server, target) == reference[target], f"{target}: another image from the cache")
    found = metrics(server)
    server.stop()
    expect(place.routes() == ["cached"] * len(reference), f"routes {place.routes()}")
    expect(found['disk_cache_hits_total{kind="result"}'] == len(reference), f"{found}")
    # Without results, the indexes alone are of use.
    for name in place.files(".result"):
        os.unlink(os.path.join(place.cache, name))
    expect(place.files(".index"), "no index was kept")
    server = place.serve(results=False)
    for target in place.targets():
        expect(get(server, target) == reference[target], f"{target}: another image by a kept index")
    found = metrics(server)
    server.stop()
    expect(found["indexes_made_total"] == 0 and found['disk_cache_hits_total{kind="index"}'] > 0, f"{found}")
    expect(not place.files(".result"), "results were kept without --cache-results")
    expect(place.state() == before, "a source was touched")
    for name in place.files(".result"):
        with open(os.path.join(place.cache, name), "rb") as file:
            expect(is_whole(file.read(), name), f"{name} does not prove its content")
    place.close()
    return f"{2 * len(reference)} answers by two servers, {len(place.names)} indexes"


def test_damage(options):
    """Damaged files are found out and made again."""
    draw, place, count = random.Random(options.seed), Place(options), 0
    reference = place.references()
    server = place.serve()
    for target in place.targets():
        get(server, target)
    written(server, len(reference))
    server.stop()
    for kind in ("flip", "cut", "empty", "swap", "zeros", "longer"):
        names = place.files(".result") + place.files(".index")
        contents = {}
        for name in names:
            with open(os.path.join(place.cache, name), "rb") as file:
                contents[name] = bytearray(file.read())
        for name, content in contents.items():
            if kind == "flip":
                content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            elif kind == "cut":
                del content[draw.randrange(len(content)):]
            elif kind == "empty":
                content.clear()
            elif kind == "zeros":
                content[:] = bytes(len(content))
            elif kind == "longer":
                content += b"x"
            else:
                others = [other for other in names if other.split(".")[1] == name.split(".")[1] and other != name]
                content[:] = contents[draw.choice(others)] if others else b""
            os.chmod(os.path.join(place.cache, name), 0o600)
            write(os.path.join(place.cache, name), content)
            count += 1
        server = place.serve()
        for target in place.targets():
            expect(get(server, target) == reference[target], f"{target}: believed after {kind}")
        found = metrics(server)
        if kind != "swap":  # of two exchanged files, one may be exchanged again
            damaged = found["disk_cache_damaged_total"]
            expect(damaged == len(reference), f"{kind}: {damaged} of {len(reference)} were found out")
        written(server, len(reference))
        server.stop()
    # What others may have written is not read.
    for name in place.files(".result"):
        os.chmod(os.path.join(place.cache, name), 0o666)
    server = place.serve()
    get(server, place.targets()[0])
    expect(metrics(server)['disk_cache_hits_total{kind="result"}'] == 0, "a file that others may write was believed")
    server.stop()
    place.close()
    return f"{count} damaged files"


def test_apart(options):
    """A folder that contains sources, or might, is refused; so is anything that is not a cache."""
    place = Place(options)
    os.makedirs(os.path.join(place.root, "inner"))
    os.symlink(place.root, os.path.join(place.scratch.name, "link"))
    os.makedirs(os.path.join(place.scratch.name, "other"))
    write(os.path.join(place.scratch.name, "other", "photo.jpg"), photo(1))
    before = sorted(os.listdir(place.root))
    refused = [
        place.root, place.scratch.name, os.path.join(place.root, "inner"), os.path.join(place.root, "new"),
        os.path.join(place.root, ".cache"), os.path.join(place.scratch.name, "link"),
        os.path.join(place.scratch.name, "link", "inner"), os.path.join(place.root, "..", "photos"), "/",
        os.path.join(place.scratch.name, "other"), os.path.join(place.root, place.names[0])]
    for path in refused:
        done = subprocess.run([place.program, place.root, "--port", "0", "--cache-folder", path], capture_output=True,
                              text=True, timeout=20)
        expect(done.returncode not in (0, -signal.SIGABRT), f"{path}: {done.returncode}")
        expect("listening" not in done.stderr, f"{path} was accepted: {done.stderr}")
    expect(sorted(os.listdir(place.root)) == before, "a file appeared in the served folder")
    place.close()
    return f"{len(refused)} folders refused"


def test_replaced(options):
    """After a file has changed, no answer shows what it was."""
    place, asked, draw = Place(options, count=1), 0, random.Random(options.seed)
    name, version = place.names[0], 0
    photos = [photo(number, [1, 6, 8, 3][number % 4]) for number in range(len(COLORS))]
    longest = max(len(content) for content in photos)
    # All of one length, so that length tells nothing.
    photos = [content + bytes(longest - len(content)) for content in photos]
    server = place.serve()
    for step in range(60):
        version = (version + 1 + draw.randrange(len(COLORS) - 1)) % len(COLORS)
        way = step % 4
        if way == 0:
            write(place.path("new"), photos[version])
            os.replace(place.path("new"), place.path(name))
        else:
            status = os.stat(place.path(name))
            with open(place.path(name), "r+b") as file:
                file.write(photos[version])
                file.truncate()
            if way == 2:  # the modification time as before
                os.utime(place.path(name), ns=(status.st_atime_ns, status.st_mtime_ns))
        if draw.random() < 0.5:
            settle()
        for _ in range(3):
            for place_in_list in WHOLE:
                content = get(server, f"/iiif/3/{name}/{TARGETS[place_in_list]}", accept=(200, 503))
                asked += 1
                if content[:1] != b"{":
                    expect(shows(content, version), f"step {step}: a picture that is not that of the file")
    hits = metrics(server)['disk_cache_hits_total{kind="result"}']
    expect(hits > 30, f"only {hits} results came from the cache")
    # While it is asked for from four sides.
    stop, wrong, answers = threading.Event(), [], [0]
    current = [version, version]

    def ask():
        while not stop.is_set():
            first = current[0]
            try:
                content = get(server, f"/iiif/3/{name}/{TARGETS[WHOLE[0]]}", accept=(200, 404, 503))
            except OSError:
                continue
            last = current[1]
            answers[0] += 1
            if content[:1] != b"{" and not any(
                    shows(content, number % len(COLORS)) for number in range(first, last + 1)):
                wrong.append((first, last))

    current = [0, 0]
    write(place.path("new"), photos[0])
    os.replace(place.path("new"), place.path(name))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for step in range(1, 60):
        current[1] = step
        write(place.path("new"), photos[step % len(COLORS)])
        os.replace(place.path("new"), place.path(name))
        current[0] = step
        time.sleep(draw.random() * 0.2)
    stop.set()
    for thread in threads:
        thread.join()
    server.stop()
    expect(not wrong, f"{len(wrong)} of {answers[0]} answers show an earlier picture")
    place.close()
    return f"{asked} answers after 60 changes, {int(hits)} from the cache; {answers[0]} during 60 more"


def test_bounds(options):
    """The folder stays within bytes and files; what is used stays longest."""
    place = Place(options)
    reference = place.references()
    for words, most, files in ((("--cache-folder-size", "400K"), 400 << 10, 100_000),
                               (("--cache-folder-size", "1G", "--cache-folder-files", "10"), 1 << 30, 10)):
        server, largest = place.serve(*words), (0, 0)
        for _ in range(3):
            for target in place.targets():
                expect(get(server, target) == reference[target], f"{target}: another image")
                largest = (max(largest[0], place.bytes()), max(largest[1], len(place.files())))
        removed = metrics(server)["disk_cache_removed_total"]
        server.stop()
        expect(place.bytes() <= most and len(place.files()) <= files, f"{place.bytes()} bytes, {place.files()} files")
        # A file that is being written counts too.
        expect(largest[0] <= most + (256 << 10) and largest[1] <= files + 1, f"{words}: at most {largest}")
        expect(removed > 0, "nothing was removed")
    # Old files go first, unless they are used.
    for name in place.files():
        os.unlink(os.path.join(place.cache, name))
    server = place.serve()
    small = [f"/iiif/3/{name}/{TARGETS[5]}" for name in place.names]
    for target in small:
        get(server, target)
    written(server, len(small))
    server.stop()
    old = time.time() - 10_000
    for number, name in enumerate(place.files()):
        os.utime(os.path.join(place.cache, name), (old + number, old + number))
    server = place.serve("--cache-folder-files", str(len(place.files())))
    get(server, small[0])
    for target in place.targets()[:2]:
        get(server, target)
    serving.wait_until(lambda: metrics(server)["disk_cache_written_total"] >= 2, 10)
    before = metrics(server)['disk_cache_hits_total{kind="result"}']
    get(server, small[0])
    after = metrics(server)['disk_cache_hits_total{kind="result"}']
    server.stop()
    expect(after == before + 1, "a result that was just used was removed before others")
    place.close()
    return "400 KiB, and 10 files"


def test_killed(options):
    """Killed at any moment, the server leaves whole files and nothing that the next one stumbles over."""
    draw, place = random.Random(options.seed), Place(options)
    before, reference = place.state(), place.references()
    targets, answered, wrong, leftovers, entries = place.targets(), [0], [], 0, 0
    for turn in range(options.kills):
        if turn % 5 == 0:
            for name in place.files() if os.path.isdir(place.cache) else []:
                os.unlink(os.path.join(place.cache, name))
        server = place.serve()
        end = threading.Event()

        def ask(seed):
            mine = random.Random(seed)
            while not end.is_set():
                target = mine.choice(targets)
                try:
                    content = get(server, target)
                except (OSError, http.client.HTTPException):
                    return
                except Failure as failure:
                    wrong.append(str(failure))
                    return
                answered[0] += 1
                if content != reference[target]:
                    wrong.append(target)

        threads = [threading.Thread(target=ask, args=(turn * 10 + number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.02 + draw.random() * 0.25)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        end.set()
        for thread in threads:
            thread.join()
        expect(not wrong, f"kill {turn}: {wrong[:3]}")
        for name in place.files():
            path = os.path.join(place.cache, name)
            if name.startswith(".upright-new-"):
                leftovers += 1
                os.utime(path, (time.time() - 300,) * 2)  # as if it had happened earlier
            elif name.endswith(".result"):
                entries += 1
                with open(path, "rb") as file:
                    expect(is_whole(file.read(), name), f"kill {turn}: {name} is not whole")
    server = place.serve()
    expect(not [name for name in place.files() if name.startswith(".")], f"leftovers stay: {place.files()}")
    for target in targets:
        expect(get(server, target) == reference[target], f"{target}: another image after {options.kills} kills")
    server.stop()
    expect(place.state() == before, "a source was touched")
    place.close()
    return (f"{options.kills} kills, {answered[0]} answers, {entries} results looked at, {leftovers} leftovers seen "
            "and removed")


def test_full(options):
    """A full disk makes the server slower, and is said once."""
    place = Place(options)
    reference = place.references()
    os.mkdir(place.cache)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", place.cache], capture_output=True)
    if mounted.returncode != 0:
        place.close()
        return "SKIPPED: this user may not mount"
    try:
        # By something else: the cache can give up nothing.
        write(os.path.join(place.cache, ".other"), bytes(200 << 10))
        server = place.serve()
        try:
            for _ in range(3):
                for target in place.targets():
                    expect(get(server, target) == reference[target], f"{target}: another image with a full disk")
            found = metrics(server)
            expect(found["disk_cache_failures_total"] > 0, f"the disk was not full: {found}")
            said = [line for line in server.lines if "cache" in line]
            expect(len(said) == 1, f"said {len(said)} times: {said}")
        finally:
            expect(server.stop() == 0, "the server did not end well")
        for name in place.files(".result"):
            with open(os.path.join(place.cache, name), "rb") as file:
                expect(is_whole(file.read(), name), f"{name} is not whole")
        expect(not [name for name in place.files() if name.startswith(".upright")], "unfinished files stay")
        # Room again: it is used again.
        os.unlink(os.path.join(place.cache, ".other"))
        server = place.serve()
        for target in place.targets()[:3] * 2:
            get(server, target)
        expect(metrics(server)['disk_cache_hits_total{kind="result"}'] > 0, "the cache is not used any more")
        server.stop()
    finally:
        subprocess.run(["umount", place.cache], check=True)
        place.close()
    return (f"{3 * len(reference)} answers, {int(found['disk_cache_failures_total'])} failures counted, "
            f"{int(found['disk_cache_skipped_total'])} writes skipped")


def test_shared(options):
    """Two servers use one folder, and each removes what both wrote."""
    place, wrong, counts = Place(options), [], [0]
    before, reference = place.state(), place.references()
    words = ("--cache-folder-size", "600K")
    servers = [place.serve(*words), serving.Server(
        place.program, place.root, "--jobs", "2", "--cache-folder", place.cache, "--cache-results", *words)]
    largest, end = [0], time.monotonic() + options.seconds

    def ask(number):
        draw = random.Random(options.seed * 100 + number)
        while time.monotonic() < end and not wrong:
            target = draw.choice(place.targets())
            try:
                if get(servers[number % 2], target) != reference[target]:
                    wrong.append(target)
            except (Failure, OSError) as error:
                wrong.append(str(error))
            counts[0] += 1

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        largest[0] = max(largest[0], place.bytes())
        time.sleep(0.02)
    found = [metrics(server) for server in servers]
    for server in servers:
        expect(server.stop() == 0, "a server did not end well")
    expect(not wrong, f"{wrong[:3]}")
    expect(largest[0] <= (600 << 10) + (256 << 10), f"{largest[0]} bytes at most")
    hits = [int(one['disk_cache_hits_total{kind="result"}']) for one in found]
    failures = [int(one["disk_cache_failures_total"]) for one in found]
    expect(min(hits) > 0 and failures == [0, 0], f"hits {hits}, failures {failures}")
    expect(place.state() == before, "a source was touched")
    place.close()
    return f"{counts[0]} answers, hits {hits}, at most {largest[0] >> 10} KiB"


GROUPS = {
    "kept": test_kept, "damage": test_damage, "apart": test_apart, "replaced": test_replaced, "bounds": test_bounds,
    "killed": test_killed, "full": test_full, "shared": test_shared}


def main():
    parser = argparse.ArgumentParser(description="Tests a server's cache on disk.")
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--only", nargs="+", choices=list(GROUPS), default=list(GROUPS), metavar="GROUP")
    parser.add_argument("--kills", type=int, default=20, metavar="N")
    parser.add_argument("--seconds", type=float, default=8, metavar="N", help="how long two servers are asked")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    options.server = os.path.abspath(options.server)
    if Image is None:
        print("SKIPPED: there is no Pillow")
        return 0
    return serving.run(GROUPS, options, Failure)


if __name__ == "__main__":
    sys.exit(main())
