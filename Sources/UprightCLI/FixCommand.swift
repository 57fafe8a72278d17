public import ArgumentParser
public import Upright
import UprightBatch
import UprightFiles

// `upright fix`: makes images upright in their pixels or in their tags.

/// The arguments of `fix`.
struct FixArguments: RenditionArguments {
  typealias Companions = FixCompanions

  static let verb = "fix"
  static let abstract = "Rotate images upright, losslessly where possible."
  static let discussion = """
    Rotates the pixels according to the orientation tag, and sets the tag to 1. Whole JPEG blocks move without \
    decoding. If the blocks at an edge cannot move, the image is re-encoded as long as the original stays available: \
    with -o, or with -i --journal. It keeps its quantization tables, or gets quality 92 if it is CMYK or RGB. With -i \
    alone, such an image keeps its tag, and the last line counts it; --edge changes that. A PNG or lossless WebP is \
    rewritten with every pixel preserved. HEIC, AVIF and lossy WebP are re-encoded with -o, and keep their tag with \
    -i. An animation keeps its tag; --frame makes an upright still image from one frame. Every page of a TIFF is \
    rotated; --page makes an image of one. With -i, a file keeps its tag if rotating its pixels would lose something \
    else: Photoshop's layers, a place on a map, other programs' fields.

    Each line names the operation. copy: the bytes are unchanged. retag: only the orientation tag changes. rewrite: \
    only metadata changes. transform: JPEG blocks move without loss. transcode: the image is decoded and encoded.

    --to tag changes no pixels. It writes a valid tag (a value in 1–8, of type SHORT), and adds a missing offset to a \
    video's matrix. It works for every format that `upright info` reads. The orientation in effect does not change; \
    other fields are changed to match it: XMP, other Exif blocks, the thumbnail's tag. Exif that some readers miss in \
    a PNG or WebP is moved to where they look. If another field is right, use --prefer exif or --xmp. --strip removes \
    metadata too, and the encoded image stays identical, byte for byte.

    With -o FOLDER/, images in folders that need no rotation are copied, and so are videos and images in formats that \
    are not rotated (--all: every file). Copies keep their modification time.

    --check writes nothing. It lists the files that are not upright, and exits with 1 if there are any. The last lines \
    count those that `upright fix` would re-encode or not rotate, and suggest what to do.

    If damage or a limit keeps an image from becoming upright, it is copied or stays as it is, with its tag. It is \
    counted, and the exit code is 65, or 2 if there are several files. The same applies to a damaged file whose \
    orientation is unknown.

    --labels rotates label files along with the images, in every format of `upright labels`. Labels of the stored \
    image are rotated; labels of the displayed image stay correct and do not change. It needs --journal, because \
    labels are written after all images: if a run is stopped in between, --resume finishes it, and `upright undo` \
    reverts it. Until then, labels and images do not match. Labels that could not be rotated stop the run before any \
    image changes: invalid rows, a name that matches two images, two files with the same name. Regions stored inside \
    an image always rotate with it.

    Examples:
      upright fix -i photo.jpg
      upright fix -i --labels coco.json --journal fix.jsonl photos
      upright fix -i --to tag --recursive holiday
      upright fix -i --to tag --prefer exif photo.heic
      upright fix --edge trim --recursive holiday -o upright/
      upright fix --recursive holiday -o upright/ --update
      upright fix --check --recursive holiday
    """
  static let planExample = "upright plan fix --edge trim photo.jpg"

  @Option(help: "Where the orientation goes: rotate the pixels, or write a clean tag.")
  var to: FixRequest.Target = .pixels

  @Option(
    help: ArgumentHelp(
      "What to do if the pixels look already rotated but the orientation tag was left in place.",
      discussion: """
        skip leaves such files alone and counts them, trust-tag rotates them by the tag, trust-pixels sets the \
        tag to 1.
        """))
  var stale = StaleTag.skip

  @OptionGroup var edges: EdgeArguments
  @OptionGroup var animation: FrameOption
  @OptionGroup var pages: PageOption
  @OptionGroup var ruleOptions: RuleOptions

  func validate() throws(ValidationError) { try request.check() }

  var page: PageChoice? { pages.page }

  var request: Request {
    var request = Request(.fix)
    (request.target, request.stale, request.frame, request.settings.page) = (to, stale, animation.frame, page)
    (request.prefersExif, request.readsXMP) = (ruleOptions.rules.prefersExif, ruleOptions.rules.readsXMP)
    edges.state(in: &request)
    return request
  }

  func checkTarget() throws(ValidationError) -> UprightState.Target {
    if stale != .skip { throw ValidationError("--check and --stale cannot be combined") }
    if let option = edges.given { throw ValidationError("\(option) has no effect with --check: no pixel changes") }
    return to == .pixels ? .pixels : .tag
  }
}

extension StaleTag: ExpressibleByArgument {}

/// `--check`, `--all`, `--labels` and `--families`.
struct FixCompanions: CompanionArguments {
  @Flag(help: "Write nothing; list the files that are not upright, and exit with 1 if there are any.")
  var check = false

  @Flag(help: "With -o FOLDER/, also copy files in folders that are not images or videos.")
  var all = false

  @OptionGroup var labelling: LabelledArguments
  @OptionGroup var family: FamilyOptions

  var labelled: LabelledArguments? { labelling.labelled }
  var families: FamilyOptions? { family.families }
  var copied: CopiedFiles { all ? .all : .recognized }
  var checks: Bool { check }
}

// `--stale` of commands that make another image: they follow the tag, as viewers do.

/// Whether to follow the tag or the pixels if the pixels look already rotated.
struct StaleOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do if the pixels look already rotated but the orientation tag was left in place.",
      discussion: """
        trust-tag follows the tag as viewers do, and reports it; trust-pixels uses the pixels as stored; skip makes no \
        image of such a file and reports an error.
        """))
  var stale = StaleTag.trustTag
}
