// The arguments of `map`: the spaces, the image, the view, the rounding.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs

extension SpaceName: ExpressibleByArgument {}

/// The arguments that define a map.
struct MapArguments: ParsableArguments {
  @Option(help: "The space of the input rectangles and points.")
  var from: SpaceName

  @Option(help: "The space to convert them to.")
  var to: SpaceName?

  @Flag(help: "Instead of --to, print the numbers of all label formats, for the stored and the displayed image.")
  var labels = false

  @Option(help: ArgumentHelp("The image's size as stored in the file.", valueName: "WxH"))
  var size: SizeArgument<Stored>?

  @Option(help: "The image's orientation (default: tag 1).")
  var orientation: OrientationArgument?

  @Option(
    help: ArgumentHelp("Take size and tag from this image, or from standard input (-).", valueName: "file"),
    completion: .images)
  var of: String?

  @Option(help: ArgumentHelp("The view that shows the image, in points: WxH or X,Y,W,H.", valueName: "WxH"))
  var viewport: ViewportArgument?

  @Option(help: "How the view fits the image (default: aspect-fit).")
  var mode: ModeName?

  @Option(
    help: ArgumentHelp("Pixels per point, for modes that do not scale (default: 1).", valueName: "number"))
  var scale: DecimalArgument?

  @Option(help: "Round to whole pixels of the image.")
  var round: RoundingName?

  @Flag(help: "Clip to the image; what is outside it becomes null.")
  var clip = false

  /// The output space; labels are computed from the displayed image.
  private var goal: SpaceName { to ?? .displayed }

  func validate() throws(ValidationError) {
    if labels == (to != nil) {
      throw ValidationError("give either --to SPACE or --labels, not both")
    }
    try checkImage()
    try checkView()
    if let round, !goal.isOfPixels {
      throw ValidationError(
        """
        --round \(round.rawValue) needs whole pixels, and \(goal.rawValue) has none; use --to stored, displayed or \
        iiif
        """)
    }
  }

  private func checkImage() throws(ValidationError) {
    if of != nil, size != nil || orientation != nil {
      throw ValidationError("--of takes size and tag from the file; leave out --size and --orientation")
    }
    if of == nil, size == nil, !(from.isFraction && goal.isFraction) {
      throw ValidationError(
        "from \(from.rawValue) to \(labels ? "labels" : goal.rawValue) needs the image's size: add --size WxH, "
          + "as stored, and --orientation if its tag is not 1; or add --of FILE")
    }
    try size?.checkIsExact()
  }

  private func checkView() throws(ValidationError) {
    let isNeeded = from == .viewport || goal == .viewport
    if isNeeded, viewport == nil {
      throw ValidationError("the viewport's size is missing: add --viewport WxH, in points")
    }
    if !isNeeded, viewport != nil || mode != nil || scale != nil {
      throw ValidationError("--viewport, --mode and --scale need --from viewport or --to viewport")
    }
    if let scale = scale?.value, scale <= 0 { throw ValidationError("--scale must be greater than 0") }
  }

  /// The map.
  ///
  /// - Throws: Errors of the file of `--of`; `.unanswerable` if view and image differ too much in size.
  func map() throws(UprightError) -> SpaceMap {
    let view = viewport.map {
      SpaceMap.View(
        bounds: $0.bounds, mode: mode?.mode ?? .scaleAspectFit, pixelsPerPoint: scale?.value ?? 1)
    }
    let map = SpaceMap(from: from, to: goal, of: try image(), in: view, rounding: round?.rounding, clips: clip)
    guard let map else {
      throw .unanswerable(field: "--viewport", reason: "its points cannot be converted to image coordinates")
    }
    return map
  }

  private func image() throws(UprightError) -> SpaceMap.MappedImage {
    guard let of else {
      let orientation = orientation.map { Orientation<Stored, Displayed>(exif: $0.exif) } ?? .identity
      return size.map { SpaceMap.MappedImage(stored: $0.size, orientation: orientation) } ?? .ofAnySize
    }
    let bytes = try FileBytes(StandardInput.location(named: of))
    do throws(UprightError) {
      let probe = try bytes.probe()
      try probe.checkSizeIsKnown()
      return SpaceMap.MappedImage(stored: probe.storedSize, orientation: probe.orientation)
    } catch {
      throw error.naming(of)
    }
  }
}

// A view's place, as typed: `WxH`, or `X,Y,W,H` in its parent's points.

/// The bounds of a view, in points; decimals are accepted.
struct ViewportArgument: ExpressibleByArgument, Hashable {
  let bounds: Rect2D<Viewport>

  init?(argument: String) {
    let sizes = argument.split(separator: "x", omittingEmptySubsequences: false)
    let numbers =
      sizes.count == 2 ? ["0", "0"] + sizes : argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = numbers.compactMap(DecimalArgument.init(_:)).map(\.value)
    guard numbers.count == 4, values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
    bounds = Rect2D(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}

/// A decimal number as typed, with the rules of input lines: no infinity, no hexadecimal.
struct DecimalArgument: ExpressibleByArgument, Hashable {
  let value: Double

  init?(argument: String) { self.init(argument[...]) }

  init?(_ text: Substring) {
    var scanner = MapInputScanner(Array(text.utf8) + [MapInputScanner.lineFeed], readsIIIF: false)
    guard let value = try? scanner.number(), scanner.at == text.utf8.count else { return nil }
    self.value = value
  }
}
