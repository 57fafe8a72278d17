// IPTC's record without its preview, and every broken form without a trap.

import Testing

@testable import UprightMetadata

@Suite struct IPTCRecordTests {
  private func dataset(_ number: UInt8, _ data: [UInt8], isLong: Bool = false) -> [UInt8] {
    let size = isLong ? [0x80, 4, 0, 0, 0, UInt8(data.count)] : [0, UInt8(data.count)]
    return [0x1C, 2, number] + size + data
  }

  @Test(arguments: [false, true])
  func thePreviewGoesAndTheRestStays(isLong: Bool) {
    let caption = dataset(120, [65, 66])
    let preview = [200, 201, 202].flatMap { dataset($0, [9, 9, 9], isLong: isLong) }
    for (record, kept) in [
      (preview + caption, caption), (caption + preview, caption), (caption + preview + caption, caption + caption),
      (preview, []), (caption, caption), (caption + preview + [0, 0], caption + [0, 0]),
    ] {
      #expect(IPTCRecord.withoutPreview(record) == kept)
    }
    let other = [0x1C, 1] + dataset(202, [1, 2, 3]).dropFirst(2)
    #expect(IPTCRecord.withoutPreview(other) == other)
  }

  /// A truncated preview is removed, with what follows it.
  @Test func whatBreaksOffStaysUnlessItIsAPreview() {
    let caption = dataset(120, [65, 66])
    let preview = dataset(202, [9, 9, 9])
    for count in 5..<preview.count { #expect(IPTCRecord.withoutPreview(caption + preview.prefix(count)) == caption) }
    for count in 0..<caption.count {
      #expect(IPTCRecord.withoutPreview(preview + caption.prefix(count)) == Array(caption.prefix(count)))
    }
    for index in preview.indices {
      for value in [0, 1, 0x1C, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = preview + caption
        changed[index] = value
        #expect(IPTCRecord.withoutPreview(changed).count <= changed.count)
      }
    }
  }
}
