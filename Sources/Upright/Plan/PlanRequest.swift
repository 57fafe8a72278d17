// A rendition of a file with all its geometry computed, before any decision.

/// What a rendition means for a probed file: which part, how reoriented, how large.
struct PlanRequest {
  let rendition: Rendition
  let probe: Probe
  /// The requested region, in displayed pixels; it may extend beyond the image if the rendition pads.
  let region: PixelRect<Displayed>
  /// The part of the region inside the image.
  let visible: PixelRect<Displayed>
  /// The orientation from the stored image to the result: its tag, then the rotation.
  let total: Orientation<Stored, Displayed>
  /// The region's size after reorienting, before scaling.
  let natural: PixelSize<Output>
  /// The result's size.
  let outputSize: PixelSize<Output>
  /// The result's format.
  let format: ContainerFormat
  /// Whether the result is needed as pixels, so that no coding of samples is kept.
  var isForPixels = false

  /// - Throws: `.unanswerable` if the region is empty or extends beyond the image although the rendition forbids it, if
  ///   the rest would be stretched, or if a size is empty; `.malformed` or `.unsupported` if a region of an image of
  ///   unknown size is requested.
  init(_ rendition: Rendition, _ probe: Probe) throws(UprightError) {
    let probe = try rendition.shownPage(of: probe)
    let shown = try rendition.frame(of: probe).probe(probe)
    try self.init(rendition, showing: shown)
  }

  /// The same for a probe of the frame and the page.
  private init(_ rendition: Rendition, showing probe: Probe) throws(UprightError) {
    self.rendition = rendition
    self.probe = probe
    if rendition.region != .full { try probe.checkSizeIsKnown() }
    let asked = try Self.asked(rendition.region, probe)
    let isAll = asked == probe.displayedSize.bounds
    guard let inside = isAll ? asked : asked.clipped(to: probe.displayedSize) else {
      throw Self.outside(asked, rendition.stated)
    }
    if rendition.overflow == .fail, inside != asked {
      throw .unanswerable(
        field: "region", reason: "\(asked) extends beyond the displayed image of \(probe.displayedSize)")
    }
    if case .exactly(let size) = rendition.size, rendition.overflow == .clip, !inside.isShaped(like: asked) {
      throw .unanswerable(
        field: "size",
        reason:
          "\(asked) extends beyond the displayed image of \(probe.displayedSize); the rest, \(inside.size), would be "
          + "stretched to \(size): pad the region, or leave out the size")
    }
    visible = try BlockGrid(rendition, probe)?.snapped(inside) ?? inside
    region = visible == inside ? try Self.region(asked, inside: inside, rendition.overflow) : visible
    total = probe.orientation.then(rendition.rotation)
    natural = Orientation<Displayed, Output>(carrying: rendition.rotation).applied(to: region.size)
    outputSize = try Self.size(rendition.size, natural: natural)
    format = rendition.format ?? probe.format
  }

  /// Whether the result shows the whole image at full size.
  var isWhole: Bool { region == probe.displayedSize.bounds && outputSize == natural }

  /// Whether part of the result is padding.
  var isPadded: Bool { region != visible }

  /// The visible part, in stored pixels.
  var storedRegion: PixelRect<Stored> {
    visible.applying(probe.orientation.inverse, in: probe.displayedSize)
  }

  /// The map from stored positions to positions in the result.
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

  static func asked(_ region: Rendition.Region, _ probe: Probe) throws(UprightError) -> PixelRect<Displayed> {
    let size = probe.displayedSize
    switch region {
    case .full: return size.bounds
    case .pixels(let rect): return rect
    case .stored(let rect):
      guard isReasonable(rect) else { throw outside(rect) }
      return rect.applying(probe.orientation, in: probe.storedSize)
    case .fraction(let rect): return rect.region(in: size)
    case .selection(let selection, let rounding):
      guard let rect = selection.pixels(in: size, rounding: rounding) else { throw emptySelection(rounding) }
      return rect
    case .square: return size.middleSquare
    case .ratio(let ratio, let position):
      guard position.isInside(size) else {
        throw .unanswerable(field: "focus", reason: "it is outside the displayed image of \(size)")
      }
      return size.region(ratio, at: position)
    }
  }

  private static func region(
    _ asked: PixelRect<Displayed>, inside: PixelRect<Displayed>, _ overflow: Rendition.Overflow
  ) throws(UprightError) -> PixelRect<Displayed> {
    guard case .pad = overflow else { return inside }
    guard isReasonable(asked) else {
      throw .limit(.side, asked: max(asked.width, asked.height), allowed: longestSide)
    }
    return asked
  }

  private static func outside<S: Space>(
    _ rect: PixelRect<S>, _ stated: Rendition.StatedRegion? = nil
  ) -> UprightError {
    .unanswerable(field: "region", reason: "\(stated?.text ?? rect.description) is outside the image")
  }

  private static func emptySelection(_ rounding: PixelRounding) -> UprightError {
    .unanswerable(field: "region", reason: "rounded \(rounding), the selection contains no pixel of the image")
  }

  /// No image has a longer side, and arithmetic on sides stays far from integer overflow.
  private static let longestSide = 1 << 31

