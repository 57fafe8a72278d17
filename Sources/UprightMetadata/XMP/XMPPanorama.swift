// What an XMP packet states about an image that is part of a sphere (Google, "Photo Sphere XMP Metadata"). The camera's
// geometry in a depth photo (Dynamic Depth 1.0, "ImagingModel"), which refers to the image's axes.

internal import UprightGeometry

/// The properties of a panorama: the full sphere's size in pixels, and the part that the image shows.
struct XMPPanorama {
  private let packet: [UInt8]
  /// The ranges of the properties' values, by name without prefix.
  private let values: [String: Range<Int>]
  /// The changes that remove the properties.
  private let removals: [XMPChange]

  /// From a packet with the root element `root`; nil if it has no panorama.
  init?(_ root: XMPElement, in packet: [UInt8]) {
    self.packet = packet
    let elements = root.all("rdf:Description")
    let attributes = elements.flatMap(\.attributes).filter { $0.name.hasPrefix(Self.prefix) }
    let children = elements.flatMap(\.children).filter { $0.name.hasPrefix(Self.prefix) }
    guard !attributes.isEmpty || !children.isEmpty else { return nil }
    let places =
      attributes.map { ($0.name, $0.value) } + children.map { ($0.name, XMPProperty.trimmed($0.content, in: packet)) }
    values = Dictionary(
      places.map { (String($0.0.dropFirst(Self.prefix.count)), $0.1) }, uniquingKeysWith: { first, _ in first })
    removals = attributes.map { .removal($0.whole) } + children.map { $0.removal(in: packet) }
  }

  private static let prefix = "GPano:"
  private static let size = ("CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels")
  private static let corner = ("CroppedAreaLeftPixels", "CroppedAreaTopPixels")
  private static let whole = ("FullPanoWidthPixels", "FullPanoHeightPixels")
  /// The largest interior rectangle without gaps, in pixels of the image.
  private static let interior = [
    "LargestValidInteriorRectLeft", "LargestValidInteriorRectTop", "LargestValidInteriorRectWidth",
    "LargestValidInteriorRectHeight",
  ]

  /// What happens to the sphere after a move; panorama viewers do not support a reoriented image.
  func note(_ move: ImageMove) -> MarkNote {
    if moved(move) != nil { return .photoSphereMoved }
    guard let place = place(move) else { return .photoSphereUnplaced }
    return place.isReoriented(move) ? .photoSphereRemoved : .photoSphereExceeded
  }

  /// The necessary changes: the image's new position on the sphere, or the removal of all properties if there is
  /// none.
  func changes(_ move: ImageMove) -> [XMPChange] {
    guard let moved = moved(move) else { return removals }
    return moved.compactMap { name, value in
      values[name].flatMap { XMPNumber.change($0, to: value.rounded(), in: packet) }
    }
  }

  /// Where an image is on its sphere.
  private struct SphereArea {
    let shown, corner, whole: (Double, Double)
    /// Whether the numbers are for the image as displayed.
    let isDisplayed: Bool

    /// Whether a move rotates or mirrors the image for which the numbers were made.
    func isReoriented(_ move: ImageMove) -> Bool {
      let turn = isDisplayed ? RegionReorientation(move.displayedMap) : RegionReorientation(move.edit.map)
      return !turn.isIdentity
    }
  }

  /// The image's place on the sphere; nil if numbers are missing or belong to another image.
  private func place(_ move: ImageMove) -> SphereArea? {
    guard let shown = pair(Self.size), let corner = pair(Self.corner), let whole = pair(Self.whole) else { return nil }
    let made = PixelSize<Marked>(width: Int(shown.0), height: Int(shown.1))
    guard made.isShaped(like: move.storedSize) || made.isShaped(like: move.displayedSize) else { return nil }
    let isDisplayed = made.belongs(to: move.displayedSize, notTo: move.storedSize)
    return SphereArea(shown: shown, corner: corner, whole: whole, isDisplayed: isDisplayed)
  }

  /// The new values; nil if the image is reoriented or extends beyond the sphere, or has no place on it.
  private func moved(_ move: ImageMove) -> [(String, Double)]? {
    guard let place = place(move) else { return nil }
    return place.isDisplayed
      ? moved(place, by: move.displayedMap, from: move.displayedSize, to: move.edit.size)
      : moved(place, by: move.edit.map, from: move.storedSize, to: move.edit.size)
  }

