"""Jobs on many hosts, by Dask: ``pip install upright-images[dask]``.

    from dask.distributed import Client
    import upright.dask

    summary = upright.dask.run("jobs.jsonl", Client("scheduler:8786"), "results/")

The manifest has one job per line (`upright.jobs`). It is divided into shards, each of which is one task of Dask. All
hosts see the same files. Running it again carries out only what has no result yet.
"""

from __future__ import annotations

import array
import base64
import collections.abc
import contextlib
import dataclasses
import hashlib
import importlib
import io
import itertools
import json
import numbers
import os
import pathlib
import re
import tempfile
import time
import uuid
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import jobs
from ._errors import MachineError, UsageError

_DONE = ("ok", "skipped", "unchanged")
_Path = Union[str, "os.PathLike[str]"]
#: What can be read more than once.
_Manifest = Union[_Path, Sequence[jobs.Job], IO[str]]


@dataclasses.dataclass
class Summary:
    """What became of all jobs.

    Attributes:
        counts: The number of jobs by status: ``"ok"``, ``"skipped"``, ``"unchanged"``, ``"failed"``.
        poison: How many of the failed ones crashed or blocked workers.
        damaged: How many have a damaged image: failed ones, and those of which the readable part was asked for.
        warned: How many succeeded with warnings, which their results list.
        kept: How many have their result from an earlier run.
        parts: The files of results, one per shard.
        again: Manifests of the failed jobs alone, one per shard that has any.
        replaced: Those of the parts that an earlier run had left and that were damaged. All their jobs were carried out
            again.
    """

    counts: Dict[str, int] = dataclasses.field(default_factory=dict)
    poison: int = 0
    damaged: int = 0
    warned: int = 0
    kept: int = 0
    parts: List[str] = dataclasses.field(default_factory=list)
    again: List[str] = dataclasses.field(default_factory=list)
    replaced: List[str] = dataclasses.field(default_factory=list)

    @property
    def jobs(self) -> int:
        """The number of jobs."""
        return sum(self.counts.values())

    @property
    def failed(self) -> int:
        """The number of jobs that failed."""
        return self.counts.get("failed", 0)

    def _add(self, part: Dict[str, Any]) -> None:
        for status, count in part["counts"].items():
            self.counts[status] = self.counts.get(status, 0) + count
        self.poison += part["poison"]
        self.damaged += part["damaged_images"]
        self.warned += part["warned"]
        self.kept += part["kept"]
        self.parts.append(part["part"])
        if part["again"]:
            self.again.append(part["again"])
        if part["damaged"]:
            self.replaced.append(part["part"])


class ShardsFailed(MachineError):
    """Some shards have no part. Running again carries them out.

    Attributes:
        summary: What became of the others.
    """

    summary: Summary


