#!/usr/bin/env python3
"""Tests how a server saves selections: over HTTP, through kills, full disks and damage, and by the API's description.

    selections_test.py --server PROGRAM [--only GROUP…] [--seconds N] [--kills N]

Starts PROGRAM on a folder of its own, with `--state`. The group `schema` sends what schemathesis makes of the
description at /api, for N seconds; Scripts/iiif-validator installs it. A full disk is a tmpfs of 1 MiB, which only root
can mount. What is missing is said and skipped.
"""

import argparse
import http.client
import importlib.util
import json
import os
import random
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serving

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT = 40, 30
SIZE = {"width": WIDTH, "height": HEIGHT}
LIMIT = 256 << 10


class Failure(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Failure(text)


def png(width, height, tag):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", tag) + b"\0\0\0\0\0\0"
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"eXIf", exif) + chunk(b"IDAT", zlib.compress(bytes((width + 1) * height))) + chunk(b"IEND", b""))


def document(*labels, **more):
    selections = [{"label": label, "x": 0.25, "y": 0.5, "width": 0.5, "height": 0.25, "ratio": None} for label in labels]
    return {"version": 1, "image": SIZE, "selections": selections, **more}


class Client:
    """One connection; each request gives the status, the fields and the JSON."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def __call__(self, method, name, body=None, path=None, **fields):
        fields = {key.replace("_", "-"): value for key, value in fields.items()}
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            fields.setdefault("Content-Type", "application/json")
        self.connection.request(method, path or f"/api/selections/{name}", body, fields)
        answer = self.connection.getresponse()
        content = answer.read()
        value = json.loads(content) if content else None
        if answer.status >= 400:
            expect(answer.headers["Content-Type"] == "application/problem+json" and value["status"] == answer.status,
                   f"{answer.status} is no problem: {content[:200]}")
        return answer.status, answer.headers, value


class Suite:
    def __init__(self, options, folder):
        self.options, self.folder, self.count = options, folder, 0
        self.root = os.path.join(folder, "root")
        os.makedirs(os.path.join(self.root, "inner"))
        for name in ("a.png", "b.png", "inner/c d.png"):
            # The tag exchanges width and height.
            with open(os.path.join(self.root, name), "wb") as file:
                file.write(png(HEIGHT, WIDTH, 6))

    def state(self):
        """A new folder for a store."""
        self.count += 1
        path = os.path.join(self.folder, f"state-{self.count}")
        os.mkdir(path)
        return path

    def start(self, state, *options):
        return serving.Server(self.options.server, self.root, "--state", state, *options)

    def run(self, state, *options):
        """A server that must not start: its exit status and what it says."""
        result = subprocess.run([self.options.server, self.root, "--port", "0", "--state", state, *options],
                                capture_output=True, text=True, timeout=30)
        return result.returncode, result.stderr

    # Groups.

    def saving(self):
        state = self.state()
        server = self.start(state)
        try:
            send = Client(server)
            for name in ("a.png", "inner%2Fc%20d.png"):
                expect(send("GET", name)[0::2][0] == 404, "nothing is saved at first")
                status, fields, value = send("PUT", name, document("ä\U0001f600", "\0\"\\"), If_None_Match="*")
                expect(status == 201 and value == document("ä\U0001f600", "\0\"\\", stale=False), f"{status} {value}")
                first = fields["ETag"]
                expect(send("GET", name, If_None_Match=first)[0] == 304, "the same ETag gets 304")
                expect(send("PUT", name, document("b"), If_None_Match="*")[0] == 412, "If-None-Match: * where some are")
                expect(send("PUT", name, document("b"))[0] == 428, "no condition")
                expect(send("PUT", name, document("b"), If_Match='"0"')[0] == 412, "another ETag")
                expect(send("PUT", name, document("b"), If_Match="W/" + first)[0] == 412, "a weak ETag")
                status, fields, value = send("PUT", name, document("b"), If_Match=f'"x", {first}')
                expect(status == 200 and fields["ETag"] != first, f"replaced: {status}")
                expect(send("PUT", name, document("c"), If_Match=first)[0] == 412, "the ETag before")
                expect(send("GET", name)[2] == document("b", stale=False), "what was replaced")
            second = send("GET", "a.png")[1]["ETag"]
            expect(send("DELETE", "a.png")[0] == 428, "DELETE without a condition")
            expect(send("DELETE", "a.png", If_Match=first)[0] == 412, "DELETE with another ETag")
            expect(send("DELETE", "a.png", If_Match=second)[0] == 204, "DELETE")
            expect(send("GET", "a.png")[2]["code"] == "no-selections", "GET after DELETE")
            again = send("PUT", "a.png", document(), If_None_Match="*")[1]["ETag"]
            expect(again not in (first, second), "an ETag comes back after DELETE")
            for name in ("none.png", "..%2Fa.png", "inner", "%00"):
                status = send("PUT", name, document(), If_None_Match="*")[0]
                expect(status in (400, 404), f"PUT {name}: {status}")
        finally:
            server.stop()
        expect(sorted(os.listdir(state)) == ["upright.sqlite"], f"files stay: {os.listdir(state)}")
        server = self.start(state)
        try:
            send = Client(server)
            expect(send("GET", "inner%2Fc%20d.png")[2] == document("b", stale=False), "after a restart")
            os.utime(os.path.join(self.root, "a.png"))
            status, fields, value = send("GET", "a.png")
            expect(value["stale"] is True and fields["ETag"] != again, "a changed file is noticed")
            expect(send("PUT", "a.png", document("new"), If_Match=again)[0] == 412, "the ETag from before the change")
            status, fields, value = send("PUT", "a.png", document("new"), If_Match=fields["ETag"])
            expect(status == 200 and value["stale"] is False, "saved for the changed file")
        finally:
            server.stop()
        server = serving.Server(self.options.server, self.root)
        try:
            status, _, value = Client(server)("PUT", "a.png", document(), If_None_Match="*")
            expect(status == 501 and "--state" in value["detail"], f"without --state: {status} {value}")
        finally:
            server.stop()
        yield "saved, replaced, removed, there after a restart, stale for a changed file; 501 without --state"

    def foreign(self):
        state = self.state()
        server = self.start(state, "--base-url", "https://images.example")
        try:
            send, own = Client(server), f"http://127.0.0.1:{server.port}"
            tries = 0
            for status, fields in (
                    (403, {"Origin": "https://evil.example"}), (403, {"Origin": "null"}), (403, {"Origin": "file://"}),
                    (403, {"Origin": f"http://127.0.0.1:{server.port + 1}"}), (403, {"Origin": "https://images.example.evil"}),
                    (403, {"Sec-Fetch-Site": "cross-site"}), (403, {"Sec-Fetch-Site": "same-site"}),
                    (403, {"Host": "evil.example"}), (403, {"Host": f"127.0.0.1.evil.example:{server.port}"}),
                    (403, {"Host": "evil.example", "Origin": "http://evil.example"}),
                    (200, {"Origin": own, "Sec-Fetch-Site": "same-origin"}), (200, {"Sec-Fetch-Site": "none"}),
                    (200, {"Origin": "https://images.example"}), (200, {"Origin": "https://images.example:443"}),
                    (200, {"Host": "images.example", "Origin": "https://images.example"}), (200, {"Host": "LOCALHOST"}),
                    (200, {"Host": "[::1]:8080", "Origin": "http://[::1]:8080"})):
                send("PUT", "a.png", document(), If_None_Match="*")
                before = send("GET", "a.png")[1]["ETag"]
                got = send("PUT", "a.png", document("x"), If_Match="*", **fields)[0]
                expect(got == status, f"PUT with {fields}: {got}")
                if status == 403:
                    expect(send("GET", "a.png")[1]["ETag"] == before, f"{fields} changed something")
                got = send("DELETE", "a.png", If_Match="*", **fields)[0]
                expect(got == (204 if status == 200 else 403), f"DELETE with {fields}: {got}")
                tries += 1
            for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""):
                got = send("PUT", "a.png", document(), If_None_Match="*", Content_Type=kind)[0]
                expect(got == 415, f"PUT as {kind}: {got}")
            for method in ("GET", "OPTIONS", "PUT", "DELETE", "POST"):
                for path in (None, "/%61pi/selections/a.png", "/api/%73elections/a.png"):
                    status, fields, _ = send(method, "a.png", path=path, Origin="https://evil.example",
                                             Access_Control_Request_Method="PUT")
                    allowed = [name for name in fields if name.lower().startswith("access-control-")]
                    expect(not allowed, f"{method} {path}: {status} has {allowed}")
            expect(send("GET", "", path="/iiif/3/a.png/info.json")[1]["Access-Control-Allow-Origin"] == "*", "info.json")
        finally:
            server.stop()
        yield f"{tries} kinds of origins and hosts, types of content; no page of another site may read or write"

    def bounds(self):
        server = self.start(self.state(), "--timeout", "3")
        try:
            send = Client(server)
            # As many bytes as there may be, and one more.
            empty = len(json.dumps(document("")))
            label = "x" * 1000
            most = document(*[label] * ((LIMIT - empty) // (len(json.dumps(document(label, label))) - len(json.dumps(document(label))))))
            text = json.dumps(most).encode()
            text += b" " * (LIMIT - len(text))
            expect(send("PUT", "a.png", text, If_None_Match="*")[0] == 201, "256 KiB")
            status, _, value = send("PUT", "a.png", text + b" ", If_Match="*")
            expect(status == 413, f"a byte more: {status}")
            for labels, more, status in ((["x" * 1001], {}, 422), (["ä" * 501], {}, 422), (["ä" * 500], {}, 200),
                                         (["a"], {"stale": False}, 422), ([], {"image": {"width": HEIGHT, "height": WIDTH}}, 409)):
                got = Client(server)("PUT", "a.png", document(*labels, **more), If_Match="*")[0]
                expect(got == status, f"{labels} {more}: {got}")
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as stream:
                stream.sendall(b"PUT /api/selections/a.png HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"If-Match: *\r\nContent-Length: 100\r\n\r\n{")
                answer = stream.recv(100)
                expect(answer.startswith(b"HTTP/1.1 408 "), f"content that stops: {answer}")
            memory = server.resident()
            for head in (b"Content-Length: 999999999999\r\n", b"Transfer-Encoding: chunked\r\n"):
                for fields in (b"If-Match: *\r\n", b""):
                    self.pour(server, head, fields)
            expect(server.resident() < memory + 24, f"memory grew from {memory:.0f} to {server.resident():.0f} MiB")
            expect(send("GET", "a.png")[0] == 200, "the server still answers")
        finally:
            server.stop()
        yield "256 KiB, labels of 1,000 bytes; content without an end is not read"

    def pour(self, server, head, fields):
        """Sends content until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as stream:
            stream.sendall(b"PUT /api/selections/a.png HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                           + head + fields + b"\r\n")
            part = b"10000\r\n" + b" " * 65536 + b"\r\n" if b"chunked" in head else b" " * 65536
            end, sent = time.monotonic() + 8, 0
            try:
                while time.monotonic() < end:
                    sent += stream.send(part)
                    time.sleep(0.002)
            except OSError:
                return
        raise Failure(f"the server took {sent} bytes for 8 seconds and did not close the connection")

    def kills(self):
        """SIGKILL in the middle of saves: the store opens, documents are whole, and what was confirmed is there."""
        state, draw, confirmed, rounds = self.state(), random.Random(4), {}, self.options.kills
        names = ("a.png", "b.png", "inner%2Fc%20d.png")
        for number in range(rounds):
            server = self.start(state)
            check = Client(server)
            for name in names:
                status, fields, value = check("GET", name)
                if status == 404:
                    expect(name not in confirmed, f"{name} is lost")
                    continue
                labels = [selection["label"] for selection in value["selections"]]
                expect(len(set(labels)) == 1 and len(labels) == int(labels[0].split()[1]), f"{name} is not whole: {labels[:3]}")
                at = int(labels[0].split()[0])
                expect(at >= confirmed.get(name, 0), f"{name}: {at} is older than the confirmed {confirmed.get(name)}")
            writers = [threading.Thread(target=self.storm, args=(server, name, number, confirmed, draw.random()))
                       for name in names]
            for writer in writers:
                writer.start()
            time.sleep(0.4 + draw.random() * 0.4)
            os.kill(server.process.pid, signal.SIGKILL)
            for writer in writers:
                writer.join()
            server.stop()
        check = sqlite3.connect(os.path.join(state, "upright.sqlite"))
        expect(check.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "integrity_check")
        check.close()
        yield f"{rounds} kills, {sum(confirmed.values())} as the sum of the last confirmed saves"

    def storm(self, server, name, seed, confirmed, _):
        draw, send = random.Random(f"{name} {seed}"), Client(server)
        at = confirmed.get(name, 0)
        try:
            while True:
                at += 1
                count = draw.randrange(1, 200)
                body = document(*[f"{at} {count}"] * count)
                status = send("PUT", name, body, If_Match="*")[0]
                if status == 412:
                    status = send("PUT", name, body, If_None_Match="*")[0]
                if status in (200, 201):
                    confirmed[name] = at
        except (OSError, http.client.HTTPException):
            return

    def shared(self):
        """Two servers on one store: nobody's change is lost."""
        state = self.state()
        servers = [None, None]

        def begin(place):
            servers[place] = self.start(state)

        starts = [threading.Thread(target=begin, args=(place,)) for place in (0, 1)]
        for start in starts:
            start.start()
        for start in starts:
            start.join()
        expect(all(servers), "both start at once")
        try:
            expect(Client(servers[0])("PUT", "a.png", document("0"), If_None_Match="*")[0] == 201, "first")
            conflicts, failures, wanted = [0], [], 25

            def add(server):
                send, done = Client(server), 0
                while done < wanted:
                    _, fields, value = send("GET", "a.png")
                    number = int(value["selections"][0]["label"]) + 1
                    status = send("PUT", "a.png", document(str(number)), If_Match=fields["ETag"])[0]
                    if status == 200:
                        done += 1
                    elif status == 412:
                        conflicts[0] += 1
                    else:
                        failures.append(status)
                        return

            threads = [threading.Thread(target=add, args=(server,)) for server in servers * 2]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            expect(not failures, f"statuses {failures}")
            label = Client(servers[1])("GET", "a.png")[2]["selections"][0]["label"]
            expect(int(label) == 4 * wanted, f"{label} of {4 * wanted} additions are there")
        finally:
            for server in servers:
                server.stop()
        yield f"{4 * wanted} additions through two servers, {conflicts[0]} conflicts, none lost"

    def damage(self):
        state = self.state()
        file = os.path.join(state, "upright.sqlite")
        server = self.start(state)
        send = Client(server)
        for name in ("a.png", "b.png"):
            send("PUT", name, document(*["x" * 900] * 100), If_None_Match="*")
        server.stop()
        with open(file, "rb") as content:
            good = content.read()
        cases = {"no database": b"hello\n" * 1000, "a hole": good[:8192] + b"\xa5" * 8192 + good[16384:], "cut": good[:len(good) // 2]}
        for name, bad in cases.items():
            with open(file, "wb") as content:
                content.write(bad)
            code, text = self.run(state)
            expect(code == 65 and file in text and "damaged" in text, f"{name}: {code} {text}")
            with open(file, "rb") as content:
                expect(content.read() == bad, f"{name}: the file was changed")
        os.remove(file)
        for path, code, word in ((os.path.join(state, "none"), 74, "none"), (os.path.join(self.root, "a.png"), 74, "a.png")):
            got, text = self.run(path)
            expect(got == code and word in text, f"--state {path}: {got} {text}")
        os.mkdir(file)
        got, text = self.run(state)
        expect(got == 64 and file in text, f"a folder in place of the file: {got} {text}")
        yield f"{len(cases)} kinds of damage are named at the start, and the file stays"

    def full(self):
        state = self.state()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", state], capture_output=True).returncode:
            yield "SKIPPED: only root can mount a small disk"
            return
        try:
            server = self.start(state)
            send = Client(server)
            statuses, saved = [], {}
            for number in range(20):
                for name in ("a.png", "b.png", "inner%2Fc%20d.png"):
                    body = document(*[f"{number}" + "x" * 990] * 200)
                    status, _, value = send("PUT", name, body, **({"If-Match": "*"} if name in saved else {"If-None-Match": "*"}))
                    statuses.append(status)
                    if status in (200, 201):
                        saved[name] = body
                    else:
                        expect(status == 507 and value["code"] == "store-full", f"{status} {value}")
            # The rest of the disk, too.
            with open(os.path.join(state, "filler"), "wb", 0) as filler:
                try:
                    while filler.write(bytes(4096)) == 4096:
                        pass
                except OSError:
                    pass
            statuses.append(send("PUT", "b.png", document(*["y" * 990] * 200), If_Match="*" if "b.png" in saved else '"0"')[0])
            expect(507 in statuses and server.is_running(), f"statuses on a full disk: {set(statuses)}")
            for name, body in saved.items():
                value = send("GET", name)[2]
                expect(value is not None and value.pop("stale") is False and value == body, f"{name} on a full disk")
            server.stop()
            os.remove(os.path.join(state, "filler"))
            server = self.start(state)
            send = Client(server)
            for name, body in saved.items():
                value = send("GET", name)[2]
                expect(value.pop("stale") is False and value == body, f"{name} after the disk was full")
            subprocess.run(["mount", "-o", "remount,size=4m", state], check=True)
            got = send("DELETE", next(iter(saved)), If_Match="*")
            expect(got[0] == 204, f"removing where there is space again: {got[0]} {got[2]} {saved.keys()}")
            expect(send("PUT", next(iter(saved)), document("fits"), If_None_Match="*")[0] == 201, "space again")
            server.stop()
        finally:
            subprocess.run(["umount", "-l", state])
        yield f"{statuses.count(507)} of {len(statuses)} saves on a full disk get 507, the others are kept"

    def schema(self):
        """What schemathesis makes of the description at /api: as it is, and where an image and its selections are."""
        if importlib.util.find_spec("schemathesis") is None:
            yield "SKIPPED: schemathesis is not installed; Scripts/iiif-validator installs it"
            return
        server = self.start(self.state())
        try:
            send = Client(server)
            plain = send("GET", "", path="/api")[2]
            expect(send("PUT", "a.png", document("first"), If_None_Match="*")[0] == 201, "first")
            near = json.loads(json.dumps(plain))
            near["components"]["parameters"]["id"]["schema"] = {"enum": ["a.png", "inner%2Fc%20d.png"][:1]}
            shapes = near["components"]["schemas"]
            shapes["Selections"]["properties"]["image"] = {"const": SIZE}
            for key in ("x", "y", "width", "height"):
                shapes["Selection"]["properties"][key]["maximum"] = 0.5
            put = near["paths"]["/api/selections/{id}"]["put"]
            put["parameters"] = [{"name": "If-Match", "in": "header", "required": True, "schema": {"const": "*"}}]
            near["paths"]["/api/selections/{id}"]["delete"]["parameters"][0]["schema"] = {"const": '"0"'}
            for name, description in (("any address", plain), ("an image", near)):
                path = os.path.join(self.folder, "api.json")
                with open(path, "w") as file:
                    json.dump(description, file)
                result = subprocess.run(
                    [sys.executable, "-m", "schemathesis.cli", "--config-file", os.path.join(HERE, "schemathesis.toml"), "run", path, "--url", f"http://{server.host}",
                     "--max-time", str(max(1, self.options.seconds // 2)), "--seed", "1", "--checks", "all",
                     "--generation-database", "none", "--suppress-health-check", "all", "--continue-on-failure", "--warnings", "off"],
                    capture_output=True, text=True, cwd=self.folder, timeout=self.options.seconds + 120)
                lines = [line[:300] for line in (result.stdout + result.stderr).splitlines() if line.strip()]
                expect(result.returncode == 0, f"{name}: schemathesis ends with {result.returncode}:\n" + "\n".join(lines[-60:]))
                cases = next((line.strip() for line in lines if "generated" in line), "")
                yield f"{name}: {cases}"
            expect(server.is_running(), "the server ended")
        finally:
            server.stop()


GROUPS = ["saving", "foreign", "bounds", "kills", "shared", "damage", "full", "schema"]


def main():
    parser = argparse.ArgumentParser(description="Tests how a server saves selections.")
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS, metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--seconds", type=int, default=40, metavar="N", help="for schemathesis")
    parser.add_argument("--kills", type=int, default=8, metavar="N")
    options = parser.parse_args()
    options.server = os.path.abspath(options.server)
    begun, failures = time.monotonic(), []
    with tempfile.TemporaryDirectory(prefix="upright-selections-") as folder:
        suite = Suite(options, folder)
        for group in options.only:
            try:
                for line in getattr(suite, group)():
                    print(line if line.startswith("SKIPPED") else f"PASS {group}: {line}", flush=True)
            except (Failure, OSError, RuntimeError, http.client.HTTPException, subprocess.TimeoutExpired) as failure:
                failures.append(group)
                print(f"FAIL {group}: {failure!r}" if not isinstance(failure, Failure) else f"FAIL {group}: {failure}", flush=True)
    print(f"{'FAIL: ' + ', '.join(failures) if failures else 'PASS'}: saved selections, in {time.monotonic() - begun:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
