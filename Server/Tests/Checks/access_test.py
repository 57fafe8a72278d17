#!/usr/bin/env python3
"""Tests who gets what from a server: signed addresses, presets, negotiated formats, pages below a proxy's path.

    access_test.py --server PROGRAM [--only GROUP…]

Signatures are computed here too, from their description in docs/decisions/0051. Needs Pillow, else it is skipped.
"""

import argparse
import base64
import hashlib
import hmac
import http.client
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import serving

try:
    from PIL import Image
except ImportError:
    Image = None

ONE, TWO, OTHER = bytes(range(32)), b"second key, for rotation......32", bytes(32)


class Failure(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Failure(text)


class Place:
    """A served folder, and files beside it."""

    def __init__(self, options):
        self.program = options.server
        self.scratch = tempfile.TemporaryDirectory(prefix="upright-access-")
        self.root = os.path.join(self.scratch.name, "photos")
        os.makedirs(os.path.join(self.root, "2024", "may"))
        for name in ("a.jpg", "b c,ü.jpg", "2024/c.jpg", "2024/may/d.jpg", "2024.jpg"):
            exif = Image.Exif()
            exif[274] = 6
            Image.radial_gradient("L").resize((300, 200)).convert("RGB").save(
                os.path.join(self.root, name), "JPEG", exif=exif)
        time.sleep(0.15)

    def file(self, name, content, mode=0o600):
        path = os.path.join(self.scratch.name, name)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
        return path

    def serve(self, *options):
        return serving.Server(self.program, self.root, *options)

    def run(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True, timeout=20)

    def close(self):
        self.scratch.cleanup()





def ask(server, target, fields=None, method="GET"):
    """Status, fields and content."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, target, headers=fields or {})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def status(server, target, expected, code=None, **more):
    found, fields, content = ask(server, target, **more)
    expect(found == expected, f"{target}: {found}, not {expected}: {content[:200]!r}")
    if code:
        expect(json.loads(content)["code"] == code, f"{target}: {content!r}, not {code}")
    return fields, content


# Signatures, as any program would make them.


def digest(key, message):
    return base64.urlsafe_b64encode(hmac.new(key, message.encode(), hashlib.sha256).digest()).decode().rstrip("=")


def normal(path):
    parts = [urllib.parse.unquote(part) for part in path.split("/") if part]
    return "".join("/" + urllib.parse.quote(part, safe="-._~") for part in parts)


def signed(key, path, end):
    return f"{path}?expires={end}&signature={digest(key, f'upright path{chr(10)}{end}{chr(10)}{normal(path)}')}"


def tree(key, names, end):
    text = digest(key, f"upright tree\n{end}\n{'/'.join(names)}")
    return f"/signed/{end}-{len(names)}-{text}"


IMAGE = "/iiif/3/a.jpg/full/60,/0/default.jpg"


def test_signed(options):
    """One address, for a time, by any key."""
    place, count = Place(options), 0
    keys = place.file("keys", b"# two keys\n" + ONE.hex().encode() + b"\n\n" + base64.b64encode(TWO) + b"\n")
    server, later = place.serve("--sign-keys", keys, "--max-age", "1000"), int(time.time()) + 500
    targets = [
        IMAGE, "/iiif/3/a.jpg", "/iiif/3/a.jpg/info.json", "/iiif/2/a.jpg/full/60,/0/default.png", "/view/a.jpg",
        "/view/", "/api", "/api/folder", "/api/image/a.jpg", "/stored/iiif/3/a.jpg/info.json",
        "/iiif/3/2024%2Fc.jpg/info.json", "/iiif/3/b%20c%2C%C3%BC.jpg/info.json", "/iiif/3/gone.jpg/info.json", "/x"]
    good = {"/iiif/3/a.jpg": 303, "/iiif/3/gone.jpg/info.json": 404, "/x": 404}
    for target in targets:
        status(server, target, 403, "signature-missing")
        status(server, target + "?expires=1", 403, "signature-missing")
        for key in (ONE, TWO):
            fields, _ = status(server, signed(key, target, later), good.get(target, 200))
            count += 1
            if target == IMAGE:
                age = int(re.fullmatch(r"private, max-age=(\d+)", fields["cache-control"])[1])
                expect(age <= 500, f"kept for {age} seconds, longer than the signature is valid")
        status(server, signed(OTHER, target, later), 403, "signature-invalid")
        status(server, signed(ONE, target, 1_000_000_000), 403, "signature-expired")
        status(server, signed(OTHER, target, 1_000_000_000), 403, "signature-invalid")
    whole = signed(ONE, IMAGE, later)
    for other in (
            whole.replace("60,", "61,"), whole.replace("a.jpg", "2024.jpg"), whole.replace(str(later), str(later + 1)),
            whole[:-1] + ("A" if whole[-1] != "A" else "B"), whole[:-1], whole + "A", whole + "=",
            whole.replace("/3/", "/2/"), "/stored" + whole, whole.replace("signature=", "signature=%41"),
            whole.replace("expires=", "expires=0"), whole.replace("expires=", "expires=-"),
            whole.replace(f"expires={later}", f"expires={later}0000000000000")):
        status(server, other, 403)
        count += 1
    # What percent-encoding stands for is signed, not how it is written.
    status(server, whole.replace("60,", "60%2C").replace("a.jpg", "%61.jpg"), 200)
    status(server, whole + "&explain", 200)
    for target in ("/page/view.js", "/"):
        expect(ask(server, target)[0] in (200, 303), target)
    expect(ask(server, IMAGE, method="OPTIONS")[0] == 204, "OPTIONS")
    status(server, IMAGE, 403, method="PUT")
    expect(ask(server, signed(ONE, IMAGE, later), method="HEAD")[0] == 200, "HEAD")
    server.stop()
    # The program signs as this script does, by the first key.
    words = ("sign", "--sign-keys", keys, "--expires", f"@{later}")
    printed = place.run(*words, IMAGE, "/api/folder?limit=3").stdout.split()
    expect(printed[0] == signed(ONE, IMAGE, later), printed)
    text = digest(ONE, f"upright path\n{later}\n/api/folder")
    expect(printed[1] == f"/api/folder?limit=3&expires={later}&signature={text}", printed)
    place.close()
    return f"{count} addresses"


def test_trees(options):
    """Everything about a file or a folder, for any viewer."""
    place = Place(options)
    keys = place.file("keys", ONE.hex().encode())
    log = os.path.join(place.scratch.name, "log.jsonl")
    server, later = place.serve("--sign-keys", keys, "--access-log", log), int(time.time()) + 500
    one = tree(ONE, ["a.jpg"], later)
    # As a viewer does: from info.json to tiles.
    _, content = status(server, f"{one}/iiif/3/a.jpg/info.json", 200)
    base = urllib.parse.urlparse(json.loads(content)["id"]).path
    expect(base == f"{one}/iiif/3/a.jpg", base)
    fields, _ = status(server, f"{base}/0,0,100,100/50,/0/default.jpg", 200)
    expect(f"{one}/iiif/3/a.jpg/0,0,100,100/50,50/0/default.jpg" in fields["link"], fields["link"])
    fields, _ = status(server, base, 303)
    expect(fields["location"].endswith(f"{base}/info.json"), fields["location"])
    # As the page does.
    fields, content = status(server, f"{one}/view/a.jpg", 200)
    expect(fields["referrer-policy"] == "no-referrer", fields)
    for link in re.findall(rb'(?:src|href)="([^"]+)"', content):
        status(server, urllib.parse.urljoin(f"{one}/view/a.jpg", link.decode()), 200)
    for target in ("/stored/iiif/3/a.jpg/info.json", "/iiif/2/a.jpg/info.json", "/api/image/a.jpg"):
        status(server, one + target, 200)
    for target in ("/view/", "/view/2024", "/api/folder", "/api", "/iiif/3/2024.jpg/info.json",
                   "/api/image/2024%2Fc.jpg"):
        status(server, one + target, 403, "signature-invalid")
    folder = tree(ONE, ["2024"], later)
    for target in ("/view/2024", "/view/2024/", "/view/2024/may/", "/view/2024/c.jpg", "/api/folder/2024",
                   "/api/folder/2024%2Fmay", "/iiif/3/2024%2Fc.jpg/info.json",
                   "/iiif/3/2024%2Fmay%2Fd.jpg/full/20,/0/default.jpg"):
        status(server, folder + target, 200)
    for target in ("/view/", "/api/folder", "/iiif/3/a.jpg/info.json", "/iiif/3/2024.jpg/info.json", "/view/a.jpg"):
        status(server, folder + target, 403, "signature-invalid")
    whole = tree(ONE, [], later)
    for target in ("/view/", "/api/folder", "/iiif/3/a.jpg/info.json"):
        status(server, whole + target, 200)
    for wrong in (
            tree(OTHER, ["a.jpg"], later), one.replace(f"{later}-1", f"{later}-0"),
            one.replace(f"{later}", f"{later + 1}"), one[:-1] + ("A" if one[-1] != "A" else "B"), one + "A", "/signed/",
            "/signed", "/signed/--", one.replace("-1-", "-99999-"), one.replace("-1-", "--1-"), one + one):
        status(server, wrong + "/iiif/3/a.jpg/info.json", 403)
    status(server, tree(ONE, ["a.jpg"], 1_000_000_000) + "/iiif/3/a.jpg/info.json", 403, "signature-expired")
    # A signature of a path does not sign a tree.
    text = signed(ONE, "/iiif/3/a.jpg/info.json", later).split("signature=")[1]
    status(server, f"/signed/{later}-1-{text}/iiif/3/a.jpg/info.json", 403, "signature-invalid")
    words = ("sign", "--sign-keys", keys, "--expires", f"@{later}", "--tree", "--base-url", "https://x.example/")
    printed = place.run(*words, "/iiif/3/2024%2Fc.jpg/info.json", "/view/2024/").stdout.split()
    both = tree(ONE, ["2024", "c.jpg"], later)
    wanted = [f"https://x.example{both}/iiif/3/2024%2Fc.jpg/info.json", f"https://x.example{folder}/view/2024/"]
    expect(printed == wanted, printed)
    server.stop()
    with open(log) as lines:
        text = lines.read()
    for secret in (one, folder, whole):
        expect(secret.rsplit("-", 1)[1] not in text, "a signature is in the log")
    place.close()
    return "an image, a folder, all"


def test_keys(options):
    """A file of keys that cannot be used stops the server, and its content is never shown."""
    place = Place(options)
    bad = [
        (ONE.hex().encode(), 0o644), (ONE.hex().encode(), 0o606), (ONE.hex().encode(), 0o620), (b"", 0o600),
        (b"# none\n", 0o600), (b"00112233\n", 0o600), (b"not a key at all!\n", 0o600), (b"aa" * 200, 0o600),
        ((ONE.hex() + "\n").encode() * 17, 0o600), (b"#" * 70_000, 0o600)]
    for content, mode in bad:
        keys = place.file("keys", content, mode)
        done = place.run(place.root, "--port", "0", "--sign-keys", keys)
        expect(done.returncode > 0, f"{content[:20]}: {done}")
        expect("--sign-keys" in done.stderr and ONE.hex() not in done.stderr, f"{content[:20]}: {done.stderr}")
    expect(place.run(place.root, "--sign-keys", "/nowhere").returncode != 0, "a missing file of keys")
    place.close()
    return f"{len(bad)} files refused"


def test_presets(options):
    """Requests with names, and nothing else on demand."""
    place = Place(options)
    words = ["--preset", "small=full/!90,90/0/default.jpg", "--preset", "turned=square/50,/90/gray.png"]
    server = place.serve(*words)
    for name, kind, size in (("small", "image/jpeg", (60, 90)), ("turned", "image/png", (50, 50))):
        fields, content = status(server, f"/preset/{name}/a.jpg", 200)
        expect(fields["content-type"] == kind and Image.open(io.BytesIO(content)).size == size, fields)
        again, _, _ = ask(server, f"/preset/{name}/a.jpg", {"If-None-Match": fields["etag"]})
        expect(again == 304, "an unchanged preset is sent again")
    expect("/iiif/3/a.jpg/full/60,90/0/default.jpg" in status(server, "/preset/small/a.jpg", 200)[0]["link"], "link")
    status(server, "/preset/small/2024%2Fc.jpg", 200)
    for target in ("/preset/none/a.jpg", "/preset/small/gone.jpg", "/preset/small", "/preset/small/a.jpg/x"):
        status(server, target, 404)
    status(server, "/preset/small/..%2Fa.jpg", 400)
    status(server, IMAGE, 200)
    server.stop()
    server = place.serve(*words, "--only-presets")
    fields, _ = status(server, "/preset/small/a.jpg", 200)
    expect(fields["link"].endswith('/preset/small/a.jpg>;rel="canonical"'), fields["link"])
    for target in (
            IMAGE, "/iiif/3/a.jpg/info.json", "/iiif/2/a.jpg/info.json", "/stored/iiif/3/a.jpg/info.json",
            "/view/a.jpg", "/view/", "/api", "/api/image/a.jpg", "/", "/iiif/3/gone.jpg/info.json", "/nothing"):
        status(server, target, 403, "only-presets")
    status(server, "/api/selections/a.jpg", 403, "only-presets", method="PUT")
    server.stop()
    # A preset is served although its size is not listed.
    server = place.serve("--preset", "odd=full/37,/0/default.jpg", "--sizes-only")
    status(server, "/iiif/3/a.jpg/full/37,/0/default.jpg", 403, "size-unlisted")
    status(server, "/preset/odd/a.jpg", 200)
    server.stop()
    keys = place.file("keys", ONE.hex().encode())
    server, later = place.serve(*words, "--only-presets", "--sign-keys", keys), int(time.time()) + 500
    status(server, "/preset/small/a.jpg", 403, "signature-missing")
    status(server, signed(ONE, "/preset/small/a.jpg", later), 200)
    status(server, tree(ONE, ["a.jpg"], later) + "/preset/turned/a.jpg", 200)
    status(server, signed(ONE, IMAGE, later), 403, "only-presets")
    server.stop()
    bad = ["small", "small=", "=full/max/0/default.jpg", "a/b=full/max/0/default.jpg", "a=full/max/0",
           "a=full/max/45/default.jpg", "a=full/full/0/default.jpg", "a=full/max/0/default.xyz"]
    for value in bad:
        done = place.run(place.root, "--port", "0", "--preset", value)
        expect(done.returncode == 64 and "--preset" in done.stderr, f"{value}: {done}")
    expect(place.run(place.root, "--only-presets").returncode == 64, "--only-presets alone")
    expect(place.run(place.root, *words, "--preset", "small=full/max/0/default.jpg").returncode == 64, "two of a name")
    place.close()
    return f"2 presets, {len(bad)} refused"


def test_formats(options):
    """Formats by Accept, only if asked for by name and by option."""
    place, count = Place(options), 0
    server = place.serve("--negotiate", "avif,webp", "--preset", "small=full/!90,90/0/default.jpg")
    _, fields, _ = ask(server, IMAGE.replace("default.jpg", "default.avif"))
    has_avif = fields["content-type"] == "image/avif"
    best = "image/avif" if has_avif else "image/webp"
    for accept, kind in (
            (None, "image/jpeg"), ("*/*", "image/jpeg"), ("image/*", "image/jpeg"), ("image/webp", "image/webp"),
            ("image/avif,image/webp,*/*;q=0.8", best), ("IMAGE/WEBP;Q=0.5", "image/webp"),
            ("image/avif;q=0", "image/jpeg"),
            ("image/avif;q=0, image/webp", "image/webp"), ("image/avif;q=0.1, image/webp;q=0.2", "image/webp"),
            ("image/webp;q=0.5, image/jpeg;q=0.9", "image/jpeg"), ("image/webp;q=nonsense", "image/jpeg"),
            ("text/html," * 300 + "image/webp", "image/jpeg")):
        for target in (IMAGE, IMAGE.replace("/3/", "/2/"), "/preset/small/a.jpg"):
            fields, content = status(server, target, 200, fields={"Accept": accept} if accept else {})
            expect(fields["content-type"] == kind, f"{accept}: {fields['content-type']}, not {kind}")
            expect(fields["vary"] == "Accept", f"{accept}: no Vary")
            expect(fields["link"].split(">")[0].endswith("default.jpg"), fields["link"])
            count += 1
            if kind != "image/avif":
                expect(Image.open(io.BytesIO(content)).get_format_mimetype() == kind, f"{accept}: not {kind}")
    tags = {status(server, IMAGE, 200, fields={"Accept": accept})[0]["etag"] for accept in ("*/*", "image/webp")}
    expect(len(tags) == 2, "one tag for two formats")
    for tag in tags:  # a tag of one format does not spare the other
        found = [ask(server, IMAGE, {"Accept": accept, "If-None-Match": tag}) for accept in ("*/*", "image/webp")]
        expect(sorted(answer[0] for answer in found) == [200, 304], tag)
        expect(all(answer[1]["vary"] == "Accept" for answer in found), "304 without Vary")
    for target in (
            IMAGE.replace("default.jpg", "default.png"), IMAGE.replace("default.jpg", "gray.jpg"), "/stored" + IMAGE):
        fields, _ = status(server, target, 200, fields={"Accept": "image/webp"})
        expect(fields["content-type"] != "image/webp" and "vary" not in fields, f"{target}: {fields}")
    server.stop()
    server = place.serve()
    fields, _ = status(server, IMAGE, 200, fields={"Accept": "image/avif,image/webp"})
    expect(fields["content-type"] == "image/jpeg" and "vary" not in fields, "negotiated without the option")
    server.stop()
    for value in ("gif", "webp,", "webp,webp", ""):
        expect(place.run(place.root, "--negotiate", value).returncode == 64, f"--negotiate {value}")
    place.close()
    return f"{count} answers{'' if has_avif else ', without AVIF'}"


def test_proxy(options):
    """Pages name their files so that a proxy may put the server below a path."""
    place, count = Place(options), 0
    server = place.serve("--base-url", "https://images.example/photos/")
    for target in ("/view/a.jpg", "/view/", "/view", "/view/2024", "/view/2024/", "/view/2024/may/d.jpg",
                   "/view/b%20c%2C%C3%BC.jpg"):
        fields, content = status(server, target, 200)
        for link in re.findall(rb'(?:src|href)="([^"]+)"', content):
            outer = urllib.parse.urljoin("https://images.example/photos" + target, link.decode())
            path = urllib.parse.urlparse(outer).path
            expect(path.startswith("/photos/page/"), f"{target}: {link} is {outer}")
            status(server, path.removeprefix("/photos"), 200)
            count += 1
        again, _, _ = ask(server, target, {"If-None-Match": fields["etag"]})
        expect(again == 304, f"{target} is sent again")
    tags = [status(server, target, 200)[0]["etag"] for target in ("/view/", "/view/2024/")]
    expect(tags[0] != tags[1], "one tag for two pages")
    _, content = status(server, "/iiif/3/a.jpg/info.json", 200)
    expect(json.loads(content)["id"] == "https://images.example/photos/iiif/3/a.jpg", "id")
    server.stop()
    place.close()
    return f"{count} links"


def test_folders(options):
    """A folder of too many files is listed in part, and says so."""
    place = Place(options)
    many = os.path.join(place.root, "many")
    os.mkdir(many)
    for number in range(50):
        os.symlink("nothing", os.path.join(many, f"link{number}"))
    for number in range(10_000):
        open(os.path.join(many, f"{number:05}.txt"), "w").close()
    server = place.serve()
    _, content = status(server, "/api/folder/many", 200)
    expect(json.loads(content)["complete"] is True, "10,000 names are complete")
    for number in range(20):
        open(os.path.join(many, f"x{number}.txt"), "w").close()
    _, content = status(server, "/api/folder/many", 200)
    expect(json.loads(content)["complete"] is False, "more than 10,000 names are not complete")
    expect(json.loads(status(server, "/api/folder", 200)[1])["complete"] is True, "the root")
    status(server, "/view/many", 200)
    server.stop()
    place.close()
    return "10,000 names, and more"


GROUPS = {
    "signed": test_signed, "trees": test_trees, "keys": test_keys, "presets": test_presets, "formats": test_formats,
    "proxy": test_proxy, "folders": test_folders}


def main():
    parser = argparse.ArgumentParser(description="Tests who gets what from a server.")
    parser.add_argument("--server", required=True, metavar="PROGRAM", help="upright-server")
    parser.add_argument("--only", nargs="+", choices=list(GROUPS), default=list(GROUPS), metavar="GROUP")
    options = parser.parse_args()
    options.server = os.path.abspath(options.server)
    if Image is None:
        print("SKIPPED: there is no Pillow")
        return 0
    return serving.run(GROUPS, options, Failure)


if __name__ == "__main__":
    sys.exit(main())
