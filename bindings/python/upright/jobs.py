"""Jobs on this host, by processes of ``upright worker``: nothing is lost or done twice, whatever dies.

A job is a dictionary, as `docs/jobs.md` of the project describes it::

    {"id": "a", "op": {"kind": "fix"}, "in": {"path": "a.jpg"}, "out": {"path": "out/a.jpg"}}

Each job ends with exactly one result. Sending a job again is harmless: it finds its result, or the image as asked.
"""

from __future__ import annotations

import base64
import heapq
import json
import numbers
import os
import selectors
import subprocess
import time
from collections import deque
from typing import Any, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _program
from ._errors import MachineError, UsageError
from ._source import Path

Job = Dict[str, Any]
Result = Dict[str, Any]
#: A job, or a job whose image is sent with it: ``{"in": {}}`` and the bytes.
Item = Union[Job, Tuple[Job, bytes]]

_LONGEST_LINE = 1 << 20
_STARTS = 5
# How much later than a job's own deadline its worker is ended.
_GRACE = 10
# How many seconds a late worker's messages are read.
_LONGEST_DRAIN = 5
# After so many processes in a row that ended without a result, there will be none.
_IDLE_ENDS = 20
# After these last words, jobs without a result were not at fault.
_PLAIN_ENDS = ("end", "drain", "recycle", "signal", "stuck")


def path_text(path: Union[Path, bytes]) -> str:
    """A path as jobs state it: text, or ``base64:`` and its bytes if it is not UTF-8."""
    name = os.fsencode(path)
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return "base64:" + base64.b64encode(name).decode()
    return "./" + text if text.startswith("base64:") else text


class WorkerGone(MachineError):
    """The process ended, or gave no sign of life."""


