"""Run by Scripts/wheel-test, by a Python that has nothing but the wheel."""

import pathlib
import struct
import subprocess
import sys
import zlib

import upright
from upright import jobs

WIDTH, HEIGHT = 3, 2
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255), (255, 255, 255)]
# Where the corner at the top left as displayed is stored, and whether rows are columns (TIFF 6.0, Orientation).
FIRST = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (0, 1), 7: (1, 1), 8: (1, 0)}


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(tag: int) -> bytes:
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", tag) + b"\0" * 6
    rows = b"".join(
        b"\0" + b"".join(bytes(COLORS[y * WIDTH + x]) for x in range(WIDTH)) for y in range(HEIGHT))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"eXIf", exif) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def corner(image: "upright.Image") -> "tuple[int, ...]":
    return tuple(image.numpy().data[:3])


def main() -> None:
    assert upright.__file__ and "site-packages" in upright.__file__, upright.__file__
    for tag in range(1, 9):
        data = png(tag)
        pathlib.Path(f"{tag}.png").write_bytes(data)
        right, bottom = FIRST[tag]
        expected = COLORS[bottom * (HEIGHT - 1) * WIDTH + right * (WIDTH - 1)]
        with upright.open(data) as image:
            assert image.orientation == tag and image.displayed_size == ((3, 2) if tag < 5 else (2, 3))
            assert corner(image) == expected, tag
            # TIFF and JPEG XL are decoded by upright-worker.
            for form in ("png", "tiff", "webp", "jpeg", "jxl"):
                again = upright.open(image.to_upright(format=form))
                assert again.orientation == 1 and again.stored_size == image.displayed_size
                if form in ("png", "tiff"):
                    assert corner(again) == expected, (tag, form)
                again.numpy()
    found = upright.probe_many([f"{tag}.png" for tag in range(1, 9)])
    assert [info.orientation for info in found] == list(range(1, 9))
    work = [{"id": str(tag), "op": {"kind": "fix"}, "in": {"path": f"{tag}.png"}, "out": {"path": f"out/{tag}.png"}} for tag in range(1, 9)]
    for status in ({"ok", "unchanged"}, {"skipped", "unchanged"}):
        assert {result["status"] for result in jobs.results(work)} <= status
    program = pathlib.Path(sys.executable).with_name("upright")
    assert subprocess.run([program, "fix", "-i", "6.png"], check=True) and upright.probe("6.png").orientation == 1
    rows = upright.fix(["8.png"])
    assert rows and upright.probe("8.png").orientation == 1
    print(f"wheel-test: PASS: Python {sys.version.split()[0]}, {len(upright.version()['formats'])} formats")


main()