  /// Whether it is in a range far beyond any image and far from integer overflow.
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
      guard !size.isEmpty else { throw .unanswerable(field: "size", reason: "\(size) has no pixels") }
      guard size.width <= longestSide, size.height <= longestSide else {
        throw .limit(.side, asked: max(size.width, size.height), allowed: longestSide)
      }
      if case .exactly = asked { return size }
      return natural.fitted(in: size)
    case .width(let width):
      let height = try side(natural.height, Double(width) / Double(natural.width))
      return try Self.size(.exactly(PixelSize(width: width, height: height)), natural: natural)
    case .height(let height):
      let width = try side(natural.width, Double(height) / Double(natural.height))
      return try Self.size(.exactly(PixelSize(width: width, height: height)), natural: natural)
    case .scaled(let factor):
      return PixelSize(width: try side(natural.width, factor), height: try side(natural.height, factor))
    }
  }

  /// A side times a positive factor, to the nearest pixel, at least 1.
  private static func side(_ length: Int, _ factor: Double) throws(UprightError) -> Int {
    guard factor > 0, factor.isFinite else {
      throw .unanswerable(field: "size", reason: "a scale of \(factor) leaves no pixels")
    }
    let scaled = Rect2D<Output>(x: 0, y: 0, width: Double(length) * factor, height: 1).pixels(.nearest).width
    guard scaled <= longestSide else { throw .limit(.side, asked: scaled, allowed: longestSide) }
    return max(1, scaled)
  }
}

extension Rendition {
  /// The probe of the requested page; the file's own if none is requested, or if it has only one.
  ///
  /// - Throws: `.unanswerable` if there is no such page.
  func shownPage(of probe: Probe) throws(UprightError) -> Probe {
    guard let page else { return probe }
    guard let shown = probe.showing(page: page) else {
      let count = probe.pageCount
      throw .unanswerable(
        field: "page",
        reason: count == 1
          ? "\(page) was requested, but the file has one page"
          : "\(page) was requested, but the file has \(count) pages, 1 to \(count)")
    }
    return shown
  }

  /// The frame that a file's result shows: in another format, a sequence beside a still image leaves that image.
  fileprivate func frame(of probe: Probe) -> Frame {
    guard frame == .all, upright != .tagged, let format, format != probe.format,
      probe.animation?.showsStillFirst == true
    else { return frame }
    return .first
  }

  /// The region and its part inside the image, if it is clipped; otherwise nil.
  package func clippedRegion(of probe: Probe) -> (asked: PixelRect<Displayed>, visible: PixelRect<Displayed>)? {
    guard region != .full, overflow == .clip, let asked = try? PlanRequest.asked(region, probe),
      let visible = asked.clipped(to: probe.displayedSize), visible != asked
    else { return nil }
    return (asked, visible)
  }

  /// The region inside the image and that region on block boundaries, if they differ; otherwise nil.
  package func snappedRegion(of probe: Probe) -> (asked: PixelRect<Displayed>, region: PixelRect<Displayed>)? {
    guard let grid = BlockGrid(self, probe), let asked = try? PlanRequest.asked(region, probe),
      let visible = asked.clipped(to: probe.displayedSize), let snapped = try? grid.snapped(visible), snapped != visible
    else { return nil }
    return (visible, snapped)
  }
}

extension PixelRect {
  /// Whether both have the same ratio of width to height; if the numbers are too large to tell, whether they are equal.
  fileprivate func isShaped(like other: Self) -> Bool {
    let (one, first) = width.multipliedReportingOverflow(by: other.height)
    let (two, second) = height.multipliedReportingOverflow(by: other.width)
    return first || second ? size == other.size : one == two
  }
}

extension Rendition.Frame {
  /// The probe of the frame; the file's own if all frames stay or there is only one.
  ///
  /// - Throws: `.unanswerable` if there is no such frame.
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

  private static func missing(_ number: Int, in animation: ImageAnimation?) -> UprightError {
    let reason: Phrase =
      switch (animation, animation?.frameCount) {
      case (nil, _): "\(number) was requested, but the image has one frame and is not an animation"
      case (_, let count?): "\(number) was requested, but the animation has \(count) frames, 1 to \(count)"
      case (_, nil): "\(number) was requested, but frames start at 1"
      }
    return .unanswerable(field: "frame", reason: reason)
  }
}

extension PlanRequest {
  /// Why no library decodes the pixels; nil if one does. What would be made of an animation is named: a rotated one, or
  /// a still image.
  var reasonPixelsAreClosed: UnsupportedPixels? {
    let reason = probe.reasonPixelsAreClosed
    guard case .animation(let source, let frameCount) = reason, total.isIdentity else { return reason }
    return .frames(source, frameCount: frameCount, as: format)
  }
}

extension Probe {
  /// Why an animation's pixels stay: no frame was chosen; nil for a still image or a frame.
  var reasonFramesStay: UnsupportedPixels? {
    guard let animation, shownFrame == nil, !animation.showsStillFirst else { return nil }
    return .animation(format, frameCount: animation.frameCount)
  }
}
