// From one space of a picture to another, chosen when the program runs; each step is a typed one of UprightGeometry.

import Upright
import UprightBatch

/// The map of rectangles and points between two spaces of one picture, by way of the picture as displayed.
struct SpaceMap {
  /// The picture that all is about.
  struct MappedImage: Hashable {
    let stored: PixelSize<Stored>
    let orientation: Orientation<Stored, Displayed>

    /// A picture whose size does not matter, because only fractions of it are asked for: with a power of two they stay exact.
    static var ofAnySize: Self {
      Self(stored: PixelSize(width: 1 << 20, height: 1 << 20), orientation: .identity)
    }
  }

  /// The view that shows it.
  struct View: Hashable {
    let bounds: Rect2D<Viewport>
    let mode: ViewContentMode
    let pixelsPerPoint: Double
  }

  let from, to: SpaceName
  /// The picture that it is about; any, where only fractions of it are asked for.
  var picture: MappedImage { MappedImage(stored: stored, orientation: orientation) }
  private let stored: PixelSize<Stored>
  private let orientation: Orientation<Stored, Displayed>
  private let size: PixelSize<Displayed>
  private let toView: Transform2D<Displayed, Viewport>
  private let toImage: Transform2D<Viewport, Displayed>
  private let rounding: PixelRounding?
  private let clips: Bool

  /// The map, or nil where the view's points have no place in the picture: the view is too small or too large for numbers.
  ///
  /// `view` matters where one of the spaces is the viewport. Rounding clips too; IIIF rounds, outward unless said otherwise.
  init?(
    from: SpaceName, to: SpaceName, of picture: MappedImage, in view: View? = nil, rounding: PixelRounding? = nil,
    clips: Bool = false
  ) {
    let picture = from.isFraction && to.isFraction ? .ofAnySize : picture
    (self.from, self.to) = (from, to)
    (stored, orientation) = (picture.stored, picture.orientation)
    size = orientation.applied(to: stored)
    self.rounding = rounding ?? (to == .iiif ? .outward : nil)
    self.clips = clips || self.rounding != nil
    let size = size
    toView =
      view.map {
        Placement(of: size, in: $0.bounds, mode: $0.mode, pixelsPerPoint: $0.pixelsPerPoint).toView
      } ?? Transform2D(scaleX: 1, scaleY: 1)
    guard let toImage = toView.inverse else { return nil }
    self.toImage = toImage
  }

  /// What a place of the one space is in the other.
  ///
  /// - Throws: `.lost` where the answer has no finite numbers.
  func callAsFunction(_ place: MapInput) throws(MapInputError) -> MapOutput {
    switch place {
    case .rect(let given): try mapped(given.standardized)
    case .point(let given): try mapped(given)
    case .percent(let given): try answer(given.ofPercent.denormalized(in: size).standardized)
    case .full: try answer(size.bounds.rect)
    case .square: try answer(size.middleSquare.rect)
    case .nothing: .nothing
    case .blank: .blank
    }
  }

  /// A rectangle that comes from where it goes, and is whole, stays bit for bit as it is.
  private func mapped(_ given: Rect2D<FromSpace>) throws(MapInputError) -> MapOutput {
    let seen = displayed(given)
    if from == to, rounding == nil, !clips || isInside(seen) { return .rect(try finite(given.inToSpace)) }
    return try answer(seen)
  }

  private func isInside(_ seen: Rect2D<Displayed>) -> Bool {
    seen.clipped(to: size) == seen && !seen.pixels(.outward).isEmpty
  }

  private func answer(_ seen: Rect2D<Displayed>) throws(MapInputError) -> MapOutput {
    guard seen.isFinite else { throw MapInputError(.lost) }
    guard clips else { return .rect(try finite(wanted(seen))) }
    guard let inside = seen.clipped(to: size), !inside.pixels(.outward).isEmpty else { return .nothing }
    guard let rounding else { return .rect(try finite(to.isFraction ? wanted(inside).clippedToUnit : wanted(inside))) }
    return inside.pixels(rounding).clipped(to: size).map { .rect(wanted($0)) } ?? .nothing
  }

  /// A point is mapped as a rectangle without extent, but it lies in the picture or not: on its right and bottom edges it does not.
  private func mapped(_ given: Point2D<FromSpace>) throws(MapInputError) -> MapOutput {
    let given = Rect2D<FromSpace>(x: given.x, y: given.y, width: 0, height: 0)
    let seen = displayed(given)
    guard seen.isFinite else { throw MapInputError(.lost) }
    guard clips else { return .point(try finite(from == to ? given.inToSpace : wanted(seen)).origin) }
    let corner = seen.pixels(.outward)
    let pixel = PixelRect<Displayed>(x: corner.x, y: corner.y, width: 1, height: 1)
    guard pixel.clipped(to: size) != nil else { return .nothing }
    guard rounding != nil else { return .point(try finite(from == to ? given.inToSpace : wanted(seen)).origin) }
    return to == .iiif ? .rect(wanted(pixel)) : .point(wanted(pixel).origin)
  }

  private func displayed(_ given: Rect2D<FromSpace>) -> Rect2D<Displayed> {
    switch from {
    case .viewport: given.named(Viewport.self).applying(toImage)
    case .displayed, .iiif: given.named(Displayed.self)
    case .stored: given.named(Stored.self).applying(orientation, in: stored)
    case .normalized: given.named(Normalized<Displayed>.self).denormalized(in: size)
    case .vision: given.named(YUp<Normalized<Displayed>>.self).yDown().denormalized(in: size)
    }
  }

  private func wanted(_ seen: Rect2D<Displayed>) -> Rect2D<Wanted> {
    switch to {
    case .viewport: seen.applying(toView).inToSpace
    case .displayed, .iiif: seen.inToSpace
    case .stored: seen.applying(orientation.inverse, in: size).inToSpace
    case .normalized: seen.normalized(in: size).inToSpace
    case .vision: seen.normalized(in: size).yUp().inToSpace
    }
  }

  private func wanted(_ seen: PixelRect<Displayed>) -> Rect2D<Wanted> {
    to == .stored ? seen.applying(orientation.inverse, in: size).rect.inToSpace : seen.rect.inToSpace
  }

  private func finite(_ answer: Rect2D<Wanted>) throws(MapInputError) -> Rect2D<Wanted> {
    guard answer.isFinite else { throw MapInputError(.lost) }
    return answer
  }
}

extension Rect2D<FromSpace> {
  /// Hundredths of the picture as displayed.
  fileprivate var ofPercent: Rect2D<Normalized<Displayed>> {
    Rect2D<Normalized<Displayed>>(x: x / 100, y: y / 100, width: width / 100, height: height / 100)
  }
}
