// The map from a source to a new image, in both spaces of the source.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct ImageMoveTests {
  @Test(arguments: ExifOrientation.allCases)
  func displayedPlacesStayWhereUprightImagesAreMade(tag: ExifOrientation) {
    let swaps = tag.rawValue > 4
    let size = PixelSize<Output>(width: swaps ? 30 : 40, height: swaps ? 40 : 30)
    let move = XMPRewriterTests.move(PixelSize(width: 40, height: 30), to: size, tag: tag)
    #expect(move.displayedMap == Transform2D(scaleX: 1, scaleY: 1))
    #expect((move.displayedSize.width, move.displayedSize.height) == (size.width, size.height))
  }

  private func move(_ map: Transform2D<Stored, Output>, to size: PixelSize<Output>) -> ImageMove {
    let edit = MetadataEdit(size: size, map: map, thumbnail: nil, keepsProfile: true, keepsCoding: false)
    return ImageMove(storedSize: PixelSize(width: 40, height: 30), orientation: .identity, edit: edit)
  }

  /// Only the identity shows the same; a part does not, whichever edge is cut; a smaller image does.
  @Test func onlyTheWholeImageUnturnedShowsTheSame() {
    let size = PixelSize<Stored>(width: 40, height: 30)
    for turn in Orientation<Stored, Output>.all {
      let turned = move(Transform2D(turn, in: size), to: turn.applied(to: size))
      #expect(turned.showsTheSame == turn.isIdentity, "\(turn)")
    }
    for (x, y, width, height) in [(1, 0, 39, 30), (0, 1, 40, 29), (0, 0, 39, 30), (0, 0, 40, 29), (-1, 0, 41, 30)] {
      let part = Transform2D<Stored, Output>(scaleX: 1, scaleY: 1, tx: -Double(x), ty: -Double(y))
      #expect(!move(part, to: PixelSize(width: width, height: height)).showsTheSame, "\(x), \(y)")
    }
    for (width, height) in [(40, 30), (20, 15), (13, 10), (80, 60), (1, 1)] {
      let scaled = Transform2D<Stored, Output>(scaleX: Double(width) / 40, scaleY: Double(height) / 30)
      #expect(move(scaled, to: PixelSize(width: width, height: height)).showsTheSame)
    }
  }
}