def run(
    manifest: "Union[_Path, Iterable[jobs.Job]]", client: Any, results: _Path, *, shard_size: int = 1_000,
    recheck: bool = False, retries: int = 3, crashes: int = 3, restarts: int = 5, silence: float = 60,
    deadline: Optional[float] = 600, options: Sequence[str] = (), command: Optional[Sequence[str]] = None,
    progress: Optional[Callable[[Summary], None]] = None,
) -> Summary:
    """Carries out jobs on the hosts of a Dask cluster.

    Args:
        manifest: A file with one job per line, or jobs; an iterator is written to a temporary file first. No two jobs
            of a shard have the same `id`, and no two jobs write the same file. Both are checked before anything starts,
            the latter by the paths, and in the first 10 million jobs. What is not a regular file, such as a pipe, is
            copied to a temporary file, too. Results are files, so `out` must not be `body`.
        client: A ``dask.distributed.Client``.
        results: A folder for results, which this program and all hosts see: ``part-00042.jsonl`` for each shard, in
            the order of its jobs; ``part-00042.failed.jsonl``, its failed jobs, as a manifest. ``run.json`` says
            that the folder belongs to such a run. Parts of shards that the manifest does not have are removed.
        shard_size: The number of jobs of a shard; the same in all runs that share the folder.
        recheck: Whether jobs that have a result are carried out again: they find it, and end ``"skipped"`` or
            ``"unchanged"``.
        retries: How often a job is tried again after an error of the machine, such as a full disk.
        crashes: After how many crashes of its worker, hangs or failures of a codec a job is given up as poison.
        restarts: How often a shard is begun again after its host was lost.
        silence: After how many seconds without a sign of life an ``upright worker`` is killed.
        deadline: After how many seconds of one job its worker is killed, also if it gives signs of life; None: never.
            See ``upright.jobs.results``.
        options: Options of ``upright worker``, such as ``["--parallel", "2"]``.
        command: Another program that speaks its protocol.
        progress: Called after each shard.

    Returns:
        What became of all jobs. Jobs that failed are no exception.

    Raises:
        UsageError: An argument is invalid, there is no job, a line is not a job, two jobs write the same file, or the
            folder belongs to something else. Nothing was started, unless it says that the manifest has changed meanwhile.
        ShardsFailed: Some shards could not be carried out. The others are.
    """
    options = options if isinstance(options, str) else list(options)
    jobs.check_settings(
        options=options, retries=retries, crashes=crashes, silence=silence, command=command, deadline=deadline)
    for name, count, least in (("shard_size", shard_size, 1), ("restarts", restarts, 0)):
        if not isinstance(count, numbers.Integral) or count < least:
            raise UsageError(f"{name}: {count!r} is not a whole number from {least}", name="unanswerable", code=64)
    with contextlib.ExitStack() as stack:
        readable: "_Manifest"
        if isinstance(manifest, (str, os.PathLike)):
            # A pipe, for example, can be read only once.
            readable = manifest if os.path.isfile(manifest) else stack.enter_context(_spooled(_lines(manifest)))
        elif isinstance(manifest, collections.abc.Sequence):
            readable = manifest
        else:
            readable = stack.enter_context(_spooled(map(json.dumps, manifest)))
        shards = _Shards(readable, shard_size)
        return _run(shards, client, results, restarts, progress, {
            "recheck": recheck, "retries": retries, "crashes": crashes, "silence": silence, "deadline": deadline,
            "options": options, "command": list(command) if command is not None else None,
        })


def _run(
    shards: "_Shards", client: Any, results: _Path, restarts: int, progress: Optional[Callable[[Summary], None]],
    settings: Dict[str, Any],
) -> Summary:
    folder = pathlib.Path(results).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    _claim(folder, shards.size)
    started = time.time()
    driver = _Driver(client, str(folder), settings, restarts)
    summary, failures = driver.run(iter(shards), progress)
    _remove_leftovers(folder, before=started if failures else time.time())
    _remove_parts(folder, shards.count)
    summary.parts.sort()
    summary.again.sort()
    summary.replaced.sort()
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
        try:
            distributed = importlib.import_module("distributed")
        except ImportError as error:
            raise ImportError("distributed is missing: pip install upright-images[dask]") from error
        summary, failures = Summary(), []
        queue = distributed.as_completed(raise_errors=False)
        try:
            self._fill(queue, shards)
            for future in queue:
                index, lines, losses = self._futures.pop(future)
                part, why = _outcome(future)
                if part is not None:
                    summary._add(_publish(part))
                    if progress is not None:
                        progress(summary)
                elif losses < self._restarts:
                    self._submit(queue, index, lines, losses + 1)
                else:
                    failures.append((index, why))
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


def _outcome(future: Any) -> "Tuple[Optional[Dict[str, Any]], str]":
    """What a task returned; None, and why there is nothing. Its host may be lost before that is fetched."""
    if future.status != "finished":
        return None, repr(future.exception())
    try:
        return future.result(), ""
    except Exception as error:
        return None, repr(error)


