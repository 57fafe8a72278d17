"""Arbitrary bytes and arguments: every call ends with a result or an error, never with the process."""

from __future__ import annotations

import os
import random

import pytest

from conftest import run_python

ROUNDS = int(os.environ.get("UPRIGHT_FUZZ_ROUNDS", "400"))

BYTES = """
import pathlib, random, sys
import upright
from conftest import encoded, scene, corpus, ROOT
seed, rounds, formats = {seed}, {rounds}, {formats}
chance = random.Random(seed)
seeds = [encoded(scene(40, 24), kind, chance.randint(1, 8)) for kind in formats]
for folder in [ROOT / "Fuzz" / "Regressions", (corpus() or ROOT / "none") / "hostile"]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size < 1 << 16)
    seeds += [path.read_bytes() for path in chance.sample(files, min(len(files), rounds // 4))]
kinds = dict.fromkeys(["result", "error"], 0)
def attempt(call):
    try:
        call()
        kinds["result"] += 1
    except (upright.UprightError, ValueError):
        kinds["error"] += 1
for round in range(rounds):
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice([0, 1, 1, 2, 5, 30])):
        if data: data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3: del data[chance.randrange(len(data) + 1):]
    try:
        image = upright.open(bytes(data), max_memory=1 << 28, max_seconds=5)
    except upright.UprightError:
        kinds["error"] += 1
        continue
    number = lambda: chance.choice([0, 1, 2, 7, 40, -1, -5, 2**31, 2**63 - 1, -2**63, chance.randrange(100)])
    attempt(lambda: image.crop(number(), number(), number(), number(), space=chance.choice(["stored", "displayed"])))
    attempt(lambda: image.crop(0, 0, number(), number(), size=(number(), number())))
    attempt(lambda: image.thumbnail(chance.choice([1, 5, 64])))
    attempt(lambda: image.numpy(mode=chance.choice(["L", "RGB", "RGBA"]), srgb=chance.random() < 0.1))
    attempt(lambda: image.to_upright(format=chance.choice([None, "png", "jpeg"])))
    attempt(lambda: image.crop_to_bytes(0, 0, number(), number()))
    attempt(lambda: image.retagged(chance.randint(1, 8)))
    attempt(image.plan)
    attempt(lambda: upright.boxes.to_stored([[number()] * 4], image))
print(kinds["result"], kinds["error"])
"""


@pytest.mark.parametrize("formats", [["JPEG", "PNG", "WEBP"], ["TIFF"]], ids=["here", "worker"])
def test_arbitrary_bytes(formats: "list[str]") -> None:
    seed = int(os.environ.get("UPRIGHT_FUZZ_SEED", "7"))
    rounds = ROUNDS if len(formats) > 1 else ROUNDS // 4
    result = run_python(BYTES.format(seed=seed, rounds=rounds, formats=formats), timeout=600)
    assert result.returncode == 0, f"ended with {result.returncode}: {result.stderr[-3000:]}"
    results, errors = map(int, result.stdout.split())
    assert results > rounds // 4 and errors > rounds // 4


