"""One worker: every fault of it, of its driver and of the disk ends with one result per job, and nothing done twice."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Iterator

import pytest

import upright
from album import Album, digest
from conftest import ROOT, encoded, scene, shown
from upright import _native, _program, jobs

pytestmark = pytest.mark.skipif(
    not (pathlib.Path(_native.PATH).parent / "upright").exists(), reason="there is no program beside the library")

FAULTY = str(pathlib.Path(__file__).with_name("faulty_worker.py"))


def faulty(folder: pathlib.Path) -> "list[str]":
    folder.mkdir(exist_ok=True)
    return [sys.executable, FAULTY, str(folder), _program.path(), "worker", "--lease", "0"]


def by_id(found: "Iterator[jobs.Result]") -> "dict[str, jobs.Result]":
    """Results by id, after checking that none occurs twice."""
    results = list(found)
    assert len({result["id"] for result in results}) == len(results)
    return {result["id"]: result for result in results}


def reference(album: Album, folder: pathlib.Path) -> "dict[str, str]":
    """What `upright batch` makes of the same jobs."""
    other = album.copied(folder)
    words = [_program.path(), "batch", "--quiet", "--manifest", str(other.manifest())]
    # 2: photos in place whose last blocks cannot move keep their tag.
    assert subprocess.run(words, capture_output=True).returncode in (0, 2)
    return other.digests()


def test_a_second_run_finds_everything_done(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 64)
    before = album.copied(tmp_path / "before")
    expected = reference(album, tmp_path / "reference")
    first = by_id(jobs.results(album.jobs))
    assert {result["status"] for result in first.values()} <= {"ok", "unchanged"}
    assert sum(result["status"] == "ok" for result in first.values()) > 40
    assert album.digests() == expected
    for job in album.jobs:
        path = pathlib.Path(job["out"].get("path", job["in"]["path"]))
        assert first[job["id"]]["out_digest"] == digest(path)
    second = by_id(jobs.results(album.jobs))
    assert {result["status"] for result in second.values()} == {"skipped", "unchanged"}
    assert {result["status"] for id, result in second.items() if int(id) % 4 < 2} == {"skipped"}
    assert album.digests() == expected
    album.check_pixels(before)


def test_every_fault_of_a_worker_leaves_one_result_per_job(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 96)
    expected = reference(album, tmp_path / "reference")
    words = ["crash", "lose", "half", "double", "hang", "lose", "half", "double"]
    for number, job in enumerate(album.jobs):
        if number % 9 == 0:
            # Jobs of all four kinds.
            job["id"] = f"{words[(number // 9) % len(words)]}-{number}"
    found = by_id(jobs.results(album.jobs, command=faulty(tmp_path / "faults"), silence=2))
    assert len(found) == len(album.jobs)
    assert {result["status"] for result in found.values()} <= {"ok", "skipped", "unchanged"}
    assert album.digests() == expected
    assert len(list((tmp_path / "faults").iterdir())) == sum("-" in job["id"] for job in album.jobs)


def test_a_file_that_crashes_every_worker_is_put_aside(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 24)
    album.jobs[5]["id"] = "poison-5"
    found = by_id(jobs.results(album.jobs, command=faulty(tmp_path / "faults"), crashes=2))
    assert found["poison-5"]["status"] == "failed" and found["poison-5"]["error"]["class"] == "poison"
    assert all(result["status"] != "failed" for id, result in found.items() if id != "poison-5")
    assert len(found) == 24


@pytest.mark.parametrize("parallel", ["1", "3"])
def test_a_job_that_does_not_end_is_given_up_although_its_worker_lives(tmp_path: pathlib.Path, parallel: str) -> None:
    album = Album(tmp_path / "a", 48)
    expected = reference(album, tmp_path / "reference")
    for number, word in [(3, "stall"), (11, "mute"), (20, "block"), (30, "stall")]:
        album.jobs[number]["id"] = f"{word}-{number}"
    lost = pathlib.Path(album.jobs[20]["out"].get("path", album.jobs[20]["in"]["path"]))
    begin = time.monotonic()
    found = by_id(jobs.results(
        album.jobs, command=faulty(tmp_path / "faults"), options=["--parallel", parallel], deadline=1.5, crashes=2))
    # Two stalls, a mute one and its jobs alone, two attempts at the one that always blocks.
    assert 1.5 < time.monotonic() - begin < 60
    assert len(found) == 48 and [id for id, result in found.items() if result["status"] == "failed"] == ["block-20"]
    error = found["block-20"]["error"]
    assert (error["class"], error["code"]) == ("poison", "deadline") and "1.5 seconds" in error["message"]
    made = album.digests()
    key = f"{lost.parent.name}/{lost.name}"
    made.pop(key, None), expected.pop(key)
    assert made == expected


def test_jobs_that_wait_for_others_are_not_late(tmp_path: pathlib.Path) -> None:
    """Each takes 0.3 s, so the last of those that are sent at once ends long after the deadline of one."""
    album = Album(tmp_path / "a", 12)
    worker = tmp_path / "worker.py"
    worker.write_text("""