def _publish(part: "Dict[str, Any]") -> "Dict[str, Any]":
    """Gives the files of a task that has ended their names. Tasks themselves do not, because one whose host was lost may
    still run."""
    path = pathlib.Path(part["part"])
    again = path.with_suffix(".failed.jsonl")
    if part["written"] is not None:
        # The part comes last: whoever sees it sees what belongs to it.
        if part["failed"] is not None:
            os.replace(part["failed"], again)
        else:
            again.unlink(missing_ok=True)
        os.replace(part["written"], path)
        _flush(path.parent)
    return {**part, "again": str(again) if again.exists() else None}


def _claim(folder: pathlib.Path, shard_size: int) -> None:
    """Marks a folder as that of a run with this size of shards."""
    mark = folder / "run.json"
    try:
        found = json.loads(mark.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if _parts(folder):
            raise UsageError(f"{folder} has parts that no run has made: give another folder", code=64) from None
        # Named as an unfinished part, which a later run removes.
        unfinished = folder / f".part-run.{uuid.uuid4().hex}.tmp"
        _write(str(unfinished), [{"upright": "dask", "shard_size": shard_size}])
        os.replace(unfinished, mark)
        _flush(folder)
        return
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("upright") != "dask":
        raise UsageError(f"{mark} is of something else: give another folder", code=64)
    if found.get("shard_size") != shard_size:
        raise UsageError(f"{folder} has shards of {found.get('shard_size')} jobs: give that number, or another folder", code=64)


def _parts(folder: pathlib.Path) -> "Dict[pathlib.Path, int]":
    """The parts in a folder, and the manifests of failed jobs, with their numbers."""
    found = ((path, re.fullmatch(r"part-(\d{5,})(\.failed)?\.jsonl", path.name)) for path in folder.iterdir())
    return {path: int(match[1]) for path, match in found if match}


def _remove_parts(folder: pathlib.Path, count: int) -> None:
    """Removes the parts of an earlier run whose manifest was longer."""
    for path, number in _parts(folder).items():
        if number >= count:
            path.unlink(missing_ok=True)


class _Shards:
    """The jobs of a manifest, which is read twice: all of it is checked before the first shard starts.

    Attributes:
        size: How many jobs a shard has.
    """

    def __init__(self, manifest: "_Manifest", size: int) -> None:
        """Checks the manifest.

        Raises:
            UsageError: It has no job, a line is no job, or two jobs exclude each other.
        """
        self.size, self._manifest = size, manifest
        # A hash of eight bytes per shard shows that the second reading finds the same.
        self._hashes = array.array("Q")
        for index, shard in enumerate(_divided(manifest, size)):
            _check(shard, 1 + index * size)
            self._hashes.append(_hash(tuple(shard)))
        if not self._hashes:
            raise UsageError("there is no job in the manifest", code=64)
        _check_results(manifest)

    @property
    def count(self) -> int:
        """The number of shards."""
        return len(self._hashes)

    def __iter__(self) -> Iterator[Tuple[int, List[str]]]:
        index = 0
        for shard in _divided(self._manifest, self.size):
            if index >= self.count or _hash(tuple(shard)) != self._hashes[index]:
                break
            yield index, shard
            index += 1
        else:
            if index == self.count:
                return
        raise UsageError(
            f"the manifest has changed while it was read: jobs from number {1 + index * self.size} were not started", code=64)


def _divided(manifest: "_Manifest", size: int) -> Iterator[List[str]]:
    """The lines of each shard."""
    lines = _lines(manifest)
    while True:
        shard = list(itertools.islice(lines, size))
        if not shard:
            return
        yield shard


def _hash(value: object) -> int:
    """A hash of eight bytes, which only this process makes."""
    return hash(value) & 0xFFFF_FFFF_FFFF_FFFF


def _check(lines: List[str], first: int) -> None:
    """Checks what a shard relies on; what else is wrong with a job is its result."""
    ids = set()
    for number, line in enumerate(lines, first):
        own = _job(line, number)["id"]
        if own in ids:
            raise UsageError(f"job {number} of the manifest has an id that another job has: {own!r}", code=64)
        ids.add(own)


def _job(line: str, number: int) -> "Dict[str, Any]":
    """The job of a line."""
    try:
        job = json.loads(line)
        own, out = job["id"], job.get("out")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"job {number} of the manifest is not a JSON object with an id", code=64) from None
    if not isinstance(own, str):
        raise UsageError(f"job {number} of the manifest has an id that is not text: {own!r}", code=64)
    if isinstance(out, dict) and "body" in out:
        raise UsageError(f"job {number} of the manifest wants its result as bytes: give out.path", code=64)
    found: "Dict[str, Any]" = job
    return found


