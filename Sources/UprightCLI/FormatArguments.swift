// The format of a result as typed, and its colors, frame, page and metadata.

public import ArgumentParser
public import Upright
import UprightBatch

extension ContainerFormat: ExpressibleByArgument {
  /// A format that can be written, by its name.
  public init?(argument: String) {
    guard let format = Self.written.first(where: { $0.rawValue == argument }) else { return nil }
    self = format
  }

  /// The possible values.
  public static var allValueStrings: [String] { written.map(\.rawValue) }
}

/// `--format`.
struct FormatArguments: ParsableArguments {
  @Option(
    help: """
      Format of the result (default: by the extension after -o, otherwise the source's). HEIC is read-only: the \
      result is a JPEG, or a PNG if the image has transparency, with a matching extension; -i refuses HEIC.
      """)
  var format: ContainerFormat?
}

extension ResultSettings {
  init(_ formatting: FormatArguments, _ colors: ColorOptions, _ stripping: StripOption) {
    self.init()
    (format, toSRGB, linear) = (formatting.format, colors.toSRGB, colors.linear)
    (toneMap, background, strip) = (colors.toneMap, colors.background, stripping.strip)
  }
}

// `--to-srgb`, `--linear`, `--tone-map` and `--background`: the colors of a result, the values in which it is scaled,
// how HDR becomes SDR, and what shows through transparent pixels.

/// The color options.
struct ColorOptions: ParsableArguments {
  @Flag(
    name: .customLong("to-srgb"),
    help: "Convert colors to sRGB using the image's profile, and drop the profile.")
  var toSRGB = false

  @Flag(
    help: "Scale in linear light: thin lines keep their brightness; slower.")
  var linear = false

  @Option(
    help: ArgumentHelp(
      """
      How HDR (PQ, HLG) becomes SDR in sRGB: bt2390 compresses highlights, clip cuts them off at white (203 nits), \
      none refuses HDR images. (default: bt2390, with a message)
      """,
      valueName: "method"))
  var toneMap: Rendition.ToneMap?

  @Option(
    help: ArgumentHelp(
      """
      Show this opaque color through transparent pixels if the result has no alpha, as a JPEG: a CSS name, #rgb or \
      #rrggbb.
      """,
      valueName: "color"))
  var background: Rendition.Color?

  func validate() throws(ValidationError) {
    if let fault = Request.fault(background: background) { throw ValidationError(fault.sentence) }
  }
}

extension Rendition.ToneMap: ExpressibleByArgument {}

// Which frame of an animation becomes a still image.

/// `--frame`.
struct FrameOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which frame of an animation becomes a still image; 1 is the first.",
      discussion: """
        Animations are PNG, WebP, GIF, JPEG XL, and HEIF and AVIF sequences. 0 is the separate still image that some \
        of them contain. Other files have one frame.
        """, valueName: "N"), transform: CheckedNumber.whole)
  var frame: Int?

  func validate() throws(ValidationError) {
    if let fault = Request.fault(frame: frame) { throw ValidationError(fault.sentence) }
  }
}

// Which page of a TIFF is used.

/// `--page`.
struct PageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which page of a TIFF is used; 1 is the first, and all makes one result of each.",
      discussion: """
        Without it, a TIFF of several pages stays one file, and a crop or thumbnail shows its first page. Files of \
        other formats have one page.
        """, valueName: "N|all"),
    transform: { text in
      guard let choice = PageChoice(text) else {
        throw ValidationError("--page needs a number, 1 for the first page, or all")
      }
      return choice
    })
  var page: PageChoice?
}

// `--strip`: the metadata that a new image omits.

extension Strip: ExpressibleByArgument {}

/// The metadata to remove.
struct StripOption: ParsableArguments {
  @Option(
    name: .customLong("strip"),
    help: ArgumentHelp(
      """
      Remove embedded thumbnails, the location (gps), or everything except color profile and orientation \
      (all-but-color). gps removes it from Exif and XMP, and metadata that cannot be parsed; city names stay. Stripping \
      never re-encodes: if the pixels stay, the encoded image is copied byte for byte. (default: none; thumb: \
      all-but-color)
      """, valueName: "none|thumbnails|gps|all-but-color"))
  var strips: [Strip] = []

  /// What is removed; nil if not given.
  var strip: Strip? { strips.last }

  func validate() throws(ValidationError) {
    if Set(strips).count > 1 {
      throw ValidationError("--strip can be given only once; all-but-color removes both thumbnails and the location")
    }
  }
}
