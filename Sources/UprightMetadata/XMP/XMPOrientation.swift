// The property tiff:Orientation of an XMP packet (XMP Specification Part 2, 2.3), found without parsing XML.

internal import UprightGeometry

/// What an XMP packet says about orientation, and the one digit that says so.
struct XMPOrientation: Hashable, Sendable {
  /// Where the digit stands, in the file.
  let offset: Int
  /// The digit, an ASCII byte.
  let digit: UInt8
  /// Whether it stands in an element of its own, not in an attribute.
  let isElement: Bool

  /// What it says, or nil where the digit is not 1…8.
  var value: ExifOrientation? { ExifOrientation(rawValue: digit &- 0x30) }

  /// The change of the digit.
  func edit(to value: ExifOrientation) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: [digit], new: [0x30 + value.rawValue])
  }

  /// Every `tiff:Orientation` of a packet that starts at `offset` in the file, as attribute or element.
  static func all(in packet: [UInt8], offset: Int) -> [XMPOrientation] {
    XMPProperty.valueRanges(of: "tiff:Orientation", in: packet).filter { $0.count == 1 }.map {
      XMPOrientation(
        offset: offset + $0.lowerBound, digit: packet[$0.lowerBound],
        isElement: XMPProperty.isElement($0, in: packet))
    }
  }
}
