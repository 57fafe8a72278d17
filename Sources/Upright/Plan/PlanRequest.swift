// A rendition of a certain file with all its geometry worked out, and nothing decided yet.

/// What a rendition means for a probed file: which part, how turned, how large.
struct PlanRequest {
  let rendition: Rendition
  let probe: Probe
  /// The region as asked, in displayed pixels; it may reach beyond the picture where the rendition pads.
  let region: PixelRect<Displayed>
  /// The part of the region where there is picture.
  let visible: PixelRect<Displayed>
  /// How the stored picture lies in the result: its tag, then the turn.
  let total: Orientation<Stored, Displayed>
  /// The region's size after turning, before scaling.
  let natural: PixelSize<Output>
  /// The result's size.
  let outputSize: PixelSize<Output>
  /// The result's format.
  let format: ContainerFormat

  /// - Throws: `.unanswerable` where the region holds no pixel or reaches outside against the rendition's wish,
  ///   where what is left of it would be stretched, or a size is empty; `.malformed` or `.unsupported` where a region is asked for
  ///   of an image whose size is not known: nobody can tell which part of it that is.
  init(_ rendition: Rendition, _ probe: Probe) throws(UprightError) {
    let probe = try rendition.frame.probe(probe)
    self.rendition = rendition
    self.probe = probe
    if rendition.region != .full { try probe.checkSizeIsKnown() }
    let asked = try Self.asked(rendition.region, probe)
    let isAll = asked == probe.displayedSize.bounds
    let inside = isAll ? asked : try Self.inside(asked, of: probe.displayedSize)
    if rendition.overflow == .fail, inside != asked {
      throw .unanswerable(
        field: "region", reason: "\(asked) reaches beyond the displayed picture of \(probe.displayedSize)")
    }
    if case .exactly(let size) = rendition.size, rendition.overflow == .clip, !inside.isShaped(like: asked) {
      throw .unanswerable(
        field: "size",
        reason: "\(asked) reaches beyond the displayed picture of \(probe.displayedSize); what is left of it, "
          + "\(inside.size), would be stretched to \(size); pad it, or leave the size to it")
    }
    visible = inside
    region = try Self.region(asked, inside: inside, rendition.overflow)
    total = probe.orientation.then(rendition.rotation)
    natural = Orientation<Displayed, Output>(carrying: rendition.rotation).applied(to: region.size)
    outputSize = try Self.size(rendition.size, natural: natural)
    format = rendition.format ?? probe.format
  }

  /// Whether the result shows all of the picture at its own size.
  var isWhole: Bool { region == probe.displayedSize.bounds && outputSize == natural }

  /// Whether part of the result is no picture.
  var isPadded: Bool { region != visible }

  /// The part with picture, where it is stored.
  var storedRegion: PixelRect<Stored> {
    visible.applying(probe.orientation.inverse, in: probe.displayedSize)
  }

  /// Where a stored place comes to lie in the result.
  var map: Transform2D<Stored, Output> {
    let displayed = Transform2D(probe.orientation, in: probe.storedSize)
    let moved = Transform2D<Displayed, Displayed>(
      scaleX: 1, scaleY: 1, tx: -Double(region.x), ty: -Double(region.y))
    let turned = Transform2D(Orientation<Displayed, Output>(carrying: rendition.rotation), in: region.size)
    let scaled = Transform2D<Output, Output>(
      scaleX: Double(outputSize.width) / Double(natural.width),
      scaleY: Double(outputSize.height) / Double(natural.height))
    return displayed.then(moved).then(turned).then(scaled)
  }

  private static func asked(_ region: Rendition.Region, _ probe: Probe) throws(UprightError) -> PixelRect<Displayed> {
    let size = probe.displayedSize
    switch region {
    case .full: return size.bounds
    case .pixels(let rect): return rect
    case .stored(let rect):
      guard isReasonable(rect) else { throw outside(rect) }
      return rect.applying(probe.orientation, in: probe.storedSize)
    case .fraction(let rect): return rect.denormalized(in: size).pixels(.nearest)
    case .selection(let selection, let rounding):
      guard let rect = selection.pixels(in: size, rounding: rounding) else { throw emptySelection(rounding) }
      return rect
    case .square: return size.middleSquare
    }
  }

