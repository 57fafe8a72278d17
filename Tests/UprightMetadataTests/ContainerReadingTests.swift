// What each reader does with the carriers of containers other than JPEG, row by row as it was measured.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct ContainerReadingTests {
  private static let readers: [Reader] = [.exiftool, .exiv2, .pillow, .libvips, .opencv, .imageMagick6, .ffmpeg]
  private static let exif = OrientationSource.exif(offset: 9)

  /// In the order of `readers`: `-` is 1, `?` is not known.
  private func verdicts(
    _ format: ContainerFormat, _ statements: [(OrientationSource, ExifOrientation?)] = [], _ codes: [Finding.Code] = []
  ) -> String {
    let reading = ContainerReading(
      format: format, statements: statements.map { OrientationStatement($0.0, $0.1) }, findings: Set(codes))
    for other in Reader.allCases where !Self.readers.contains(other) { #expect(reading.orientation(for: other) == nil) }
    return Self.readers.map { reader in
      reading.orientation(for: reader).map { $0 == .topLeft ? "-" : "\($0.rawValue)" } ?? "?"
    }.joined()
  }

  @Test func portableNetworkGraphics() {
    #expect(verdicts(.png) == "-------")
    #expect(verdicts(.png, [(Self.exif, .rightTop)]) == "66666--")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.exifBehindPicture]) == "666-6--")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.exifPrefixed]) == "6-6----")
    #expect(verdicts(.png, [(.profile(offset: 9), .rightTop)], [.exifInText]) == "66?--?-")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.duplicateExif]) == "6??66--")
    #expect(verdicts(.png, [(.xmp(offset: 9), .rightTop)], [.xmpOnly]) == "6-6----")
    #expect(verdicts(.png, [(Self.exif, nil)], [.invalidValue]) == "-------")
    #expect(verdicts(.png, [(Self.exif, .rightTop)], [.unusualType]) == "???????")
  }

  @Test func webPictures() {
    #expect(verdicts(.webp, [(Self.exif, .rightTop)]) == "66666--")
    #expect(verdicts(.webp, [(Self.exif, .rightTop)], [.exifPrefixed]) == "6666-6-")
    #expect(verdicts(.webp, [(Self.exif, .rightTop)], [.exifUnannounced]) == "66-----")
    #expect(verdicts(.webp, [(.xmp(offset: 9), .rightTop)], [.xmpOnly]) == "???????")
    #expect(verdicts(.webp) == "-------")
  }

  @Test func taggedImageFiles() {
    #expect(verdicts(.tiff, [(Self.exif, .bottomRight)]) == "33333?-")
    #expect(verdicts(.tiff, [(Self.exif, .rightTop)]) == "6666??-")
  }

  @Test func itemsOfHighEfficiency() {
    let properties = OrientationSource.properties(offset: 3)
    #expect(verdicts(.heif, [(properties, .rightTop), (Self.exif, .rightTop)]) == "6666?6?")
    #expect(verdicts(.heif, [(properties, .topLeft), (Self.exif, .rightTop)], [.exifConflict]) == "66--?-?")
    #expect(verdicts(.heif, [(properties, .rightTop)]) == "--66?6?")
    #expect(verdicts(.heif, [(Self.exif, .rightTop)], [.exifConflict]) == "66--?-?")
    #expect(verdicts(.avif, [(properties, .rightTop)]) == "-?66-?-")
    #expect(verdicts(.avif, [(properties, .leftTop)], [.transformOrder]) == "-??5-?-")
  }

  @Test func movies() {
    let matrix = OrientationSource.matrix(offset: 3)
    let (angles, shown) = ("-?3??6?8".map(String.init), "-33-6688".map(String.init))
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let own = tag == .topLeft ? "-" : "\(tag.rawValue)"
      #expect(verdicts(.mp4, [(matrix, tag)]) == "\(angles[index])???\(shown[index])?\(own)")
    }
    #expect(verdicts(.quickTime, [(matrix, .rightTop)], [.movieMatrix]) == "????6?6")
    #expect(verdicts(.mp4, [(matrix, .rightTop)], [.unusualMatrix]) == "???????")
  }

  @Test(arguments: [ContainerFormat.jpegXL, .gif, .bmp])
  func ofOthersNothingIsKnown(format: ContainerFormat) {
    #expect(verdicts(format) == "???????")
  }
}
