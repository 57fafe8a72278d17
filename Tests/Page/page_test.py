#!/usr/bin/env python3
"""Drives the page in Chromium: a drag over a marked patch must give that patch's pixels in the stored file.

    page_test.py --samples FOLDER            writes the images that the test needs
    page_test.py --server URL --root FOLDER  tests the server at URL, which serves FOLDER with these images

`--upright PROGRAM` compares the numbers with `upright map`; `--screenshots FOLDER` keeps pictures of the page to look
at; `--quick` tries one window only. Needs Chromium and Pillow: without them the test is skipped, and says so.
"""

import argparse
import io
import json
import math
import os
import random
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser as browsers

try:
    from PIL import Image, ImageDraw, ImageOps
except ImportError:
    Image = None

SIZE = (1203, 797)
PATCH = (611, 203, 110, 70)  # x, y, width, height, as displayed
RED = (230, 20, 20)
WINDOWS = [(1440, 900), (1024, 700), (420, 860)]
RATIOS = [1, 2]
# What displays each tag upright, undone: from the displayed image to the stored one.
BACK = {1: None, 2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}


def samples(folder):
    """Eight photos that look the same, one per tag."""
    os.makedirs(folder, exist_ok=True)
    image = Image.new("RGB", SIZE)
    draw = ImageDraw.Draw(image)
    shapes = random.Random(1)
    for y in range(0, SIZE[1], 16):
        for x in range(0, SIZE[0], 16):
            draw.rectangle((x, y, x + 15, y + 15), (40 + x * 60 // SIZE[0], 90 + y * 120 // SIZE[1], shapes.randint(120, 220)))
    for index in range(6):
        x, y = 40 + index * 60, 40 + index * 30
        draw.polygon([(x, y), (x + 50, y + 20), (x, y + 40)], (20, 200, 120))
    x, y, width, height = PATCH
    draw.rectangle((x, y, x + width - 1, y + height - 1), RED)
    for tag, back in BACK.items():
        stored = image if back is None else image.transpose(Image.Transpose(back))
        exif = Image.Exif()
        exif[274] = tag
        stored.save(os.path.join(folder, f"tag-{tag}.jpg"), quality=97, subsampling=0, exif=exif)
    os.makedirs(os.path.join(folder, "inner folder"), exist_ok=True)
    small = image.resize((200, 132))
    small.save(os.path.join(folder, "inner folder", "it's ü & small #1.jpg"), quality=95)


def red_count(image):
    data = image.tobytes()
    return sum(r > 150 and g < 90 and b < 90 for r, g, b in zip(data[::3], data[1::3], data[2::3]))


def red_box(image, within=None):
    """The rectangle around all red pixels: left, top, right, bottom."""
    red, green, blue = image.split()
    high = red.point(lambda value: 255 if value > 150 else 0)
    for channel in (green, blue):
        high = Image.composite(high, Image.new("L", image.size), channel.point(lambda value: 255 if value < 90 else 0))
    return high.crop(within).getbbox() if within else high.getbbox()


class Failure(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Failure(text)


class Driver:
    def __init__(self, options):
        self.options = options
        self.browser = browsers.Browser()
        self.server = options.server.rstrip("/")

    # What the page shows.

    def open(self, name):
        self.browser.go(f"{self.server}/view/{urllib.parse.quote(name)}")
        self.browser.wait("document.body.dataset.ready === 'yes' || !document.getElementById('error').hidden")
        expect(not self.browser.run("document.getElementById('error')?.offsetParent ? document.getElementById('error').textContent : ''"),
               self.browser.run("document.getElementById('error').textContent"))
        self.settle()

    def settle(self):
        self.browser.run("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")
        self.browser.wait("upright.panes.every((p) => p.canvas.offsetParent === null || p.tiles.isComplete)")
        self.browser.run("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")

    def numbers(self, space):
        return [int(self.browser.run(f"document.getElementById('{space}-{key}').value || '-1'"))
                for key in ("x", "y", "width", "height")]

    def choose(self, name, value):
        self.browser.run(f"(() => {{ const e = document.getElementById('{name}'); e.value = '{value}'; "
                         "e.dispatchEvent(new Event('change', {bubbles: true})); e.dispatchEvent(new Event('input', {bubbles: true})); })()")

    def click(self, selector):
        self.browser.run(f"document.querySelector({json.dumps(selector)}).click()")

    def canvas(self, name="displayed"):
        return self.browser.run(f"(() => {{ const b = document.getElementById('{name}').getBoundingClientRect(); "
                                "return [b.left, b.top, b.right, b.bottom]; })()")

    def patch(self, ratio, name="displayed"):
        """Where the screen shows the patch, in points, from a screenshot; nothing is asked of the page's geometry."""
        self.settle()
        picture = self.browser.screenshot()
        left, top, right, bottom = self.canvas(name)
        right, bottom = min(right, picture.width / ratio), min(bottom, picture.height / ratio)
        within = tuple(round(value * ratio) for value in (left, top, right, bottom))
        found = red_box(picture, within)
        expect(found, "the patch is not on the screen")
        return [found[0] / ratio + left, found[1] / ratio + top, found[2] / ratio + left, found[3] / ratio + top]

    def zoom_to_patch(self, ratio, name="displayed"):
        """Zooms with the wheel until a pixel of the patch takes two points."""
        self.choose("snap", "1x1")
        wanted = 2.4 * max(PATCH[2:])
        for _ in range(4):
            box = self.patch(ratio, name)
            size = max(box[2] - box[0], box[3] - box[1])
            if size >= 0.9 * wanted:
                return box
            self.browser.wheel((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, -500 * math.log(wanted / size))
        return self.patch(ratio, name)

    def check_patch(self, name, what):
        displayed, stored = self.numbers("displayed"), self.numbers("stored")
        expect(displayed == list(PATCH), f"{what}: displayed {displayed}, the patch is {list(PATCH)}")
        with Image.open(os.path.join(self.options.root, name)) as file:
            x, y, width, height = stored
            part = file.convert("RGB").crop((x, y, x + width, y + height))
            expect(sorted(part.size) == sorted(PATCH[2:]), f"{what}: stored {stored}")
            expect(red_box(part) == (0, 0, width, height), f"{what}: stored {stored} is not the patch")
            reds = red_count(part)
            expect(reds == width * height, f"{what}: {width * height - reds} pixels of stored {stored} are not the patch's")
        return stored

    def keep(self, name):
        if self.options.screenshots:
            os.makedirs(self.options.screenshots, exist_ok=True)
            self.browser.screenshot().save(os.path.join(self.options.screenshots, f"{name}.png"))

    def calm(self, what):
        found = [text for text in self.browser.complaints() if "favicon" not in text and "/api/selections/" not in text]
        expect(not found, f"{what}: the browser complains: {found}")

    # Tests.

    def drags(self, window, ratio, tag):
        """A drag over the patch gives its pixels, and they stay while view and window change."""
        name, what = f"tag-{tag}.jpg", f"{window[0]}×{window[1]} @{ratio} tag {tag}"
        self.browser.window(*window, ratio)
        self.open(name)
        box = self.zoom_to_patch(ratio)
        self.browser.drag(box[:2], box[2:])
        self.settle()
        stored = self.check_patch(name, what)
        self.keep(f"drag-{window[0]}-{ratio}-{tag}")
        # Turned, mirrored, resized: the same numbers, and the frame is still around the patch.
        self.click(["#left", "#right", "#mirror"][tag % 3])
        if tag % 2:
            self.click("#right")
        self.settle()
        self.check_patch(name, f"{what}, view turned")
        self.browser.window(window[1] + 100, max(700, window[0] - 100), ratio)
        self.click("#fit")
        self.settle()
        expect(self.check_patch(name, f"{what}, window resized") == stored, f"{what}: stored numbers changed")
        # Again in the turned view. The frame of the first would hide edges of the patch.
        self.browser.run("upright.remove(upright.active)")
        self.browser.run("document.querySelector('input[name=tool][value=draw]').click()")
        box = self.zoom_to_patch(ratio)
        self.browser.drag((box[2], box[1]), (box[0], box[3]))
        self.settle()
        expect(self.browser.run("upright.ids.length") == 1, f"{what}: no second selection")
        self.check_patch(name, f"{what}, drawn in the turned view")
        # And in the view as stored.
        self.browser.run("upright.remove(upright.active)")
        self.click("#both")
        self.settle()
        self.browser.run("document.getElementById('stored').scrollIntoView({block: 'nearest'})")
        box = self.zoom_to_patch(ratio, "stored")
        self.browser.drag((box[0], box[3]), (box[2], box[1]))
        self.settle()
        expect(self.browser.run("upright.ids.length") == 1, f"{what}: no third selection")
        self.check_patch(name, f"{what}, drawn as stored")
        self.keep(f"stored-{window[0]}-{ratio}-{tag}")
        self.calm(what)

    def keys(self):
        """Arrows, Shift, undo, redo, Delete, new ones from the keyboard."""
        run, key = self.browser.run, self.browser.key
        self.browser.window(1280, 800)
        self.open("tag-6.jpg")
        run("document.getElementById('displayed').focus()")
        key("n")
        self.settle()
        x, y, width, height = first = self.numbers("displayed")
        key("ArrowRight")
        key("ArrowDown")
        key("ArrowDown")
        self.settle()
        expect(self.numbers("displayed") == [x + 1, y + 2, width, height], "arrows move")
        key("ArrowLeft", shift=True)
        key("ArrowDown", shift=True)
        self.settle()
        expect(self.numbers("displayed") == [x + 1, y + 2, width - 1, height + 1], "Shift and arrows resize")
        for _ in range(5):
            key("z", control=True)
        self.settle()
        expect(self.numbers("displayed") == first, "undo")
        key("y", control=True)
        self.settle()
        expect(self.numbers("displayed") == [x + 1, y, width, height], "redo")
        # In a turned view the arrows follow what is seen: right as seen is up as displayed.
        self.click("#right")
        run("document.getElementById('displayed').focus()")
        key("ArrowRight")
        self.settle()
        expect(self.numbers("displayed") == [x + 1, y - 1, width, height], f"arrows in a turned view: {self.numbers('displayed')}")
        key("ArrowRight", shift=True)
        self.settle()
        expect(self.numbers("displayed") == [x + 1, y - 2, width, height + 1], "Shift and arrow in a turned view")
        key("Delete")
        self.settle()
        expect(run("upright.ids.length") == 0, "Delete removes")
        key("z", control=True)
        self.settle()
        expect(run("upright.ids.length") == 1 and run("document.getElementById('details').hidden") is False, "undo of Delete")
        self.calm("keys")

    def handles(self):
        """Moving, resizing by handles, the locked shape, blocks."""
        run = self.browser.run
        self.browser.window(1280, 800)
        self.open("tag-8.jpg")
        self.choose("snap", "8x8")
        left, top, right, bottom = self.canvas()
        at = lambda x, y: (left + (right - left) * x, top + (bottom - top) * y)
        self.browser.drag(at(0.3, 0.3), at(0.55, 0.6))
        self.settle()

        def is_aligned():
            stored = self.numbers("stored")
            size = run("[upright.image.stored.width, upright.image.stored.height]")
            ends = [stored[0] + stored[2], stored[1] + stored[3]]
            return stored[0] % 8 == 0 and stored[1] % 8 == 0 and all(e % 8 == 0 or e == s for e, s in zip(ends, size))

        expect(is_aligned(), f"blocks: {self.numbers('stored')}")
        before = self.numbers("displayed")
        x, y, width, height = run("upright.geometry.area(0, upright.active)")[:4]
        self.browser.drag((left + x + width / 2, top + y + height / 2), (left + x + width / 2 + 50, top + y + height / 2 - 40))
        self.settle()
        moved = self.numbers("displayed")
        expect(moved[2:] == before[2:] and moved[0] > before[0] and moved[1] < before[1], f"moved: {before} {moved}")
        expect(is_aligned(), "blocks after moving")
        self.choose("snap", "0x0")
        run("document.getElementById('locked').click()")
        x, y, width, height = run("upright.geometry.area(0, upright.active)")[:4]
        self.browser.drag((left + x + width, top + y + height), (left + x + width + 60, top + y + height + 10))
        self.settle()
        after = self.numbers("displayed")
        expect(after[2] > moved[2] and abs(after[2] / after[3] - moved[2] / moved[3]) < 0.02, f"locked: {moved} {after}")
        x, y, width, height = run("upright.geometry.area(0, upright.active)")[:4]
        run("document.getElementById('locked').click()")
        self.browser.drag((left + x, top + y + height / 2), (left + x - 40, top + y + height / 2 + 30))
        self.settle()
        last = self.numbers("displayed")
        expect(last[0] < after[0] and last[1] == after[1] and abs(last[3] - after[3]) <= 1, f"left handle: {after} {last}")
        self.keep("handles")
        # Typed numbers, in both spaces.
        self.choose("displayed-x", 100)
        self.choose("displayed-width", 33)
        expect(self.numbers("displayed")[0] == 100 and self.numbers("displayed")[2] == 33, "typed as displayed")
        self.choose("stored-y", 10)
        expect(self.numbers("stored")[1] == 10, "typed as stored")
        self.calm("handles")

    def touches(self):
        """One finger draws, two zoom and move."""
        run = self.browser.run
        self.browser.window(420, 860, 2, touch=True)
        self.open("tag-5.jpg")
        left, top, right, bottom = self.canvas()
        middle = ((left + right) / 2, (top + bottom) / 2)
        scale = run("upright.geometry.viewState(0)[0]")
        self.browser.touch("touchStart", (middle[0] - 30, middle[1]))
        self.browser.touch("touchStart", (middle[0] - 30, middle[1]), (middle[0] + 30, middle[1]))
        for step in range(1, 6):
            self.browser.touch("touchMove", (middle[0] - 30 - 12 * step, middle[1]), (middle[0] + 30 + 12 * step, middle[1]))
        self.browser.touch("touchEnd")
        self.settle()
        expect(abs(run("upright.geometry.viewState(0)[0]") / scale - 3) < 0.1, "pinch")
        expect(run("upright.ids.length") == 0, "a pinch draws nothing")
        self.browser.touch("touchStart", (middle[0] - 60, middle[1] - 60))
        for step in range(1, 5):
            self.browser.touch("touchMove", (middle[0] - 60 + 30 * step, middle[1] - 60 + 25 * step))
        self.browser.touch("touchEnd")
        self.settle()
        expect(run("upright.ids.length") == 1, "a finger draws")
        self.keep("touch")
        self.browser.touch("touchStart", (left + 20, top + 20))
        self.browser.touch("touchEnd")
        self.settle()
        expect(run("upright.ids.length") == 1, "a tap selects nothing")
        self.browser.window(420, 860)
        self.calm("touch")

    def texts(self):
        """The notations are those of `upright map`; crops in a ZIP are what the server delivers."""
        run = self.browser.run
        self.browser.window(1280, 800)
        name = "tag-7.jpg"
        self.open(name)
        run("""(() => { const g = upright.geometry; upright.ids.forEach((id) => upright.remove(id));
            for (const [x, y, w, h, l] of [[611, 203, 110, 70, 'red / patch'], [10, 20, 301, 77, ''], [0, 0, 1203, 797, 'all']])
              upright.setLabel(g.add(x, y, w, h), l);
            upright.select(upright.ids[0]); })()""")
        self.settle()
        rows = lambda space: {row[0]: row[1] for row in run(
            f"[...document.querySelectorAll('#{space}-rows tr')].map((r) => [r.children[0].textContent, r.children[1].textContent])")}
        shown = {space: rows(space) for space in ("displayed", "stored")}
        self.check_patch(name, "typed")
        if self.options.upright:
            answer = json.loads(subprocess.run(
                [self.options.upright, "map", "--labels", "--json", "--from", "displayed", "--of",
                 os.path.join(self.options.root, name), "611,203,110,70"], check=True, capture_output=True).stdout)
            for space in ("displayed", "stored"):
                own, ours = answer[space], shown[space]
                numbers = lambda key: [float(number) for number in own[key]]
                expect(json.loads(ours["COCO"]) == numbers("coco"), f"COCO {own} {ours}")
                expect([float(n) for n in ours["YOLO"].split()[1:]] == numbers("yolo"), f"YOLO {own} {ours}")
                expect([float(n) for n in ours["Pascal VOC"].split()] == numbers("voc"), f"VOC {own} {ours}")
                expect([float(part.split('"')[1]) for part in ours["CVAT"].split()] == numbers("cvat"), f"CVAT {own} {ours}")
                expect(f"/{own['iiif']}/max/" in ours["IIIF"], f"IIIF {own} {ours}")
        commands = self.options.commands or []
        for program in commands:
            self.command(program, shown, name)
        # The URL that the page prints, and the ZIP.
        with urllib.request.urlopen(shown["displayed"]["IIIF"]) as answer:
            direct = answer.read()
        run("""globalThis.kept = []; URL.createObjectURL = (blob) => { globalThis.kept.push(blob); return 'data:,'; }""")
        self.click("#crops")
        self.browser.wait("kept.length === 1")
        data = bytes(run("kept[0].arrayBuffer().then((b) => [...new Uint8Array(b)])"))
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            expect(archive.testzip() is None, "the ZIP is damaged")
            expect(archive.namelist() == ["tag-7-01-red-patch.jpg", "tag-7-02-crop.jpg", "tag-7-03-all.jpg"], str(archive.namelist()))
            expect(archive.read("tag-7-01-red-patch.jpg") == direct, "the ZIP's crop is not what the IIIF address delivers")
            part = Image.open(io.BytesIO(archive.read("tag-7-01-red-patch.jpg"))).convert("RGB")
            expect(part.size == PATCH[2:] and red_box(part) == (0, 0, *PATCH[2:]), "the crop is not the patch")
        for format in ("coco", "yolo", "voc", "cvat", "upright"):
            self.choose("format", format)
            self.click("#download")
        texts = run("Promise.all(kept.slice(1).map((b) => b.text()))")
        with zipfile.ZipFile(io.BytesIO(bytes(run("kept[2].arrayBuffer().then((b) => [...new Uint8Array(b)])")))) as archive:
            names = archive.read("classes.txt").decode().splitlines()
            lines = archive.read("tag-7.txt").decode().splitlines()
            # Numbers of one list for the folder: those of labels on other photos stay.
            expect([names[int(line.split()[0])] for line in lines] == ["red / patch", "object", "all"], f"{names} {lines}")
        expect(json.loads(texts[0])["annotations"][0]["bbox"] == list(PATCH), "COCO file")
        expect("<xmin>612</xmin>" in texts[2] and 'label="red / patch"' in texts[3], "files")
        expect(len(json.loads(texts[4])["selections"]) == 3, "selections file")

    def state(self):
        return self.browser.run("document.getElementById('state').textContent")

    def save(self):
        self.click("#save")
        self.browser.wait("document.getElementById('state').textContent === 'Saved' || !document.getElementById('error').hidden")
        expect(self.browser.run("document.getElementById('error').hidden"), self.browser.run("document.getElementById('error').textContent"))

    def others_save(self, labels):
        """Saves other selections, as somebody else does."""
        number = self.browser.run("""(async () => { const address = '/api/selections/' + upright.id; const a = await fetch(address);
            const { stale, ...saved } = await a.json();
            saved.selections = %s.map((label) => ({ label, x: 0.25, y: 0.25, width: 0.5, height: 0.5, ratio: null }));
            return (await fetch(address, { method: 'PUT', body: JSON.stringify(saved),
              headers: { 'Content-Type': 'application/json', 'If-Match': a.headers.get('ETag') } })).status; })()""" % json.dumps(labels))
        expect(number == 200, f"somebody else's selections get {number}")

    def saving(self):
        """Selections are saved and there again; what somebody else saved is not overwritten; a replaced photo is noticed."""
        run, name = self.browser.run, "inner folder/it's ü & small #1.jpg"
        self.browser.window(1280, 800)
        self.open(name)
        if run("document.getElementById('save').hidden"):
            print("page_test: SKIPPED: saving, because this server saves no selections: start it with --state")
            return
        run("upright.ids.forEach((id) => upright.remove(id)); upright.add(); upright.add(); upright.setLabel(upright.ids[1], 'ä \\u{1F600} \"<b>')")
        self.settle()
        expect(self.state() == "Not saved", "state before saving")
        self.save()
        saved = run("upright.text()")
        self.open(name)
        expect(run("upright.text()") == saved, "what was saved is there again")
        expect(run("document.getElementById('undo').disabled"), "what was loaded is no step to undo")
        expect(run("document.querySelectorAll('#list input')[1].value") == "ä \U0001f600 \"<b>", "its label")
        expect(self.state() == "Saved", "state after loading")
        self.save_twice()
        self.keep("saved")
        # Somebody else saves in between: theirs, then ours.
        labels = "upright.selections.map((s) => s.label)"
        conflict = "document.getElementById('conflict').hidden"
        self.others_save(["theirs"])
        run("upright.setLabel(upright.ids[0], 'mine')")
        self.settle()
        self.click("#save")
        self.browser.wait(f"!{conflict}")
        expect(self.state() == "Not saved", "state in a conflict")
        self.keep("conflict")
        self.click("#theirs")
        self.browser.wait(conflict)
        self.settle()
        expect(run(labels) == ["theirs"] and self.state() == "Saved", f"theirs: {run(labels)}")
        self.others_save(["theirs", "again"])
        run("upright.setLabel(upright.ids[0], 'mine')")
        self.settle()
        self.click("#save")
        self.browser.wait(f"!{conflict}")
        self.click("#ours")
        self.browser.wait(conflict)
        self.settle()
        expect(self.state() == "Saved", "state after keeping ours")
        self.open(name)
        expect(run(labels) == ["mine"], f"ours: {run(labels)}")
        # Another photo of the same name.
        path = os.path.join(self.options.root, name)
        times = os.stat(path)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))
        self.open(name)
        expect(run("!document.getElementById('stale').hidden"), "a replaced photo is noticed")
        self.keep("stale")
        expect(self.state() == "Saved" and not run("document.getElementById('save').disabled"), "they can be saved again")
        self.click("#save")
        self.browser.wait("document.getElementById('stale').hidden")
        self.open(name)
        expect(run("document.getElementById('stale').hidden && document.getElementById('save').disabled"), "selections that were saved again are not stale")
        self.calm("saving")

    def save_twice(self):
        """A second click while the first is under way must not look like somebody else."""
        self.browser.run("upright.add()")
        self.settle()
        self.browser.run("upright.save(); upright.save()")
        self.browser.wait("document.getElementById('state').textContent === 'Saved' && !upright.isSaving")
        expect(self.browser.run("document.getElementById('conflict').hidden"), "two clicks are no conflict")

    def labels(self):
        """A label is one step to undo, also with its selection."""
        run, key = self.browser.run, self.browser.key
        self.browser.window(1280, 800)
        self.open("tag-4.jpg")
        run("upright.ids.forEach((id) => upright.remove(id)); upright.add()")
        self.settle()
        label = lambda: run("upright.label(upright.ids[0])")
        for text in ("one", "two"):
            run("""(() => { const i = document.querySelector('#list input'); i.focus(); for (const part of [%s]) {
                i.value = part; i.dispatchEvent(new Event('input', {bubbles: true})); }
                i.dispatchEvent(new Event('change', {bubbles: true})); i.blur(); })()""" % f"'{text[:1]}', '{text}'")
            self.settle()
            expect(label() == text, f"the label is {label()}, not {text}")
        run("document.getElementById('displayed').focus()")
        seen = []
        for control in "zzzyyy":
            key(control, control=True)
            self.settle()
            seen.append(run("upright.ids.length ? upright.label(upright.ids[0]) : null"))
        expect(seen == ["one", "", None, "", "one", "two"], f"undo and redo of labels: {seen}")
        key("Delete")
        key("z", control=True)
        self.settle()
        expect(label() == "two", "a removed selection comes back with its label")
        expect(run("document.querySelector('#list input').value") == "two", "and the list shows it")
        self.calm("labels")

    def command(self, program, shown, name):
        """Runs the command lines that the page prints, and looks at their results."""
        for space in ("displayed", "stored"):
            line = shown[space].get(program)
            if not line:
                continue
            target = os.path.join(self.options.root, "tag-7-part.jpg")
            if os.path.exists(target):
                os.remove(target)
            if program == "ImageMagick":
                found = next(filter(None, map(shutil.which, ("magick", "convert-im6.q16", "convert"))), "magick")
                line = line.replace("magick", found, 1)
            if program == "Upright" and self.options.upright:
                line = line.replace("upright", os.path.abspath(self.options.upright), 1)
            if program == "FFmpeg":
                line = line.replace("ffmpeg ", "ffmpeg -loglevel error ")
            result = subprocess.run(line, shell=True, cwd=self.options.root, capture_output=True, text=True)
            expect(result.returncode == 0, f"{line}: {result.stderr}")
            with Image.open(target) as part:
                part = part.convert("RGB")
            os.remove(target)
            expect(sorted(part.size) == sorted(PATCH[2:]), f"{line}: {part.size}")
            reds = red_count(part)
            expect(reds == part.width * part.height, f"{line}: not the patch")

    def folder(self):
        """The contact sheet and its filters; names with all kinds of characters."""
        run = self.browser.run
        self.browser.window(1280, 800)
        self.browser.go(f"{self.server}/view/")
        self.browser.wait("document.body.dataset.ready === 'yes'")
        self.browser.wait("[...document.images].every((i) => i.complete)")
        count = lambda: run("document.querySelectorAll('#images li').length")
        expect(count() == 8, f"{count()} images")
        expect(run("[...document.images].every((i) => i.naturalWidth === 256)"), "thumbnails as displayed")
        self.keep("folder")
        self.choose("tag", "6")
        expect(count() == 1, "filter by tag")
        self.choose("tag", "")
        self.choose("name", "tag-3")
        expect(count() == 1, "filter by name")
        self.calm("folder")
        self.browser.go(f"{self.server}/view/inner%20folder/")
        self.browser.wait("document.body.dataset.ready === 'yes'")
        expect(count() == 1, "inner folder")
        address = run("document.querySelector('#images a').href")
        self.browser.go(address)
        self.browser.wait("document.body.dataset.ready === 'yes'")
        self.settle()
        expect(run("document.querySelector('#path strong').textContent") == "it's ü & small #1.jpg", "its name")
        self.calm("inner folder")

    def looks(self):
        """Dark, for the screenshots; and every control has a name."""
        self.browser.window(1440, 900)
        self.browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.open("tag-3.jpg")
        self.browser.run("upright.add(); document.getElementById('both').click()")
        self.settle()
        self.keep("dark")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        roles = {"button", "checkbox", "radio", "combobox", "textbox", "spinbutton", "searchbox", "link", "application"}
        unnamed = [node["role"]["value"] for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in roles
                   and not node.get("name", {}).get("value", "").strip()]
        expect(not unnamed, f"controls without a name: {unnamed}")
        self.browser.call("Emulation.setEmulatedMedia", {"features": []})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples")
    parser.add_argument("--server")
    parser.add_argument("--root")
    parser.add_argument("--upright")
    parser.add_argument("--screenshots")
    parser.add_argument("--commands", nargs="*", metavar="PROGRAM", help="run the lines of FFmpeg, ImageMagick, vips, Upright")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    missing = [name for name, there in (("chromium", browsers.program()), ("Pillow", Image)) if not there]
    if missing:
        print(f"page_test: SKIPPED: {' and '.join(missing)} not found")
        return 0
    if options.samples:
        samples(options.samples)
        return 0
    if not options.server or not options.root:
        parser.error("--server and --root, or --samples")
    driver = Driver(options)
    failures = count = 0
    windows = WINDOWS[:1] if options.quick else WINDOWS
    cases = [(f"drags {w} @{r} tag {t}", lambda w=w, r=r, t=t: driver.drags(w, r, t))
             for w in windows for r in RATIOS for t in range(1, 9)]
    cases += [(name, getattr(driver, name)) for name in ("keys", "handles", "touches", "texts", "labels", "saving", "folder", "looks")]
    try:
        for name, body in cases:
            if options.only and not any(name.startswith(only) for only in options.only):
                continue
            count += 1
            try:
                body()
            except (Failure, RuntimeError, TimeoutError) as error:
                failures += 1
                driver.keep(f"failure-{failures}")
                print(f"page_test: FAIL: {name}: {error}", flush=True)
    finally:
        driver.browser.close()
    print(f"page_test: {'FAIL' if failures else 'PASS'}: {count - failures} of {count}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
