#!/usr/bin/env python3
"""The server under load, beside iipsrv behind nginx with pyramids made beforehand.

    Benchmarks/server.py --server .build/static/release/upright-server --photo PHOTO [--giga PHOTO] [--seconds 20]

Random regions of 512 x 512 of forty copies of a photo, encoded at quality 90, by wrk over 4 and 64 connections, in turn.
Needs wrk, nginx, iipsrv (Debian: iipimage-server), vips and exiftool. Prints a table: regions per second, latencies,
memory.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

COUNT, EDGE = 40, 512
IIPSRV = "/usr/lib/iipimage-server/iipsrv.fcgi"


def free_port():
    with socket.socket() as open_socket:
        open_socket.bind(("127.0.0.1", 0))
        return open_socket.getsockname()[1]


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def prepare(photo, folder):
    """Forty photos with all tags, and a pyramid of each as displayed: their sizes."""
    os.makedirs(f"{folder}/photos")
    os.makedirs(f"{folder}/pyramids")
    sizes = []
    for number in range(COUNT):
        path, tag = f"{folder}/photos/{number:02}.jpg", number % 8 + 1
        if number < 8:
            shutil.copy(photo, path)
            run("exiftool", "-q", "-overwrite_original", "-n", f"-Orientation={tag}", path)
            run("vips", "autorot", path, f"{folder}/upright.v")
            run("vips", "tiffsave", f"{folder}/upright.v", f"{folder}/pyramids/{number:02}.tif",
                "--tile", "--pyramid", "--compression", "jpeg", "--Q", "90", "--tile-width", "256", "--tile-height", "256")
        else:
            shutil.copy(f"{folder}/photos/{number % 8:02}.jpg", path)
            shutil.copy(f"{folder}/pyramids/{number % 8:02}.tif", f"{folder}/pyramids/{number:02}.tif")
        sizes.append(tuple(int(subprocess.check_output(["vipsheader", "-f", field, f"{folder}/pyramids/{number % 8:02}.tif"]))
                           for field in ("width", "height")))
    return sizes


def processes_below(parent):
    found = [parent]
    for line in subprocess.check_output(["ps", "-eo", "pid=,ppid="], text=True).splitlines():
        pid, above = map(int, line.split())
        if above in found:
            found.append(pid)
    return found


def megabytes(pids):
    total = 0
    for pid in pids:
        try:
            total += int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read())[1])
        except (OSError, TypeError):
            pass
    return total / 1024


class Ours:
    name = "upright serve, plain JPEGs"

    def __init__(self, program, folder):
        self.port = free_port()
        self.process = subprocess.Popen([program, f"{folder}/photos", "--port", str(self.port), "--max-pixels", "2000000000", "--quality", "90"],
                                        stderr=subprocess.DEVNULL)
        self.pattern = "/iiif/3/%s.jpg/%d,%d,512,512/max/0/default.jpg"

    def pids(self):
        return processes_below(self.process.pid)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Theirs:
    name = "iipsrv behind nginx, pyramids"

    def __init__(self, program, folder):
        self.port, fcgi = free_port(), free_port()
        environment = dict(os.environ, FILESYSTEM_PREFIX=f"{folder}/pyramids/", VERBOSITY="0", LOGFILE="/dev/null",
                           MAX_IMAGE_CACHE_SIZE="64", JPEG_QUALITY="90", MAX_CVT="5000")
        self.workers = []
        listener = socket.socket()
        listener.bind(("127.0.0.1", fcgi))
        listener.listen(512)
        for _ in range(os.cpu_count()):
            self.workers.append(subprocess.Popen([IIPSRV], stdin=listener.fileno(), env=environment, stderr=subprocess.DEVNULL))
        listener.close()
        config = f"{folder}/nginx.conf"
        with open(config, "w") as file:
            file.write(f"""daemon off; user root; worker_processes {os.cpu_count()}; pid {folder}/nginx.pid; error_log /dev/null;