  private static func inside(
    _ asked: PixelRect<Displayed>, of size: PixelSize<Displayed>
  ) throws(UprightError) -> PixelRect<Displayed> {
    guard let inside = asked.clipped(to: size) else { throw outside(asked) }
    return inside
  }

  private static func region(
    _ asked: PixelRect<Displayed>, inside: PixelRect<Displayed>, _ overflow: Rendition.Overflow
  ) throws(UprightError) -> PixelRect<Displayed> {
    guard case .pad = overflow else { return inside }
    guard isReasonable(asked) else {
      throw .limit(name: "pixels along a side", asked: max(asked.width, asked.height), allowed: longestSide)
    }
    return asked
  }

  private static func outside<S: Space>(_ rect: PixelRect<S>) -> UprightError {
    .unanswerable(field: "region", reason: "\(rect) holds no pixel of the picture")
  }

  private static func emptySelection(_ rounding: PixelRounding) -> UprightError {
    .unanswerable(field: "region", reason: "rounded \(rounding), the selection holds no pixel of the picture")
  }

  /// No picture has a longer side, and arithmetic on sides stays far from where integers overflow.
  private static let longestSide = 1 << 31

  /// Far beyond any picture, and far from where integers overflow.
  private static func isReasonable<S: Space>(_ rect: PixelRect<S>) -> Bool {
    let bound = longestSide
    return !rect.isEmpty && [rect.x, rect.y, rect.width, rect.height].allSatisfy { (-bound...bound).contains($0) }
  }

  private static func size(
    _ asked: Rendition.Size, natural: PixelSize<Output>
  ) throws(UprightError) -> PixelSize<Output> {
    switch asked {
    case .full: return natural
    case .exactly(let size), .within(let size):
      guard !size.isEmpty else { throw .unanswerable(field: "size", reason: "\(size) holds no pixel") }
      guard size.width <= longestSide, size.height <= longestSide else {
        throw .limit(name: "pixels along a side", asked: max(size.width, size.height), allowed: longestSide)
      }
      if case .exactly = asked { return size }
      return natural.fitted(in: size)
    }
  }
}

extension PixelRect {
  /// Whether width and height stand in the same ratio; of numbers too large to tell, whether both are the same.
  fileprivate func isShaped(like other: Self) -> Bool {
    let (one, first) = width.multipliedReportingOverflow(by: other.height)
    let (two, second) = height.multipliedReportingOverflow(by: other.width)
    return first || second ? size == other.size : one == two
  }
}

extension Rendition.Frame {
  /// The probe of the frame; the file's own where all stay, or there is only one.
  ///
  /// - Throws: `.unanswerable` where there is no such frame.
  func probe(_ probe: Probe) throws(UprightError) -> Probe {
    guard probe.shownFrame == nil else { return probe }
    switch self {
    case .all: return probe
    case .first: return probe.animation.flatMap { probe.showing(frame: $0.firstFrame) } ?? probe
    case .number(let number):
      guard let shown = probe.showing(frame: number) else { throw Self.missing(number, in: probe.animation) }
      return shown
    }
  }

  private static func missing(_ number: Int, in animation: Animation?) -> UprightError {
    let reason =
      switch (animation, animation?.frameCount) {
      case (nil, _): "\(number) was asked for, and the image is no animation: it has 1 frame"
      case (_, let count?): "\(number) was asked for, and the animation has \(count) frames, 1 to \(count)"
      case (_, nil): "\(number) was asked for, and frames are counted from 1"
      }
    return .unanswerable(field: "frame", reason: reason)
  }
}

extension Probe {
  /// Why the pixels of an animation stay, because no frame was chosen; nil for a still image and for a frame.
  var reasonFramesStay: String? {
    guard let animation, shownFrame == nil, !animation.showsStillFirst else { return nil }
    let name = format == .png ? "PNG" : format == .webp ? "WebP" : format == .jpegXL ? "JPEG XL" : format.rawValue
    let count = animation.frameCount.map { " of \($0) frames" } ?? ""
    return "the \(name) is an animation\(count), whose pixels stay as they are; rotate without --bake and fix --to tag "
      + "change its tag, and --frame 1 makes a still image of the first frame"
  }

  /// Why a HEIF or AVIF with a sequence beside its image stays as it is.
  var reasonSequenceStays: String {
    "the \(format.rawValue) has a sequence of frames beside its image, which would not rotate with it; "
      + "--frame 0 makes a still image of the one, --frame 1 of the first frame"
  }
}
