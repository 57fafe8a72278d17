// Lossless transforms against jpegtran byte for byte, against their own inverse, and by their corners.

import Testing
import Upright
import UprightCodecs

@Suite(.enabled(if: Tool.cjpeg.exists && Tool.jpegtran.exists, "needs cjpeg and jpegtran"))
struct JPEGLosslessTests {
  @Test(arguments: Coding.all)
  func `whole pictures are jpegtran's, byte for byte`(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (3, 2))
    for orientation in orientations {
      let ours = try transform(jpeg, orientation, region: size.bounds)
      let theirs = try Tool.jpegtran.run(
        ["-copy", "none", "-perfect"] + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      #expect(ours.bytes == theirs, "tag \(orientation.exif.rawValue)")
      #expect(ours.end == jpeg.count)
    }
  }

  @Test(arguments: Coding.all)
  func `ragged pictures where no ragged edge has to move`(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (2, 3), more: (5, 3))
    for orientation in orientations {
      let reversed = orientation.reversesFromAxes
      guard !reversed.horizontal, !reversed.vertical else {
        #expect(throws: UprightError.self) { try transform(jpeg, orientation, region: size.bounds) }
        continue
      }
      let theirs = try Tool.jpegtran.run(
        ["-copy", "none", "-perfect"] + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      #expect(try transform(jpeg, orientation, region: size.bounds).bytes == theirs)
    }
  }

  @Test(arguments: Coding.all, [(0, 0), (5, 3)])
  func `crops are jpegtran's, byte for byte`(coding: Coding, more: (Int, Int)) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (4, 4), more: more)
    let (wide, high) = coding.block
    let places = [(0, 2 * 8 + 3), (1, 8 + 1), (2, 8), (1, 4 * 32)]
    for (index, orientation) in orientations.enumerated() {
      let reversed = orientation.reversesFromAxes
      let movable = PixelSize<Stored>(
        width: reversed.horizontal ? 4 * wide : size.width, height: reversed.vertical ? 4 * high : size.height)
      let (near, length) = places[(index + more.0) % places.count]
      let (width, height) = (min(length, movable.width - near * wide), min(length + 4, movable.height - near * high))
      let region = PixelRect<Stored>(
        x: reversed.horizontal ? (4 - near) * wide - width : near * wide,
        y: reversed.vertical ? (4 - near) * high - height : near * high, width: width, height: height)
      let shown = region.applying(orientation, in: movable)
      let theirs = try Tool.jpegtran.run(
        ["-copy", "none", "-crop", "\(shown.width)x\(shown.height)+\(shown.x)+\(shown.y)"]
          + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      let ours = try transform(jpeg, orientation, region: region).bytes
      #expect(ours == theirs, "\(region) tag \(orientation.exif.rawValue)")
    }
  }

  @Test(arguments: Coding.all)
  func `a turn and its inverse give back every coefficient`(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (3, 4))
    let unturned = try transform(jpeg, .identity, region: size.bounds).bytes
    for orientation in orientations {
      let turned = try transform(jpeg, orientation, region: size.bounds).bytes
      let back = orientation.inverse
      let again = Orientation<Stored, Displayed>(mirrored: back.isMirrored, clockwise: back.clockwiseQuarters)
      let result = try transform(turned, again, region: orientation.applied(to: size).storedBounds)
      #expect(result.bytes == unturned)
    }
  }
}

extension PixelSize where S == Displayed {
  /// The same grid, as a file that was written so would store it.
  var storedBounds: PixelRect<Stored> { PixelRect(x: 0, y: 0, width: width, height: height) }
}
