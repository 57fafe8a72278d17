#!/usr/bin/env python3
"""Sends a server what no honest client sends, and changes its files meanwhile.

    hostile_test.py --server PROGRAM [--requests N] [--seed N]

Requests that are altered at random, cut short, sent byte by byte, in a row without waiting, or with huge headers;
clients that leave in the middle of an answer or do not take it; files that are replaced, cut and removed while they are
served; pipes, links and sockets in place of files. Afterwards the server must answer as before, without a crash, a
status of 5xx but 501 and 503, or memory, descriptors and connections that it does not give back. Needs /proc, so Linux.
With Pillow there are JPEG, WebP and TIFF files too, else PNG alone.
"""

import argparse
import collections
import hashlib
import io
import json
import os
import random
import socket
import struct
import sys
import tempfile
import threading
import time
import urllib.request
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serving

try:
    from PIL import Image
except ImportError:
    Image = None

MEMORY = 256  # MiB that the server gives to requests
IDLE = 3  # seconds that a connection may wait
KEPT = 6  # descriptors of workers that wait for the next image, and of what starts them
WARM = 2000  # requests after which memory must no longer grow
SECRET = b"not-to-be-served-7f3a"
ALLOWED_5XX = (501, 503)
CLIENTS = 4


# Files.


def png(width, height, seed, tag):
    """A PNG of stripes and noise, with a tag."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    noise = random.Random(seed).randbytes(3 * width)
    rows = b"".join(b"\0" + noise[3 * y % len(noise):] + noise[: 3 * y % len(noise)] for y in range(height))
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", tag) + b"\0\0\0\0\0\0"
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"eXIf", exif) + chunk(b"IDAT", zlib.compress(rows, 1))
            + chunk(b"IEND", b""))


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


class Files:
    """The served folder, next to one that is not served."""

    def __init__(self, folder):
        self.root = os.path.join(folder, "root")
        outside = os.path.join(folder, "outside")
        os.makedirs(os.path.join(self.root, "inner"))
        os.mkdir(outside)
        self.state = os.path.join(folder, "state")
        os.mkdir(self.state)
        self.images = {"a-1.png": png(301, 199, 1, 6), "inner/b.png": png(64, 48, 2, 1)}
        if Image:
            for extension, kind in (("jpg", "JPEG"), ("webp", "WEBP"), ("tif", "TIFF")):
                data = io.BytesIO()
                exif = Image.Exif()
                exif[274] = 8
                Image.open(io.BytesIO(png(233, 151, 3, 1))).save(data, kind, exif=exif)
                self.images[f"c.{extension}"] = data.getvalue()
        for name, content in self.images.items():
            write(self.path(name), content)
        self.big = png(1500, 1100, 4, 5)
        write(self.path("big.png"), self.big)
        write(os.path.join(outside, "secret.png"), png(77, 55, 5, 1) + SECRET)
        write(os.path.join(outside, "secret.txt"), SECRET)
        # All of these must look as if they were not there.
        self.absent = [
            "link.png", "linked/secret.png", "pipe.png", "pipe.jpg", "socket.png", "folder.png", ".hidden.png"]
        os.symlink(os.path.join(outside, "secret.png"), self.path("link.png"))
        os.symlink(outside, self.path("linked"))
        os.mkfifo(self.path("pipe.png"))
        os.mkfifo(self.path("pipe.jpg"))
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path("socket.png"))
        os.mkdir(self.path("folder.png"))
        write(self.path(".hidden.png"), self.images["a-1.png"])
        self.broken = {
            "empty.png": b"", "noise.jpg": random.Random(6).randbytes(5000), "text.png": b"hello\n" * 100,
            "cut.png": self.images["a-1.png"][:3000], "head.png": self.images["a-1.png"][:40]}
        for name, content in list(self.images.items()):
            self.broken["cut-" + os.path.basename(name)] = content[: len(content) * 2 // 3]
        for name, content in self.broken.items():
            write(self.path(name), content)
        self.changing = [f"changing-{index}.{name.rsplit('.', 1)[1]}" for index, name in enumerate(self.images)]
        for name, content in zip(self.changing, self.images.values()):
            write(self.path(name), content)

    def path(self, name):
        return os.path.join(self.root, name)

    def change(self, draw):
        """Replaces, cuts, overwrites or removes one of the changing files."""
        index = draw.randrange(len(self.changing))
        path, content = self.path(self.changing[index]), list(self.images.values())[index]
        what = draw.randrange(6)
        try:
            if what == 0:
                os.unlink(path)
            elif what == 1:
                os.truncate(path, draw.randrange(len(content)))
            elif what == 2:
                with open(path, "r+b") as file:
                    file.seek(draw.randrange(len(content)))
                    file.write(draw.randbytes(64))
            elif what == 3:
                write(path, list(self.images.values())[draw.randrange(len(self.images))])
            else:
                write(path + ".new", content)
                os.replace(path + ".new", path)
        except FileNotFoundError:
            write(path, content)


# Answers.


class Bad(Exception):
    """The server did what it must not do."""


Answer = collections.namedtuple("Answer", "status fields content")


class Connection:
    def __init__(self, port, receives=None):
        self.socket = socket.socket()
        if receives:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        self.socket.settimeout(40)
        self.socket.connect(("127.0.0.1", port))
        self.buffer = b""

    def send(self, data):
        """False if the server has closed the connection."""
        try:
            self.socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def _more(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            return False
        except TimeoutError:
            raise Bad("no answer within 40 seconds") from None
        self.buffer += data
        return bool(data)

    def answer(self, is_head=False):
        """The next answer; None if the connection ends before it begins."""
        while True:
            while b"\r\n\r\n" not in self.buffer:
                if not self._more():
                    return None
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            lines = head.split(b"\r\n")
            parts = lines[0].split(b" ", 2)
            if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit():
                raise Bad(f"no status line: {lines[0][:80]!r}")
            if not parts[1].startswith(b"1"):
                break
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines[1:])}
        status, content = int(parts[1]), b""
        if not is_head and status not in (204, 304):
            if b"content-length" not in fields:
                raise Bad(f"{status} without Content-Length")
            count = int(fields[b"content-length"])
            while len(self.buffer) < count:
                if not self._more():
                    raise Bad(f"{status}: {len(self.buffer)} bytes of {count}")
            content, self.buffer = self.buffer[:count], self.buffer[count:]
        return checked(Answer(status, fields, content))

    def close(self, abruptly=False):
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


MAGIC = {b"image/jpeg": b"\xff\xd8", b"image/png": b"\x89PNG", b"image/webp": b"RIFF", b"image/tiff": (b"II*", b"MM\0*")}


def checked(answer):
    if answer.status >= 500 and answer.status not in ALLOWED_5XX:
        raise Bad(f"status {answer.status}: {answer.content[:300]!r}")
    if SECRET in answer.content:
        raise Bad("the content of a file outside the served folder")
    kind = answer.fields.get(b"content-type", b"")
    if answer.status == 200 and answer.content and not answer.content.startswith(MAGIC.get(kind, b"")):
        raise Bad(f"{kind!r} begins with {answer.content[:8]!r}")
    if answer.content and b"json" in kind:
        try:
            document = json.loads(answer.content)
        except ValueError:
            raise Bad(f"not JSON: {answer.content[:200]!r}") from None
        if kind.startswith(b"application/problem+json") and document["status"] != answer.status:
            raise Bad(f"status {answer.status} with {document}")
    return answer


# Requests.


TOKENS = [
    b"%00", b"%2F", b"%2e%2e%2f", b"..", b"/", b"//", b"%", b"%zz", b"^", b"!", b"pct:", b"1e9", b"-1", b"NaN", b"inf",
    b"99999999999", b"2147483647", b"0", b".", b",", b";", b"?explain", b"?", b"#", b"full", b"max", b"square", b"\xff",
    b"\xc3\xa9", b"%ff%fe", b"%F0%9F%98%80", b"\\", b"~", b"'", b"*", b":", b"@", b"[", b"&after=%00", b"&limit=9999",
    b"0.000000001", b"1" * 40, b"a" * 300, b"%41" * 100, b"default", b".jpg", b"tif", b"avif", b"gif", b"\x01", b"\x7f",
    b"signed", b"preset", b"-1-"]
METHODS = [
    b"GET", b"HEAD", b"OPTIONS", b"POST", b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"PATCH", b"PRI", b"get", b"X"]
FIELDS = [
    b"Accept: image/webp", b"Accept: image/avif;q=;;q=9,;,image/webp;q=1e-9",
    b"Accept: application/ld+json", b"Accept: " + b"*/*," * 200, b"If-None-Match: *", b'If-None-Match: "',
    b"If-None-Match: W/\"x\", " + b'"y",' * 500, b"Range: bytes=0-1", b"Range: bytes=-1,5-2", b"Accept-Encoding: gzip",
    b"Host: ", b"Host: evil.example/\"<script>", b"Host: " + b"h" * 3000, b"X: " + b"y" * 15000,
    b"Expect: 100-continue",
    b"Upgrade: h2c\r\nConnection: upgrade", b"Connection: close, keep-alive", b"Content-Length: 5",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked, gzip",
    b"Content-Length: 3\r\nTransfer-Encoding: chunked", b"Content-Length: 1\r\nContent-Length: 2", b"Bad Name: x",
    b": empty", b"No-Colon", b" folded: line", b"X: a\r\n b", b"X: \x00", b"X: \xff\xfe", b"X\x00: y", b"X: a\nY: b"]


class Campaign:
    def __init__(self, options, folder):
        self.files = Files(folder)
        self.seed, self.wanted = options.seed, options.requests
        self.server = serving.Server(
            options.server, self.files.root, "--max-memory", f"{MEMORY}M", "--cache", "16M", "--jobs", "2", "--timeout",
            "10", "--idle-timeout", str(IDLE), "--connections", "100", "--tile-size", "64", "--max-area", "4000000",
            "--drain", "3", "--cache-folder", os.path.join(folder, "cache"), "--cache-folder-size", "4M",
            "--cache-results", "--preset", "small=full/!50,50/0/default.jpg", "--negotiate", "avif,webp", "--state", self.files.state)
        self.lock = threading.Lock()
        self.sent, self.statuses, self.bad, self.kinds = 0, collections.Counter(), [], collections.Counter()
        self.memory, self.is_over = [], threading.Event()
        self.targets, self.good = [], {}
        images = [name.replace("/", "%2F") for name in self.files.images]
        for name in images:
            for version, size in ((3, "max"), (2, "full")):
                base = f"/iiif/{version}/{name}"
                self.targets += [
                    base, f"{base}/info.json", f"{base}/full/{size}/0/default.png", f"{base}/square/30,/!90/gray.jpg",
                    f"{base}/3,5,40,30/!20,20/180/bitonal.png", f"{base}/pct:10,10,50,50/pct:50/270/color.jpg",
                    f"{base}/0,0,64,64/64,/0/default.webp", f"{base}/full/,40/90/default.tif?explain"]
            self.targets += [
                f"/stored/iiif/3/{name}/full/max/0/default.png", f"/iiif/3/{name}/full/^max/0/default.jpg",
                f"/view/{name}", f"/api/image/{name}", f"/preset/small/{name}", f"/api/selections/{name}"]
        self.targets += ["/", "/view/", "/view/inner", "/api", "/api/folder/inner", "/page/view.js"]
        self.large = ["/iiif/3/big.png/full/max/0/default.png", "/iiif/3/big.png/full/max/90/default.tif"]

    # Plain requests.

    def head(self, target, method=b"GET", *fields):
        host = b"Host: " + self.server.host.encode()
        return b"\r\n".join([method + b" " + target + b" HTTP/1.1", host, *fields, b"", b""])

    def fetch(self, target):
        connection = Connection(self.server.port)
        try:
            connection.send(self.head(target.encode(), b"GET", b"Connection: close"))
            answer = connection.answer()
            if answer is None:
                raise Bad("no answer")
            return answer
        finally:
            connection.close()

    def learn(self):
        """What the server answers before anything happens."""
        time.sleep(0.2)
        for target in self.targets:
            answer = self.fetch(target)
            self.good[target] = (answer.status, hashlib.sha256(answer.content).digest())
        if sum(status == 200 for status, _ in self.good.values()) < len(self.good) // 2:
            raise Bad("the server refuses valid requests")

    def check(self, target, answer):
        got = answer and (answer.status, hashlib.sha256(answer.content).digest())
        if got != self.good[target] and (answer is None or answer.status != 503):
            raise Bad(f"{target}: another answer than before: {answer and (answer.status, answer.content[:200])}")

    # One kind of hostility each. They return how many requests they sent.

    def altered(self, draw):
        target = bytearray(draw.choice(self.targets).encode())
        for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
            place, what = draw.randrange(len(target) + 1), draw.randrange(6)
            end = min(len(target), place + draw.randrange(1, 12))
            if what == 0:
                target[place:place] = draw.choice(TOKENS)
            elif what == 1:
                target[place:end] = draw.choice(TOKENS)
            elif what == 2:
                del target[place:end]
            elif what == 3:
                target[place:place] = target[place:end] * draw.randrange(1, 5)
            elif what == 4 and place < len(target):
                target[place] = draw.randrange(256)
            else:
                parts = bytes(target).split(b"/")
                draw.shuffle(parts)
                target = bytearray(b"/".join(parts))
        method = draw.choice(METHODS) if draw.random() < 0.15 else b"GET"
        # A line feed in it makes two requests of one; only the first answer is read then.
        return self.one(self.head(bytes(target), method, b"Connection: close"), method == b"HEAD")

    def one(self, data, is_head=False):
        connection = Connection(self.server.port)
        try:
            connection.send(data)
            answer = connection.answer(is_head)
            self.statuses[answer.status if answer else "closed"] += 1
            if answer:
                connection.answer(is_head)
        finally:
            connection.close()
        return 1

    def strange_fields(self, draw):
        fields = [draw.choice(FIELDS) for _ in range(draw.randrange(1, 4))]
        target = draw.choice(self.targets).encode()
        version = draw.choice([b"HTTP/1.1"] * 5 + [b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"", b"HTTP/1.1 x"])
        lines = [draw.choice(METHODS[:5]) + b" " + target + b" " + version, *fields, b"Connection: close", b"", b""]
        data = draw.choice([b"\r\n"] * 5 + [b"\n", b"\r"]).join(lines)
        data += draw.choice([b"", b"abcde", b"5\r\nabcde\r\n0\r\n\r\n"])
        connection = Connection(self.server.port)
        try:
            connection.send(data)
            connection.socket.shutdown(socket.SHUT_WR)
            answer = connection.answer(data.startswith(b"HEAD"))
            self.statuses[answer.status if answer else "closed"] += 1
        except OSError:
            self.statuses["closed"] += 1
        finally:
            connection.close()
        return 1

    def huge_header(self, draw):
        connection = Connection(self.server.port)
        try:
            data = b"X: " + b"y" * 200_000
            if draw.random() < 0.5:
                data = b"\r\n".join(b"X%d: y" % number for number in range(20_000))
            sent = connection.send(b"GET / HTTP/1.1\r\nHost: x\r\n" + data)
            connection.send(b"\r\n\r\n")
            answer = connection.answer()
            self.statuses[answer.status if answer else "closed"] += 1
            if answer and answer.status < 400 and sent:
                raise Bad(f"a header of {len(data)} bytes gets {answer.status}")
        finally:
            connection.close()
        return 1

    def pipelined(self, draw):
        targets = [draw.choice(self.targets) for _ in range(draw.randrange(2, 9))]
        connection = Connection(self.server.port)
        try:
            connection.send(b"".join(self.head(target.encode()) for target in targets))
            if draw.random() < 0.25:
                connection.close(abruptly=draw.random() < 0.5)
                return len(targets)
            for target in targets:
                self.check(target, connection.answer())
        finally:
            connection.close()
        return len(targets)

    def half(self, draw):
        data = self.head(draw.choice(self.targets).encode(), b"GET", draw.choice(FIELDS))
        connection = Connection(self.server.port)
        connection.send(data[: draw.randrange(1, len(data))])
        connection.close(abruptly=draw.random() < 0.5)
        return 1

    def leaving(self, draw):
        connection = Connection(self.server.port, receives=4096)
        try:
            target = draw.choice(self.large if draw.random() < 0.3 else self.targets)
            connection.send(self.head(target.encode()))
            what = draw.randrange(4)
            if what == 0:
                time.sleep(draw.random() * 0.05)
            elif what == 1:
                connection.socket.recv(100)
            elif what == 2:
                connection.socket.shutdown(socket.SHUT_WR)
                connection.socket.recv(5000)
        except ConnectionResetError:
            pass
        finally:
            connection.close(abruptly=draw.random() < 0.5)
        return 1

    def valid(self, draw):
        connection = Connection(self.server.port)
        try:
            targets = [draw.choice(self.targets) for _ in range(3)]
            for target in targets:
                if not connection.send(self.head(target.encode())):
                    raise Bad(f"{target}: the server closed a connection that it was to keep")
                self.check(target, connection.answer())
        finally:
            connection.close()
        return 3

    def absent(self, draw):
        name = draw.choice(self.files.absent).replace("/", "%2F")
        target = draw.choice(["/iiif/3/{}/info.json", "/iiif/2/{}/full/full/0/default.jpg", "/api/image/{}"])
        target = target.format(name)
        answer = self.fetch(target)
        self.statuses[answer.status] += 1
        if answer.status not in (404, 503):
            raise Bad(f"{target}: {answer.status}, not 404")
        return 1

    def broken(self, draw):
        name = draw.choice([*self.files.broken, *self.files.changing * 2])
        target = draw.choice(["/iiif/3/{}/info.json", "/iiif/3/{}/full/max/90/default.jpg", "/api/image/{}", "/view/{}",
                              "/iiif/2/{}/full/30,/0/default.png", "/stored/iiif/3/{}/0,0,9,9/max/0/default.png",
                              "/iiif/3/{}/9,9,20,20/max/0/default.png", "/iiif/3/{}/30,30,15,9/max/90/default.jpg"])
        try:
            answer = self.fetch(target.format(name))
        except Bad as bad:
            raise Bad(f"{target.format(name)}: {bad}") from None
        self.statuses[answer.status] += 1
        return 1

    WEIGHTS = {
        "altered": 60, "strange_fields": 10, "huge_header": 1, "pipelined": 4, "half": 6, "leaving": 5, "valid": 3,
        "absent": 3, "broken": 9}

    # What runs beside the clients.

    def client(self, number):
        draw = random.Random(self.seed * 100 + number)
        names, weights = list(self.WEIGHTS), list(self.WEIGHTS.values())
        while not self.is_over.is_set():
            name = draw.choices(names, weights)[0]
            try:
                count = getattr(self, name)(draw)
            except Bad as bad:
                count = 1
                self.note(f"{name}: {bad}")
            except OSError as error:
                count = 1
                self.note(f"{name}: {error!r}; the server {'runs' if self.server.is_running() else 'has ended'}")
            with self.lock:
                self.sent += count
                self.kinds[name] += count
                if self.sent >= self.wanted or len(self.bad) >= 10 or not self.server.is_running():
                    self.is_over.set()

    def note(self, text):
        with self.lock:
            self.bad.append(text)

    def change(self):
        draw = random.Random(self.seed)
        while not self.is_over.wait(0.01):
            self.files.change(draw)

    def drip(self):
        """Connections that send a byte now and then. The server must close each."""
        data = self.head(self.targets[0].encode(), b"GET", b"X: " + b"y" * 3000)
        open_ones = []
        while not self.is_over.wait(0.2):
            while len(open_ones) < 12:
                open_ones.append([Connection(self.server.port), 0, time.monotonic()])
            for item in list(open_ones):
                connection, place, begun = item
                try:
                    connection.socket.setblocking(False)
                    connection.socket.send(data[place:place + 1])
                    item[1] += 1
                    if connection.socket.recv(100) == b"":
                        raise ConnectionResetError
                except BlockingIOError:
                    if time.monotonic() - begun > 60:
                        self.note("a connection that sends a byte now and then is still open after 60 seconds")
                        self.is_over.set()
                except OSError:
                    connection.close()
                    open_ones.remove(item)
                    self.kinds["slow senders closed by the server"] += 1
        for connection, _, _ in open_ones:
            connection.close()

    def refuse(self):
        """Clients that ask for much and take nothing."""
        open_ones = []
        while not self.is_over.wait(1):
            if len(open_ones) < 3:
                connection = Connection(self.server.port, receives=4096)
                connection.send(self.head(self.large[0].encode()) * 3)
                open_ones.append((connection, time.monotonic()))
            for item in list(open_ones):
                if time.monotonic() - item[1] > 25:
                    item[0].close()
                    open_ones.remove(item)
                    self.kinds["clients that took nothing"] += 1
        for connection, _ in open_ones:
            connection.close()

    def flood(self):
        """More connections than the server accepts, all silent; they end before they are asked anything."""
        connections = []
        for _ in range(150):
            connections.append(Connection(self.server.port))
        self.kinds["silent connections at once"] = len(connections)
        self.fetch(self.targets[1])  # waits until the server closes silent ones
        for connection in connections:
            connection.close()

    def figure(self, name):
        url = f"http://127.0.0.1:{self.server.status_port}/metrics"
        with urllib.request.urlopen(url, timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return int(next(line for line in lines if line.startswith(name + " ")).split()[1])

    # The whole.

    def run(self):
        self.learn()
        descriptors = self.server.descriptors()
        work = [threading.Thread(target=self.client, args=(number,)) for number in range(CLIENTS)]
        work += [threading.Thread(target=part) for part in (self.change, self.drip, self.refuse)]
        for thread in work:
            thread.daemon = True
            thread.start()
        most_threads = 0
        while not self.is_over.wait(0.25):
            try:
                self.memory.append((self.sent, self.server.resident()))
                most_threads = max(most_threads, self.server.threads())
            except (OSError, StopIteration):
                break
        for thread in work:
            thread.join(90)
        if not self.server.is_running():
            raise Bad(f"the server ended with {self.server.process.returncode}: {''.join(self.server.lines[-5:])}")
        self.flood()
        self.settle(descriptors)
        for target in self.targets:
            self.check(target, self.fetch(target))
        self.bound(most_threads)

    def settle(self, descriptors):
        """All that requests were given is given back."""
        for name in ("upright_queue_length", "upright_working", "upright_memory_admitted_bytes", "upright_connections"):
            if not serving.wait_until(lambda: self.figure(name) == 0, 40):
                self.note(f"{name} stays at {self.figure(name)}")
        if not serving.wait_until(lambda: self.server.descriptors() <= descriptors + KEPT, 10):
            self.note(f"{self.server.descriptors()} descriptors are open, {descriptors} were at first")

    def bound(self, most_threads):
        most = max(value for _, value in self.memory)
        if most > MEMORY + 192:
            self.note(f"{most:.0f} MiB of memory, more than {MEMORY} for requests and 192 for all else")
        parts = [[] for _ in range(4)]
        for sent, value in self.memory:
            if sent > WARM:
                parts[min(3, 4 * (sent - WARM) // max(1, self.sent - WARM))].append(value)
        middles = [sorted(part)[len(part) // 2] for part in parts if part]
        if self.sent >= 2 * WARM and middles[-1] > 1.15 * middles[0] + 24:
            self.note(f"memory grows from {middles[0]:.0f} to {middles[-1]:.0f} MiB")
        print(f"memory: at most {most:.0f} MiB; threads: at most {most_threads}; memory in the middle of each quarter "
              f"after {WARM} requests: {', '.join(f'{value:.0f}' for value in middles) or 'too few'}")


def main():
    parser = argparse.ArgumentParser(description="Sends a server what no honest client sends.")
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--requests", type=int, default=20_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    if not os.path.isdir("/proc/self/fd"):
        print("SKIPPED: there is no /proc, which tells how much memory a process has")
        return 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="upright-hostile-") as folder:
        campaign = Campaign(options, folder)
        try:
            campaign.run()
        except (Bad, OSError) as bad:
            campaign.note(f"in the end: {bad!r}")
        finally:
            ended = campaign.server.stop()
    if ended != 0:
        campaign.note(f"the server ended with {ended}: {''.join(campaign.server.lines[-5:])}")
    print("statuses: " + ", ".join(f"{name} {count}" for name, count in sorted(campaign.statuses.items(), key=str)))
    print("kinds: " + ", ".join(f"{name} {count}" for name, count in campaign.kinds.most_common()))
    for text in campaign.bad:
        print(f"FAIL {text}")
    print(f"{'FAIL' if campaign.bad else 'PASS'}: {campaign.sent} requests, seed {options.seed}, in "
          f"{time.monotonic() - begun:.0f} s")
    return 1 if campaign.bad else 0


if __name__ == "__main__":
    sys.exit(main())
