// The camera's geometry in a depth photo (Dynamic Depth 1.0, "ImagingModel"), which refers to the image's axes.

internal import UprightGeometry

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
