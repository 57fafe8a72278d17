"""Chromium without a window: a page draws the image, as displayed, on a canvas, and prints the canvas as PNG."""
import base64
import re
import subprocess
import tempfile

PAGE = """<!doctype html><title>-</title><img id="image" src="data:{type};base64,{data}"><script>
const image = document.getElementById("image");
function report(text) {{ document.body.textContent = text; }}
image.onerror = () => report("cannot be decoded");
image.onload = () => {{
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  report(canvas.toDataURL("image/png"));
}};
</script>"""

TYPES = {"jpg": "jpeg", "png": "png", "webp": "webp", "avif": "avif"}


def show(operation, source, target, *, w, h, x, y):
    if operation != "load":
        raise NotImplementedError
    data = base64.b64encode(open(source, "rb").read()).decode()
    with tempfile.TemporaryDirectory() as folder:
        page = folder + "/page.html"
        open(page, "w").write(PAGE.format(type="image/" + TYPES[source.rsplit(".", 1)[1]], data=data))
        words = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder + "/profile"]
        words += ["--virtual-time-budget=10000", "--dump-dom", "file://" + page]
        text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = re.search(r"data:image/png;base64,([A-Za-z0-9+/=]+)</body>", text)
    if not found:
        raise ValueError(re.sub(r"<[^>]*>", "", text)[-200:])
    open(target, "wb").write(base64.b64decode(found.group(1)))
