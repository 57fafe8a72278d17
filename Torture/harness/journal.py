"""Batches with a journal: run, resumed, and undone."""
import dataclasses
import json
import os
import subprocess

from operation import Operation, content, hidden
from program import DISK, SOME

JOURNAL = "batch.jsonl"
KEPT = ".upright-kept-"
# Where a run is killed that another resumes: between two writes into one photo, with others done and reported; between
# two names.
BETWEEN_WRITES, BETWEEN_NAMES = "pwrite64:signal=KILL:when=3", "renameat2:signal=KILL:when=3"
# The recovery after a fault, by the number of the trial: each ends in a state where every byte is known.
ENDS = [["undo", "recover"], ["resume", "recover", "undo"], ["recover", "undo"], ["recover", "resume", "discard"]]


def resumed(words, journal):
    """The arguments of a batch that resumes from its journal, or begins if there is none."""
    return [*words, "--journal", journal, *(["--resume"] if os.path.exists(journal) else [])]


@dataclasses.dataclass
class Journalled(Operation):
    """A step of a batch with a journal; `batch` is the same without one, and an undo step makes the old files from the
    new ones.
    For the photos that the file `labels` names, the rows of those that were rotated are rotated too, whatever happened
    to the others.
    """

    batch: Operation | None = None
    goes_back: bool = False
    labels: str = ""

    @property
    def ends(self):
        return ENDS

    @property
    def is_repeatable(self):
        return self.goes_back

    @property
    def codes(self):
        """A batch whose journal cannot be written does nothing, and reports that."""
        return {DISK, SOME}

    def old(self, name):
        return self.batch.new[name] if self.goes_back else self.batch.old(name)

    def follows(self, folder, name):
        return mixed(self.batch, folder, name) if name == self.labels else None

    def keeps(self, name):
        return name == JOURNAL or os.path.basename(name).startswith(KEPT)

    def end(self, folder, program, number):
        """Completes one of the recoveries, and describes what is wrong."""
        wrong, journal = [], os.path.join(folder, JOURNAL)
        for step in ENDS[number % len(ENDS)]:
            if step == "recover":
                program.recover(folder, [])
                wrong += [f"{name} is left by recover" for name in hidden(folder) if not self.keeps(name)]
                continue
            if step == "resume" or os.path.exists(journal):
                words = {"undo": ["undo", JOURNAL], "discard": ["undo", "--discard", JOURNAL], "resume": resumed(self.batch.words, journal)}[step]
                answer = subprocess.run(self.program + words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
                wrong += [f"{step}: exit code {answer.returncode}: {answer.stderr[-300:]}"] if answer.returncode != 0 else []
            wanted = self.batch.old if step == "undo" else self.batch.new.get
            wrong += [f"{step}: {name} is another" for name in self.batch.new if content(folder, name) != wanted(name)]
        return wrong


class Families(Journalled):
    """A step of a batch with `--families`: the files of a photo, which have its name up to the first dot, change together."""

    def is_told(self, said, changed):
        """A run that completes a photo reports all of its files, also those that another run changed."""
        return changed <= said

    def parted(self, states):
        photos = {}
        for name in self.changed:
            photos.setdefault(name.split(".")[0], set()).add(states[name])
        return [photo for photo, found in photos.items() if "new" in found and len(found) > 1]


def labels(photos, size):
    """COCO's labels of stored images, one box each, no two alike."""
    images = [{"id": number, "file_name": name, "width": size(photo)[0], "height": size(photo)[1]} for number, (name, photo) in enumerate(photos.items())]
    boxes = [{"id": number, "image_id": number, "category_id": 1, "bbox": [10 + number, 20, 30.25, 40]} for number in range(len(images))]
    return json.dumps({"images": images, "annotations": boxes, "categories": [{"id": 1, "name": "thing"}]}).encode()


def mixed(batch, folder, name):
    """Labels in which the rows of those photos are new whose pixels are new."""
    old, new = json.loads(batch.old(name)), json.loads(batch.new[name])
    turned = {image["id"] for image in old["images"] if content(folder, image["file_name"]) == batch.new[image["file_name"]]}
    for rows, key in (("images", "id"), ("annotations", "image_id")):
        old[rows] = [after if before[key] in turned else before for before, after in zip(old[rows], new[rows])]
    return json.dumps(old).encode()


def steps(batch, fault, name="", labels="", step=Journalled):
    """The steps of a batch with a journal; `fault` kills the run that another resumes."""
    words = [*batch.words, "--journal", JOURNAL]
    shared = {"photos": batch.photos, "outputs": batch.outputs, "program": batch.program, "batch": batch, "labels": labels}
    return [
        step(f"journal{name}", "a batch with a journal", words, **shared),
        step(f"resume{name}", "going on with a batch that was killed", [*words, "--resume"], ahead=[(words, fault)], **shared),
        step(f"undo{name}", "taking a batch back", ["undo", JOURNAL], ahead=[(words, "")], goes_back=True, **shared),
    ]
