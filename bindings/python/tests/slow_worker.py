"""A program between a driver and `upright worker` that takes time for each job, so that there is time to kill it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time


def main() -> None:
    real = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)

    def wait() -> None:
        os._exit(real.wait())

    threading.Thread(target=wait, daemon=True).start()
    for line in sys.stdin.buffer:
        time.sleep(0.01)
        real.stdin.write(line)
        real.stdin.flush()
    real.stdin.close()
    real.wait()


main()
