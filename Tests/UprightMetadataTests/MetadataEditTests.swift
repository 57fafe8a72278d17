// The corrections of metadata, as data; whether axes swap follows from the map alone.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct MetadataEditTests {
  private func edit(_ map: Transform2D<Stored, Output>, thumbnail: [UInt8]? = nil) -> MetadataEdit {
    MetadataEdit(
      size: PixelSize(width: 4, height: 3), map: map, thumbnail: thumbnail, keepsProfile: false, keepsCoding: true)
  }

  /// All eight orientations × scales × offsets: the axes swap for tags 5 to 8.
  @Test(arguments: ExifOrientation.allCases)
  func axesChangePlacesForTheLastFourTags(_ tag: ExifOrientation) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let turn = Transform2D(orientation, in: PixelSize(width: 40, height: 30))
    for (x, y) in [(1.0, 1.0), (0.1, 3.0), (7.0, 0.01)] {
      for offset in [0.0, -7, 100] {
        let scale = Transform2D<Displayed, Output>(scaleX: x, scaleY: y, tx: offset, ty: -offset)
        #expect(edit(turn.then(scale)).swapsAxes == (tag.rawValue >= 5))
      }
    }
  }

  @Test func fieldsAreWhatWasSaid() {
    let map = Transform2D<Stored, Output>(scaleX: 2, scaleY: 3)
    let found = edit(map, thumbnail: [7])
    #expect(found.size == PixelSize(width: 4, height: 3) && found.map == map && found.thumbnail == [7])
    #expect(!found.keepsProfile && found.keepsCoding)
    #expect(found != edit(map) && found == edit(map, thumbnail: [7]))
  }
}
