"""Times whole processes that read or change orientation by tag, side by side, and prints tables.

usage: tag_files.py JOB PROGRAM TIMER FLOOR PHOTOS [ROUNDS]    JOB is info, rotate or movie; PROGRAM is the release build of upright
Each round runs every program once. What they do is compared before anything is timed: in each program's own copy of the files all have to read
the same afterwards. PHOTOS is a folder of JPEGs with a tag; where it is missing, samples that upright writes stand in, and the table says so.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

COUNT = 1000
MOVIE_BYTES = 2 << 30


def answer(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.decode()


def timed(timer, words):
    """Seconds, peak megabytes and exit status of one process."""
    reader, writer = os.pipe()
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(
            ["sh", "-c", 'exec 3>&%d; exec "$@"' % writer, "sh", timer] + words, stdout=nothing, stderr=nothing, pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as lines:
        seconds, kilobytes, status = lines.read().split()
    process.wait()
    return float(seconds), int(kilobytes) / 1024, int(status)


def has(name):
    if shutil.which(name):
        return True
    print(f"{name}: skipped, because it is not installed\n")
    return False


def warm(paths):
    """Brings files into the system's cache."""
    for path in paths:
        with open(path, "rb", buffering=0) as file:
            while file.read(1 << 20):
                pass


def table(title, timer, jobs, rounds):
    """Runs jobs in turn; a job is its name, a function from the round to the words of its process, and the files that it reads.

    None pays for what another has left unwritten, nor for what the system has dropped from its cache meanwhile.
    """
    seconds, peaks = [[] for _ in jobs], [0.0] * len(jobs)
    for number in range(rounds):
        for index, (name, words, paths) in enumerate(jobs):
            os.sync()
            warm(paths)
            spent, peak, status = timed(timer, words(number))
            if status:
                sys.exit(f"{name} failed with status {status}")
            seconds[index].append(spent)
            peaks[index] = max(peaks[index], peak)
    print(f"| {title}, {rounds} rounds | min ms | median | max | peak MB | times ours: min | median | max |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for index, (name, _, _) in enumerate(jobs):
        ratios = sorted(other / ours for other, ours in zip(seconds[index], seconds[0]))
        runs = sorted(seconds[index])
        cells = [f"{1000 * runs[place]:.2f}" for place in (0, len(runs) // 2, -1)] + [f"{peaks[index]:.1f}"]
        cells += [f"{ratios[place]:.2f}" for place in (0, len(ratios) // 2, -1)]
        print(f"| {name} | " + " | ".join(cells) + " |")


def tagged(photos, program):
    """Photos that jpegexiforient reads: some have their Exif where it does not look, and it would have less to do."""
    found = []
    for name in sorted(os.listdir(photos)):
        path = os.path.join(photos, name)
        if name.lower().endswith((".jpg", ".jpeg")) and (
            not shutil.which("jpegexiforient") or answer("jpegexiforient", "-n", path).strip() in list("12345678")
        ) and json.loads(answer(program, "info", "--json", path) or "{}").get("carrier") == "exif":
            found.append(path)
    return found


def copies(folder, photos, program, suits=lambda _: True):
    """A folder of a thousand photos, all with tag 1."""
    sources = [path for path in tagged(photos, program) if suits(path)] if os.path.isdir(photos) else []
    if not sources:
        print("no photos: samples stand in, which are smaller than a camera's\n")
        samples = os.path.join(folder, "samples")
        answer(program, "samples", samples, "--format", "jpeg")
        sources = [os.path.join(samples, name) for name in sorted(os.listdir(samples))]
    first = tempfile.mkdtemp(dir=folder)
    for number in range(COUNT):
        path = os.path.join(first, f"{number:04}.jpg")
        shutil.copyfile(sources[number % len(sources)], path)
        os.chmod(path, 0o644)
    turns = {1: None, 2: "mirror-horizontal", 3: "180", 4: "mirror-vertical", 5: "transpose", 6: "ccw", 7: "transverse", 8: "cw"}
    groups = {}
    for line in answer(program, "info", "--json", first).splitlines():
        row = json.loads(line)
        groups.setdefault(row["orientation"], []).append(row["path"])
    for tag, paths in groups.items():
        if turns[tag]:
            answer(program, "rotate", turns[tag], "-i", *paths)
    size = sum(os.path.getsize(os.path.join(first, name)) for name in os.listdir(first))
    print(f"{COUNT} JPEGs of {len(sources)} kinds, {size / 1e6:.0f} MB together\n")
    return first


def orientations(program, folder):
    return [json.loads(line)["orientation"] for line in answer(program, "info", "--json", folder).splitlines()]


def files(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def info(program, timer, folder, photos, rounds):
    paths = files(copies(folder, photos, program))
    jobs = [("upright info --json", lambda _: [program, "info", "--json"] + paths, paths)]
    if has("exiv2"):
        jobs.append(("exiv2 -g Exif.Image.Orientation -Pv", lambda _: ["exiv2", "-g", "Exif.Image.Orientation", "-Pv"] + paths, paths))
    if has("exiftool"):
        jobs.append(("exiftool -n -Orientation", lambda _: ["exiftool", "-n", "-Orientation"] + paths, paths))
        jobs.append(("exiftool -fast2 -n -Orientation", lambda _: ["exiftool", "-fast2", "-n", "-Orientation"] + paths, paths))
        said = json.loads(answer("exiftool", "-j", "-n", "-IFD0:Orientation", *paths))
        if [row["Orientation"] for row in said] != orientations(program, os.path.dirname(paths[0])):
            sys.exit("the programs do not read the same")
    table(f"orientation of {COUNT} photos, one process", timer, jobs, rounds)


def changes_one_byte(path, program):
    """Whether turning a photo changes one byte of it."""
    with tempfile.TemporaryDirectory() as folder:
        turned = shutil.copyfile(path, os.path.join(folder, "turned.jpg"))
        answer(program, "rotate", "cw", "-i", turned)
        return len(subprocess.run(["cmp", "-l", path, turned], stdout=subprocess.PIPE, check=False).stdout.splitlines()) == 1


def rotate(program, timer, folder, photos, rounds):
    print("### One byte changes\n")
    rotate_those(program, timer, folder, photos, rounds, lambda path: changes_one_byte(path, program))
    print("\n### The thumbnail has a tag too, in another sector; the peers leave it as it is\n")
    rotate_those(program, timer, folder, photos, rounds, lambda path: not changes_one_byte(path, program))


def rotate_those(program, timer, folder, photos, rounds, suits):
    first = copies(folder, photos, program, suits)
    jobs = [("upright rotate -i", first, lambda number: [program, "rotate", ["cw", "ccw"][number % 2], "-i"] + files(first))]
    if has("jpegexiforient"):
        second = shutil.copytree(first, tempfile.mkdtemp(dir=folder), dirs_exist_ok=True)
        for tag in "61":
            with open(os.path.join(folder, "loop" + tag), "w") as script:
                script.writelines(f"jpegexiforient -{tag} '{path}'\n" for path in files(second))
        jobs.append(("jpegexiforient, a loop of sh", second, lambda number: ["sh", os.path.join(folder, "loop" + "61"[number % 2])]))
    if has("exiv2"):
        third = shutil.copytree(first, tempfile.mkdtemp(dir=folder), dirs_exist_ok=True)
        jobs.append((
            "exiv2 -M'set Exif.Image.Orientation', one process", third,
            lambda number: ["exiv2", "-M", f"set Exif.Image.Orientation Short {'61'[number % 2]}"] + files(third)))
    os.sync()
    for number in range(2):
        for name, place, words in jobs:
            timed(timer, words(number))
            if set(orientations(program, place)) != {[6, 1][number]}:
                sys.exit(f"{name} does not turn all of them")
    table(f"turning {COUNT} photos by tag", timer, [(name, words, files(place)) for name, place, words in jobs], rounds)


def movie(program, timer, folder, floor, rounds):
    if not has("ffmpeg"):
        return
    short, path = os.path.join(folder, "short.mp4"), os.path.join(folder, "movie.mp4")
    noise = ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=4", "-vf", "noise=alls=60:allf=t"]
    answer("ffmpeg", "-y", *noise, "-c:v", "mpeg4", "-q:v", "2", short)
    times = MOVIE_BYTES // os.path.getsize(short)
    answer("ffmpeg", "-y", "-stream_loop", str(times), "-i", short, "-c", "copy", path)
    print(f"a movie of {os.path.getsize(path) / 1e9:.2f} GB, its header at the end\n")
    bare = shutil.copyfile(path, os.path.join(folder, "floor.mp4"))
    out = os.path.join(folder, "out.mp4")
    jobs = [
        ("upright rotate -i", lambda number: [program, "rotate", ["cw", "ccw"][number % 2], "-i", path], [path]),
        ("floor: boxes walked, 36 bytes written, flushed", lambda number: [floor, bare, "61"[number % 2]], [bare]),
        ("ffmpeg, stream copy", lambda number: [
            "ffmpeg", "-y", "-loglevel", "error", "-i", path, "-c", "copy", "-metadata:s:v", f"rotate={[270, 0][number % 2]}", out], [path]),
    ]
    os.sync()
    for number in range(2):
        for _, words, _ in jobs[:2]:
            timed(timer, words(number))
        if orientations(program, path) + orientations(program, bare) != [[6, 6], [1, 1]][number]:
            sys.exit("the movie is not turned")
    if subprocess.run(["cmp", path, bare], check=False).returncode:
        sys.exit("the two movies differ")
    table("turning the movie", timer, jobs, rounds)


def main():
    job, program, timer, floor, photos = sys.argv[1:6]
    rounds = int(sys.argv[6]) if len(sys.argv) > 6 else 6
    with tempfile.TemporaryDirectory() as folder:
        if job == "info":
            info(program, timer, folder, photos, rounds)
        elif job == "rotate":
            rotate(program, timer, folder, photos, rounds)
        else:
            movie(program, timer, folder, floor, rounds)


main()
