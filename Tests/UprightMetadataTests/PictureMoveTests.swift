// The way from a source to a new picture, in both spaces of the source.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct PictureMoveTests {
  @Test(arguments: ExifOrientation.allCases)
  func displayedPlacesStayWhereUprightPicturesAreMade(tag: ExifOrientation) {
    let swaps = tag.rawValue > 4
    let size = PixelSize<Output>(width: swaps ? 30 : 40, height: swaps ? 40 : 30)
    let move = XMPRewriterTests.move(PixelSize(width: 40, height: 30), to: size, tag: tag)
    #expect(move.displayedMap == Transform2D(scaleX: 1, scaleY: 1))
    #expect((move.displayedSize.width, move.displayedSize.height) == (size.width, size.height))
  }
}
