// Seven operations on eight tags: one byte changes, and other readers display the mirrored or rotated image.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RotateTests {
  static let turns = Orientation<Displayed, Displayed>.all.filter { !$0.isIdentity }

  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func oneByteChanges(_ tag: ExifOrientation, _ order: TinyTIFF.ByteOrder) throws {
    let source = RoutesAgreeTests.image.jpeg(tag, order: order)
    for turn in Self.turns {
      let result = try house.run(Rendition(rotation: turn), on: source)
      #expect(result.count == source.count)
      #expect(zip(result, source).count { $0 != $1 } == 1)
      let back = try house.run(Rendition(rotation: turn.inverse), on: result)
      #expect(back == source)
    }
  }

  @Test func anUntaggedPhotoComesBackBitExact() throws {
    for segments in [[], [TinySegment.jfif], [.exif(TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")]))]] {
      let source = TinyJPEG(RoutesAgreeTests.image, segments: segments).bytes
      for turn in Self.turns {
        let turned = try house.run(Rendition(rotation: turn), on: source)
        #expect(turned.count > source.count)
        #expect(RoutesAgreeTests.image.turned(turn).distance(to: try displayed(turned)) <= 4)
        #expect(try house.run(Rendition(rotation: turn.inverse), on: turned) == source)
      }
    }
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"),
    .enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func twoOtherReadersSeeIt() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    var tags: [String] = []
    for tag in ExifOrientation.allCases {
      let source = RoutesAgreeTests.image.jpeg(tag)
      for turn in Self.turns {
        let name = "\(tag.rawValue)-\(turn.isMirrored ? "m" : "")\(turn.clockwiseQuarters)"
        let ours = try folder.write(try house.run(Rendition(rotation: turn), on: source), as: "\(name).jpg")
        let meant = RoutesAgreeTests.image.turned(turn)
        let oracle = try folder.write(TinyJPEG(meant).bytes, as: "meant\(name).jpg")
        pairs.append((oracle, ours))
        tags.append("\(Orientation(exif: tag).then(turn).exif.rawValue)")
      }
    }
    let read = try OutsideTool.exiftool.run(["-n", "-s3", "-Orientation", "-q"] + pairs.map(\.1))
    #expect(read.text.split(separator: "\n").map(String.init) == tags)
    for (pair, fidelity) in zip(pairs, try Pillow.fidelities(pairs)) {
      #expect(fidelity.allSatisfy { $0 >= 40 }, "\(pair.1): \(fidelity)")
    }
  }
}
