// A command line without files or without an operation is an error.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct CompatLineTests {
  @Test func aLineHasToSayWhatAndToWhat() throws {
    var line = CompatLine()
    #expect(throws: CompatFault.self) { try line.run(in: .inMemory()) }
    line.paths = ["a"]
    #expect(throws: CompatFault.self) { try line.run(in: .inMemory()) }
  }

  @Test(arguments: [(EdgeMode.fail, Rendition.Loss.none), (.trim, .trim)])
  func pixelsAreRotatedWhateverTheEdges(edge: EdgeMode, loss: Rendition.Loss) throws {
    var line = CompatLine()
    let probe = try Probe(Album.photo(6, hasPartialBlocks: true))
    line.rotate(edge: edge)
    let wanted = try #require(line.rendition?(probe))
    #expect((wanted.upright, wanted.loss, wanted.rotation) == (.pixels, loss, .identity))
  }

  /// The displayed rotation and the tag together transform the stored image as requested.
  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func theStoredImageIsTransformedWhateverItsTag(tag: ExifOrientation, transform: ExifOrientation) throws {
    var line = CompatLine()
    line.rotate(stored: Orientation(exif: transform), edge: .fail)
    let probe = try Probe(Album.photo(tag.rawValue))
    let wanted = try #require(line.rendition?(probe))
    #expect(probe.orientation.then(wanted.rotation) == Orientation(exif: transform))
  }
}
