"""Chromium, driven over a pair of pipes by its DevTools protocol: no driver program and no package is needed."""

import base64
import io
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time


def program():
    """The browser's path, or None."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((found for found in map(shutil.which, filter(None, names)) if found), None)


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="upright-page-")
        (read, to_browser), (from_browser, write) = os.pipe(), os.pipe()
        # The browser reads commands from descriptor 3 and writes answers to 4.
        command = [
            program(), "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
            f"--user-data-dir={self.profile}", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--disable-background-networking", "--font-render-hinting=none", "about:blank"]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{read} 4>&{write}; exec "$@"', "-", *command], pass_fds=(read, write),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.output = os.fdopen(to_browser, "wb", 0)
        self.input = os.fdopen(from_browser, "rb")
        self.numbers = itertools.count(1)
        self.answers = {}
        self.events = []
        self.arrived = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def _listen(self):
        buffer = b""
        while chunk := self.input.read1(65536):
            buffer += chunk
            *messages, buffer = buffer.split(b"\0")
            for message in map(json.loads, messages):
                with self.arrived:
                    if "id" in message:
                        self.answers[message["id"]] = message
                    else:
                        self.events.append(message)
                        # Leaving a page with selections that are not saved asks: leave it.
                        if message["method"] == "Page.javascriptDialogOpening":
                            self._send(next(self.numbers), "Page.handleJavaScriptDialog", {"accept": True})
                    self.arrived.notify_all()

    def _send(self, number, method, parameters):
        message = {"id": number, "method": method, "params": parameters}
        if hasattr(self, "session"):
            message["sessionId"] = self.session
        self.output.write(json.dumps(message).encode() + b"\0")

    def call(self, method, parameters=None, timeout=60):
        number = next(self.numbers)
        self._send(number, method, parameters or {})
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, timeout):
                raise TimeoutError(f"{method}: the browser does not answer")
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def run(self, script):
        """The value of an expression in the page; promises are awaited."""
        result = self.call("Runtime.evaluate", {
            "expression": script, "returnByValue": True, "awaitPromise": True, "userGesture": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def wait(self, script, timeout=30):
        end = time.monotonic() + timeout
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.02)

    def window(self, width, height, ratio=1, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False})
        self.call("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def go(self, address):
        with self.arrived:
            self.events.clear()
        self.call("Page.navigate", {"url": address})
        self.wait(f"location.href === {json.dumps(address)} && document.readyState === 'complete'")

    def complaints(self):
        """What the console, uncaught errors and the content security policy said since the page was opened."""
        found = []
        with self.arrived:
            for event in self.events:
                values = event["params"]
                if event["method"] == "Runtime.exceptionThrown":
                    found.append(str(values["exceptionDetails"].get("exception", {}).get("description")))
                elif event["method"] == "Log.entryAdded" and values["entry"]["level"] == "error":
                    found.append(f"{values['entry']['text']} {values['entry'].get('url', '')}")
        return found

    def screenshot(self):
        from PIL import Image
        data = base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"])
        return Image.open(io.BytesIO(data)).convert("RGB")

    def mouse(self, kind, x, y, button="left", **more):
        self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": button if kind != "mouseMoved" or more.get("buttons") else "none",
            "clickCount": 1 if kind in ("mousePressed", "mouseReleased") else 0, **more})

    def drag(self, start, end, steps=4):
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, buttons=1)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", *(a + (b - a) * step / steps for a, b in zip(start, end)), buttons=1)
        self.mouse("mouseReleased", *end)

    def wheel(self, x, y, delta):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def key(self, name, shift=False, control=False, code=None, text=None):
        modifiers = (8 if shift else 0) + (2 if control else 0)
        keys = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "Escape": 27}
        values = {"key": name, "modifiers": modifiers, "windowsVirtualKeyCode": keys.get(name, ord(name[0].upper()))}
        self.call("Input.dispatchKeyEvent", {"type": "rawKeyDown", **values})
        if len(name) == 1 and not control:
            self.call("Input.dispatchKeyEvent", {"type": "char", "text": name, **values})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **values})

    def close(self):
        try:
            self.output.close()
            self.process.wait(10)
        except Exception:
            self.process.kill()
        shutil.rmtree(self.profile, ignore_errors=True)