events {{ worker_connections 512; }}
http {{ access_log off; client_body_temp_path {folder}/body; fastcgi_temp_path {folder}/fastcgi; proxy_temp_path {folder}/proxy;
uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
server {{ listen 127.0.0.1:{self.port}; keepalive_requests 1000000; location / {{ fastcgi_pass 127.0.0.1:{fcgi}; fastcgi_buffers 64 16k; include /etc/nginx/fastcgi_params; }} }} }}
""")
        self.nginx = subprocess.Popen(["nginx", "-c", config, "-p", folder], stderr=subprocess.DEVNULL)
        self.pattern = "/fcgi?IIIF=%s.tif/%d,%d,512,512/512,/0/default.jpg"

    def pids(self):
        return processes_below(self.nginx.pid) + [worker.pid for worker in self.workers]

    def stop(self):
        for process in [self.nginx] + self.workers:
            process.terminate()
            process.wait()


def wait(port):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("a server did not start")


def fetch(server, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as response:
        body = response.read()
    if response.status != 200 or body[:2] != b"\xff\xd8":
        raise SystemExit(f"{server.name}: {path}: no image")
    return body


def script(server, sizes, folder, seed):
    """What wrk asks for."""
    path = f"{folder}/regions.lua"
    listed = ", ".join(f'{{"{number:02}", {width - EDGE}, {height - EDGE}}}' for number, (width, height) in enumerate(sizes))
    with open(path, "w") as file:
        file.write(f"""local images = {{ {listed} }}
