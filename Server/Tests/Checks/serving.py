"""A server that a test starts on a folder, and what the system says about its process."""

import atexit
import os
import signal
import subprocess
import threading
import time


class Server:
    def __init__(self, program, root, *options):
        self.process = subprocess.Popen(
            [program, root, "--port", "0", "--status-port", "0", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        # Also when a test fails.
        atexit.register(self.stop)
        self.lines, self.ports = [], {}
        self.known = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        with self.known:
            self.known.wait_for(lambda: len(self.ports) == 2 or self.process.poll() is not None, timeout=30)
        if len(self.ports) < 2:
            self.stop()
            raise RuntimeError("the server does not listen: " + "".join(self.lines))
        self.port, self.status_port = self.ports["images"], self.ports["status"]
        self.host = f"127.0.0.1:{self.port}"

    def _read(self):
        for line in self.process.stderr:
            with self.known:
                self.lines = self.lines[-50:] + [line]
                if "://" in line:
                    # It prints one line for each port.
                    name = "status" if "status" in line else "images"
                    self.ports[name] = int(line.split("://")[1].split()[0].rstrip("/").rsplit(":", 1)[1])
                self.known.notify_all()
        with self.known:
            self.known.notify_all()

    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        """Ends it as a service manager would. The exit status, or None if it had to be killed."""
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None

    # What the system says about the process.

    def _status(self, field):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(next(line for line in status if line.startswith(field + ":")).split()[1])

    def resident(self):
        """Its memory in MiB."""
        return self._status("VmRSS") / 1024

    def threads(self):
        return self._status("Threads")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def run(groups, options, failure):
    """Runs the groups of tests that the options name, and says how each ended. The exit status."""
    failed = 0
    for name in options.only:
        begun = time.monotonic()
        try:
            print(f"ok   {name}: {groups[name](options)} ({time.monotonic() - begun:.1f} s)", flush=True)
        except failure as reason:
            failed += 1
            print(f"FAIL {name}: {reason}", flush=True)
    return 1 if failed else 0
