// The orientation of a JPEG, from its headers.

import UprightGeometry
import UprightMetadata

// SOI; an Exif block with the tag 274 = 6; a frame header of 1600 × 1200 pixels; EOI.
let exif: [UInt8] =
  Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
let photo: [UInt8] =
  [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
  + [0xFF, 0xC0, 0, 11, 8, 0x04, 0xB0, 0x06, 0x40, 1, 1, 0x11, 0, 0xFF, 0xD9]
let probe = try Probe(photo)
precondition(probe.orientation.exif == .rightTop)
precondition(probe.displayedSize == PixelSize(width: 1200, height: 1600))
print(probe.orientation.exif.rawValue, probe.displayedSize)
