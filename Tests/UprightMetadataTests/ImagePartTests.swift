// Parts of a file, whichever container it is.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata

@Suite struct ImagePartTests {
  @Test func namesAreStable() {
    #expect(ImagePart.Kind.allCases.map(\.rawValue) == ["main", "page", "preview", "auxiliary", "film"])
  }

  @Test(arguments: ExifOrientation.allCases)
  func aFileOfOneImageIsOnePart(tag: ExifOrientation) throws {
    let bytes = TinyJPEG(.sixGrays.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
    let probe = try Probe(bytes)
    let part = try #require(probe.parts.first)
    #expect(probe.parts.count == 1 && probe.pages == probe.parts)
    #expect(part.kind == .main && part.offset == 0)
    #expect(part.storedSize == probe.storedSize && part.orientation == probe.orientation)
    #expect(part.displayedSize == PixelSize(width: 3, height: 2))
  }

  @Test func previewsAreNoPages() throws {
    var first = TinyTIFFFile.Subfile(.letterF)
    first.inside = [TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1])])]
    let probe = try Probe(TinyTIFFFile(pages: [first, TinyTIFFFile.Subfile(.sixColors)]).bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .page])
    #expect(probe.pages.map(\.storedSize.width) == [5, 3])
  }
}
