"""A cluster whose processes, hosts and networks die: one result per job, nothing done twice, and a second run finds it.

UPRIGHT_KILL_ROUNDS sets how often each test is repeated.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import types
from typing import Any, Iterator

import pytest

from album import Album, digest
from conftest import HERE, encoded, scene
from test_jobs import children, faulty, reference
from upright import _native, _program

distributed = pytest.importorskip("distributed")
import upright.dask  # noqa: E402

pytestmark = pytest.mark.skipif(
    not (pathlib.Path(_native.PATH).parent / "upright").exists(), reason="there is no program beside the library")

ROUNDS = int(os.environ.get("UPRIGHT_KILL_ROUNDS", "1"))
# Losses are noticed in seconds. Values of 10 s or less for tcp make every connection fail.
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "8s", "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "12s",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "20", "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
}


class Cluster:
    """A scheduler, and worker processes that can be lost."""

    def __init__(self, folder: pathlib.Path, host: str = "127.0.0.1") -> None:
        folder.mkdir()
        self.folder, self.host = folder, host
        self.file = folder / "scheduler.json"
        self.workers: "list[subprocess.Popen[bytes]]" = []
        path = os.pathsep.join([str(HERE.parent), str(HERE)])
        self.environment = {**os.environ, **SETTINGS, "PYTHONPATH": path}
        self.scheduler = self._start([], "scheduler", "--port", "0", "--scheduler-file", str(self.file), host=host)

    def _start(self, before: "list[str]", kind: str, *words: str, host: str) -> "subprocess.Popen[bytes]":
        log = open(self.folder / f"{kind}-{len(self.workers)}.log", "wb")
        with log:
            return subprocess.Popen(
                [*before, sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", host, "--no-dashboard", *words],
                env=self.environment, stdout=log, stderr=log, cwd=self.folder)

    def add(self, before: "tuple[str, ...]" = (), host: "str | None" = None) -> "subprocess.Popen[bytes]":
        """Starts another worker; `before` are words in front of its command."""
        while not self.file.exists() and self.scheduler.poll() is None:
            time.sleep(0.02)
        worker = self._start(
            list(before), "worker", "--scheduler-file", str(self.file), "--no-nanny", "--nthreads", "1",
            "--local-directory", str(self.folder), host=host or self.host)
        self.workers.append(worker)
        return worker

    def client(self) -> Any:
        return distributed.Client(scheduler_file=str(self.file), timeout=30)

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster(folder: pathlib.Path, host: str = "127.0.0.1", count: int = 2) -> "Iterator[Cluster]":
    started = Cluster(folder, host)
    try:
        for _ in range(count):
            started.add()
        yield started
    finally:
        started.stop()


def rows(folder: pathlib.Path) -> "list[dict[str, Any]]":
    """All results of all parts; there is nothing else in the folder."""
    names = [path.name for path in folder.iterdir()]
    assert all(name.startswith("part-") or name == "run.json" for name in names), names
    return [
        json.loads(line) for path in sorted(folder.glob("part-*.jsonl")) if not path.name.endswith(".failed.jsonl")
        for line in path.read_text().splitlines()]


def check(album: Album, results: pathlib.Path, expected: "dict[str, str]", poison: "set[str]" = frozenset()) -> None:
    """One result per job, in order; the same files as without faults."""
    found = rows(results)
    assert [row["id"] for row in found] == [job["id"] for job in album.jobs]
    assert {row["id"] for row in found if row["status"] == "failed"} == poison
    for job, row in zip(album.jobs, found):
        if row["status"] != "failed":
            assert row["out_digest"] == digest(pathlib.Path(job["out"].get("path", job["in"]["path"])))
    # A killed process leaves its unfinished file, or the one that it has replaced; the next run removes both.
    assert {name: each for name, each in album.digests().items() if "/.upright-" not in name} == expected


def check_again(album: Album, client: Any, results: pathlib.Path, expected: "dict[str, str]") -> None:
    """A second run does nothing; the leftovers of killed processes are gone."""
    summary = upright.dask.run(album.manifest(), client, results, shard_size=25, recheck=True, options=["--lease", "0"])
    assert set(summary.counts) <= {"skipped", "unchanged"} and summary.jobs == len(album.jobs)
    assert album.digests() == expected
    again = upright.dask.run(album.manifest(), client, results, shard_size=25)
    assert again.kept == len(album.jobs)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_processes_that_are_killed(tmp_path: pathlib.Path, number: int) -> None:
    album = Album(tmp_path / "a", 400)
    expected = reference(album, tmp_path / "reference")
    chance = random.Random(number)
    done = threading.Event()
    kills: "list[str]" = []
    with cluster(tmp_path / "cluster") as hosts, hosts.client() as client:
        client.wait_for_workers(2, timeout=60)

        def kill() -> None:
            while not done.wait(chance.uniform(0.1, 0.4)) and len(kills) < 8:
                worker = chance.choice([each for each in hosts.workers if each.poll() is None])
                if len(kills) % 4 == 1:
                    worker.kill()
                    worker.wait()
                    hosts.add()
                    kills.append("host")
                    continue
                # The worker is behind the slow program.
                found = [
                    each for slow in children(worker.pid)
                    for each in children(slow, "upright")]
                for child in found:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                        kills.append("worker")

        killer = threading.Thread(target=kill)
        killer.start()
        steps: "list[int]" = []
        try:
            summary = upright.dask.run(
                album.manifest(), client, tmp_path / "results", shard_size=25, crashes=9,
                command=[sys.executable, str(HERE / "slow_worker.py"), _program.path(), "worker"],
                progress=lambda summary: steps.append(summary.jobs))
        finally:
            done.set()
            killer.join()
        assert "host" in kills and "worker" in kills
        assert summary.jobs == 400 and steps == sorted(steps) and steps[-1] == 400
        check(album, tmp_path / "results", expected)
        check_again(album, client, tmp_path / "results", expected)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_poison_and_lost_replies(tmp_path: pathlib.Path, number: int) -> None:
    album = Album(tmp_path / "a", 120)
    chance = random.Random(number)
    expected = reference(album, tmp_path / "reference")
    for word in ["poison", "poison", "lose", "lose", "lose", "half", "double", "double", "crash", "hang"]:
        job = chance.choice([job for job in album.jobs if "-" not in job["id"]])
        job["id"] = f"{word}-{job['id']}"
    poison = {job["id"] for job in album.jobs if job["id"].startswith("poison")}
    with cluster(tmp_path / "cluster") as hosts, hosts.client() as client:
        summary = upright.dask.run(
            album.manifest(), client, tmp_path / "results", shard_size=25, silence=2, crashes=2,
            command=faulty(tmp_path / "faults"))
        assert summary.poison == 2 and summary.counts["failed"] == 2 and len(summary.again) in (1, 2)
        found = rows(tmp_path / "results")
        assert [row["id"] for row in found] == [job["id"] for job in album.jobs]
        assert {row["id"] for row in found if row["status"] == "failed"} == poison
        # Only what failed is carried out again: by a worker without faults, it succeeds.
        summary = upright.dask.run(album.manifest(), client, tmp_path / "results", shard_size=25)
        assert summary.kept == 118 and not summary.again and "failed" not in summary.counts
        check(album, tmp_path / "results", expected)
        check_again(album, client, tmp_path / "results", expected)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_host_that_is_cut_off(tmp_path: pathlib.Path, number: int) -> None:
    album = Album(tmp_path / "a", 300)
    expected = reference(album, tmp_path / "reference")
    with network() as (here, there, before, cut), cluster(tmp_path / "cluster", here, count=1) as hosts:
        hosts.add(before, there)
        with hosts.client() as client:
            client.wait_for_workers(2, timeout=60)
            parts: "list[int]" = []

            def cut_once(summary: Any) -> None:
                parts.append(summary.jobs)
                if len(parts) == 2:
                    cut()

            summary = upright.dask.run(
                album.manifest(), client, tmp_path / "results", shard_size=25, progress=cut_once,
                command=[sys.executable, str(HERE / "slow_worker.py"), _program.path(), "worker"])
            # The host that was cut off may still be working on its last shard.
            hosts.workers[-1].kill()
            hosts.workers[-1].wait()
            assert summary.jobs == 300
            check(album, tmp_path / "results", expected)
            check_again(album, client, tmp_path / "results", expected)


@contextlib.contextmanager
def network() -> "Iterator[tuple[str, str, tuple[str, ...], Any]]":
    """Two hosts: this one, and a network namespace. Both addresses, words that run a command there, and the cut."""
    number = os.getpid() % 250
    name, near, far = f"upright{os.getpid()}", f"upa{os.getpid() % 100000}", f"upb{os.getpid() % 100000}"
    here, there = f"10.231.{number}.1", f"10.231.{number}.2"
    steps = [
        f"ip netns add {name}", f"ip link add {near} type veth peer name {far}", f"ip link set {far} netns {name}",
        f"ip addr add {here}/24 dev {near}", f"ip link set {near} up", f"ip netns exec {name} ip addr add {there}/24 dev {far}",
        f"ip netns exec {name} ip link set {far} up", f"ip netns exec {name} ip link set lo up",
    ]
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("a network namespace takes root, and ip (iproute2)")
    try:
        for step in steps:
            if subprocess.run(step.split(), capture_output=True).returncode:
                pytest.skip(f"a network namespace cannot be made here: {step}")
        yield here, there, ("ip", "netns", "exec", name), lambda: subprocess.run(
            ["ip", "link", "set", near, "down"], check=True)
    finally:
        subprocess.run(["ip", "link", "del", near], capture_output=True)
        subprocess.run(["ip", "netns", "del", name], capture_output=True)


def test_shards_that_cannot_be_carried_out_are_named(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 8)
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        with pytest.raises(upright.dask.ShardsFailed) as failed:
            upright.dask.run(album.jobs, client, tmp_path / "results", shard_size=4, restarts=1, command=["/nonexistent"])
        assert failed.value.summary.jobs == 0 and "/nonexistent" in str(failed.value)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["run.json"]


def test_manifests_that_a_run_cannot_rely_on_are_refused(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 8)
    twice = [dict(job) for job in album.jobs]
    twice[6]["id"] = twice[5]["id"]
    body = [dict(job) for job in album.jobs]
    body[7]["out"] = {"body": True}
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(album.jobs[0]) + "\n[1]\n")
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        for manifest, words in [(twice, "job 7 "), (body, "job 8 "), (broken, "job 2 ")]:
            with pytest.raises(upright.UsageError, match=words):
                upright.dask.run(manifest, client, tmp_path / "results", shard_size=4)
        # They are found before anything starts.
        assert not (tmp_path / "results").exists()


def test_a_folder_of_something_else_is_left_alone(tmp_path: pathlib.Path) -> None:
    album, results = Album(tmp_path / "a", 8), tmp_path / "results"
    results.mkdir()
    (results / "part-00000.jsonl").write_text("mine")
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        with pytest.raises(upright.UsageError, match="another folder"):
            upright.dask.run(album.jobs, client, results, shard_size=2)
        assert (results / "part-00000.jsonl").read_text() == "mine" and len(list(results.iterdir())) == 1
        (results / "part-00000.jsonl").unlink()
        assert upright.dask.run(album.jobs, client, results, shard_size=2).jobs == 8
        with pytest.raises(upright.UsageError, match="shards of 2 jobs"):
            upright.dask.run(album.jobs, client, results, shard_size=4)
        # A shorter manifest: parts of shards that it does not have would be read as results of this run.
        assert upright.dask.run(album.jobs[:4], client, results, shard_size=2).kept == 4
        assert [row["id"] for row in rows(results)] == [job["id"] for job in album.jobs[:4]]
        (results / "run.json").write_text("{}")
        with pytest.raises(upright.UsageError, match="something else"):
            upright.dask.run(album.jobs, client, results, shard_size=2)


def test_a_lost_host_that_ends_late_replaces_nothing(tmp_path: pathlib.Path) -> None:
    album, results = Album(tmp_path / "a", 4), tmp_path / "results"
    lines = [json.dumps(job) for job in album.jobs]
    settings = {"recheck": False, "retries": 0, "crashes": 1, "silence": 60, "deadline": 600, "options": [], "command": None}
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        upright.dask.run(album.jobs, client, results, shard_size=4)
        before = (results / "part-00000.jsonl").read_bytes()
        # The same shard once more, by a host that the driver does not listen to any more, and that fails.
        for job in album.jobs:
            path = pathlib.Path(job["in"]["path"])
            path.write_bytes(b"damaged")
        late = upright.dask._carry_out(0, lines, str(results), {**settings, "recheck": True})
        assert late["counts"] == {"failed": 4} and (results / "part-00000.jsonl").read_bytes() == before
        assert not (results / "part-00000.failed.jsonl").exists()
        upright.dask.run(album.jobs, client, results, shard_size=4)
        assert (results / "part-00000.jsonl").read_bytes() == before and len(rows(results)) == 4


DAMAGE = {
    "cut off": lambda data: data[: len(data) * 2 // 3 - 5],
    "not text": lambda data: data[:50] + b"\xff\xfe" + data[52:],
    "another kind of line": lambda data: b"[1]\n" + data,
    "without names": lambda data: data.replace(b'"job"', b'"jib"', 1),
    "wrong types": lambda data: data.replace(b'"status": "ok"', b'"status": ["ok"]', 1),
    "empty line": lambda data: data + b"\n",
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_part_is_replaced_and_named(tmp_path: pathlib.Path, damage: str) -> None:
    album, results = Album(tmp_path / "a", 4), tmp_path / "results"
    results.mkdir()
    lines = [json.dumps(job) for job in album.jobs]
    settings = {"recheck": False, "retries": 0, "crashes": 1, "silence": 60, "deadline": 600, "options": [], "command": None}
    part = upright.dask._publish(upright.dask._carry_out(0, lines, str(results), settings))
    assert not part["damaged"] and set(part["counts"]) <= {"ok", "unchanged"}
    path = results / "part-00000.jsonl"
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    part = upright.dask._publish(upright.dask._carry_out(0, lines, str(results), settings))
    assert part["damaged"] and part["kept"] == 0 and set(part["counts"]) <= {"skipped", "unchanged"}
    summary = upright.dask.Summary()
    summary._add(part)
    assert summary.replaced == [str(path)]
    assert [row["id"] for row in rows(results)] == [job["id"] for job in album.jobs]
    part = upright.dask._publish(upright.dask._carry_out(0, lines, str(results), settings))
    assert not part["damaged"] and part["kept"] == 4


def test_a_run_with_a_damaged_part_ends(tmp_path: pathlib.Path) -> None:
    album, results = Album(tmp_path / "a", 8), tmp_path / "results"
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        assert upright.dask.run(album.jobs, client, results, shard_size=4).replaced == []
        (results / "part-00001.jsonl").write_text("{")
        summary = upright.dask.run(iter(album.jobs), client, results, shard_size=4)
        assert summary.replaced == [str(results / "part-00001.jsonl")] and summary.kept == 4 and summary.jobs == 8
        check(album, results, album.digests())


def out(path: str, number: int) -> "dict[str, Any]":
    return {"id": f"{number}", "op": {"kind": "fix"}, "in": {"path": "a.jpg"}, "out": {"path": path}}


def in_place(path: str, number: int) -> "dict[str, Any]":
    return {"id": f"{number}", "op": {"kind": "fix"}, "in": {"path": path}, "out": {"in_place": True}}


@pytest.mark.parametrize("one, other", [
    (out("o/x.jpg", 3), out("o/x.jpg", 9)), (out("o/x.jpg", 3), out("./o//y/../x.jpg", 9)),
    (in_place("p.jpg", 3), in_place("p.jpg", 9)), (out("p.jpg", 3), in_place("./p.jpg", 9)),
    (out("base64:/2E=", 3), out("base64:/2E=", 9)), (out("caf\u00e9", 3), out("base64:Y2Fmw6k=", 9)),
])
def test_two_jobs_with_the_same_result_are_found_before_anything_starts(
    tmp_path: pathlib.Path, one: "dict[str, Any]", other: "dict[str, Any]"
) -> None:
    given = [out(f"o/{number}.jpg", number) for number in range(1, 13)]
    given[2], given[8] = one, other
    path = tmp_path / "jobs.jsonl"
    path.write_text("".join(json.dumps(job) + "\n" for job in given), encoding="utf-8")
    for manifest in (given, path, iter(given)):
        # Without a client: nothing is asked of it.
        with pytest.raises(upright.UsageError, match="jobs 3 and 9 of the manifest write the same file"):
            upright.dask.run(manifest, None, tmp_path / "results", shard_size=4)
    assert not (tmp_path / "results").exists()


def test_results_behind_links(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "real").mkdir(parents=True)
    (tmp_path / "link").symlink_to("deep/real")
    monkeypatch.chdir(tmp_path)
    # `..` is that of the folder behind the link.
    upright.dask._check_results([out("link/../x.jpg", 1), out("x.jpg", 2)])
    for one, other in [("link/x.jpg", "deep/real/x.jpg"), ("link/../x.jpg", "deep/x.jpg"), ("x.jpg", f"{tmp_path}/x.jpg"),
                       ("new/x.jpg", f"{tmp_path}/./new//x.jpg")]:
        for limit in (10_000, 1):
            monkeypatch.setattr(upright.dask, "_MOST_FOLDERS", limit)
            with pytest.raises(upright.UsageError, match="jobs 1 and 3 "):
                upright.dask._check_results([out(one, 1), out("new/y.jpg", 2), out(other, 3)])


def test_results_that_only_look_alike(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = {"type": "plan", "id": "p", "op": {"kind": "fix"}, "in": {"path": "a"}, "out": {"path": "o/1.jpg"}}
    fine = [out("o/1.jpg", 1), plan, out("o/1.JPG", 2), out("O/1.jpg", 3), out("/o/1.jpg", 4), in_place("a.jpg", 5),
            {"id": "6"}, out("base64:!", 7), out("a\0/b", 8), out("\ud800/b", 9)]
    upright.dask._check_results(fine)
    # Equal hashes are no proof.
    monkeypatch.setattr(upright.dask, "_hash", lambda name: 5)
    upright.dask._check_results(fine)
    with pytest.raises(upright.UsageError, match="jobs 1 and 11 "):
        upright.dask._check_results([*fine, out("o/1.jpg", 11)])
    monkeypatch.setattr(upright.dask, "_MOST_CHECKED", 10)
    upright.dask._check_results([*fine, out("o/1.jpg", 11)])


class Here:
    """Dask's client, as far as `run` uses it: tasks are carried out when they are submitted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.submitted: "list[int]" = []

        class Queue:
            def __init__(self, raise_errors: bool) -> None:
                self.futures: "list[Any]" = []

            def add(self, future: Any) -> None:
                self.futures.append(future)

            def __iter__(self) -> "Iterator[Any]":
                while self.futures:
                    yield self.futures.pop(0)

        monkeypatch.setattr(upright.dask.importlib, "import_module", lambda name: types.SimpleNamespace(as_completed=Queue))

    def ncores(self) -> "dict[str, int]":
        return {"here": 1}

    def submit(self, function: Any, index: int, *arguments: Any, key: str, pure: bool) -> Any:
        self.submitted.append(index)
        part = function(index, *arguments)
        future = concurrent.futures.Future()
        future.status = "finished"
        future.set_result(part)
        return future

    def cancel(self, futures: "list[Any]") -> None:
        pass