ARGUMENTS = """
import ctypes, random
from upright import _native as n
from conftest import encoded, scene
chance = random.Random({seed})
library = ctypes.CDLL(n.PATH)
data = encoded(scene(40, 24), "JPEG", 6)
numbers = [0, 1, 2, 3, 4, 8, 9, -1, -2**31, 2**31 - 1]
wide = numbers + [2**63 - 1, -2**63, 40, 24, 1000]
keep = []
def source():
    found = n.Source(kind=chance.choice([2, 2, 2, 1, 3] + numbers), file=chance.choice([-1, 10**6]), bytes=data, count=len(data))
    if found.kind == 1 or chance.random() < 0.5: found.path = chance.choice([b"", b"/", b"/nonexistent", b"x" * 70000, b"\\xff\\xfe"])
    if chance.random() < 0.1: found.bytes, found.count = None, chance.choice([0, 5, 2**64 - 1, 2**63])
    if found.kind != 2: found.bytes = None
    return chance.choice([found] * 9 + [None])
def request():
    found = n.Request()
    for name, kind in n.Request._fields_:
        if kind is ctypes.c_char_p: setattr(found, name, chance.choice([None, None, b"png", b"", b"\\xff", b"mov", b"heif", b"all", b"comment"]))
        elif kind is ctypes.c_double: setattr(found, name, chance.choice([0, 0, 1, -1, float("nan"), float("inf"), 1e308]))
        elif chance.random() < 0.6: setattr(found, name, chance.choice(wide if kind is ctypes.c_int64 else numbers))
    if chance.random() < 0.9: found.allow_damaged, found.max_seconds = chance.choice([0, 1]), 5
    found.kind = chance.choice([1, 2, 3, 4, found.kind])
    return chance.choice([found] * 9 + [None])
ref = lambda value: None if value is None else ctypes.byref(value)
codes = set()
for round in range({rounds}):
    error = chance.choice([n.Error(), n.Error(), None])
    name = chance.choice(["probe", "plan", "measure", "decode", "encode", "save", "map_boxes", "map_points", "version", "free", "probe_paths"])
    call = getattr(library, "upright_" + name)
    call.restype = ctypes.c_int32
    buffer = chance.choice([n.Buffer()] * 9 + [None])
    room = (ctypes.c_uint8 * 4096)(*[77] * 4096)
    width, height = ctypes.c_int64(), ctypes.c_int64()
    if name == "probe": code = call(ref(source()), ref(buffer), ref(error))
    elif name in ("plan", "encode"): code = call(ref(source()), ref(request()), ref(buffer), ref(error))
    elif name == "measure": code = call(ref(source()), ref(request()), ref(chance.choice([width, None])), ref(height), ref(error))
    elif name == "decode":
        capacity, stride = chance.choice([0, 1, 4000]), chance.choice([0, 1, 3, 72, 120, 4000, 2**63, 2**64 - 1])
        code = call(
            ref(source()), ref(request()), ctypes.c_int32(chance.choice([1, 3, 4, 3] + numbers)),
            ref(chance.choice([room, room, None])), ctypes.c_size_t(chance.choice([capacity, 4000])), ctypes.c_size_t(stride),
            ref(chance.choice([width, None])), ref(height), ref(error))
        assert bytes(room[4000:]) == b"M" * 96, "written behind the room"
    elif name == "save":
        target = chance.choice([None, b"", b"/", b"/nonexistent/a", b"/dev/null", b"y" * 70000])
        code = call(ref(source()), ref(request()), target, ctypes.c_int32(chance.choice([0, 1])), ref(buffer), ref(error))
    elif name == "probe_paths":
        paths = (ctypes.c_char_p * 3)(*[chance.choice([None, b"", b"/", b"/nonexistent", b"x" * 70000, b"\\xff"]) for _ in range(3)])
        facts = (n.Facts * 4)()
        ctypes.memset(facts, 77, ctypes.sizeof(facts))
        count = chance.choice([0, 1, 3, 3, 2**63, 2**64 - 1])
        code = call(ref(chance.choice([paths, paths, None])), ctypes.c_size_t(count), ref(chance.choice([facts, facts, None])), ref(error))
        assert facts[3].code == 0x4D4D4D4D, "written behind the room"
    elif name in ("map_boxes", "map_points"):
        values = (ctypes.c_double * 40)(*[chance.choice([0, 1, -5, 1e308, float("inf"), float("nan")]) for _ in range(40)])
        form = [ctypes.c_int32(chance.choice([0, 1, 2, -1]))] if name == "map_boxes" else []
        code = call(
            ref(chance.choice([values, values, None])), ref(chance.choice([values, values, None])),
            ctypes.c_size_t(chance.choice([0, 1, 10, 2**63, 2**64 - 1, 2**61])), *form, ctypes.c_int32(chance.choice(numbers)),
            ctypes.c_int64(chance.choice(wide)), ctypes.c_int64(chance.choice(wide)), ctypes.c_int32(chance.choice([0, 1, 2])), ref(error))
    elif name == "version": code = call(ref(buffer), ref(error)) if round % 50 == 0 else 0
    else:
        call.restype = None
        call(ref(buffer)); call(ref(buffer))
        code = 0
    if error is not None and name not in ("version", "free"):
        assert error.code == code, (name, error.code, code)
        if code: assert error.name and error.message and error.message.decode(), name
    if buffer is not None and name in ("probe", "plan", "encode", "save"):
        assert (buffer.count > 0) == (code == 0), name
        library.upright_free(ctypes.byref(buffer))
        assert not buffer.bytes and buffer.count == 0
    codes.add(code)
print(sorted(codes))
"""


def test_arbitrary_arguments() -> None:
    result = run_python(ARGUMENTS.format(seed=random.Random(3).randrange(10**6), rounds=ROUNDS * 20), timeout=600)
    assert result.returncode == 0, f"ended with {result.returncode}: {result.stderr[-3000:]}"
    assert set(eval(result.stdout)) >= {0, 64, 74}


