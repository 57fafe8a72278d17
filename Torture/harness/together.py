"""Eight processes that change one file, or one folder, at once: as many turns as were said to be done are in the file."""
import os
import subprocess
import threading

from operation import hidden
from setting import scratch
from verdict import Row, Verdict

WHAT = "8 processes turn one file, or the files of one folder, again and again: every turn said to be done is there"
TRIALS, SHORT = 1000, 20
WORKERS, ROUND = 8, 10
# What is turned, with the words of the workers; every second worker takes the second.
JOBS = {
    "patch": ("patch", ["rotate", "cw", "-i"], ["rotate", "cw", "-i"]),
    "sectors": ("sectors", ["rotate", "cw", "-i"], ["rotate", "cw", "-i"]),
    "rewrite": ("insert", ["rotate", "cw", "-i"], ["rotate", "cw", "-i"]),
    "transform": ("transform", ["rotate", "cw", "--bake", "-i"], ["rotate", "cw", "--bake", "-i"]),
    "mixed": ("transform", ["rotate", "cw", "-i"], ["rotate", "cw", "--bake", "-i"]),
}


def run(setting):
    for name, job in JOBS.items():
        if setting.only and name not in setting.only:
            continue
        for count in (1, 4):
            with scratch() as folder:
                yield race(setting, name, job, count, folder)


class Turns:
    """How often a photo has been turned clockwise, by what lies in it."""

    def __init__(self, program, photo, folder):
        self.program = program
        path = os.path.join(folder, "learned.jpg")
        write(path, photo)
        subprocess.run([program, "fix", "-i", path], check=True, stdout=subprocess.DEVNULL)
        self.scans = {}
        for quarters in range(4):
            self.scans.setdefault(scan(read(path)), quarters)
            subprocess.run([program, "rotate", "cw", "--bake", "-i", path], check=True, stdout=subprocess.DEVNULL)
        os.unlink(path)

    def of(self, path):
        """Quarter turns, of the pixels and of the tag together; None where the picture is another."""
        quarters = self.scans.get(scan(read(path)))
        said = subprocess.run([self.program, "info", "--json", path], stdout=subprocess.PIPE, text=True).stdout
        tag = {1: 0, 6: 1, 3: 2, 8: 3}.get(int(said.split('"orientation":')[1].split(",")[0]) if '"orientation":' in said else 0)
        return None if quarters is None or tag is None else (quarters + tag) % 4


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def scan(jpeg):
    return jpeg[jpeg.rfind(b"\xff\xda"):]


def race(setting, name, job, count, folder):
    """Rounds of a few runs of each worker, because turns are only known modulo four."""
    kind, *words = job
    result = Row("together", name, "one file" if count == 1 else "a folder")
    photo = setting.album.photo(kind, 1)
    turns = Turns(setting.program.path, photo, folder)
    names = [f"{number}.jpg" for number in range(count)]
    for file in names:
        write(os.path.join(folder, file), photo)
        os.chmod(os.path.join(folder, file), 0o640)
    total, number = 0, 0
    for number in setting.numbers(-(-TRIALS // ROUND), -(-SHORT // ROUND)):
        before = {file: turns.of(os.path.join(folder, file)) for file in names}
        done = round_of(setting.program, words, names, folder)
        verdict = Verdict(strays=hidden(folder), left=hidden(folder))
        for file in names:
            after = turns.of(os.path.join(folder, file))
            if after is None:
                verdict.damaged.append(f"{file}: another picture")
            elif after != (before[file] + done[file]) % 4:
                verdict.lost.append(f"{file}: {done[file]} turns were said to be done, and there are {(after - before[file]) % 4}, modulo 4")
        setting.look(result, number, verdict, folder, f"{WORKERS} processes")
        if verdict.damaged:
            break
        total += sum(done.values())
    result.trials *= WORKERS * ROUND
    result.note = f"{total} turns done"
    return result


def round_of(program, words, names, folder):
    """How often each file was said to be done."""
    done, guard = dict.fromkeys(names, 0), threading.Lock()

    def work(worker):
        for _ in range(ROUND):
            answer = subprocess.run([program.path, *words[worker % 2], *names], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            with guard:
                for file in program.done(answer.stdout, folder):
                    done[file] += 1

    workers = [threading.Thread(target=work, args=(worker,)) for worker in range(WORKERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return done