class Worker:
    """One process of ``upright worker``, and the pipes to it.

    Attributes:
        hello: Its first line: the version, and what may be sent.
        credits: How many jobs may be sent without an answer.
    """

    def __init__(self, options: Sequence[str] = (), *, command: Optional[Sequence[str]] = None, patience: float = 30) -> None:
        """Starts it.

        Args:
            options: Options of ``upright worker``.
            command: Another program that speaks its protocol.
            patience: How many seconds it may take to start.

        Raises:
            WorkerGone: It did not start.
            UsageError: It has no such options.
        """
        words = [*(command if command is not None else [_program.path(), "worker"]), *options]
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise WorkerGone(f"{words[0]} does not start: {error}") from error
        if self._process.stdin is None or self._process.stdout is None:
            raise WorkerGone("there are no pipes to the worker")
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._unsent: Deque[memoryview] = deque()
        self._received = bytearray()
        self._pending: Optional[Result] = None
        self._is_open = True
        try:
            self.hello = self.receive(patience) or {}
        except WorkerGone:
            refused = self._exit_code() == 64
            self.kill()
            if refused:
                raise UsageError(f"the worker refuses its options: {' '.join(options)}", name="options", code=64) from None
            raise
        if self.hello.get("type") != "hello" or self.hello.get("protocol") != 1:
            self.kill()
            raise WorkerGone(f"the worker did not say hello: {str(self.hello)[:200]}")
        self.credits = max(1, int(self.hello["credits"]))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, job: Job, body: Optional[bytes] = None) -> None:
        """Sends a job; with `body`, the bytes of its image. It is written while replies are received.

        Raises:
            UsageError: The worker could not read it, and would end.
        """
        self._unsent.append(memoryview(self._line(job, body)))
        if body:
            self._unsent.append(memoryview(body))
        self._write()

    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def _exit_code(self) -> Optional[int]:
        """The exit code of a process that is about to end."""
        try:
            return self._process.wait(5)
        except subprocess.TimeoutExpired:
            return None

    def _line(self, job: Job, body: Optional[bytes]) -> bytes:
        message = {"type": "job", **job}
        if body is not None:
            message["in"] = {**job.get("in", {}), "body": len(body)}
        try:
            line = json.dumps(message, ensure_ascii=False, allow_nan=False).encode() + b"\n"
        except UnicodeEncodeError:
            raise _no_job("it has text that is not Unicode; path_text() states such paths") from None
        except (TypeError, ValueError) as error:
            raise _no_job(f"it cannot be written as JSON: {error}") from None
        source = job.get("in")
        if body is None and isinstance(source, dict) and "body" in source:
            raise _no_job("its image has a length, in.body, but no bytes: give (job, bytes)")
        own = message.get("id")
        if message["type"] not in ("job", "plan"):
            raise _no_job(f"its type is {message['type']!r}")
        if not isinstance(own, str) or not 1 <= len(own.encode()) <= 128:
            raise _no_job("its id is not text of 1 to 128 bytes")
        if len(line) > int(self.hello.get("max_line", 1 << 16)):
            raise _no_job("it is too long for a line")
        if body is not None and len(body) > int(self.hello.get("max_body", 1 << 28)):
            raise _no_job("its image is larger than --max-body allows")
        return line

    def receive(self, seconds: float) -> Optional[Result]:
        """The next message; None if none arrived in time. The bytes of a result are its ``"body"``.

        Raises:
            WorkerGone: The process ended, or wrote something that is no message.
        """
        deadline = time.monotonic() + seconds
        while True:
            message = self._next()
            if message is not None:
                return message
            left = deadline - time.monotonic()
            if not self._wait(max(0, left)) and left <= 0:
                return None

    def kill(self) -> None:
        """Ends the process at once. Results that it was writing do not appear."""
        self._process.kill()
        self._process.wait()
        self._selector.close()
        for stream in (self._stdin, self._stdout):
            try:
                stream.close()
            except OSError:
                pass

    def close(self) -> None:
        """Lets it finish what was sent, and end."""
        try:
            # Its input may be open in a process that was forked meanwhile, so its end would not be noticed.
            self._unsent.append(memoryview(b'{"type":"drain"}\n'))
            deadline = time.monotonic() + 60
            while self._unsent and time.monotonic() < deadline:
                self._wait(1)
            self._stdin.close()
            self._process.wait(60)
        except (OSError, WorkerGone, subprocess.TimeoutExpired):
            pass
        self.kill()

    def _wait(self, seconds: float) -> bool:
        """Reads and writes what is possible; whether anything was read."""
        self._watch_input()
        is_read = False
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            else:
                piece = os.read(self._stdout.fileno(), 1 << 18)
                if not piece:
                    raise WorkerGone("the worker ended")
                self._received += piece
                is_read = True
        return is_read

    def _watch_input(self) -> None:
        is_watched = self._stdin in self._selector.get_map()
        if bool(self._unsent) == is_watched:
            return
        if is_watched:
            self._selector.unregister(self._stdin)
        else:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)

    def _write(self) -> None:
        while self._unsent:
            try:
                count = os.write(self._stdin.fileno(), self._unsent[0])
            except BlockingIOError:
                return
            except OSError:
                # It has ended; what it wrote before is still to be read.
                self._unsent.clear()
                return
            if count == len(self._unsent[0]):
                self._unsent.popleft()
            else:
                self._unsent[0] = self._unsent[0][count:]

    def _next(self) -> Optional[Result]:
        if self._pending is None:
            end = self._received.find(b"\n")
            if end < 0:
                if len(self._received) > _LONGEST_LINE:
                    raise WorkerGone("the worker wrote a line that is too long")
                return None
            line = bytes(self._received[:end])
            del self._received[: end + 1]
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                raise WorkerGone(f"the worker wrote no message: {line[:200]!r}")
            self._pending = message
        message = self._pending
        count = message.get("body")
        if isinstance(count, int):
            if len(self._received) < count:
                return None
            message["body"] = bytes(self._received[:count])
            del self._received[:count]
        self._pending = None
        return message


