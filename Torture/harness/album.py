"""The photos: small JPEGs built in code, each made so that a change takes one specific route."""
import os
import random
import struct
import subprocess
import tempfile

START, END_OF_PICTURE = b"\xff\xd8", b"\xff\xd9"
EXIF, COMMENT = 0xE1, 0xFE
LONGEST_SEGMENT = 65533


def segments(jpeg):
    """The marker and bytes of each segment before the coded data, and everything after that."""
    at, found = 2, []
    while jpeg[at + 1] != 0xDA:
        length = struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        found.append((jpeg[at + 1], jpeg[at : at + 2 + length]))
        at += 2 + length
    return found, jpeg[at:]


def segment(marker, content):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content


def without_exif(jpeg):
    found, rest = segments(jpeg)
    return START + b"".join(whole for marker, whole in found if marker != EXIF) + rest


def with_exif(jpeg, block):
    """`block` as the only Exif."""
    found, rest = segments(without_exif(jpeg))
    ahead = 1 if found[0][0] == 0xE0 else 0
    pieces = [whole for _, whole in found]
    pieces.insert(ahead, segment(EXIF, b"Exif\0\0" + block))
    return START + b"".join(pieces) + rest


def padded(jpeg, size, dice):
    """At least `size` bytes long, by comments before the tables."""
    found, rest = segments(jpeg)
    pieces = [whole for _, whole in found]
    ahead = sum(marker in (0xE0, EXIF) for marker, _ in found)
    missing = size - len(jpeg)
    while missing > 4:
        count = min(missing - 4, LONGEST_SEGMENT)
        pieces.insert(ahead, segment(COMMENT, dice.randbytes(max(1, count))))
        missing -= count + 4
    return START + b"".join(pieces) + rest


def directory(entries, behind):
    packed = b"".join(struct.pack("<HHI", tag, kind, count) + value for tag, kind, count, value in sorted(entries))
    return struct.pack("<H", len(entries)) + packed + struct.pack("<I", behind)


def short(number):
    return struct.pack("<HH", number, 0)


def long(number):
    return struct.pack("<I", number)


def two_tags(tag, thumbnail):
    """An Exif block whose thumbnail has its own tag, more than two sectors after the image's."""
    gap = 1400
    camera = 8 + 2 + 2 * 12 + 4
    note = camera + 2 + 12 + 4
    small = note + gap
    first = directory([(274, 3, 1, short(tag)), (34665, 4, 1, long(camera))], small)
    exif = directory([(37500, 7, gap, long(note))], 0)
    picture = small + 2 + 4 * 12 + 4
    second = directory([(259, 3, 1, short(6)), (274, 3, 1, short(tag)), (513, 4, 1, long(picture)), (514, 4, 1, long(len(thumbnail)))], 0)
    return b"II*\0" + long(8) + first + exif + b"\7" * gap + second + thumbnail


def tiff(tag, size=16):
    """A raw file as the program sees one: an uncompressed TIFF with a tag."""
    pixels = bytes(value & 0xFF for value in range(3 * size * size))
    at = 8 + 2 + 9 * 12 + 4
    entries = [(256, 3, 1, short(size)), (257, 3, 1, short(size)), (258, 3, 1, short(8)), (259, 3, 1, short(1)), (262, 3, 1, short(2)),
               (273, 4, 1, long(at)), (274, 3, 1, short(tag)), (277, 3, 1, short(3)), (279, 4, 1, long(len(pixels)))]
    return b"II*\0" + long(8) + directory(entries, 0) + pixels


def packet(tag):
    """An XMP file with an orientation."""
    return (f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            f'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="{tag}"/></rdf:RDF></x:xmpmeta>').encode()


def box(kind, content):
    return struct.pack(">I", len(content) + 8) + kind + content


# The matrix of a track that is rotated clockwise by a quarter turn, with the height of its rows in 16.16.
def clockwise(height):
    return struct.pack(">9i", 0, 65536, 0, -65536, 0, 0, height << 16, 0, 1 << 30)