def _lines(manifest: "_Manifest") -> Iterator[str]:
    if isinstance(manifest, (str, os.PathLike)):
        with open(manifest, encoding="utf-8") as file:
            yield from (line.strip() for line in file if line.strip())
    elif isinstance(manifest, io.TextIOBase):
        manifest.seek(0)
        yield from (line.strip() for line in manifest)
    else:
        yield from (json.dumps(job) for job in manifest)


def _spooled(lines: Iterable[str]) -> "IO[str]":
    """Jobs that can be read only once, as an unnamed file."""
    file = tempfile.TemporaryFile("w+", encoding="utf-8")
    try:
        file.writelines(line + "\n" for line in lines)
    except BaseException:
        file.close()
        raise
    return file


# No two jobs write the same file.

_MOST_CHECKED = 10_000_000
_BUCKETS = 64
_MOST_FOLDERS = 10_000


def _check_results(manifest: "_Manifest") -> None:
    """Finds two jobs that write the same file. A hash of eight bytes per job is remembered; jobs that share one are looked
    at in a second pass.

    Raises:
        UsageError: There are such jobs, or a line is no job.
    """
    buckets = [array.array("Q") for _ in range(_BUCKETS)]
    folders: "Dict[bytes, bytes]" = {}
    for name, _ in _results(manifest, folders):
        number = _hash(name)
        buckets[number % _BUCKETS].append(number)
    suspects = {number for bucket in buckets for number in _repeated(bucket)}
    seen: "Dict[bytes, int]" = {}
    if not suspects:
        return
    for name, job in _results(manifest, folders):
        if _hash(name) not in suspects:
            continue
        first = seen.setdefault(name, job)
        if first != job:
            raise UsageError(
                f"jobs {first} and {job} of the manifest write the same file: {os.fsdecode(name)}", code=64)


def _repeated(numbers: "array.array[int]") -> Iterator[int]:
    """The numbers that occur more than once."""
    ordered = sorted(numbers)
    return (one for one, other in zip(ordered, ordered[1:]) if one == other)


def _results(manifest: "_Manifest", folders: "Dict[bytes, bytes]") -> "Iterator[Tuple[bytes, int]]":
    """The files that jobs write, by their paths, and the numbers of the jobs. `folders` keeps what is known of some."""
    for number, line in enumerate(itertools.islice(_lines(manifest), _MOST_CHECKED), 1):
        job = _job(line, number)
        out, given = job.get("out"), job.get("in")
        if not isinstance(out, dict) or job.get("type", "job") != "job":
            continue
        path = given.get("path") if out.get("in_place") is True and isinstance(given, dict) else out.get("path")
        if isinstance(path, str) and path:
            try:
                folder, name = os.path.split(_file_name(path))
                if folder not in folders:
                    if len(folders) >= _MOST_FOLDERS:
                        folders.clear()
                    # As the system follows links and `..` in it.
                    folders[folder] = os.path.realpath(folder)
            except ValueError:
                # No file has that name: the job fails.
                continue
            yield os.path.join(folders[folder], name), number