def test_a_manifest_that_can_be_read_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    album, results, here = Album(tmp_path / "a", 6), tmp_path / "results", Here(monkeypatch)
    assert upright.dask.run(album.jobs, here, results, shard_size=2).jobs == 6
    before = {path: path.read_bytes() for path in results.iterdir()}
    lines = "".join(json.dumps(job) + "\n" for job in album.jobs).encode()
    for text, kept in [(lines, 6), (b"", None), (b"\n  \n", None)]:
        reader, writer = os.pipe()
        with os.fdopen(writer, "wb") as file:
            file.write(text)
        try:
            if kept is None:
                with pytest.raises(upright.UsageError, match="no job in the manifest"):
                    upright.dask.run(f"/dev/fd/{reader}", here, results, shard_size=2)
            else:
                assert upright.dask.run(f"/dev/fd/{reader}", here, results, shard_size=2).kept == kept
        finally:
            os.close(reader)
        assert {path: path.read_bytes() for path in results.iterdir()} == before
    (tmp_path / "empty").touch()
    for manifest in ([], iter([]), tmp_path / "empty"):
        with pytest.raises(upright.UsageError, match="no job in the manifest"):
            upright.dask.run(manifest, here, results, shard_size=2)
    assert {path: path.read_bytes() for path in results.iterdir()} == before


