"""Rotations of 24 megapixels in memory, in one process: compared with a plain copy and OpenCV, one thread each, into an
allocated result.

`Kernels` does the rotation that a line names and prints how many milliseconds it took. `swift test` checks its results.

"""
import subprocess
import time

import numpy

SIZE = (4000, 6000)
# Bytes per pixel.
CHANNELS = {"rgba": 4, "rgb": 3, "gray": 1}


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


class Program:
    """Our side, which gets one rotation at a time."""

    def __init__(self, path, channels):
        self.process = subprocess.Popen([path, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.channels = channels

    def turn(self):
        self.process.stdin.write(f"{self.channels} rotate90\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline()) / 1000

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def race(setting, channels):
    """A quarter turn clockwise, in turn with the others."""
    shape = SIZE + ((CHANNELS[channels],) if CHANNELS[channels] > 1 else ())
    picture = numpy.random.RandomState(1).randint(0, 256, shape, numpy.uint8)
    copy, turned = numpy.zeros_like(picture), numpy.zeros((SIZE[1], SIZE[0]) + shape[2:], numpy.uint8)
    program = Program(setting.find("Kernels"), channels)
    sides = [("upright: turn", program.turn), ("memcpy: numpy.copyto", lambda: seconds(lambda: numpy.copyto(copy, picture)))]
    skipped = []
    if setting.find("python:cv2"):
        import cv2

        cv2.setNumThreads(1)
        sides.append(("OpenCV: rotate", lambda: seconds(lambda: cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE, turned))))
    else:
        skipped.append({"name": "OpenCV: rotate", "reason": "cv2 is not installed"})
    rounds = 3 * setting.rounds
    times = [[side() for _, side in sides] for _ in range(rounds + 1)][1:]
    program.close()
    rows = [
        {"name": name, "note": "", "command": "", "seconds": [round(row[index], 6) for row in times], "megabytes": []}
        for index, (name, _) in enumerate(sides)]
    title = f"Turn {channels} by 90° in memory, 24 megapixels"
    return {"key": f"memory-{channels}", "title": title, "rounds": rounds, "decibels": "", "rows": rows, "skipped": skipped}


def measure(setting):
    if setting.checking:
        print("Turns in memory: left out, because swift test looks at what they do")
        return
    for channels in CHANNELS:
        yield race(setting, channels)