class _Task:
    """A job that has no result yet."""

    def __init__(self, item: Item) -> None:
        self.job: Job = item[0] if isinstance(item, tuple) else item
        self.body: Optional[bytes] = item[1] if isinstance(item, tuple) else None
        if not isinstance(self.job, dict) or "id" not in self.job:
            raise UsageError(f"a job is a dictionary with an id, not {self.job!r}", name="protocol", code=64)
        self.id = str(self.job["id"])
        self.attempt, self.retries, self.crashes = 0, 0, 0
        # When it was sent to the present worker, and when that worker first named it as in progress.
        self.sent, self.begun = 0.0, 0.0

    def seconds(self, deadline: float) -> float:
        """How long it may take: a deadline of its own is left to the worker, which ends five seconds after it."""
        own = self.job.get("deadline_ms")
        return max(deadline, own / 1000 + _GRACE) if isinstance(own, (int, float)) else deadline


def results(
    items: Iterable[Item], *, options: Sequence[str] = (), retries: int = 3, crashes: int = 3, silence: float = 60,
    pause: float = 0.5, command: Optional[Sequence[str]] = None, deadline: Optional[float] = 600,
) -> Iterator[Result]:
    """Carries out jobs by one process of ``upright worker``, which is replaced if it dies.

    Args:
        items: Jobs, in any number; they are taken as they can be sent. No two have the same id.
        options: Options of ``upright worker``, such as ``["--parallel", "2"]``.
        retries: How often a job is tried again after an error of the machine, such as a full disk.
        crashes: After how many crashes, hangs or failures of a codec a job is given up as poison.
        silence: After how many seconds without a sign of life a worker is killed.
        pause: The seconds before the first of these attempts; each further one waits twice as long.
        command: Another program that speaks the protocol.
        deadline: After how many seconds of one job its worker is killed, also if it gives signs of life; None: never.
            The job counts as one that crashed its worker: after a few, it is poison, with the code ``"deadline"``. A
            longer ``deadline_ms`` of the job takes its place. Neither counts while the caller works on a result, or
            ``items`` on the next job.

    Yields:
        Exactly one result per job, in the order in which they end. Those of failed jobs have an ``"error"``, whose
        ``"class"`` is ``"permanent"``, ``"transient"`` or ``"poison"``.

    Raises:
        MachineError: No worker could be started.
        UsageError: An argument is invalid.
    """
    check_settings(
        options=options, retries=retries, crashes=crashes, silence=silence, pause=pause, command=command, deadline=deadline)
    run = _Run(iter(items), list(options), retries, crashes, silence, pause, command, deadline)
    try:
        yield from run.results()
    finally:
        run.end()


def check_settings(
    *, options: Sequence[str] = (), retries: int = 3, crashes: int = 3, silence: float = 60, pause: float = 0.5,
    command: Optional[Sequence[str]] = None, deadline: Optional[float] = 600,
) -> None:
    """Checks arguments of `results`, without starting anything.

    Raises:
        UsageError: One is invalid.
    """
    counts, seconds = {"retries": (retries, 0), "crashes": (crashes, 1)}, {"silence": silence}
    if deadline is not None:
        seconds["deadline"] = deadline
    for name, (count, least) in counts.items():
        if not isinstance(count, numbers.Integral) or count < least:
            raise _usage(f"{name}: {count!r} is not a whole number from {least}")
    for name, value in seconds.items():
        if not _is_number(value) or not value > 0:
            raise _usage(f"{name}: {value!r} is not a number of seconds that is more than 0")
    if not _is_number(pause) or not pause >= 0:
        raise _usage(f"pause: {pause!r} is not a number of seconds")
    for name, words in (("options", options), ("command", [] if command is None else command)):
        if isinstance(words, str) or not all(isinstance(word, str) for word in words):
            raise _usage(f"{name}: {words!r} is not a list of words")
    if command is not None and not command:
        raise _usage("command: there is no program in it")


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _usage(message: str) -> UsageError:
    return UsageError(message, name="unanswerable", code=64)


