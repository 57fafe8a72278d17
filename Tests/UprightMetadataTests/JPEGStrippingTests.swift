// Removing thumbnails and further images from a JPEG: the image list states the new position of each.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGStrippingTests {
  /// An image with a thumbnail in its Exif block.
  private static func image(_ size: Int) -> TinyJPEG {
    var block = TinyTIFF(.big, orientation: 1)
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: size)).bytes
    return TinyJPEG(TinyImage.letterF, segments: [.exif(block.bytes)])
  }

  @Test(arguments: [Strip.thumbnails, .gps]) func furtherImagesLieWhereTheListSays(_ strip: Strip) throws {
    var file = Self.image(4)
    file.furtherImages = [3, 5, 4].map { Self.image($0).bytes }
    let source = file.bytes
    let before = try Probe(source)
    #expect(before.attachments.count == 3)
    let result = PatchedSource(source, try before.rewriting(without: strip, in: source))
    let bytes = try result.read(0..<result.byteCount)
    let after = try Probe(bytes)
    #expect(after.attachments.count == 3 && !after.hasUnknownAttachments)
    for attachment in after.attachments {
      #expect(bytes[attachment.range].starts(with: [0xFF, 0xD8]), "\(strip), at \(attachment.range)")
      let probe = try Probe(Array(bytes[attachment.range]))
      #expect(probe.storedSize == before.storedSize && (probe.thumbnail == nil) == (strip == .thumbnails))
    }
    #expect(after.attachments.last?.range.upperBound == bytes.count)
  }

  @Test func aPlaceLiesBehindWhatIsInsertedThere() throws {
    let rewrite = try ByteRewrite([
      ByteRewrite.Edit(4..<4, new: [], zeroCount: 3), ByteRewrite.Edit(4..<6, new: [1]), .removal(8..<9),
    ])
    #expect([0, 3, 4, 5, 6, 8, 9].map { rewrite.place(of: $0) } == [0, 3, 7, 8, 8, 10, 10])
  }
}
