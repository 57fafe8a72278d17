"""Times whole processes that map a million rectangles from standard input, side by side, and prints a table.

usage: map_lines.py PROGRAM [LINES] [RUNS]    PROGRAM is the release build of upright

Each round runs every program once, so that a busy minute affects all of them. They must print the same.

"""
import hashlib
import importlib.util
import os
import random
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MAP = "map --from viewport --to stored --size 4032x3024 --orientation 6 --viewport 390x390 --json".split()


def write_lines(path, count, digits):
    """Drags mostly inside the view: in whole points, or in points with all digits of a double."""
    dice = random.Random(1)
    with open(path, "w") as file:
        for _ in range(count):
            numbers = [dice.uniform(-20, 370), dice.uniform(-20, 370), dice.uniform(1, 90), dice.uniform(1, 90)]
            numbers = [repr(n) if digits else "%d" % n for n in numbers]
            file.write('{"x":%s,"y":%s,"width":%s,"height":%s}\n' % tuple(numbers))


def run(words, source, target):
    """Seconds and peak megabytes of one process that reads `source` and writes `target`."""
    with open(source, "rb") as lines, open(target, "wb") as answers:
        begun = time.perf_counter()
        process = os.posix_spawn(
            words[0], words, os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, lines.fileno(), 0), (os.POSIX_SPAWN_DUP2, answers.fileno(), 1)])
        peak, done = [0.0], threading.Event()
        watch = threading.Thread(target=watch_memory, args=(process, peak, done))
        watch.start()
        _, status = os.waitpid(process, 0)
        spent = time.perf_counter() - begun
        done.set()
        watch.join()
    if status:
        sys.exit(f"{' '.join(words)} failed with status {status}")
    return spent, peak[0]


def watch_memory(process, peak, done):
    """Polls the peak memory every hundredth of a second (Linux); getrusage would include this program's own."""
    while not done.wait(0.01):
        try:
            with open(f"/proc/{process}/status") as file:
                lines = [line for line in file if line.startswith("VmHWM")]
        except OSError:
            return
        if lines:
            peak[0] = int(lines[0].split()[1]) / 1024


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    peer = lambda name: [sys.executable, os.path.join(HERE, "Peers", name)]
    jobs = [
        ("upright map --round outward, whole points", "short", [program] + MAP + ["--round", "outward"]),
        ("upright map --round outward, 16 digits", "long", [program] + MAP + ["--round", "outward"]),
        ("upright map, exact, 16 digits", "long", [program] + MAP),
        ("plain Python, whole points", "short", peer("map_plain.py")),
    ]
    if importlib.util.find_spec("numpy"):
        jobs.append(("Python with numpy, whole points", "short", peer("map_numpy.py")))
    else:
        print("Python with numpy: skipped, because numpy is not installed\n")
    with tempfile.TemporaryDirectory() as folder:
        sources = {name: os.path.join(folder, name) for name in ("short", "long")}
        for name, path in sources.items():
            write_lines(path, count, digits=name == "long")
        target = os.path.join(folder, "answers")
        times, peaks, same = [[] for _ in jobs], [0.0] * len(jobs), set()
        for _ in range(rounds):
            for index, (name, source, words) in enumerate(jobs):
                spent, peak = run(words, sources[source], target)
                times[index].append(spent)
                peaks[index] = max(peaks[index], peak)
                if "whole points" in name:
                    same.add(digest(target))
    if len(same) != 1:
        sys.exit("the programs do not print the same")
    print(f"| seconds for {count} lines, {rounds} runs | min | median | max | peak MB |\n|---|--:|--:|--:|--:|")
    for (name, _, _), runs, peak in zip(jobs, times, peaks):
        runs.sort()
        print(f"| {name} | {runs[0]:.2f} | {runs[len(runs) // 2]:.2f} | {runs[-1]:.2f} | {peak:.0f} |")


main()
