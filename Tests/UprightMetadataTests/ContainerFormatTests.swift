// Containers by their first bytes and by what a name asks for.

import Testing
import UprightFixtures
import UprightMetadata

@Suite struct ContainerFormatTests {
  @Test func signaturesNeedAllTheirBytes() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let jpeg = TinyJPEG(.sixGrays).bytes
    #expect(ContainerFormat(signature: png) == .png)
    #expect(ContainerFormat(signature: jpeg) == .jpeg)
    for count in 0..<8 { #expect(ContainerFormat(signature: Array(png.prefix(count))) == nil) }
    for count in 0..<3 { #expect(ContainerFormat(signature: Array(jpeg.prefix(count))) == nil) }
    for place in 0..<8 {
      var other = png
      other[place] ^= 0x20
      #expect(ContainerFormat(signature: other) == nil)
    }
  }

  @Test func extensionsOfEitherCase() {
    for name in ["jpg", "JPG", "jpeg", "Jpeg", "jpe", "jfif"] { #expect(ContainerFormat(fileExtension: name) == .jpeg) }
    for name in ["png", "PNG"] { #expect(ContainerFormat(fileExtension: name) == .png) }
    for name in ["", "gif", ".jpg", "jpg ", "pngx"] { #expect(ContainerFormat(fileExtension: name) == nil) }
  }
}
