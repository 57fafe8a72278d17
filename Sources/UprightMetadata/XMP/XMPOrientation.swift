// The property tiff:Orientation of an XMP packet (XMP Specification Part 2, 2.3), found without parsing XML.

internal import UprightGeometry

/// An orientation stated in an XMP packet, and its one digit.
struct XMPOrientation: Hashable, Sendable {
  /// File offset of the digit.
  let offset: Int
  /// The digit, as an ASCII byte.
  let digit: UInt8
  /// Whether it is in an element and not in an attribute.
  let isElement: Bool
  /// Whether the packet is in a compressed box, whose offset it has.
  private(set) var isCompressed = false

  /// The same, in a compressed box.
  func compressed(at offset: Int) -> XMPOrientation {
    var moved = XMPOrientation(offset: offset, digit: digit, isElement: isElement)
    moved.isCompressed = true
    return moved
  }

  /// The orientation; nil if the digit is not 1…8.
  var value: ExifOrientation? { ExifOrientation(rawValue: digit &- 0x30) }

  /// The edit of the digit.
  func edit(to value: ExifOrientation) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: [digit], new: [0x30 + value.rawValue])
  }

  /// Every `tiff:Orientation` of a packet at file offset `offset`, as attribute or element, in any encoding.
  static func all(in packet: [UInt8], offset: Int) -> [XMPOrientation] {
    let (units, width, lowest) = XMPEncoding.units(packet)
    return XMPProperty.valueRanges(of: "tiff:Orientation", in: units).filter { $0.count == 1 }.map {
      XMPOrientation(
        offset: offset + $0.lowerBound * width + lowest, digit: units[$0.lowerBound],
        isElement: XMPProperty.isElement($0, in: units))
    }
  }
}
