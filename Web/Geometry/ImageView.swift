// A view of an image on a page: zoomed, panned, rotated by quarter turns, mirrored.

public import UprightGeometry

/// Points of the element that shows the image, from its top left corner.
public enum Window: Space {}

/// The same points before the view is rotated or mirrored.
public enum Plane: Space {}

/// Pixels of the screen, from the element's top left corner.
public enum Device: Space {}

/// How a window shows a displayed image: its scale, its place, and how the view is rotated.
public struct ImageView: Hashable, Sendable {
  /// The most points that a pixel takes.
  public static let largestScale = 64.0
  /// The points of an image that stay visible when it is dragged out of the window.
  static let rest = 32.0

  /// The displayed size of the image.
  public let image: PixelSize<Displayed>
  /// The window's size.
  public private(set) var window = PixelSize<Window>(width: 0, height: 0)
  /// How the view is rotated and mirrored.
  public private(set) var turn: Orientation<Plane, Window>
  /// Points per pixel.
  public private(set) var scale = 0.0
  /// Whether the whole image is shown as large as fits; it then stays so in a resized window.
  public private(set) var isFitted = true
  private var corner = Point2D<Plane>(x: 0, y: 0)
  private var margin = 0.0

  /// A view without a window.
  public init(of image: PixelSize<Displayed>, turn: Orientation<Plane, Window> = .identity) {
    self.image = image
    self.turn = turn
  }

  /// The window's size before the view is rotated.
  public var plane: PixelSize<Plane> { turn.inverse.applied(to: window) }

  /// The image's place in the plane.
  public var placement: Placement<Plane> {
    Placement(
      of: image,
      in: Rect2D(
        x: corner.x, y: corner.y, width: Double(image.width) * scale, height: Double(image.height) * scale),
      mode: .scaleToFill)
  }

  /// The map from the plane to the window.
  public var toWindow: Transform2D<Plane, Window> { Transform2D(turn, in: plane) }

  /// The map from the window to the plane.
  public var toPlane: Transform2D<Window, Plane> { Transform2D(turn.inverse, in: window) }

  /// The image's point under a point of the window, inside the image or not; nil if either is empty.
  public func displayedPoint(under point: Point2D<Window>) -> Point2D<Displayed>? {
    placement.displayedPoint(under: point.applying(toPlane))
  }

  /// The place of a part of the image in the window.
  public func area(of selection: Selection) -> Rect2D<Window> { placement.area(of: selection).applying(toWindow) }

  /// A movement in the window as a movement in the plane, in the same unit.
  public func step(right: Double, down: Double) -> (right: Double, down: Double) {
    let map = toPlane
    return (map.a * right + map.c * down, map.b * right + map.d * down)
  }

  /// A direction in the plane as a direction in the window.
  public func direction(right: Double, down: Double) -> (right: Double, down: Double) {
    let map = toWindow
    return (map.a * right + map.c * down, map.b * right + map.d * down)
  }
}

extension ImageView {
  /// Resizes the window, with this margin around a fitted image. The image's point at its center stays there.
  public mutating func resize(to size: PixelSize<Window>, margin: Double) {
    let center = window.isEmpty ? nil : displayedPoint(under: middle)
    window = size
    self.margin = margin
    settle(on: center)
  }

  /// Shows the whole image, as large as fits.
  public mutating func fit() {
    let (wide, high) = (Double(plane.width) - 2 * margin, Double(plane.height) - 2 * margin)
    let map = Placement<Plane>(
      of: image, in: Rect2D(x: margin, y: margin, width: max(1, wide), height: max(1, high))
    ).toView
    (scale, corner, isFitted) = (map.a, Point2D(x: map.tx, y: map.ty), true)
  }

  /// Zooms by `factor`; the image's point under `point` stays there.
  public mutating func zoom(by factor: Double, at point: Point2D<Window>) {
    guard factor > 0, factor.isFinite, scale > 0 else { return }
    let place = point.applying(toPlane)
    let most = max(Self.largestScale, fittedScale)
    let next = min(most, max(min(1, fittedScale) / 4, scale * factor))
    let change = next / scale
    corner = Point2D(x: place.x - (place.x - corner.x) * change, y: place.y - (place.y - corner.y) * change)
    (scale, isFitted) = (next, false)
    keepVisible()
  }

  /// Moves the image by points of the window.
  public mutating func pan(right: Double, down: Double) {
    guard right.isFinite, down.isFinite else { return }
    let step = step(right: right, down: down)
    corner = Point2D(x: corner.x + step.right, y: corner.y + step.down)
    isFitted = false
    keepVisible()
  }

  /// Rotates or mirrors the view, as seen. The image's point at the center of the window stays there.
  public mutating func reorient(_ change: Orientation<Window, Window>) {
    let center = displayedPoint(under: middle)
    turn = turn.then(change)
    settle(on: center)
  }

  /// Moves the image so that a part of it is in the middle of the window, and zooms out if it is larger than that.
  public mutating func show(_ selection: Selection) {
    let rect = selection.rect(in: image)
    let (wide, high) = (Double(plane.width) - 2 * margin, Double(plane.height) - 2 * margin)
    let most = min(max(1, wide) / rect.width, max(1, high) / rect.height)
    if scale > most { (scale, isFitted) = (most, false) }
    let area = placement.area(of: selection)
    let bounds = plane.bounds.rect
    if area.x >= 0, area.y >= 0, area.maxX <= bounds.width, area.maxY <= bounds.height { return }
    isFitted = false
    settle(on: Point2D(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2))
  }

  private var middle: Point2D<Window> { Point2D(x: Double(window.width) / 2, y: Double(window.height) / 2) }

  private var fittedScale: Double {
    var other = self
    other.fit()
    return other.scale
  }

  private mutating func settle(on center: Point2D<Displayed>?) {
    guard !isFitted, scale > 0, let center else { return fit() }
    corner = Point2D(
      x: Double(plane.width) / 2 - center.x * scale, y: Double(plane.height) / 2 - center.y * scale)
    keepVisible()
  }

  private mutating func keepVisible() {
    corner.x = Self.kept(corner.x, Double(image.width) * scale, Double(plane.width))
    corner.y = Self.kept(corner.y, Double(image.height) * scale, Double(plane.height))
  }

  private static func kept(_ place: Double, _ extent: Double, _ room: Double) -> Double {
    let part = min(rest, extent, room)
    return min(room - part, max(part - extent, place))
  }
}