def movie(tracks=1, gap=0, width=32, height=16):
    """A QuickTime movie without samples, all its tracks rotated clockwise; `gap` are bytes before its header."""
    straight = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    header = box(b"mvhd", bytes(12) + struct.pack(">IIIH", 600, 600, 65536, 256) + bytes(10) + straight + bytes(24) + struct.pack(">I", tracks + 1))
    made = b"".join(track(number, clockwise(height), width, height) for number in range(1, tracks + 1))
    return box(b"ftyp", b"qt  " + struct.pack(">I", 0x200) + b"qt  ") + (box(b"free", bytes(gap)) if gap else b"") + box(b"moov", header + made)


def large_movie(size=17 << 20):
    """A movie file with matrices in several sectors, too large to be written anew for a tag."""
    head = movie(tracks=3, gap=456)
    return head + struct.pack(">I", size - len(head)) + b"free" + bytes(size - len(head) - 8)


def track(number, matrix, width, height):
    head = box(b"tkhd", b"\0\0\0\x07" + bytes(8) + struct.pack(">III", number, 0, 600) + bytes(16) + matrix + struct.pack(">II", width << 16, height << 16))
    media = box(b"mdhd", bytes(12) + struct.pack(">III", 600, 600, 0)) + box(b"hdlr", bytes(8) + b"vide" + bytes(13))
    entry = box(b"jpeg", bytes(6) + b"\0\1" + bytes(16) + struct.pack(">HH", width, height) + bytes(14) + struct.pack(">H", 1) + bytes(32) + b"\0\x18\xff\xff")
    table = box(b"stsd", bytes(4) + long(1)[::-1] + entry) + b"".join(box(kind, bytes(8)) for kind in (b"stts", b"stsc", b"stco"))
    table += box(b"stsz", bytes(12))
    return box(b"trak", head + box(b"mdia", media + box(b"minf", box(b"vmhd", b"\0\0\0\1" + bytes(8)) + box(b"stbl", table))))


class Album:
    """One photo of each kind, and more by `photo`; the same seed gives the same bytes."""

    def __init__(self, program, seed=1):
        self.seed = seed
        with tempfile.TemporaryDirectory(prefix="torture-album-") as folder:
            subprocess.run([program, "samples", folder], check=True, stdout=subprocess.DEVNULL)
            self.turned, self.png = (self.sample(folder, name) for name in ("landscape_6.jpg", "landscape_5.png"))
            subprocess.run([program, "thumb", "64", f"{folder}/landscape_6.jpg", "-o", f"{folder}/small.jpg"], check=True, stdout=subprocess.DEVNULL)
            self.thumbnail = without_exif(self.sample(folder, "small.jpg"))

    @staticmethod
    def size(jpeg):
        """Columns and rows as stored, from the frame's header."""
        frame = next(whole for marker, whole in segments(jpeg)[0] if marker in (0xC0, 0xC2))
        height, width = struct.unpack(">HH", frame[5:9])
        return width, height

    @staticmethod
    def sample(folder, name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    def photo(self, kind, number=0):
        """A photo of that kind; `number` determines its length, from 60 to 260 KB, and the first of every four is tiny.
        """
        other = {"sector": lambda: self.png, "raw": lambda: tiff(6), "movie": movie, "large-movie": large_movie}.get(kind)
        if other:
            return other()
        dice = random.Random(f"{self.seed} {kind} {number}")
        tiny = number % 4 == 0
        small = with_exif(self.thumbnail, b"II*\0" + long(8) + directory([(274, 3, 1, short(6))], 0))
        plain = small if tiny and kind != "transform" else self.turned
        photo = {
            "patch": lambda: plain,
            "sectors": lambda: with_exif(plain, two_tags(6, self.thumbnail)),
            "insert": lambda: without_exif(plain),
            "transform": lambda: plain,
        }[kind]()
        return photo if tiny else padded(photo, dice.randrange(60_000, 260_000), dice)
