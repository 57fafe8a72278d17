"""Jobs on many hosts, by Dask: ``pip install upright-images[dask]``.

    from dask.distributed import Client
    import upright.dask

    summary = upright.dask.run("jobs.jsonl", Client("scheduler:8786"), "results/")

The manifest has one job per line (`upright.jobs`). It is divided into shards, each of which is one task of Dask. All
hosts see the same files. Running it again carries out only what has no result yet.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import itertools
import json
import os
import pathlib
import time
import uuid
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import jobs
from ._errors import MachineError

_DONE = ("ok", "skipped", "unchanged")
_Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass
class Summary:
    """What became of all jobs.

    Attributes:
        counts: The number of jobs by status: ``"ok"``, ``"skipped"``, ``"unchanged"``, ``"failed"``.
        poison: How many of the failed ones crashed or blocked workers.
        kept: How many have their result from an earlier run.
        parts: The files of results, one per shard.
        again: Manifests of the failed jobs alone, one per shard that has any.
    """

    counts: Dict[str, int] = dataclasses.field(default_factory=dict)
    poison: int = 0
    kept: int = 0
    parts: List[str] = dataclasses.field(default_factory=list)
    again: List[str] = dataclasses.field(default_factory=list)

    @property
    def jobs(self) -> int:
        """The number of jobs."""
        return sum(self.counts.values())

    def _add(self, part: Dict[str, Any]) -> None:
        for status, count in part["counts"].items():
            self.counts[status] = self.counts.get(status, 0) + count
        self.poison += part["poison"]
        self.kept += part["kept"]
        self.parts.append(part["part"])
        if part["again"]:
            self.again.append(part["again"])


class ShardsFailed(MachineError):
    """Some shards have no part. Running again carries them out.

    Attributes:
        summary: What became of the others.
    """

    summary: Summary


def run(
    manifest: "Union[_Path, Iterable[jobs.Job]]", client: Any, results: _Path, *, shard_size: int = 1_000,
    recheck: bool = False, retries: int = 3, crashes: int = 3, restarts: int = 5, silence: float = 60,
    options: Sequence[str] = (), command: Optional[Sequence[str]] = None,
    progress: Optional[Callable[[Summary], None]] = None,
) -> Summary:
    """Carries out jobs on the hosts of a Dask cluster.

    Args:
        manifest: A file with one job per line, or jobs.
        client: A ``dask.distributed.Client``.
        results: A folder for results, which all hosts see: ``part-00042.jsonl`` for each shard, in the order of its
            jobs; ``part-00042.failed.jsonl`` with the jobs of it that failed, as a manifest.
        shard_size: The number of jobs of a shard. With another number, parts of an earlier run are of no use.
        recheck: Whether jobs that have a result are carried out again: they find it, and end ``"skipped"`` or
            ``"unchanged"``.
        retries: How often a job is tried again after an error of the machine, such as a full disk.
        crashes: After how many crashes of its worker, hangs or failures of a codec a job is given up as poison.
        restarts: How often a shard is begun again after its host was lost.
        silence: After how many seconds without a sign of life an ``upright worker`` is killed.
        options: Options of ``upright worker``, such as ``["--parallel", "2"]``.
        command: Another program that speaks its protocol.
        progress: Called after each shard.

    Returns:
        What became of all jobs. Jobs that failed are no exception.

    Raises:
        ShardsFailed: Some shards could not be carried out. The others are.
    """
    folder = pathlib.Path(results).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    started = time.time()
    settings = {
        "recheck": recheck, "retries": retries, "crashes": crashes, "silence": silence, "options": list(options),
        "command": list(command) if command is not None else None,
    }
    driver = _Driver(client, str(folder), settings, restarts)
    summary, failures = driver.run(_shards(manifest, shard_size), progress)
    _remove_leftovers(folder, before=started if failures else time.time())
    summary.parts.sort()
    summary.again.sort()
    if failures:
        error = ShardsFailed("; ".join(f"shard {index}: {why}" for index, why in failures[:5]), name="shards", code=75)
        error.summary = summary
        raise error
    return summary


class _Driver:
    """Keeps as many shards at Dask as can be worked on soon: an orphaned host then has few."""

    def __init__(self, client: Any, folder: str, settings: Dict[str, Any], restarts: int) -> None:
        self._client, self._folder, self._settings, self._restarts = client, folder, settings, restarts
        self._token = uuid.uuid4().hex[:12]
        self._futures: Dict[Any, Tuple[int, List[str], int]] = {}

    def run(
        self, shards: Iterator[Tuple[int, List[str]]], progress: Optional[Callable[[Summary], None]]
    ) -> Tuple[Summary, List[Tuple[int, str]]]:
        distributed = importlib.import_module("distributed")
        summary, failures = Summary(), []
        queue = distributed.as_completed(raise_errors=False)
        try:
            self._fill(queue, shards)
            for future in queue:
                index, lines, losses = self._futures.pop(future)
                if future.status == "finished":
                    summary._add(future.result())
                    if progress is not None:
                        progress(summary)
                elif losses < self._restarts:
                    self._submit(queue, index, lines, losses + 1)
                else:
                    failures.append((index, repr(future.exception())))
                self._fill(queue, shards)
        finally:
            if self._futures:
                self._client.cancel(list(self._futures))
        return summary, failures

    def _fill(self, queue: Any, shards: Iterator[Tuple[int, List[str]]]) -> None:
        window = 2 * max(1, sum(self._client.ncores().values())) + 2
        while len(self._futures) < window:
            shard = next(shards, None)
            if shard is None:
                return
            self._submit(queue, *shard, 0)

    def _submit(self, queue: Any, index: int, lines: List[str], losses: int) -> None:
        future = self._client.submit(
            _carry_out, index, lines, self._folder, self._settings, key=f"upright-{self._token}-{index}-{losses}",
            pure=False)
        self._futures[future] = (index, lines, losses)
        queue.add(future)


def _shards(
    manifest: "Union[_Path, Iterable[jobs.Job]]", size: int
) -> Iterator[Tuple[int, List[str]]]:
    lines = _lines(manifest)
    for index in itertools.count():
        shard = list(itertools.islice(lines, max(1, size)))
        if not shard:
            return
        yield index, shard


def _lines(manifest: "Union[_Path, Iterable[jobs.Job]]") -> Iterator[str]:
    if isinstance(manifest, (str, os.PathLike)):
        with open(manifest, encoding="utf-8") as file:
            yield from (line.strip() for line in file if line.strip())
    else:
        yield from (json.dumps(job) for job in manifest)


# What runs on the hosts.


def _carry_out(index: int, lines: List[str], folder: str, settings: Dict[str, Any]) -> Dict[str, Any]:
    """Carries out a shard, and writes its part."""
    path = os.path.join(folder, f"part-{index:05}.jsonl")
    rows = [json.loads(line) for line in lines]
    ids = [str(row["id"]) for row in rows]
    if len(set(ids)) < len(ids):
        raise ValueError(f"two jobs of shard {index} have the same id")
    names = [_name(line) for line in lines]
    known = {} if settings["recheck"] else _known(path)
    done = {own: known[name] for own, name in zip(ids, names) if name in known}
    kept = len(done)
    found = jobs.results(
        [row for row, own in zip(rows, ids) if own not in done], options=settings["options"], retries=settings["retries"],
        crashes=settings["crashes"], silence=settings["silence"], command=settings["command"])
    done.update((result["id"], result) for result in found)
    ordered = [{**done[own], "job": name} for own, name in zip(ids, names)]
    failures = [result for result in ordered if result["status"] == "failed"]
    failed = [row for row, result in zip(rows, ordered) if result["status"] == "failed"]
    again = os.path.join(folder, f"part-{index:05}.failed.jsonl")
    # The part comes last: whoever sees it sees what belongs to it.
    if failed:
        _write(again, failed)
    elif os.path.exists(again):
        os.unlink(again)
    if kept < len(rows):
        _write(path, ordered)
    counts: Dict[str, int] = {}
    for result in ordered:
        counts[result["status"]] = counts.get(result["status"], 0) + 1
    poison = sum(1 for result in failures if result["error"]["class"] == "poison")
    return {"counts": counts, "poison": poison, "kept": kept, "part": path, "again": again if failed else None}


def _name(line: str) -> str:
    """Identifies a job by everything that its line states."""
    return hashlib.sha256(line.encode()).hexdigest()[:32]


def _known(path: str) -> "Dict[str, jobs.Result]":
    """The results of an earlier run that are not errors, by the names of their jobs."""
    try:
        with open(path, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
    except FileNotFoundError:
        return {}
    return {result["job"]: result for result in results if result.get("status") in _DONE and "job" in result}


def _write(path: str, rows: "List[Dict[str, Any]]") -> None:
    """Writes a file that appears when it is complete and on the disk."""
    temporary = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{uuid.uuid4().hex}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
    descriptor = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_leftovers(folder: pathlib.Path, before: float) -> None:
    """Removes unfinished parts of hosts that were lost."""
    for path in folder.glob(".part-*.tmp"):
        try:
            if path.stat().st_mtime < before:
                path.unlink()
        except FileNotFoundError:
            pass
