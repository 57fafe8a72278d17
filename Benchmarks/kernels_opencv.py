"""Our rotations compared with OpenCV's: in each round both do the same rotation once, one thread each, into an
allocated result.

usage: kernels_opencv.py PROGRAM    the program is `Kernels`, which prints its own time for each line that it reads

"""
import statistics
import subprocess
import sys
import time

import cv2
import numpy

ROUNDS = 21
SIZE = (4000, 6000)
CHANNELS = {"gray": 1, "rgb": 3, "rgba": 4}
TURNS = {
    "mirror": lambda picture, result: cv2.flip(picture, 1, result),
    "flip": lambda picture, result: cv2.flip(picture, 0, result),
    "rotate180": lambda picture, result: cv2.rotate(picture, cv2.ROTATE_180, result),
    "transpose": lambda picture, result: cv2.transpose(picture, result),
    "rotate90": lambda picture, result: cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE, result),
    "rotate270": lambda picture, result: cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE, result),
}


def milliseconds(work):
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1e3


def ours(program, channels, turn):
    program.stdin.write(f"{channels} {turn}\n")
    program.stdin.flush()
    return float(program.stdout.readline())


def middle(times):
    return f"{statistics.median(times):.2f} ({min(times):.2f}-{max(times):.2f})"


def main():
    cv2.setNumThreads(1)
    program = subprocess.Popen([sys.argv[1], "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    random = numpy.random.default_rng(1)
    print(f"| ms, 6000 × 4000, median (min-max) of {ROUNDS} | upright | OpenCV {cv2.__version__} | OpenCV / upright |")
    print("|---|--:|--:|--:|")
    for channels, count in CHANNELS.items():
        picture = random.integers(0, 256, SIZE + (count,) if count > 1 else SIZE, dtype=numpy.uint8)
        results = {lies: numpy.zeros(picture.shape if lies else (SIZE[1], SIZE[0]) + picture.shape[2:], numpy.uint8)
                   for lies in (True, False)}
        for name, turn in TURNS.items():
            result = results[name in ("mirror", "flip", "rotate180")]
            here, there = [], []
            for _ in range(ROUNDS + 1):
                here.append(ours(program, channels, name))
                there.append(milliseconds(lambda: turn(picture, result)))
            here, there = here[1:], there[1:]
            ratio = statistics.median(b / a for a, b in zip(here, there))
            print(f"| {channels}, {name} | {middle(here)} | {middle(there)} | {ratio:.2f} |", flush=True)
    program.stdin.close()
    program.wait()


main()
