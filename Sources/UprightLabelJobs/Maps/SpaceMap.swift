// A map between two spaces of an image that are chosen at run time; each step is a typed map of UprightGeometry.

package import Upright
import UprightBatch

/// Maps rectangles and points between two spaces of an image, through the displayed image.
package struct SpaceMap {
  /// The image to which the coordinates refer.
  package struct MappedImage: Hashable {
    package let stored: PixelSize<Stored>
    package let orientation: Orientation<Stored, Displayed>

    /// Memberwise initializer.
    package init(stored: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>) {
      (self.stored, self.orientation) = (stored, orientation)
    }

    /// An image whose size does not matter, because only fractions of it are mapped; with a power of two they stay
    /// exact.
    package static var ofAnySize: Self {
      Self(stored: PixelSize(width: 1 << 20, height: 1 << 20), orientation: .identity)
    }
  }

  /// The view that shows the image.
  package struct View: Hashable {
    package let bounds: Rect2D<Viewport>
    package let mode: ViewContentMode
    package let pixelsPerPoint: Double

    /// Memberwise initializer.
    package init(bounds: Rect2D<Viewport>, mode: ViewContentMode, pixelsPerPoint: Double) {
      (self.bounds, self.mode, self.pixelsPerPoint) = (bounds, mode, pixelsPerPoint)
    }
  }

  package let from, to: SpaceName
  /// The image; an arbitrary one if only fractions of it are mapped.
  package var image: MappedImage { MappedImage(stored: stored, orientation: orientation) }
  private let stored: PixelSize<Stored>
  private let orientation: Orientation<Stored, Displayed>
  private let size: PixelSize<Displayed>
  private let toView: Transform2D<Displayed, Viewport>
  private let toImage: Transform2D<Viewport, Displayed>
  private let rounding: PixelRounding?
  private let clips: Bool

  /// The map; nil if the view is too small or too large to map its points.
  ///
  /// `view` matters if one of the spaces is the viewport. Rounding also clips; IIIF always rounds, outward by default.
  package init?(
    from: SpaceName, to: SpaceName, of image: MappedImage, in view: View? = nil, rounding: PixelRounding? = nil,
    clips: Bool = false
  ) {
    let image = from.isFraction && to.isFraction ? .ofAnySize : image
    (self.from, self.to) = (from, to)
    (stored, orientation) = (image.stored, image.orientation)
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

  /// Maps a place from one space to the other.
  ///
  /// - Throws: `.lost` if the result is not finite.
  package func callAsFunction(_ place: MapInput) throws(MapInputError) -> MapOutput {
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

  /// Maps a rectangle; one that is mapped to its own space without rounding stays bit-identical.
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
    guard clips else { return .rect(try finished(wanted(seen))) }
    guard let inside = seen.clipped(to: size), !inside.pixels(.outward).isEmpty else { return .nothing }
    guard let rounding else {
      return .rect(try finished(to.isFraction ? wanted(inside).clippedToUnit : wanted(inside)))
    }
    return inside.pixels(rounding).clipped(to: size).map { .rect(wanted($0)) } ?? .nothing
  }

  /// Maps a point as a rectangle without extent. A point on the image's right or bottom edge is outside.
  private func mapped(_ given: Point2D<FromSpace>) throws(MapInputError) -> MapOutput {
    let given = Rect2D<FromSpace>(x: given.x, y: given.y, width: 0, height: 0)
    let seen = displayed(given)
    guard seen.isFinite else { throw MapInputError(.lost) }
    guard clips else { return .point((from == to ? try finite(given.inToSpace) : try finished(wanted(seen))).origin) }
    let corner = seen.pixels(.outward)
    let pixel = PixelRect<Displayed>(x: corner.x, y: corner.y, width: 1, height: 1)
    guard pixel.clipped(to: size) != nil else { return .nothing }
    guard rounding != nil else {
      return .point((from == to ? try finite(given.inToSpace) : try finished(wanted(seen))).origin)
    }
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

  /// A computed result. Scaling leaves an error in the last digits, as in 1007.9999999999999: a number with few decimals
  /// takes its place if the difference is that error.
  private func finished(_ answer: Rect2D<Wanted>) throws(MapInputError) -> Rect2D<Wanted> {
    let found = try finite(answer)
    guard !from.isOfPixels || !to.isOfPixels else { return found }
    let error = 2 * (to.isFraction ? 1 : Double(max(size.width, size.height))).ulp
    func plain(_ number: Double) -> Double { ShortestNumber.plain(number, within: error) }
    return Rect2D(
      x: plain(found.x), y: plain(found.y), width: plain(found.width), height: plain(found.height))
  }

  private func finite(_ answer: Rect2D<Wanted>) throws(MapInputError) -> Rect2D<Wanted> {
    guard answer.isFinite else { throw MapInputError(.lost) }
    return answer
  }
}

extension Rect2D<FromSpace> {
  /// Percent of the displayed image as a fraction.
  fileprivate var ofPercent: Rect2D<Normalized<Displayed>> {
    Rect2D<Normalized<Displayed>>(x: x / 100, y: y / 100, width: width / 100, height: height / 100)
  }
}

// The spaces of `map`, by their names on the command line.

/// A space that is chosen at run time.
package enum SpaceName: String, CaseIterable, Sendable {
  /// Points of the view that shows the image.
  case viewport
  /// Pixels of the displayed image.
  case displayed
  /// Pixels of the stored image.
  case stored
  /// 0…1 across the displayed image, from the top left.
  case normalized
  /// 0…1 across the displayed image, from the lower left, y upward.
  case vision
  /// A region in whole displayed pixels (IIIF Image API 3.0, 4.1).
  case iiif

  /// Whether it is 0…1 across the displayed image: between two such spaces, the image's size does not matter.
  package var isFraction: Bool { self == .normalized || self == .vision }

  /// Whether its unit is the image's pixel.
  package var isOfPixels: Bool { self == .displayed || self == .stored || self == .iiif }
}

/// The space that `--from` names: the input.
package enum FromSpace: Space {}

/// The space that `--to` names: the output.
package enum Wanted: Space {}

extension Rect2D {
  /// The same numbers in the given space.
  package func named<Named: Space>(_: Named.Type) -> Rect2D<Named> where S == FromSpace {
    Rect2D<Named>(x: x, y: y, width: width, height: height)
  }

  /// The same numbers in the space that `--to` names.
  package var inToSpace: Rect2D<Wanted> { Rect2D<Wanted>(x: x, y: y, width: width, height: height) }

  /// The top left corner; the lower left one if y points up.
  package var origin: Point2D<S> { Point2D(x: x, y: y) }

  /// Whether each edge is a finite number.
  package var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }
}
