// What `map` is told: between which spaces, of which picture, in which view, how rounded.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The arguments that make a map.
struct MapArguments: ParsableArguments {
  @Option(help: "The space that rectangles and points come from.")
  var from: SpaceName

  @Option(help: "The space they go to.")
  var to: SpaceName?

  @Flag(help: "Instead, say them in the numbers of all label formats, of the picture as stored and as displayed.")
  var labels = false

  @Option(help: ArgumentHelp("The picture's size as the file holds it.", valueName: "WxH"))
  var size: SizeArgument<Stored>?

  @Option(help: "The picture's orientation; tag 1 unless said.")
  var orientation: OrientationArgument?

  @Option(help: ArgumentHelp("Take size and tag from this picture.", valueName: "file"), completion: .file())
  var of: String?

  @Option(help: ArgumentHelp("The view that shows the picture, in points: WxH or X,Y,W,H.", valueName: "WxH"))
  var viewport: ViewportArgument?

  @Option(help: "How the view lays the picture out; aspect-fit unless said.")
  var mode: ModeName?

  @Option(
    help: ArgumentHelp("Pixels per point, for modes that do not scale; 1 unless said.", valueName: "number"))
  var scale: DecimalArgument?

  @Option(help: "Give whole pixels of the picture.")
  var round: RoundingName?

  @Flag(help: "Keep to the picture; what has no part of it becomes null.")
  var clip = false

  /// The space that they are carried to; labels are worked out from the picture as displayed.
  private var goal: SpaceName { to ?? .displayed }

  func validate() throws(ValidationError) {
    if labels == (to != nil) {
      throw ValidationError("either --to SPACE or --labels is needed, and one excludes the other")
    }
    try checkImage()
    try checkView()
    if let round, !goal.isOfPixels {
      throw ValidationError(
        "--round \(round.rawValue) gives whole pixels, and \(goal.rawValue) has none; "
          + "say --to stored, displayed or iiif")
    }
  }

  private func checkImage() throws(ValidationError) {
    if of != nil, size != nil || orientation != nil {
      throw ValidationError("--of takes size and tag from the file; leave --size and --orientation out")
    }
    if of == nil, size == nil, !(from.isFraction && goal.isFraction) {
      throw ValidationError(
        "from \(from.rawValue) to \(labels ? "labels" : goal.rawValue) needs the picture's size; add --size WxH, as the file holds it, "
          + "and --orientation where its tag is not 1, or --of FILE")
    }
    try size?.checkIsExact()
  }

  private func checkView() throws(ValidationError) {
    let isNeeded = from == .viewport || goal == .viewport
    if isNeeded, viewport == nil {
      throw ValidationError("the viewport's size is needed; add --viewport WxH, in points")
    }
    if !isNeeded, viewport != nil || mode != nil || scale != nil {
      throw ValidationError("--viewport, --mode and --scale need --from viewport or --to viewport")
    }
    if let scale = scale?.value, scale <= 0 { throw ValidationError("--scale is greater than 0") }
  }

  /// The map.
  ///
  /// - Throws: What is wrong with the file of `--of`; `.unanswerable` where the view and the picture are too different.
  func map() throws(UprightError) -> SpaceMap {
    let view = viewport.map {
      SpaceMap.View(
        bounds: $0.bounds, mode: mode?.mode ?? .scaleAspectFit, pixelsPerPoint: scale?.value ?? 1)
    }
    let map = SpaceMap(from: from, to: goal, of: try picture(), in: view, rounding: round?.rounding, clips: clip)
    guard let map else {
      throw .unanswerable(field: "--viewport", reason: "numbers cannot say where its points lie in the picture")
    }
    return map
  }

  private func picture() throws(UprightError) -> SpaceMap.MappedImage {
    guard let of else {
      let orientation = orientation.map { Orientation<Stored, Displayed>(exif: $0.exif) } ?? .identity
      return size.map { SpaceMap.MappedImage(stored: $0.size, orientation: orientation) } ?? .ofAnySize
    }
    let bytes = try FileBytes(path: of)
    do throws(UprightError) {
      let probe = try bytes.probe()
      try probe.checkSizeIsKnown()
      return SpaceMap.MappedImage(stored: probe.storedSize, orientation: probe.orientation)
    } catch {
      throw error.naming(of)
    }
  }
}

/// A content mode as typed.
enum ModeName: String, ExpressibleByArgument, CaseIterable {
  case aspectFit = "aspect-fit"
  case aspectFill = "aspect-fill"
  case scaleToFill = "scale-to-fill"
  case redraw, center, top, bottom, left, right
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// As listed, or as programs spell it: `aspectFit`, `scaleAspectFit`, `topLeft`.
  init?(argument: String) {
    func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" } }
    let word = plain(argument)
    guard let mode = Self.allCases.first(where: { [plain($0.rawValue), "scale" + plain($0.rawValue)].contains(word) })
    else { return nil }
    self = mode
  }

  var mode: ViewContentMode {
    switch self {
    case .aspectFit: .scaleAspectFit
    case .aspectFill: .scaleAspectFill
    case .scaleToFill: .scaleToFill
    case .redraw: .redraw
    case .center: .center
    case .top: .top
    case .bottom: .bottom
    case .left: .left
    case .right: .right
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}

/// A rounding as typed.
enum RoundingName: String, ExpressibleByArgument, CaseIterable {
  case outward, nearest, inward

  var rounding: PixelRounding {
    switch self {
    case .outward: .outward
    case .nearest: .nearest
    case .inward: .inward
    }
  }
}