@pytest.mark.parametrize("change", ["shorter", "longer", "other", "empty"])
def test_a_manifest_that_changes_between_the_readings(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    album, results, here = Album(tmp_path / "a", 8), tmp_path / "results", Here(monkeypatch)
    assert upright.dask.run(album.jobs, here, results, shard_size=2).jobs == 8
    lines = [json.dumps(job) + "\n" for job in album.jobs]
    other = json.dumps({**album.jobs[5], "id": "other"}) + "\n"
    later, first = {
        "shorter": (lines[:4], 5), "longer": ([*lines, other], 9), "other": ([*lines[:5], other, *lines[6:]], 5),
        "empty": ([], 1)}[change]
    path = tmp_path / "jobs.jsonl"
    path.write_text("".join(lines))
    before = {each: each.read_bytes() for each in results.iterdir()}
    claim = upright.dask._claim

    def changing(*arguments: Any) -> None:
        claim(*arguments)
        path.write_text("".join(later))

    monkeypatch.setattr(upright.dask, "_claim", changing)
    here.submitted.clear()
    with pytest.raises(upright.UsageError, match=f"changed .* from number {first} "):
        upright.dask.run(path, here, results, shard_size=2)
    assert here.submitted == list(range((first - 1) // 2))
    assert {each: each.read_bytes() for each in results.iterdir()} == before


@pytest.mark.parametrize("wrong", [
    {"deadline": 0}, {"deadline": -1}, {"deadline": float("nan")}, {"deadline": "600"}, {"silence": 0}, {"silence": None},
    {"retries": -1}, {"retries": 1.5}, {"crashes": 0}, {"shard_size": 0}, {"shard_size": 2.0}, {"restarts": -1},
    {"options": "--parallel 2"}, {"options": ["--parallel", 2]}, {"command": []}, {"command": "upright worker"},
])
def test_wrong_arguments_are_refused_before_anything_starts(tmp_path: pathlib.Path, wrong: "dict[str, Any]") -> None:
    name, = wrong
    # Without a client: nothing is asked of it.
    with pytest.raises(upright.UsageError, match=f"^{name}: "):
        upright.dask.run([out("o/x.jpg", 1)], None, tmp_path / "results", **wrong)
    assert not (tmp_path / "results").exists()
    if name not in ("shard_size", "restarts"):
        with pytest.raises(upright.UsageError, match=f"^{name}: "):
            list(upright.jobs.results([], **wrong))


def test_a_long_manifest_is_checked_in_little_memory(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "jobs.jsonl"
    with path.open("w") as file:
        for number in range(60_000):
            file.write(f'{{"id":"{number}","op":{{"kind":"fix"}},"in":{{"path":"a"}},"out":{{"path":"o/{number % 59_999}"}}}}\n')
    import tracemalloc

    tracemalloc.start()
    with pytest.raises(upright.UsageError, match="jobs 1 and 60000 "):
        upright.dask._check_results(path)
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


def test_a_job_that_blocks_its_worker_ends_a_run(tmp_path: pathlib.Path) -> None:
    album = Album(tmp_path / "a", 8)
    album.jobs[5]["id"] = "block-5"
    with cluster(tmp_path / "cluster", count=1) as hosts, hosts.client() as client:
        summary = upright.dask.run(
            album.jobs, client, tmp_path / "results", shard_size=4, deadline=1, crashes=2, command=faulty(tmp_path / "faults"))
    assert summary.poison == 1 and summary.counts["failed"] == 1 and summary.jobs == 8


# Damage


def test_the_summary_counts_damaged_images_and_warnings(tmp_path: pathlib.Path) -> None:
    whole = encoded(scene(160, 120), "JPEG", 6, quality=95)
    sources = {"whole": whole, "cut": whole[: len(whole) * 2 // 3], "text": b"no image"}
    for name, data in sources.items():
        (tmp_path / f"{name}.jpg").write_bytes(data)
    manifest: "list[dict[str, Any]]" = [
        {"id": f"{name} {allows}", "op": {"kind": "thumb", "size": "64", "allow_damaged": allows},
         "in": {"path": str(tmp_path / f"{name}.jpg")}, "out": {"path": str(tmp_path / f"out/{name}-{allows}.jpg")}}
        for name in sources for allows in (False, True)]
    with cluster(tmp_path / "cluster", count=1) as started, started.client() as client:
        summary = upright.dask.run(manifest, client, tmp_path / "results", shard_size=4)
    # The file that is cut off fails unless that is allowed; text is no damaged image.
    assert summary.counts == {"ok": 3, "failed": 3} and summary.failed == 3
    assert (summary.damaged, summary.warned) == (2, 1)
    found = {row["id"]: row for row in rows(tmp_path / "results")}
    assert found["cut True"]["damaged"] is True and "damaged" not in found["whole True"]