def _file_name(path: str) -> bytes:
    """The name that `jobs.path_text` made text of."""
    if path.startswith("base64:"):
        try:
            return base64.b64decode(path[len("base64:"):], validate=True)
        except ValueError:
            pass
    return os.fsencode(path)


# What runs on the hosts.


def _carry_out(index: int, lines: List[str], folder: str, settings: Dict[str, Any]) -> Dict[str, Any]:
    """Carries out a shard, and writes its part under another name: see `_publish`."""
    path = os.path.join(folder, f"part-{index:05}.jsonl")
    rows = [json.loads(line) for line in lines]
    ids = [row["id"] for row in rows]
    names = [_name(line) for line in lines]
    known, is_damaged = ({}, False) if settings["recheck"] else _known(path)
    done = {own: known[name] for own, name in zip(ids, names) if name in known}
    kept = len(done)
    found = jobs.results(
        [row for row, own in zip(rows, ids) if own not in done],
        options=settings["options"], retries=settings["retries"],
        crashes=settings["crashes"], silence=settings["silence"], deadline=settings["deadline"],
        command=settings["command"])
    done.update((result["id"], result) for result in found)
    ordered = [{**done[own], "job": name} for own, name in zip(ids, names)]
    failures = [result for result in ordered if result["status"] == "failed"]
    failed = [row for row, result in zip(rows, ordered) if result["status"] == "failed"]
    written = again = None
    if kept < len(rows):
        unfinished = os.path.join(folder, f".part-{index:05}.{uuid.uuid4().hex}")
        if failed:
            again = unfinished + ".failed.tmp"
            _write(again, failed)
        written = unfinished + ".tmp"
        _write(written, ordered)
    counts: Dict[str, int] = {}
    for result in ordered:
        counts[result["status"]] = counts.get(result["status"], 0) + 1
    poison = sum(1 for result in failures if result["error"]["class"] == "poison")
    return {
        "counts": counts, "poison": poison, "kept": kept, "part": path, "written": written, "failed": again,
        "damaged": is_damaged, "damaged_images": sum(map(_is_of_damage, ordered)),
        "warned": sum(1 for result in ordered if result["status"] != "failed" and result.get("warnings"))}


#: Codes of errors that say that an image's bytes are wrong.
_DAMAGE = frozenset({
    "truncated", "marker-expected", "segment-too-short", "frame-missing", "frame-invalid", "too-many-markers",
    "box-invalid", "too-many-structures", "number-too-large", "picture-missing", "corrupt-data", "codec",
})


def _is_of_damage(result: "jobs.Result") -> bool:
    """Whether a result says that its image is damaged."""
    if result["status"] == "failed":
        return result["error"].get("class") == "permanent" and result["error"].get("code") in _DAMAGE
    return result.get("damaged") is True


def _name(line: str) -> str:
    """Identifies a job by everything that its line states."""
    return hashlib.sha256(line.encode()).hexdigest()[:32]


def _known(path: str) -> "Tuple[Dict[str, jobs.Result], bool]":
    """The results of an earlier run that are not errors, by the names of their jobs; and whether its part is damaged.
    Nothing of a damaged part is used."""
    try:
        with open(path, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
    except FileNotFoundError:
        return {}, False
    except ValueError:
        return {}, True
    if not all(_is_result(result) for result in results):
        return {}, True
    return {result["job"]: result for result in results if result["status"] in _DONE}, False


def _is_result(result: Any) -> bool:
    return isinstance(result, dict) and all(isinstance(result.get(name), str) for name in ("job", "id", "status"))


def _write(path: str, rows: "List[Dict[str, Any]]") -> None:
    """Writes a new file, all of it, to the disk."""
    with open(path, "x", encoding="utf-8") as file:
        try:
            file.writelines(json.dumps(row) + "\n" for row in rows)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            os.unlink(path)
            raise


def _flush(folder: pathlib.Path) -> None:
    """Writes the names in a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
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