local counter = {seed}
function setup(thread) thread:set("seed", counter); counter = counter + 1 end
function init(args) math.randomseed(seed) end
function request()
  local image = images[math.random(#images)]
  return wrk.format("GET", string.format("{server.pattern}", image[1], math.random(0, image[2]), math.random(0, image[3])))
end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.duration, summary.errors.status +
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
""")
    return path


def load(server, sizes, folder, connections, seconds, seed):
    lua = script(server, sizes, folder, seed)
    output = subprocess.check_output(
        ["wrk", "-t", "2", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s", "-s", lua, f"http://127.0.0.1:{server.port}"],
        text=True)
    requests, duration, errors, median, last, most = map(int, re.search(r"RESULT (.*)", output)[1].split())
    return {"rate": requests / duration * 1e6, "errors": errors, "median": median / 1000, "p99": last / 1000, "max": most / 1000}


def cold(server, sizes):
    """The first region of each photo, over four connections: regions per second."""
    paths = [server.pattern % (f"{number:02}", width // 3, height // 2) for number, (width, height) in enumerate(sizes)]
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda path: fetch(server, path), paths))
    return len(paths) / (time.monotonic() - start)


def table(results, columns):
    print("| | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name, cells in results:
        print(f"| {name} | " + " | ".join(cells) + " |")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--server", required=True)
    options.add_argument("--photo", required=True)
    options.add_argument("--giga")
    options.add_argument("--seconds", type=int, default=20)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--minutes", type=float, default=0, help="then ours alone, 4 connections: does its memory stay?")
    chosen = options.parse_args()
    for name in ("wrk", "nginx", "vips", "exiftool", IIPSRV):
        if not shutil.which(name):
            raise SystemExit(f"skipped: {name} is missing")
    folder = tempfile.mkdtemp(prefix="upright-load-")
    try:
        measure(chosen, folder)
    finally:
        shutil.rmtree(folder)


def measure(chosen, folder):
    sizes = prepare(chosen.photo, folder)
    print(f"{COUNT} photos of {sizes[0][0]}x{sizes[0][1]} pixels with all tags, {os.cpu_count()} cores; regions of 512x512 at their own size")
    firsts, rates, rows = {}, {}, []
    for kind in (Ours, Theirs):
        firsts[kind.name] = []
        for _ in range(chosen.rounds):
            server = kind(chosen.server, folder)
            wait(server.port)
            firsts[kind.name].append(cold(server, sizes))
            server.stop()
    servers = [kind(chosen.server, folder) for kind in (Ours, Theirs)]
    for server in servers:
        wait(server.port)
        cold(server, sizes)
        load(server, sizes, folder, 4, 3, 1)
    for connections in (4, 64):
        runs = {server.name: [] for server in servers}
        for turn in range(chosen.rounds):
            for server in servers:
                runs[server.name].append(load(server, sizes, folder, connections, chosen.seconds, 10 * turn + connections))
        for server in servers:
            found = runs[server.name]
            rates[connections, server.name] = [run["rate"] for run in found]
            middle = {key: statistics.median(run[key] for run in found) for key in ("rate", "median", "p99", "max")}
            rows.append((f"{server.name}, {connections} connections",
                         [f"{middle['rate']:.0f}", f"{middle['median']:.1f}", f"{middle['p99']:.1f}", f"{middle['max']:.0f}",
                          str(sum(run["errors"] for run in found)), f"{megabytes(server.pids()):.0f}"]))
    for server in servers:
        rows.append((f"{server.name}, first region of each photo", [f"{statistics.median(firsts[server.name]):.0f}"] + [""] * 5))
    print()
    table(rows, ["regions/s", "median ms", "p99 ms", "max ms", "errors", "MB"])
    print()
    for connections in (4, 64):
        ratios = sorted(a / b for a, b in zip(*(rates[connections, kind.name] for kind in (Ours, Theirs))))
        print(f"{connections} connections: {ratios[0]:.2f}–{statistics.median(ratios):.2f}–{ratios[-1]:.2f} times as many regions as iipsrv")
    ratios = sorted(a / b for a, b in zip(firsts[Ours.name], firsts[Theirs.name]))
    print(f"first regions: {ratios[0]:.2f}–{statistics.median(ratios):.2f}–{ratios[-1]:.2f} times")
    for server in servers:
        server.stop()
    if chosen.giga:
        giga(chosen, folder)
    if chosen.minutes:
        lasting(chosen, folder, sizes)


def giga(chosen, folder):
    """Tiles of a large JPEG, its index made before."""
    os.link(chosen.giga, f"{folder}/photos/giga.jpg") if os.stat(chosen.giga).st_dev == os.stat(folder).st_dev else \
        shutil.copy(chosen.giga, f"{folder}/photos/giga.jpg")
    server = Ours(chosen.server, folder)
    wait(server.port)
    size = tuple(int(subprocess.check_output(["vipsheader", "-f", field, chosen.giga])) for field in ("width", "height"))
    edge = min(size)
    start = time.monotonic()
    fetch(server, server.pattern % ("giga", 512, 512))
    first = time.monotonic() - start
    # The second one makes the index.
    fetch(server, server.pattern % ("giga", 1024, 512))
    server.pattern = server.pattern.replace("%s", "giga%.0s")
    found = load(server, [(edge, edge)], folder, 4, chosen.seconds, 5)
    print(f"tiles of {size[0]}x{size[1]} pixels, 4 connections: {found['rate']:.0f}/s, median {found['median']:.1f} ms, "
          f"p99 {found['p99']:.1f} ms; the first one {first:.2f} s; {megabytes(server.pids()):.0f} MB")
    server.stop()


def lasting(chosen, folder, sizes):
    server = Ours(chosen.server, folder)
    wait(server.port)
    sizes_of_memory = []
    end = time.monotonic() + 60 * chosen.minutes
    while time.monotonic() < end:
        load(server, sizes, folder, 4, 15, len(sizes_of_memory))
        sizes_of_memory.append(megabytes(server.pids()))
    print(f"{chosen.minutes:g} minutes, 4 connections: MB every 15 s: " + " ".join(f"{size:.0f}" for size in sizes_of_memory))
    server.stop()


if __name__ == "__main__":
    main()
