#!/usr/bin/env python3
"""The Python package beside other libraries: regions, thumbnails, small images, headers, boxes, what a call costs.

    Benchmarks/python.py PHOTO [--headers FOLDER] [--rounds 15]

PHOTO is a JPEG with tag 6. FOLDER has the files whose headers are read. In every round each library does the same job
once, in turn, in this process; torch has one thread; ratios are taken round by round. Peak memory is that of a process
of its own. Libraries that cannot be imported are left out, by name: Pillow, pyvips, simplejpeg, turbojpeg
(PyTurboJPEG), cv2, torchvision. The package is found as usual (PYTHONPATH, UPRIGHT_LIBRARY), the system's libraries too.
"""
import argparse
import io
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

import numpy

import upright

LEFT, TOP, SIDE, HALF = 1184, 2368, 1024, 512
"""The region, in displayed pixels, and the side that it is scaled to."""


def pillow_crop(path):
    from PIL import Image

    with Image.open(path) as image:
        width, height = image.size
        image.draft("RGB", (width // 2, height // 2))
        left, top, side = stored(image.size, 2)
        region = image.crop((left, top, left + side, top + side))
        return numpy.asarray(region.transpose(Image.Transpose.ROTATE_270))


def pillow_thumbnail(path):
    from PIL import Image, ImageOps

    with Image.open(path) as image:
        image.thumbnail((256, 256), Image.Resampling.LANCZOS)
        return numpy.asarray(ImageOps.exif_transpose(image))


def vips_crop(path):
    import pyvips

    image = pyvips.Image.jpegload(path, shrink=2, access="sequential")
    left, top, side = stored((image.width, image.height), 2)
    return image.crop(left, top, side, side).rot90().numpy()


def vips_thumbnail(path):
    import pyvips

    return pyvips.Image.thumbnail(path, 256, height=256).numpy()


def simplejpeg_crop(path):
    import simplejpeg

    data = pathlib.Path(path).read_bytes()
    height, width = simplejpeg.decode_jpeg_header(data)[:2]
    return turned(simplejpeg.decode_jpeg(data, min_height=height // 2, min_width=width // 2))


def simplejpeg_thumbnail(path):
    import simplejpeg
    from PIL import Image

    pixels = simplejpeg.decode_jpeg(pathlib.Path(path).read_bytes(), min_height=256, min_width=256)
    image = Image.fromarray(pixels)
    image.thumbnail((256, 256), Image.Resampling.LANCZOS)
    return numpy.rot90(numpy.asarray(image), -1)


def turbojpeg_crop(path):
    return turned(turbo().decode(pathlib.Path(path).read_bytes(), pixel_format=0, scaling_factor=(1, 2)))


_turbo = None


def turbo():
    global _turbo
    if _turbo is None:
        import turbojpeg

        _turbo = turbojpeg.TurboJPEG()
    return _turbo


def opencv_crop(path):
    import cv2

    return turned(cv2.imread(path, cv2.IMREAD_REDUCED_COLOR_2 | cv2.IMREAD_IGNORE_ORIENTATION)[:, :, ::-1])


def opencv_thumbnail(path):
    import cv2

    image = cv2.imread(path, cv2.IMREAD_REDUCED_COLOR_8)
    scale = 256 / max(image.shape[:2])
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:, :, ::-1]


def upright_crop(path):
    with upright.open(path) as image:
        return image.crop(LEFT, TOP, SIDE, SIDE, size=HALF)


def upright_thumbnail(path):
    with upright.open(path) as image:
        return image.thumbnail(256)


def stored(size, scale):
    """The region in a stored image (tag 6) of this size, which is already scaled."""
    return TOP // scale, size[1] - (LEFT + SIDE) // scale, SIDE // scale


def turned(pixels):
    left, top, side = stored((pixels.shape[1], pixels.shape[0]), 2)
    return numpy.ascontiguousarray(numpy.rot90(pixels[top:top + side, left:left + side], -1))


def upright_headers(paths):
    return [info.orientation for info in upright.probe_many(paths)]


def pillow_headers(paths):
    from PIL import Image

    found = []
    for path in paths:
        with Image.open(path) as image:
            found.append(image.getexif().get(0x0112, 1))
    return found


def small(photo, width, height, count):
    """Photos of this size, in memory: JPEGs at quality 90 of parts of a large one."""
    from PIL import Image

    files = []
    with Image.open(photo) as image:
        large = image.resize((width * 2, height * 2), Image.Resampling.LANCZOS, reducing_gap=3)
        for number in range(count):
            left, top = number * width // count, number * height // count
            file = io.BytesIO()
            large.crop((left, top, left + width, top + height)).save(file, "JPEG", quality=90)
            files.append(file.getvalue())
    return files


def upright_small(files):
    return [upright.decode(file) for file in files]


def upright_small_together(files):
    return upright.decode_many(files, threads=1)


def pillow_small(files):
    from PIL import Image

    return [numpy.asarray(Image.open(io.BytesIO(file))) for file in files]


def simplejpeg_small(files):
    import simplejpeg

    return [simplejpeg.decode_jpeg(file) for file in files]


def opencv_small(files):
    import cv2

    return [cv2.cvtColor(cv2.imdecode(numpy.frombuffer(file, numpy.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
            for file in files]


def torchvision_small(files):
    import torch
    import torchvision

    return [torchvision.io.decode_jpeg(torch.frombuffer(bytearray(file), dtype=torch.uint8)).numpy().transpose(1, 2, 0)
            for file in files]


def pillow_square(files):
    from PIL import Image

    results = []
    for file in files:
        image = Image.open(io.BytesIO(file))
        scale = 256 / min(image.size)
        image = image.resize([round(side * scale) for side in image.size], Image.Resampling.BILINEAR)
        left, top = ((side - 224) // 2 for side in image.size)
        results.append(numpy.asarray(image.crop((left, top, left + 224, top + 224))))
    return results


def torchvision_square(files):
    import torch
    import torchvision
    from torchvision.transforms import functional

    results = []
    for file in files:
        image = torchvision.io.decode_jpeg(torch.frombuffer(bytearray(file), dtype=torch.uint8))
        image = functional.center_crop(functional.resize(image, 256, antialias=True), 224)
        results.append(image.numpy().transpose(1, 2, 0))
    return results


def opencv_square(files):
    import cv2

    results = []
    for image in opencv_small(files):
        scale = 256 / min(image.shape[:2])
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        top, left = ((side - 224) // 2 for side in image.shape[:2])
        results.append(image[top:top + 224, left:left + 224])
    return results


def upright_square(files):
    results = []
    for file in files:
        with upright.open(file) as image:
            width, height = image.displayed_size
            side = min(width, height) * 224 / 256
            left, top = round((width - side) / 2), round((height - side) / 2)
            results.append(image.crop(left, top, round(side), round(side), size=(224, 224)))
    return results


class Squares:
    """A data set of PyTorch: squares of files in memory, made by one of the functions above."""

    def __init__(self, square, files):
        self.square, self.files = square, files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return numpy.ascontiguousarray(self.square([self.files[index]])[0])


def loaded(square, files):
    """The squares through a loader of two processes, in batches of 32."""
    import torch.utils.data

    loader = torch.utils.data.DataLoader(Squares(square, files), batch_size=32, num_workers=2)
    return numpy.concatenate([batch.numpy() for batch in loader])


def upright_loaded(files):
    return loaded(upright_square, files)


def torchvision_loaded(files):
    return loaded(torchvision_square, files)


class Tagged:
    orientation, stored_size = 6, (6000, 4000)


def upright_boxes(boxes):
    return upright.boxes.to_displayed(boxes, Tagged)


def numpy_boxes(boxes):
    """What a program would write for tag 6: x' = height - y - h, y' = x."""
    result = numpy.empty_like(boxes)
    result[:, 0] = 4000 - boxes[:, 1] - boxes[:, 3]
    result[:, 1] = boxes[:, 0]
    result[:, 2] = boxes[:, 3]
    result[:, 3] = boxes[:, 2]
    return result


CROPS = {"upright": upright_crop, "Pillow": pillow_crop, "pyvips": vips_crop, "simplejpeg": simplejpeg_crop,
         "PyTurboJPEG": turbojpeg_crop, "OpenCV": opencv_crop}
THUMBNAILS = {"upright": upright_thumbnail, "Pillow": pillow_thumbnail, "pyvips": vips_thumbnail,
              "simplejpeg": simplejpeg_thumbnail, "OpenCV": opencv_thumbnail}
HEADERS = {"upright": upright_headers, "Pillow": pillow_headers}
SMALL = {"upright": upright_small, "upright, one call": upright_small_together, "Pillow": pillow_small,
         "simplejpeg": simplejpeg_small, "OpenCV": opencv_small, "torchvision": torchvision_small}
SQUARES = {"upright": upright_square, "Pillow": pillow_square, "OpenCV": opencv_square,
           "torchvision": torchvision_square}
LOADED = {"upright": upright_loaded, "torchvision": torchvision_loaded}
BOXES = {"upright": upright_boxes, "NumPy": numpy_boxes}


def psnr(one, other):
    if one.shape != other.shape:
        return f"{other.shape[1]}x{other.shape[0]}"
    error = float(numpy.mean((one.astype(float) - other.astype(float)) ** 2))
    return "same" if error == 0 else f"{10 * numpy.log10(255 ** 2 / error):.1f} dB"


def possible(jobs, argument):
    """The jobs whose libraries are there, after one run of each."""
    usable, results = {}, {}
    for name, job in jobs.items():
        try:
            results[name] = job(argument)
            usable[name] = job
        except (ImportError, OSError, RuntimeError, AttributeError) as error:
            print(f"{name} is left out: {str(error).splitlines()[0]}", file=sys.stderr)
    return usable, results


def peak(kind, name, photo):
    """The peak memory of a process that imports the library and does one job, in MB."""
    code = (f"import pathlib, re, runpy; module = runpy.run_path({os.path.abspath(__file__)!r}); "
            f"module[{kind!r}][{name!r}]({photo!r}); print(re.search('VmHWM:\\\\s*(\\\\d+)', pathlib.Path('/proc/self/status').read_text())[1])")
    run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False)
    return int(run.stdout.split()[-1]) / 1024 if run.returncode == 0 else float("nan")


def race(title, kind, argument, rounds):
    usable, results = possible(globals()[kind], argument)
    times = {name: [] for name in usable}
    for _ in range(rounds):
        for name, job in usable.items():
            start = time.perf_counter()
            job(argument)
            times[name].append((time.perf_counter() - start) * 1000)
    peaks = {name: f"{peak(kind, name, argument):.0f}" if isinstance(argument, str) else "" for name in usable}
    ours = results["upright"]
    print(f"\n## {title}\n\n| {rounds} rounds | min ms | median | max | peak MB | beside ours | ours / its: min | median "
          "| max |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, series in times.items():
        ratios = sorted(mine / its for mine, its in zip(times["upright"], series))
        beside = psnr(ours, results[name]) if isinstance(ours, numpy.ndarray) and ours.ndim == 3 else (
            "same" if all(map(numpy.array_equal, ours, results[name])) else "differs")
        print(f"| {name} | {min(series):.3g} | {statistics.median(series):.3g} | {max(series):.3g} | {peaks[name]} | "
              f"{'' if name == 'upright' else beside} | {ratios[0]:.2f} | {statistics.median(ratios):.2f} | "
              f"{ratios[-1]:.2f} |")


def single_thread():
    try:
        import torch
    except ImportError:
        return
    torch.set_num_threads(1)


def call_cost():
    """Microseconds of a call that maps one box of an array."""
    boxes, count = numpy.zeros((1, 4)), 20_000
    series = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            upright.boxes.to_displayed(boxes, Tagged)
        series.append((time.perf_counter() - start) / count * 1e6)
    print(f"\nA call that maps one box: {min(series):.2f}, {statistics.median(series):.2f}, {max(series):.2f} µs "
          "(min, median, max of 5 runs).")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photo")
    parser.add_argument("--headers", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with upright.open(options.photo) as image:
        if image.orientation != 6 or image.displayed_size != (4000, 6000):
            parser.error("PHOTO needs tag 6 and 6000 x 4000 stored pixels")
    single_thread()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; {image!r}")
    race(f"Region of {SIDE} x {SIDE} to {HALF} x {HALF}", "CROPS", options.photo, options.rounds)
    race("Thumbnail 256", "THUMBNAILS", options.photo, options.rounds)
    for width, height, count in (640, 480, 40), (320, 240, 100), (64, 48, 400):
        race(f"{count} images of {width} x {height}, in memory", "SMALL", small(options.photo, width, height, count),
             options.rounds)
    race("40 images of 640 x 480: 224 x 224 from the middle of 256", "SQUARES", small(options.photo, 640, 480, 40),
         options.rounds)
    race("10 images of 4000 x 3000: 224 x 224 from the middle of 256", "SQUARES", small(options.photo, 4000, 3000, 10),
         options.rounds)
    race("640 images of 640 x 480 through a loader of two processes: 224 x 224", "LOADED",
         small(options.photo, 640, 480, 40) * 16, options.rounds)
    if options.headers:
        paths = sorted(str(path) for path in pathlib.Path(options.headers).rglob("*") if path.is_file())
        race(f"Headers of {len(paths)} files", "HEADERS", paths, 5)
    random = numpy.random.default_rng(1)
    race("A million boxes", "BOXES", random.integers(0, 2000, (1_000_000, 4)).astype(float), options.rounds)
    call_cost()


if __name__ == "__main__":
    main()
