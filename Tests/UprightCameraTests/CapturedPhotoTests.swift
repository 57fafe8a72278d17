// A photo with a tag, and one with upright pixels: both display the same image.

import Testing
import UprightCamera
import UprightFixtures
import UprightGeometry

@Suite struct CapturedPhotoTests {
  @Test func bothCarriersShowOneImage() {
    for capture in AllCaptures.captures(PixelSize(width: 4, height: 3)) {
      let (tagged, upright) = (capture.photo(), capture.photo(uprightIn: .pixels))
      #expect(tagged.turn.isIdentity && tagged.storedSize == capture.storedSize)
      #expect(upright.tag == .topLeft)
      #expect(capture.photo(uprightIn: .tag) == tagged)
      for photo in [tagged, upright] {
        let shown = photo.turn.then(Orientation<Stored, Displayed>(exif: photo.tag))
        #expect(shown == capture.orientation)
        let size = Orientation<Stored, Displayed>(exif: photo.tag).applied(to: photo.storedSize)
        #expect(size == capture.displayedSize)
      }
    }
  }

  // The fixtures' own corner rule: a stored image, rotated by hand as its tag displays it, is the scene.
  @Test func uprightPixelsAreTheScene() {
    let scene = TinyImage.sixColors
    for tag in ExifOrientation.allCases {
      let buffer = scene.stored(as: tag)
      var capture = CaptureSnapshot(
        mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
        storedSize: PixelSize(width: buffer.width, height: buffer.height))
      let before = Orientation<Stored, Displayed>(exif: tag).inverse
      capture.applied = Orientation(mirrored: before.isMirrored, clockwise: before.clockwiseQuarters)
      let photo = capture.photo(uprightIn: .pixels)
      #expect((photo.storedSize.width, photo.storedSize.height) == (scene.width, scene.height))
      let map = Transform2D(photo.turn, in: capture.storedSize)
      for y in 0..<buffer.height {
        for x in 0..<buffer.width {
          let place = map.apply(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
          #expect(scene[Int(place.x), Int(place.y)] == buffer[x, y])
        }
      }
    }
  }
}
