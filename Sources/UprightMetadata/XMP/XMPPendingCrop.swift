// Settings of a raw converter that were not applied to the pixels (Adobe Camera Raw 1.0: HasCrop, CropTop …).

internal import UprightGeometry

/// Camera Raw's crop and local corrections in a packet. If the settings are marked as applied, they are history and are
/// kept.
struct XMPPendingCrop {
  private let packet: [UInt8]
  private let elements: [XMPElement]
  /// Whether there is a crop.
  let hasCrop: Bool

  private static let sides = ["crs:CropLeft", "crs:CropTop", "crs:CropRight", "crs:CropBottom"]
  private static let names = Set(
    ["HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle"].map { "crs:" + $0 })
  /// Lists of positions: retouching, red eyes, masks.
  static let corrections = Set(
    [
      "RetouchInfo", "RetouchAreas", "RedEyeInfo", "GradientBasedCorrections", "CircularGradientBasedCorrections",
      "PaintBasedCorrections", "MaskGroupBasedCorrections",
    ].map { "crs:" + $0 })

  /// From a packet with the root element `root`; nil if it has nothing still to be applied.
  init?(_ root: XMPElement, in packet: [UInt8]) {
    self.packet = packet
    let elements = root.all("rdf:Description")
    let isTrue = { (name: String) in
      elements.contains { $0.value(name, in: packet).map { XMPNumber.text($0, in: packet) } == "True" }
    }
    guard !isTrue("crs:AlreadyApplied") else { return nil }
    self.elements = elements
    hasCrop = isTrue("crs:HasCrop")
    guard hasCrop || hasCorrections else { return nil }
  }

  /// Whether there are local corrections.
  var hasCorrections: Bool { elements.contains { $0.children.contains { Self.corrections.contains($0.name) } } }

  /// What happens to the crop after a move; nil if there is none.
  func note(_ move: ImageMove) -> MarkNote? {
    guard hasCrop else { return nil }
    if move.isUnmoved || moved(move) != nil { return .pendingCropMoved }
    return marked == nil ? .pendingCropRemoved : .pendingCropOutside
  }

  /// The necessary changes: a crop without an angle is moved; anything else is removed, because it was made for another
  /// image.
  func changes(_ move: ImageMove) -> [XMPChange] {
    guard !move.isUnmoved else { return [] }
    let corrections = removals(of: Self.corrections)
    guard hasCrop else { return corrections }
    guard let moved = moved(move) else { return corrections + removals(of: Self.names) }
    return corrections
      + zip(moved.places, moved.values).compactMap { XMPNumber.change($0, to: $1, in: packet) }
  }

  /// The sides of the crop in the new image, as fractions of its size; nil if it cannot be moved, or is outside.
  private func moved(_ move: ImageMove) -> (places: [Range<Int>], values: [Double])? {
    guard let marked, case .rectangle(let kept)? = RegionMap(stored: move).moved(.rectangle(marked.rect)) else {
      return nil
    }
    return (marked.places, [kept.x, kept.y, kept.maxX, kept.maxY])
  }

  /// The crop; nil if numbers are missing, or it has an angle.
  private var marked: (places: [Range<Int>], rect: Rect2D<Normalized<Marked>>)? {
    for element in elements {
      let places = Self.sides.compactMap { element.value($0, in: packet) }
      let values = places.compactMap { XMPNumber.value($0, in: packet) }
      guard values.count == Self.sides.count else { continue }
      let angle = element.value("crs:CropAngle", in: packet).map { XMPNumber.value($0, in: packet) } ?? 0
      guard angle == 0 else { return nil }
      let rect = Rect2D<Normalized<Marked>>(
        x: values[0], y: values[1], width: values[2] - values[0], height: values[3] - values[1])
      return (places, rect)
    }
    return nil
  }

  private func removals(of names: Set<String>) -> [XMPChange] {
    elements.flatMap { element in
      element.attributes.filter { names.contains($0.name) }.map { .removal($0.whole) }
        + element.children.filter { names.contains($0.name) }.map { $0.removal(in: packet) }
    }
  }
}