  private func moved<S: Space>(
    _ place: SphereArea, by map: Transform2D<S, Output>, from size: PixelSize<S>, to new: PixelSize<Output>
  ) -> [(String, Double)]? {
    let (shown, corner, whole) = (place.shown, place.corner, place.whole)
    guard RegionReorientation(map).isIdentity, size.width > 0, size.height > 0 else { return nil }
    let across = map.a * Double(size.width) / shown.0
    let down = map.d * Double(size.height) / shown.1
    let (left, top) = (corner.0 * across - map.tx, corner.1 * down - map.ty)
    let sphere = (whole.0 * across, whole.1 * down)
    let slack = 1.0
    guard left >= -slack, top >= -slack, left + Double(new.width) <= sphere.0 + slack,
      top + Double(new.height) <= sphere.1 + slack
    else { return nil }
    return [
      (Self.size.0, Double(new.width)), (Self.size.1, Double(new.height)), (Self.corner.0, max(0, left)),
      (Self.corner.1, max(0, top)), (Self.whole.0, sphere.0), (Self.whole.1, sphere.1),
    ] + interior(scale: (across, down), shift: (map.tx, map.ty), new)
  }

  private func interior(
    scale: (Double, Double), shift: (Double, Double), _ size: PixelSize<Output>
  ) -> [(String, Double)] {
    let numbers = Self.interior.compactMap(number)
    guard numbers.count == 4 else { return [] }
    let bounds = Rect2D<Output>(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let moved = Rect2D<Output>(
      x: numbers[0] * scale.0 + shift.0, y: numbers[1] * scale.1 + shift.1, width: numbers[2] * scale.0,
      height: numbers[3] * scale.1)
    let kept = moved.intersection(bounds) ?? Rect2D(x: 0, y: 0, width: 0, height: 0)
    return Array(zip(Self.interior, [kept.x, kept.y, kept.width, kept.height]))
  }

  private func pair(_ names: (String, String)) -> (Double, Double)? {
    guard let one = number(names.0), let other = number(names.1), one >= 0, other >= 0,
      names != Self.size || one >= 1 && other >= 1
    else { return nil }
    return (one, other)
  }

  private func number(_ name: String) -> Double? { values[name].flatMap { XMPNumber.value($0, in: packet) } }
}

/// The size, the focal lengths and the principal point of each camera that a packet describes.
struct XMPImagingModel {
  private let root: XMPElement
  private let packet: [UInt8]

  private static let prefix = "ImagingModel:"

  /// From a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) { (self.root, self.packet) = (root, packet) }

  /// The necessary changes. For a part of the image, the numbers still describe the camera.
  func changes(_ move: ImageMove) -> [XMPChange] {
    guard move.showsAll, !move.isUnmoved else { return [] }
    return root.descendants.flatMap { element in
      let swapped = move.edit.swapsAxes ? [("ImageWidth", "ImageHeight"), ("FocalLengthX", "FocalLengthY")] : []
      return swapped.flatMap { swap($0.0, $0.1, in: element) } + principalPoint(in: element, move)
    }
  }

  private func place(_ name: String, in element: XMPElement) -> Range<Int>? {
    element.value(Self.prefix + name, in: packet).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func swap(_ one: String, _ other: String, in element: XMPElement) -> [XMPChange] {
    guard let first = place(one, in: element), let second = place(other, in: element) else { return [] }
    return [XMPChange(first, XMPNumber.text(second, in: packet)), XMPChange(second, XMPNumber.text(first, in: packet))]
  }

  private func principalPoint(in element: XMPElement, _ move: ImageMove) -> [XMPChange] {
    guard let across = place("PrincipalPointX", in: element), let down = place("PrincipalPointY", in: element),
      let x = XMPNumber.value(across, in: packet), let y = XMPNumber.value(down, in: packet),
      case .point(let newX, let newY)? = RegionMap(stored: move).moved(.point(x: x, y: y))
    else { return [] }
    return [XMPNumber.change(across, to: newX, in: packet), XMPNumber.change(down, to: newY, in: packet)]
      .compactMap(\.self)
  }
}
