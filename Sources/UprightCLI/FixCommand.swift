// `upright fix`: the picture upright in its pixels, or in its tag.

public import ArgumentParser
public import Upright
import UprightBatch
import UprightFiles

/// The arguments of `fix`.
struct FixArguments: RenditionArguments {
  typealias Companions = FixCompanions

  enum MetadataField: String, ExpressibleByArgument, CaseIterable {
    case pixels, tag
  }

  /// What `--to tag` asks for.
  static func retagged(format: ContainerFormat? = nil) -> Rendition {
    var wanted = Rendition(upright: .tagged, normalizes: true, format: format)
    wanted.stale = .skip
    return wanted
  }

  static let verb = "fix"
  static let abstract = "Make pictures upright, losing nothing unless you say so."
  static let discussion = """
    Turns the pixels the way the tag says and sets the tag to 1. Whole JPEG blocks are moved without decoding; where \
    the blocks at an edge cannot be moved, the image is re-encoded in its own planes and quantization tables while the \
    original stays available: with -o, and with -i --journal. With -i alone it keeps its tag, and the last line counts \
    such files. --edge says otherwise. A PNG or a lossless WebP is written anew with every pixel as it was; HEIC, AVIF \
    and lossy WebP are re-encoded with -o, and keep their tag with -i. An animation keeps its tag; --frame makes an upright \
    still image of one frame.

    --to tag changes no pixel. It writes the tag as the standard wants it: a value that is none of 1…8, another type \
    than SHORT, a movie's missing shift. It takes every format whose headers are read. What counts stays what counts, \
    and carriers that contradict it are made to agree: XMP, further Exif, the thumbnail's tag; Exif that some readers \
    miss in a PNG or WebP goes where they look. Where another carrier is right, say so: --prefer exif, --xmp.
    With --strip, metadata are taken out as well, and all that codes the picture stays byte for byte.

    With -o FOLDER/ the files of folders that need no rotation are copied as they are, and so are videos and images of \
    formats that are not rotated (--all: every file); copies keep the time of their last change.

    --check writes nothing. It lists the files that are not upright, and ends with 1 where there are any.

    --labels turns label files along, in every format of `upright labels`, where their places are of the pictures as \
    stored; the places of what a person sees stay as they are. Only rows of pictures that were turned change. It needs \
    a --journal: labels follow when all pictures are done, and a run that was stopped in between is made whole by \
    --resume, or taken back by `upright undo`; until then the two do not fit. What could not follow is refused before a \
    picture changes: rows that break a rule, names that two pictures have, two files with the same names. Regions in \
    the pictures themselves turn with them in any case.

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

  @Option(help: "Where the orientation shall live: turned into the pixels, or written cleanly into the tag.")
  var to: MetadataField = .pixels

  @Option(
    help: ArgumentHelp(
      "What to do where the pixels look already rotated, but the orientation tag was left in place.",
      discussion: """
        skip leaves such files alone and counts them, trust-tag rotates them as the tag says, trust-pixels sets the tag to 1.
        """))
  var stale = StaleTag.skip

  @OptionGroup var edges: EdgeArguments
  @OptionGroup var animation: FrameOption
  @OptionGroup var ruleOptions: RuleOptions

  var frame: Int? { animation.frame }

  func validate() throws(ValidationError) {
    if to == .tag, frame != nil {
      throw ValidationError(
        "--frame makes a still image of one frame, and --to tag changes no pixel: leave one of them out")
    }
    if to == .tag { return try edges.checkUnused(because: "with --to tag: no pixel changes") }
    guard rules == OrientationRules() else {
      throw ValidationError("--prefer and --xmp say which carrier --to tag writes the tag from")
    }
  }

  var rules: OrientationRules { ruleOptions.rules }

  var changesPixels: Bool { to == .pixels }

  static var keepsTimeOfCopies: Bool { true }

  func checkTarget() throws(ValidationError) -> UprightState.Target {
    try edges.checkUnused(because: "with --check: no pixel changes")
    return to == .pixels ? .pixels : .tag
  }

  var edgeMode: EdgeMode? { to == .pixels ? edges.edge ?? .auto : nil }

  var keepsWholeImages: Bool { edges.edge != .trim }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    var wanted = carried(probe, format, original)
    wanted.stale = stale
    return wanted
  }

  private func carried(_ probe: Probe, _ format: ContainerFormat?, _ original: EdgeMode.Original) -> Rendition {
    if let frame { return edges.still(frame, format: format) }
    return switch to {
    case .pixels: edges.rendition(rotation: .identity, of: probe, format: format, original: original)
    case .tag: Self.retagged(format: format)
    }
  }
}

extension StaleTag: ExpressibleByArgument {}

/// `--check`, `--all` and `--labels`.
struct FixCompanions: CompanionArguments {
  @Flag(help: "Write nothing; list the files that are not upright, and exit with 1 where there are any.")
  var check = false

  @Flag(help: "With -o FOLDER/, copy the files of folders that are no images or videos, too.")
  var all = false

  @OptionGroup var labelling: LabelledArguments

  var labelled: LabelledArguments? { labelling.labelled }
  var copied: CopiedFiles { all ? .all : .recognized }
  var checks: Bool { check }
}
