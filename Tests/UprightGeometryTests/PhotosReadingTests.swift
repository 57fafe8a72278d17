// Four of the eight tags, as Photos read them.

import Testing
import UprightGeometry

@Suite struct PhotosReadingTests {
  @Test func mirroredTagsWereShownAsTheyAreStored() {
    let read = ExifOrientation.allCases.map { Int(Orientation(exif: $0).asPhotosRead.exif.rawValue) }
    #expect(read == [1, 1, 3, 1, 1, 6, 1, 8])
  }
}