import json, sys, time
print(json.dumps({"type": "hello", "protocol": 1, "credits": 12}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    if job["type"] == "drain": break
    time.sleep(0.3)
    print(json.dumps({"type": "result", "id": job["id"], "attempt": job["attempt"], "status": "ok"}), flush=True)
""")
    found = by_id(jobs.results(album.jobs, command=[sys.executable, str(worker)], deadline=1))
    assert len(found) == 12 and all(result["attempt"] == 1 and result["status"] == "ok" for result in found.values())


FAST = """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "credits": 4}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    if job["type"] == "drain": break
    print(json.dumps({"type": "heartbeat", "id": job["id"]}), flush=True)
    print(json.dumps({"type": "result", "id": job["id"], "attempt": job["attempt"], "status": "ok"}), flush=True)
"""


@pytest.mark.parametrize("limit", [{"deadline": 0.2}, {"deadline": None, "silence": 0.2}])
@pytest.mark.parametrize("slow", ["results", "items"])
def test_workers_do_not_die_of_slow_callers(tmp_path: pathlib.Path, limit: "dict[str, Any]", slow: str) -> None:
    album = Album(tmp_path / "a", 10)
    worker = tmp_path / "worker.py"
    # It answers later than the caller begins to be slow.
    worker.write_text(FAST.replace("    print", "    __import__('time').sleep(0.05); print", 1))

    def items() -> "Iterator[jobs.Job]":
        for job in album.jobs:
            yield job
            time.sleep(0.3 if slow == "items" else 0)

    found = []
    for result in jobs.results(items(), command=[sys.executable, str(worker)], crashes=1, **limit):
        time.sleep(0.3 if slow == "results" else 0)
        found.append(result)
    assert len(found) == 10 and all((each["status"], each["attempt"]) == ("ok", 1) for each in found), found


def test_a_worker_that_hangs_while_its_caller_is_slow_is_ended(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 6)
    album.jobs[4]["id"] = "block-4"
    begin = time.monotonic()
    found = []
    for result in jobs.results(album.jobs, command=faulty(tmp_path / "faults"), deadline=1, crashes=1):
        time.sleep(0.3)
        found.append((result["id"], result["status"]))
    assert time.monotonic() - begin < 20 and ("block-4", "failed") in found and len(found) == 6
    assert sum(status == "failed" for _, status in found) == 1


def test_a_worker_that_never_stops_writing_is_ended(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text("""
print('{"type": "hello", "protocol": 1, "credits": 1}', flush=True)
lines = ('{"type": "heartbeat", "id": "a"}' + chr(10)) * 1000
while True: print(lines, end="", flush=True)
""")
    monkeypatch.setattr(jobs, "_LONGEST_DRAIN", 0.5)
    job = {"id": "a", "op": {"kind": "fix"}, "in": {"path": "a.jpg"}, "out": {"path": "b.jpg"}}
    begin = time.monotonic()
    result, = jobs.results([job], command=[sys.executable, str(worker)], deadline=0.2, crashes=1)
    assert result["error"]["code"] == "deadline" and time.monotonic() - begin < 10


def test_a_longer_deadline_of_a_job_is_its_own(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album(tmp_path / "a", 2)
    monkeypatch.setattr(jobs, "_GRACE", 0)
    for number, job in enumerate(album.jobs):
        job.update(id=f"block-{number}", deadline_ms=(1_600, 10)[number])
    begin = time.monotonic()
    found = jobs.results(album.jobs, command=faulty(tmp_path / "faults"), deadline=0.4, crashes=1)
    moments = {result["id"]: (time.monotonic() - begin, result["error"]["message"]) for result in found}
    assert "0.4 seconds" in moments["block-1"][1] and "1.6 seconds" in moments["block-0"][1]
    assert moments["block-1"][0] < moments["block-0"][0]
    for wrong in (0, -1, float("nan")):
        with pytest.raises(upright.UsageError):
            list(jobs.results([], deadline=wrong))


def test_without_a_deadline_a_live_worker_is_waited_for(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 1)
    album.jobs[0]["id"] = "stall-0"
    pids: "list[int]" = []

    def end() -> None:
        time.sleep(3)
        pids.extend(children(os.getpid()))
        for pid in pids:
            os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=end)
    killer.start()
    found = by_id(jobs.results(album.jobs, command=faulty(tmp_path / "faults"), deadline=None, silence=1))
    killer.join()
    assert len(pids) >= 1 and found["stall-0"]["status"] == "ok" and found["stall-0"]["attempt"] == 2


def test_workers_killed_at_random_lose_nothing(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 200)
    expected = reference(album, tmp_path / "reference")
    done = threading.Event()
    kills = []

    def kill() -> None:
        while not done.wait(0.4):
            for pid in children(os.getpid(), "upright"):
                os.kill(pid, signal.SIGKILL)
                kills.append(pid)
            if len(kills) > 5:
                return

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        # A kill while a job is alone must not make it poison.
        found = by_id(jobs.results(slowly(album.jobs), options=["--lease", "0"], crashes=9))
    finally:
        done.set()
        killer.join()
    assert kills
    assert len(found) == 200 and all(result["status"] != "failed" for result in found.values())
    assert album.digests() == expected


def slowly(items: "list[jobs.Job]") -> "Iterator[jobs.Job]":
    for item in items:
        time.sleep(0.01)
        yield item


def children(pid: int, name: str = "") -> "list[int]":
    """The processes that another has started: those of one program, or all."""
    found = []
    try:
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            for each in map(int, (task / "children").read_text().split()):
                if name in ("", pathlib.Path(f"/proc/{each}/comm").read_text().strip()):
                    found.append(each)
    except OSError:
        # It has ended meanwhile.
        pass
    return found


def test_workers_are_replaced_after_some_jobs(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 40)
    found = by_id(jobs.results(album.jobs, options=["--recycle-jobs", "7", "--parallel", "2"]))
    assert len(found) == 40 and all(result["status"] != "failed" for result in found.values())
    found = by_id(jobs.results(album.jobs[:6], options=["--recycle-memory", "1K"]))
    assert len(found) == 6


def test_images_travel_with_their_jobs(photo: bytes) -> None:
    op = {"kind": "thumb", "size": "64"}
    items = [({"id": f"{number}", "op": op, "in": {}, "out": {"body": True}}, photo) for number in range(20)]
    found = by_id(jobs.results(items))
    assert len(found) == 20
    for result in found.values():
        assert result["in_digest"] == hashlib.sha256(photo).hexdigest()
        assert result["out_digest"] == hashlib.sha256(result["body"]).hexdigest()
        assert shown(result["body"]).shape == (64, 47, 3)


def test_a_plan_states_what_a_job_would_take(tmp_path: pathlib.Path, photo: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(photo)
    job = {"type": "plan", "id": "p", "op": {"kind": "thumb", "size": "64"}, "in": {"path": str(tmp_path / "a.jpg")}}
    result = by_id(jobs.results([job]))["p"]
    assert result["status"] == "planned" and result["plan"]["route"] == "transcode"
    cost = result["cost"]
    assert cost["in_bytes"] == len(photo) and cost["pixels"] == 203 * 150 and cost["peak_bytes"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]


def test_a_rotation_in_place_needs_to_know_its_source(tmp_path: pathlib.Path, photo: bytes) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(photo)
    job: "dict[str, Any]" = {
        "id": "r", "op": {"kind": "rotate", "rotation": "cw"}, "in": {"path": str(path)}, "out": {"in_place": True}}
    assert by_id(jobs.results([job]))["r"]["error"]["class"] == "permanent"
    assert path.read_bytes() == photo
    job["in"]["if_digest"] = hashlib.sha256(photo).hexdigest()
    assert by_id(jobs.results([job]))["r"]["status"] == "ok"
    rotated = path.read_bytes()
    for _ in range(2):
        assert by_id(jobs.results([job]))["r"]["status"] == "unchanged"
        assert path.read_bytes() == rotated
    path.write_bytes(encoded(scene(30, 20), "JPEG", 1))
    assert by_id(jobs.results([job]))["r"]["error"]["code"] == "unanswerable"


def test_results_of_others_are_not_replaced(tmp_path: pathlib.Path, photo: bytes) -> None:
    source, out = tmp_path / "a.jpg", tmp_path / "b.jpg"
    source.write_bytes(photo)
    job: "dict[str, Any]" = {
        "id": "f", "op": {"kind": "fix"}, "in": {"path": str(source)}, "out": {"path": str(out)}}
    out.write_bytes(b"precious")
    error = by_id(jobs.results([job]))["f"]["error"]
    assert (error["class"], error["code"], error["errno"]) == ("permanent", "io", 17)
    assert out.read_bytes() == b"precious"
    job["out"]["overwrite"] = True
    assert by_id(jobs.results([job]))["f"]["status"] == "ok"
    # A copy without the record has the same bytes.
    made = out.read_bytes()
    out.unlink()
    out.write_bytes(made)
    del job["out"]["overwrite"]
    assert by_id(jobs.results([job]))["f"]["status"] == "unchanged"
    # A result of an earlier run is replaced if its source has changed.
    out.unlink()
    assert by_id(jobs.results([job]))["f"]["status"] == "ok"
    source.write_bytes(encoded(scene(40, 30), "JPEG", 6))
    assert by_id(jobs.results([job]))["f"]["status"] == "ok"
    assert shown(out.read_bytes()).shape == (40, 30, 3)


def test_names_that_are_not_text(tmp_path: pathlib.Path, photo: bytes) -> None:
    source = os.fsencode(tmp_path) + b"/\xff.jpg"
    with open(source, "wb") as file:
        file.write(photo)
    job = {
        "id": "n", "op": {"kind": "orient", "tag": 3}, "in": {"path": jobs.path_text(source)}, "out": {"in_place": True}}
    assert by_id(jobs.results([job]))["n"]["status"] == "ok"
    with open(source, "rb") as file:
        assert file.read() != photo


def test_a_full_disk_is_tried_again(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 60)
    expected = reference(album, tmp_path / "reference")
    album.out.mkdir()
    if os.geteuid() != 0 or subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", str(album.out)], capture_output=True
    ).returncode:
        pytest.skip("a small disk takes root, and a mount")
    try:
        first = by_id(jobs.results(album.jobs, retries=1, pause=0.01))
        failed = [result for result in first.values() if result["status"] == "failed"]
        assert failed and {(result["error"]["class"], result["error"]["errno"]) for result in failed} == {("transient", 28)}
        subprocess.run(["mount", "-o", "remount,size=8m", str(album.out)], check=True)
        second = by_id(jobs.results(album.jobs))
        assert {result["status"] for result in second.values()} <= {"ok", "skipped", "unchanged"}
        assert sum(result["status"] == "ok" for result in second.values()) == len(failed)
        assert album.digests() == expected
    finally:
        subprocess.run(["umount", str(album.out)], check=True)


def test_a_decoder_that_hangs_makes_its_file_poison(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(encoded(scene(1_600, 1_200), "TIFF", 6))
    job = {
        "id": "t", "op": {"kind": "fix", "format": "jpeg"}, "in": {"path": str(path)}, "out": {"path": str(tmp_path / "b.jpg")},
        "deadline_ms": 1_000}
    good = {"id": "g", "op": {"kind": "fix"}, "in": {"path": str(path)}, "out": {"path": str(tmp_path / "c.tif")}}
    done = threading.Event()

    def stop() -> None:
        while not done.wait(0.001):
            for worker in children(os.getpid(), "upright"):
                for decoder in children(worker, "upright-worker"):
                    os.kill(decoder, signal.SIGSTOP)

    stopper = threading.Thread(target=stop)
    stopper.start()
    try:
        error = by_id(jobs.results([job], crashes=2))["t"].get("error")
    finally:
        done.set()
        stopper.join()
    if error is None:
        pytest.skip("the decoder was faster than it could be stopped")
    assert (error["class"], error["code"]) == ("poison", "limit")
    assert not (tmp_path / "b.jpg").exists()
    assert {result["status"] for result in by_id(jobs.results([{**job, "deadline_ms": 60_000}, good])).values()} == {"ok"}


def test_a_closed_output_and_half_a_line(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 40)
    lines = "".join(json.dumps({"type": "job", **job}) + "\n" for job in album.jobs)
    command = [_program.path(), "worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(lines.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(30) == 74
    half = lines.splitlines()[0][:-20]
    before = album.digests()
    ended = subprocess.run(command, input=half.encode(), capture_output=True, timeout=30)
    assert ended.returncode == 65
    assert [json.loads(line)["type"] for line in ended.stdout.splitlines()] == ["hello", "bye"]
    assert album.digests() == before
    found = by_id(jobs.results(album.jobs))
    assert all(result["status"] != "failed" for result in found.values())
    assert album.digests() == reference(Album(tmp_path / "again", 40), tmp_path / "reference")


def test_the_memory_of_the_driver_is_not_that_of_the_worker(tmp_path: pathlib.Path) -> None:
    driver = (
        "import subprocess, sys\n"
        "held = bytearray(400 << 20)\n"
        "held[::4096] = bytes(len(held[::4096]))\n"
        f"subprocess.run([{_program.path()!r}, 'worker', '--recycle-memory', '300M'], stdin=sys.stdin, check=True)\n")
    path = tmp_path / "small.jpg"
    path.write_bytes(encoded(scene(40, 24), "JPEG", 6))
    lines = [
        json.dumps({"type": "job", "id": str(n), "op": {"kind": "fix"}, "in": {"path": str(path)},
                    "out": {"path": str(tmp_path / f"{n}.jpg")}})
        for n in range(20)
    ]
    done = subprocess.run([sys.executable, "-c", driver], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["status"] for line in found if line["type"] == "result"] == ["ok"] * 20
    assert found[-1]["type"] == "bye" and found[-1]["reason"] == "end"


def test_a_worker_ends_with_the_program_that_started_it(tmp_path: pathlib.Path) -> None:
    # Its pipes stay open in another process, so that only the parent's end can end it.
    code = (
        "import os, subprocess, sys, time\n"
        f"w = subprocess.Popen([{_program.path()!r}, 'worker'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "w.stdout.readline()\n"
        "keeper = os.fork()\n"
        "if keeper == 0:\n"
        "    os.close(1)\n"
        "    time.sleep(20)\n"
        "    os._exit(0)\n"
        "print(w.pid, keeper, flush=True)\n"
        "os.kill(os.getpid(), 9)\n")
    ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=30)
    pid, keeper = map(int, ended.stdout.split())
    try:
        deadline = time.monotonic() + 10
        while pathlib.Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
            if pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                break
            time.sleep(0.05)
        else:
            assert not pathlib.Path(f"/proc/{pid}").exists()
    except FileNotFoundError:
        pass
    finally:
        os.kill(keeper, signal.SIGKILL)


def test_every_line_is_described_by_the_schema(tmp_path: pathlib.Path, photo: bytes) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "Schemas" / "upright-jobs.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    (tmp_path / "a.jpg").write_bytes(photo)
    place = {"path": str(tmp_path / "a.jpg")}
    messages: "list[dict[str, Any]]" = [
        {"type": "job", "id": "1", "op": {"kind": "fix"}, "in": place, "out": {"path": str(tmp_path / "b.jpg")}},
        {"type": "job", "id": "2", "op": {"kind": "crop", "region": "0,0,9,9"}, "in": place, "out": {"body": True}},
        {"type": "plan", "id": "3", "op": {"kind": "thumb", "size": "64x"}, "in": place, "attempt": 2, "deadline_ms": 9},
        {"type": "job", "id": "4", "op": {"kind": "fix"}, "in": {"path": "/missing"}, "out": {"in_place": True}},
        {"type": "drain"},
    ]
    with subprocess.Popen([_program.path(), "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for message in messages:
            validator.validate(message)
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        types = []
        while line := process.stdout.readline():
            reply = json.loads(line)
            validator.validate(reply)
            types.append(reply["type"])
            process.stdout.read(reply.get("body", 0) if reply["type"] == "result" else 0)
    assert types == ["hello", "result", "result", "result", "result", "bye"]
    for wrong in ({"type": "job", "id": ""}, {"type": "result"}, {"type": "joke"}, {**messages[0], "op": {"kind": "joke"}}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(wrong)


def test_jobs_that_no_worker_can_read_end_one_by_one(tmp_path: pathlib.Path, photo: bytes) -> None:
    album = Album(tmp_path / "a", 7)
    plain = {"op": {"kind": "fix"}, "in": {}, "out": {"body": True}}
    bad = [
        {"id": "drain", "type": "drain", **plain}, {"id": "x" * 129, **plain}, {"id": "nan", **plain, "deadline_ms": float("nan")},
        {"id": "surrogate", "op": {"kind": "fix"}, "in": {"path": "\udce9.jpg"}, "out": {"body": True}},
        {"id": "long", "op": {"kind": "fix"}, "in": {"path": "x" * 70_000}, "out": {"body": True}},
        {"id": "set", **plain, "more": {1, 2}},
        {"id": "no bytes", "op": {"kind": "fix"}, "in": {"body": 5}, "out": {"body": True}},
    ]
    items = [item for pair in zip(album.jobs, bad) for item in pair] + [({"id": "big", **plain}, photo)]
    found = {result["id"]: result for result in jobs.results(items, options=["--max-body", "100"])}
    assert len(found) == 15
    for job in album.jobs:
        assert found[job["id"]]["status"] in ("ok", "unchanged")
    for own in [*(job["id"] for job in bad), "big"]:
        assert found[own]["status"] == "failed" and found[own]["error"]["class"] == "permanent", found[own]
        assert found[own]["error"]["code"] == "protocol"


def test_workers_that_end_without_results_are_an_error() -> None:
    plain = {"op": {"kind": "fix"}, "in": {}, "out": {"body": True}}
    hello = '{"type":"hello","protocol":1,"credits":4,"max_line":65536,"max_body":1000}'
    bye = '{"type":"bye","reason":"drain"}'
    command = ["sh", "-c", f"echo '{hello}'; echo '{bye}'"]
    with pytest.raises(jobs.WorkerGone, match="without a result"):
        list(jobs.results([{"id": "a", **plain}], command=command))
    with pytest.raises(upright.UsageError, match="--foo"):
        list(jobs.results([{"id": "a", **plain}], options=["--foo"]))
    with pytest.raises(upright.UsageError, match="with an id"):
        list(jobs.results([plain]))
    begin = time.monotonic()
    with pytest.raises(jobs.WorkerGone, match="did not say hello"):
        list(jobs.results([{"id": "a", **plain}], command=["sleep", "100"], silence=0.1))
    assert time.monotonic() - begin < 60, "five starts of five seconds each"
    with pytest.raises(jobs.WorkerGone, match="does not start"):
        list(jobs.results([{"id": "a", **plain}], command=["/nonexistent"]))


def test_a_worker_that_dies_idle_blames_no_job(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 6)

    statuses: "list[str]" = []
    run = jobs._Run(iter([]), [], 3, 1, 60, 0.1, None, 600)
    for job in album.jobs:
        run._items = iter([job])
        run._is_over = False
        statuses += [result["status"] for result in run.results()]
        if run._worker is not None:
            os.kill(run._worker.pid, signal.SIGKILL)
            while run._worker.is_alive():
                time.sleep(0.01)
    run.end()
    assert len(statuses) == 6 and set(statuses) <= {"ok", "unchanged"}


def test_a_worker_ends_although_a_forked_process_holds_its_input(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 2)
    forked = []
    started = time.monotonic()
    for result in jobs.results(album.jobs):
        if not forked:
            pid = os.fork()
            if pid == 0:
                time.sleep(30)
                os._exit(0)
            forked.append(pid)
    assert time.monotonic() - started < 20
    os.kill(forked[0], signal.SIGKILL)
    os.waitpid(forked[0], 0)
