#!/usr/bin/env python3
"""Clients that others wrote show the images of all tags the same way up, though the files are stored in eight ways.

    clients_test.py --server PROGRAM [--only CLIENT…] [--screenshots FOLDER]

OpenSeadragon 2.0.0 in Chromium takes tiles from another origin, iiif_image_load puts an image together from regions, and
iiif-download takes what a manifest by iiif_prezi3 names. Run by the Python that `Scripts/iiif-clients` makes; a client that
is missing is skipped, and its line says so.
"""

import argparse
import functools
import http.server
import importlib.util
import os
import subprocess
import sys
import tempfile
import threading

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "..", "..", "..", "Tests", "Page")]
import browser as browsers
import page_test
from serving import Server, run

TAGS = range(1, 9)
WINDOW = (900, 700)
VIEWER = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><style>html, body, #viewer { margin: 0; width: 100%; height: 100% }</style>
<div id="viewer"></div><script src="openseadragon.js"></script><script>
var viewer = OpenSeadragon({ id: 'viewer', showNavigationControl: false, tileSources: location.hash.slice(1),
  immediateRender: true, animationTime: 0 });
viewer.addHandler('open', function () { window.isOpen = true; });
function box(x, y, width, height) {
  var a = viewer.viewport.imageToViewerElementCoordinates(new OpenSeadragon.Point(x, y));
  var b = viewer.viewport.imageToViewerElementCoordinates(new OpenSeadragon.Point(x + width, y + height));
  return [a.x, a.y, b.x, b.y];
}
function zoom(x, y, width, height) {
  viewer.viewport.fitBounds(viewer.viewport.imageToViewportRectangle(x, y, width, height), true);
}
</script>"""


class Failure(Exception):
    pass


class Skipped(Exception):
    pass


def has(module):
    return importlib.util.find_spec(module) is not None


def needs(*modules):
    missing = [module for module in modules if not has(module)]
    if missing:
        raise Skipped(f"{', '.join(missing)} is not installed (Scripts/iiif-clients)")


class Pages:
    """A folder at an origin of its own."""

    def __init__(self, folder):
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"


def upright(photos):
    """The image that all files display."""
    from PIL import Image, ImageOps
    return ImageOps.exif_transpose(Image.open(os.path.join(photos, "tag-1.jpg"))).convert("RGB")


def decibels(a, b):
    import numpy
    if a.size != b.size:
        raise Failure(f"{a.size[0]}x{a.size[1]} pixels, not {b.size[0]}x{b.size[1]}")
    error = ((numpy.asarray(a, float) - numpy.asarray(b, float)) ** 2).mean()
    return 99 if error == 0 else 10 * numpy.log10(255 ** 2 / error)


def alike(found, expected, name, least):
    value = decibels(found, expected)
    if value < least:
        raise Failure(f"{name}: {value:.1f} dB from the upright image, at least {least} are expected")
    return value


def open_seadragon(options):
    needs("iiif", "PIL")
    if not browsers.program():
        raise Skipped("there is no Chromium")
    script = os.path.join(importlib.util.find_spec("iiif").submodule_search_locations[0],
                          "third_party", "openseadragon200", "openseadragon.min.js")
    folder = tempfile.mkdtemp(dir=options.scratch)
    os.symlink(script, os.path.join(folder, "openseadragon.js"))
    with open(os.path.join(folder, "viewer.html"), "w") as file:
        file.write(VIEWER)
    pages, window = Pages(folder), browsers.Browser()
    worst, zooms = 0, [None, (500, 120, 330, 240), (600, 190, 60, 50)]
    try:
        window.window(*WINDOW)
        for tag in TAGS:
            window.go("about:blank")
            window.go(f"{pages.url}/viewer.html#http://{options.server.host}/iiif/2/tag-{tag}.jpg/info.json")
            window.wait("window.isOpen === true")
            for zoom in zooms:
                if zoom:
                    window.run(f"zoom({', '.join(map(str, zoom))})")
                expected = window.run(f"box({', '.join(map(str, page_test.PATCH))})")
                expected = [min(max(value, 0), end) for value, end in zip(expected, WINDOW * 2)]
                worst = max(worst, settled(window, expected, f"tag {tag}, zoomed to {zoom}"))
                if options.screenshots:
                    window.screenshot().save(os.path.join(options.screenshots, f"openseadragon-{tag}-{zooms.index(zoom)}.png"))
            if found := window.complaints():
                raise Failure(f"tag {tag}: {found}")
    finally:
        window.close()
    return f"{len(TAGS) * len(zooms)} views, the patch within {worst:.1f} pixels"


def settled(window, expected, name):
    """How far the red patch is from where it should be, at most, as soon as the tiles are there."""
    import time
    end = time.monotonic() + 20
    while True:
        found = page_test.red_box(window.screenshot())
        distance = max(abs(a - b) for a, b in zip(found, expected)) if found else float("inf")
        # Chroma of every second pixel, enlarged, blurs an edge.
        if distance <= 4:
            return distance
        if time.monotonic() > end:
            raise Failure(f"{name}: the patch is at {found}, not at {[round(value) for value in expected]}")
        time.sleep(0.1)


def image_load(options):
    needs("iiif_image_load", "numpy", "PIL")
    import asyncio
    import iiif_image_load
    from PIL import Image
    asyncio.set_event_loop(asyncio.new_event_loop())
    expected, worst = upright(options.photos), 99
    x, y, width, height = region = (600, 190, 400, 333)
    for tag in TAGS:
        address = f"http://{options.server.host}/iiif/2/tag-{tag}.jpg"
        whole = iiif_image_load.iiif_image_from_url(address)
        part = iiif_image_load.iiif_image_from_url(address, x=x, y=y, width=width, height=height)
        worst = min(worst, alike(Image.fromarray(whole[:, :, ::-1]), expected, f"tag {tag}", 35),
                    alike(Image.fromarray(part[:, :, ::-1]), expected.crop((x, y, x + width, y + height)), f"tag {tag}, {region}", 35))
    return f"{2 * len(TAGS)} images, at least {worst:.1f} dB"


def prezi_and_download(options):
    needs("iiif_prezi3", "iiif_download", "numpy", "PIL")
    import iiif_prezi3
    from PIL import Image
    folder = tempfile.mkdtemp(dir=options.scratch)
    pages = Pages(folder)
    manifest = iiif_prezi3.Manifest(id=f"{pages.url}/manifest.json", label="all tags")
    expected, worst = upright(options.photos), 99
    for tag in TAGS:
        canvas = manifest.make_canvas_from_iiif(
            url=f"http://{options.server.host}/iiif/3/tag-{tag}.jpg", id=f"{pages.url}/canvas/{tag}",
            anno_id=f"{pages.url}/annotation/{tag}", anno_page_id=f"{pages.url}/page/{tag}")
        if (canvas.width, canvas.height) != expected.size:
            raise Failure(f"tag {tag}: a canvas of {canvas.width}x{canvas.height}")
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        file.write(manifest.json())
    target = tempfile.mkdtemp(dir=options.scratch)
    environment = dict(os.environ, IIIF_BASE_DIR=target, IIIF_IMG_DIR=os.path.join(target, "images"),
                       IIIF_LOG_DIR=os.path.join(target, "log"))
    program = os.path.join(os.path.dirname(sys.executable), "iiif-download")
    done = subprocess.run([program, f"{pages.url}/manifest.json"], env=environment, cwd=target, capture_output=True, text=True)
    found = sorted(os.path.join(where, name) for where, _, names in os.walk(target) for name in names if name.endswith(".jpg"))
    if done.returncode != 0 or len(found) != len(TAGS):
        raise Failure(f"{len(found)} images came: {done.stdout[-500:]}{done.stderr[-500:]}")
    for path in found:
        with Image.open(path) as image:
            if image.getexif().get(274, 1) != 1:
                raise Failure(f"{os.path.basename(path)} has an orientation")
            worst = min(worst, alike(image.convert("RGB"), expected, os.path.basename(path), 35))
    return f"{len(found)} images of one manifest, at least {worst:.1f} dB"


CLIENTS = {"OpenSeadragon": open_seadragon, "iiif_image_load": image_load, "iiif_prezi3 and iiif-download": prezi_and_download}


def reported(client):
    def tried(options):
        try:
            return client(options)
        except Skipped as reason:
            return f"SKIPPED: {reason}"
    return tried


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--only", nargs="+", choices=list(CLIENTS), default=list(CLIENTS), metavar="CLIENT")
    parser.add_argument("--screenshots", metavar="FOLDER")
    options = parser.parse_args()
    if not has("PIL"):
        print("SKIPPED: Pillow is not installed")
        return 0
    with tempfile.TemporaryDirectory(prefix="upright-clients-") as options.scratch:
        options.photos = os.path.join(options.scratch, "photos")
        page_test.samples(options.photos)
        options.server = Server(options.server, options.photos)
        status = run({name: reported(client) for name, client in CLIENTS.items()}, options, Failure)
        if (ended := options.server.stop()) != 0:
            print(f"FAIL the server ended with {ended}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
