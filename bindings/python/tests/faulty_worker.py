"""A program between a driver and `upright worker` that fails once for each job whose id names a fault.

    faulty_worker.py FOLDER PROGRAM [OPTION ...]

The fault is the word in front of the first dash of the id: `crash` and `lose` end the worker when the job is sent, or
when its result is there and nobody has heard of it; `half` writes half of the result's line; `double` delivers the job
twice; `hang` goes silent. `stall` never ends the job, and goes on to say that it is in progress; `mute` does not say
which. `poison` crashes it every time, `block` stalls every time. FOLDER remembers which faults have happened.
"""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time


def main() -> None:
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    real = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    turn = threading.Lock()

    def fault(message: "dict[str, object]") -> str:
        """The fault that is due for the job of a message."""
        name = str(message.get("id", ""))
        word = name.split("-")[0]
        if word in ("poison", "block"):
            return word
        if word not in ("crash", "lose", "half", "double", "hang", "stall", "mute"):
            return ""
        try:
            (folder / name).touch(exist_ok=False)
        except FileExistsError:
            return ""
        return word

    due: "dict[str, str]" = {}

    def die() -> None:
        real.kill()
        os.kill(os.getpid(), signal.SIGKILL)

    def say(name: str) -> None:
        while True:
            with turn:
                sys.stdout.write(json.dumps({"type": "heartbeat", "id": name}) + "\n")
                sys.stdout.flush()
            time.sleep(0.1)

    def forward() -> None:
        for line in sys.stdin.buffer:
            message = json.loads(line)
            word = fault(message)
            if word in ("crash", "poison"):
                die()
            if word == "hang":
                turn.acquire()
                time.sleep(3_600)
            if word in ("stall", "mute", "block"):
                threading.Thread(target=say, args=("other" if word == "mute" else message["id"],), daemon=True).start()
                continue
            due[str(message.get("id"))] = word
            real.stdin.write(line * 2 if word == "double" else line)
            real.stdin.flush()
        real.stdin.close()

    threading.Thread(target=forward, daemon=True).start()
    for line in real.stdout:
        message = json.loads(line)
        word = due.get(str(message.get("id"))) if message.get("type") == "result" else None
        if word == "lose":
            die()
        with turn:
            sys.stdout.buffer.write(line[: len(line) // 2] if word == "half" else line)
            sys.stdout.buffer.flush()
        if word == "half":
            die()
    sys.exit(real.wait())


main()