class _Run:
    """What is sent, what waits, and what is suspected to kill workers."""

    def __init__(
        self, items: Iterator[Item], options: List[str], retries: int, crashes: int, silence: float, pause: float,
        command: Optional[Sequence[str]], deadline: Optional[float],
    ) -> None:
        self._deadline = deadline
        # When the present worker was heard of, and when it gave its last result.
        self._heard, self._answered = 0.0, 0.0
        # The seconds for which callers worked on results, or on further jobs. No worker was listened to meanwhile.
        self._away = 0.0
        self._items, self._options, self._command = items, options, command
        self._retries, self._crashes, self._silence, self._pause = retries, crashes, silence, pause
        self._worker: Optional[Worker] = None
        self._sent: Dict[str, _Task] = {}
        self._ready: Deque[_Task] = deque()
        # Jobs that were sent to a worker that crashed: each is sent alone, to find out which one it was.
        self._suspects: Deque[_Task] = deque()
        self._is_solo = False
        self._later: List[Tuple[float, int, _Task]] = []
        self._count, self._is_over = 0, False
        # Jobs that no worker can read, and how many workers in a row ended without a result.
        self._refused: Deque[Result] = deque()
        self._idle_ends = 0

    def results(self) -> Iterator[Result]:
        for result in self._results():
            begin = time.monotonic()
            yield result
            self._away += time.monotonic() - begin

    def _now(self) -> float:
        """The time of a clock that stops while callers work."""
        return time.monotonic() - self._away

    def _results(self) -> Iterator[Result]:
        while True:
            self._fill()
            if self._refused:
                yield self._refused.popleft()
                continue
            if not self._sent:
                if self._later:
                    time.sleep(max(0, self._later[0][0] - time.monotonic()))
                    continue
                return
            yield from self._receive()

    def end(self) -> None:
        if self._worker is None:
            return
        if self._sent:
            self._worker.kill()
        else:
            self._worker.close()
        self._worker = None

    # Sending

    def _fill(self) -> None:
        while True:
            worker = self._worker
            if worker is not None and not self._sent and not worker.is_alive():
                # It was killed while it had nothing to do, so no job is to blame.
                worker.kill()
                worker = self._worker = None
            if worker is None:
                if not self._has_work():
                    return
                worker = self._worker = self._start()
            if not self._sent:
                self._is_solo = bool(self._suspects)
            elif self._suspects and not self._is_solo:
                return
            if len(self._sent) >= (1 if self._is_solo else worker.credits):
                return
            task = self._suspects.popleft() if self._is_solo and not self._sent else self._next()
            if task is None:
                return
            if task.id in self._sent:
                raise UsageError(f"two jobs have the id {task.id!r}", name="protocol", code=64)
            task.attempt += 1
            try:
                worker.send({**task.job, "id": task.id, "attempt": task.attempt}, task.body)
            except UsageError as error:
                self._refused.append(_failure(task, "permanent", "protocol", str(error)))
                return
            self._sent[task.id] = task
            task.sent = self._heard = self._now()
            task.begun = 0.0

    def _start(self) -> Worker:
        for attempt in range(_STARTS):
            try:
                return Worker(self._options, command=self._command, patience=min(30, max(5, self._silence)))
            except WorkerGone:
                if attempt + 1 == _STARTS:
                    raise
            time.sleep(0.1 * 2**attempt)
        raise WorkerGone("no worker starts")

    def _has_work(self) -> bool:
        if self._suspects or self._ready or (self._later and self._later[0][0] <= time.monotonic()):
            return True
        task = self._from_items()
        if task is not None:
            self._ready.append(task)
        return task is not None

    def _next(self) -> Optional[_Task]:
        if self._ready:
            return self._ready.popleft()
        if self._later and self._later[0][0] <= time.monotonic():
            return heapq.heappop(self._later)[2]
        return self._from_items()

    def _from_items(self) -> Optional[_Task]:
        if self._is_over:
            return None
        begin = time.monotonic()
        for item in self._items:
            self._away += time.monotonic() - begin
            return _Task(item)
        self._is_over = True
        self._away += time.monotonic() - begin
        return None

    # Receiving

    def _receive(self) -> Iterator[Result]:
        worker = self._worker
        if worker is None:
            return
        silent = self._heard + self._silence
        try:
            moment = min([silent, *map(self._end, self._sent.values())])
            # What has arrived is read before a worker is judged, but not without end.
            is_drained = self._now() > moment + _LONGEST_DRAIN
            message = None if is_drained else worker.receive(max(0, moment - self._now()))
            if message is None:
                overdue = [task for task in self._sent.values() if self._end(task) <= self._now()]
                if overdue:
                    yield from self._end_overdue(worker, overdue)
                elif self._now() >= silent:
                    raise WorkerGone(f"no sign of life for {self._silence:g} seconds")
                return
        except WorkerGone as gone:
            yield from self._bury(worker, str(gone))
            return
        self._heard = self._now()
        if message.get("type") == "heartbeat":
            task = self._sent.get(str(message.get("id")))
            if task is not None and not task.begun:
                task.begun = self._heard
        if message.get("type") == "result":
            yield from self._take(message)
        elif message.get("type") == "bye":
            reason = str(message.get("reason"))
            is_plain = reason in _PLAIN_ENDS
            yield from self._bury(worker, None if is_plain else str(message.get("message", reason)))

    def _take(self, message: Result) -> Iterator[Result]:
        task = self._sent.get(str(message.get("id")))
        if task is None or message.get("attempt", task.attempt) != task.attempt:
            return
        del self._sent[task.id]
        self._idle_ends, self._answered = 0, self._now()
        error = message.get("error") or {}
        if message.get("status") == "failed" and error.get("class") == "transient" and task.retries < self._retries:
            moment = time.monotonic() + self._pause * 2**task.retries
            task.retries += 1
            self._count += 1
            heapq.heappush(self._later, (moment, self._count, task))
        elif message.get("status") == "failed" and error.get("class") == "poison":
            yield from self._blame(task, message)
        else:
            yield message

    def _bury(self, worker: Worker, why: Optional[str]) -> Iterator[Result]:
        """After a worker ended: everything without a result is sent again. A job that was alone is to blame."""
        worker.kill()
        self._worker = None
        tasks, self._sent = list(self._sent.values()), {}
        self._idle_ends += 1
        if self._idle_ends > _IDLE_ENDS + self._crashes * (len(tasks) + len(self._suspects)):
            raise WorkerGone(f"{self._idle_ends} processes in a row have ended without a result: {why or 'as if done'}")
        if why is None:
            self._ready.extendleft(reversed(tasks))
        elif len(tasks) == 1:
            task = tasks[0]
            yield from self._blame(task, _failure(task, "poison", "crash", f"{why} during this job"))
        else:
            self._suspects.extend(tasks)

    def _end(self, task: _Task) -> float:
        """When a job has taken too long. Until the worker names it, it may wait for those that were sent before."""
        if self._deadline is None:
            return float("inf")
        return (task.begun or max(task.sent, self._answered)) + task.seconds(self._deadline)

    def _end_overdue(self, worker: Worker, overdue: List[_Task]) -> Iterator[Result]:
        """Ends a worker that does not end a job. If it is not known which job, each is sent again alone."""
        worker.kill()
        self._worker = None
        tasks, self._sent = list(self._sent.values()), {}
        guilty = tasks if len(tasks) == 1 else [task for task in overdue if task.begun]
        others = [task for task in tasks if task not in guilty]
        if guilty:
            self._ready.extendleft(reversed(others))
        else:
            self._suspects.extend(others)
        for task in guilty:
            seconds = task.seconds(self._deadline or 0)
            yield from self._blame(
                task, _failure(task, "poison", "deadline", f"it did not end in {seconds:g} seconds"))

    def _blame(self, task: _Task, message: Result) -> Iterator[Result]:
        task.crashes += 1
        if task.crashes < self._crashes:
            self._suspects.append(task)
        else:
            self._idle_ends = 0
            yield message


def _no_job(reason: str) -> UsageError:
    return UsageError(f"no worker can read this job: {reason}", name="protocol", code=64)


def _failure(task: _Task, kind: str, code: str, message: str) -> Result:
    error = {"class": kind, "code": code, "message": message, "retryable": False}
    return {
        "schema": 1, "type": "result", "id": task.id, "attempt": task.attempt, "status": "failed", "error": error}
