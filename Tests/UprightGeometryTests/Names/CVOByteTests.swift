// WebRTC's orientation byte.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct CVOByteTests {
  @Test func bytesReadAsInTheTable() throws {
    for (tag, cell) in zip(
      ExifOrientation.allCases, try Conventions.column("WebRTC_CVO_byte(C=0; F applied after rotation)"))
    {
      let byte = CVOByte(exif: tag)
      #expect(byte.description == cell)
      #expect(UInt8(cell.dropFirst(2), radix: 16) == byte.rawValue)
      #expect(CVOByte(rawValue: byte.rawValue) == byte)
    }
  }

  @Test func sixteenBytesThereAndBack() {
    for raw in UInt8.min...UInt8.max {
      let byte = CVOByte(rawValue: raw)
      #expect((byte != nil) == (raw < 16))
      guard let byte else { continue }
      #expect(byte.rawValue == raw)
      #expect(byte.isBackCamera == (raw & 8 != 0))
      #expect(CVOByte(exif: byte.exif, isBackCamera: byte.isBackCamera) == byte)
      #expect(byte.exif == CVOByte(rawValue: raw & 7)?.exif)
    }
  }

  @Test func turnedFirstAndThenMirrored() {
    for tag in ExifOrientation.allCases {
      let raw = CVOByte(exif: tag).rawValue
      let turned = CornerRule.clockwise(CornerRule.stored[Int(tag.rawValue) - 1], quarters: Int(raw & 3))
      #expect((raw & 4 == 0 ? turned : CornerRule.leftRight(turned)) == CornerRule.upright)
    }
  }
}
