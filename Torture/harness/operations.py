"""All operations on photos during a fault."""
import shutil

from album import packet
from journal import BETWEEN_NAMES, BETWEEN_WRITES, JOURNAL, Families, labels, steps
from operation import KILLED, WITHOUT_ATTRIBUTES, Operation
from program import Program


def operations(program, album, many=1, crowd=(10, 6, 6)):
    """All of them, each with `many` photos at once, the batch with this many of each kind."""

    def photos(kind, count=many, first=1):
        ending = "png" if kind == "sector" else "jpg"
        return {f"{kind}{number}.{ending}": album.photo(kind, number) for number in range(first, first + count)}

    def changing(name, what, words, pictures, **more):
        return Operation(name, what, words + list(pictures), pictures, program=[program], **more).learned()

    turn = ["rotate", "cw", "-i"]
    patch, sector, sectors, insert, transform = (photos(kind) for kind in ("patch", "sector", "sectors", "insert", "transform"))
    mixed = {name: photo for kind, count in zip(("patch", "sectors", "insert"), crowd) for name, photo in photos(kind, count, 0).items()}
    broken = [
        changing("again", "as `sectors`, after a run that was killed between its two writes", turn, sectors, ahead=[([*turn, *sectors], KILLED)]),
        changing("again-hidden", "as `hidden`, after such a run", turn, sectors, faults=WITHOUT_ATTRIBUTES, ahead=[([*turn, *sectors], KILLED)]),
    ] if shutil.which("strace") else []
    relaxed = [*turn, "--durability", "relaxed"]
    return [
        *([changing("relaxed", "one byte in place, reported before the disk has it", relaxed, patch)] if Program(program).has("rotate", "--durability") else []),
        changing("patch", "one byte in place (`rotate cw -i`)", turn, patch),
        changing("sector", "a PNG's tag and its checksum, in place and in one sector", turn, sector),
        changing("sectors", "two tags in place, a note in an attribute", turn, sectors),
        changing("hidden", "two tags in place, a note in a hidden file", turn, sectors, faults=WITHOUT_ATTRIBUTES),
        changing("rewrite", "a tag inserted, the file written anew (`rotate cw -i`)", turn, insert),
        changing("transform", "pixels turned without loss (`fix -i`)", ["fix", "-i"], transform),
        made_from(program, patch, many),
        *(broken if many == 1 else []),
        changing("batch", "files of three kinds at once (`rotate cw -i -j 2`)", [*turn, "-j", "2"], mixed),
        *(journalled(changing, {**patch, **sectors, **insert}) if keeps_journals(program) else []),
        *(labelled(program, album, photos("transform", 3 * many)) if keeps_journals(program) and Program(program).has("fix", "--labels") else []),
        *(families(program, album) if keeps_journals(program) and Program(program).has("fix", "--families") else []),
    ]


def keeps_journals(path):
    program = Program(path)
    return program.has("rotate", "--journal") and program.knows("undo") and program.knows_recover and shutil.which("strace") is not None


def journalled(changing, photos):
    """The steps of a batch that changes photos in place, and those of one that makes new files."""
    turned = changing("turned", "", ["rotate", "cw", "-i", "-j", "2"], photos)
    made = changing("made", "", ["thumb", "64", "-o", "out/"], photos, outputs=[f"out/{name}" for name in photos])
    return [step.learned() for step in (*steps(turned, BETWEEN_WRITES), *steps(made, BETWEEN_NAMES, "-new"))]


def labelled(program, album, photos):
    """The steps of a batch that rotates the pixels of photos and the rows of their labels: at the end both are rotated,
    or neither.
    """
    words = ["fix", "-i", "--labels", "labels.json", "-j", "2", *photos]
    both = {**photos, "labels.json": labels(photos, album.size)}
    turned = Operation("labelled", "", words, both, program=[program], learning=["--journal", JOURNAL]).learned()
    return [step.learned() for step in steps(turned, BETWEEN_NAMES, "-labels", "labels.json")]


def families(program, album):
    """The steps of batches that change the files of photos together: in place, and as new files."""
    tagged = {
        "a.jpg": album.photo("patch", 1), "a.CR2": album.photo("raw"), "a.MOV": album.photo("movie"), "a.xmp": packet(6),
        "a.jpg.xmp": packet(6), "b.jpg": album.photo("insert", 1), "b.jpg.xmp": packet(1), "c.jpg": album.photo("sectors", 1),
    }
    rotated = {
        "a.jpg": album.photo("transform", 1), "a.CR2": album.photo("raw"), "a.xmp": packet(6), "a.jpg.xmp": packet(6),
        "b.jpg": album.photo("transform", 2),
    }
    made = []
    for name, words, photos, fault in (
        ("-families", ["rotate", "cw", "-i"], tagged, BETWEEN_WRITES), ("-families-pixels", ["fix", "-i"], rotated, BETWEEN_NAMES),
    ):
        together = [*words, "--families", "-j", "2", "."]
        batch = Operation("families", "", together, photos, program=[program], learning=["--journal", JOURNAL]).learned()
        made += [step.learned() for step in steps(batch, fault, name, step=Families)]
    return made


def large(program, album):
    """A movie file so large that it is changed in place, in several sectors: the undo record is a hidden file."""
    movie = album.photo("large-movie")
    what = "a large movie file, a note in a hidden file"
    return [Operation("movie", what, ["rotate", "cw", "-i", "large.mov"], {"large.mov": movie}, program=[program]).learned()]


def made_from(program, photos, many):
    """New files next to their sources."""
    place = ["-o", "new.jpg"] if many == 1 else ["-o", "out/"]
    outputs = ["new.jpg"] if many == 1 else [f"out/{name}" for name in photos]
    return Operation("create", "new files (`thumb 64 -o`)", ["thumb", "64", *photos, *place], photos, outputs, program=[program]).learned()
