// A crop that a raw converter noted and did not carry out (Adobe Camera Raw 1.0: HasCrop, CropTop …).

internal import UprightGeometry

/// Camera Raw's crop in a packet. Where the settings are said to be applied, it is history and stays.
struct XMPPendingCrop {
  /// What takes the crop out, because the picture that it was to cut is another.
  let changes: [XMPChange]

  private static let names = Set(
    ["HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle"].map { "crs:" + $0 })

  /// That of a packet, read as its elements; nil where there is none that is still to be carried out.
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
