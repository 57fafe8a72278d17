// The list of files in a file: lengths of the copied ones, and no entry of the dropped ones.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPAttachmentsTests {
  private func rewritten(_ packet: [UInt8], _ attachments: [CarriedAttachment], kinds: [AttachmentKind]) -> [UInt8] {
    var edit = MetadataEdit(
      size: PixelSize(width: 4, height: 3), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil, keepsProfile: true,
      keepsCoding: true)
    edit.attachments = attachments
    var move = ImageMove(storedSize: PixelSize(width: 4, height: 3), orientation: .identity, edit: edit)
    move.byteCount = 1_000
    move.attachments = zip(attachments, kinds).map {
      JPEGAttachment(kind: $0.1, range: $0.0.range, storedSize: nil, orientation: nil)
    }
    return XMPRewriter.rewritten(packet, move: move, limit: 65_533)
  }

  private let packet = TinyXMP.directory(
    [("Primary", 0), ("GainMap", 100), ("MotionPhoto", 200)],
    attributes: #"hdrgm:Version="1.0" GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1""#)
  private let map = 700..<800
  private let video = 800..<1_000

  @Test func lengthsAreTheNewOnes() {
    let result = rewritten(
      packet, [CarriedAttachment(map, byteCount: 77), CarriedAttachment(video, byteCount: 200)],
      kinds: [.gainMap, .video])
    #expect(XMPContents(result).items.map(\.length) == [0, 77, 200])
    #expect(XMPContents(result).hasGainMap && String(decoding: result, as: UTF8.self).contains("MotionPhotoVersion"))
  }

  @Test func whatStaysBehindIsNotNamed() {
    let result = rewritten(
      packet, [CarriedAttachment(map, byteCount: 77), CarriedAttachment(video, byteCount: nil)],
      kinds: [.gainMap, .video])
    #expect(XMPContents(result).items.map(\.semantic) == ["Primary", "GainMap"])
    #expect(!String(decoding: result, as: UTF8.self).contains("MotionPhoto"))
    let none = rewritten(
      packet, [CarriedAttachment(map, byteCount: nil), CarriedAttachment(video, byteCount: nil)],
      kinds: [.gainMap, .video])
    let text = String(decoding: none, as: UTF8.self)
    #expect(!text.contains("<Container:Directory") && !text.contains("hdrgm:Version") && XMPElement(none) != nil)
  }

  /// The distance of the video from the end is that in the result, whatever it was; the bytes after the video stay.
  @Test(arguments: ["200", "900000", "0"])
  func theDistanceOfTheVideoIsTheNewOne(old: String) {
    for packet in [
      TinyXMP.packet(attributes: #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(old)""#),
      TinyXMP.packet(content: "<GCamera:MicroVideoOffset>\(old)</GCamera:MicroVideoOffset>"),
    ] {
      let alone = rewritten(packet, [CarriedAttachment(video, byteCount: 210)], kinds: [.video])
      #expect(XMPContents(alone).videoLength == 210)
      let followed = rewritten(
        packet, [CarriedAttachment(600..<700, byteCount: 90), CarriedAttachment(map, byteCount: 77)],
        kinds: [.video, .gainMap])
      #expect(XMPContents(followed).videoLength == 90 + 77 + 200)
      let gone = rewritten(packet, [CarriedAttachment(video, byteCount: nil)], kinds: [.video])
      #expect(XMPContents(gone).videoLength == nil)
    }
  }

  @Test func withoutFollowersNothingChanges() { #expect(rewritten(packet, [], kinds: []) == packet) }
}
