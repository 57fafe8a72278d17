// A crop that a raw converter recorded but did not apply (Adobe Camera Raw 1.0: HasCrop, CropTop …).

internal import UprightGeometry

/// Camera Raw's crop in a packet. If the settings are marked as applied, it is history and is kept.
struct XMPPendingCrop {
  /// The changes that remove the crop, because it was made for another image.
  let changes: [XMPChange]

  private static let names = Set(
    ["HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle"].map { "crs:" + $0 })

  /// From a packet with the root element `root`; nil if it has no crop still to be applied.
  init?(_ root: XMPElement, in packet: [UInt8]) {
    let elements = root.all("rdf:Description")
    let isTrue = { (name: String) in
      elements.contains { $0.value(name, in: packet).map { XMPNumber.text($0, in: packet) } == "True" }
    }
    guard isTrue("crs:HasCrop"), !isTrue("crs:AlreadyApplied") else { return nil }
    changes = elements.flatMap { element in
      element.attributes.filter { Self.names.contains($0.name) }.map { .removal($0.whole) }
        + element.children.filter { Self.names.contains($0.name) }.map { $0.removal(in: packet) }
    }
  }
}
