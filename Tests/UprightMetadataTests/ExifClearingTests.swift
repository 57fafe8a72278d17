// Removed fields leave no byte, whatever length they state, and the others keep every byte.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifClearingTests {
  private static let old = [UInt8](repeating: 0xAB, count: 40)
  /// 40 bytes with a wrong stated length: short by one and more, none, the maximum.
  private static let lengths = [41, 48, 1_040, 0, 0xFFFF_FFFF]

  private func rewritten(_ bytes: [UInt8]) throws -> TIFFBlock {
    let edit = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    return ExifRewriter(try #require(TIFFBlock(bytes)), edit: edit).block
  }

  /// Every way of making a block without its thumbnails.
  private func without(_ bytes: [UInt8]) throws -> [TIFFBlock] {
    [try rewritten(bytes), ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .thumbnails).block]
  }

  /// A block whose IFD1 points to `old`, after everything except eight bytes of IFD0's resolution.
  private func block(_ order: TinyTIFF.ByteOrder, length: Int, hasTail: Bool) -> (bytes: [UInt8], start: Int) {
    var source = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker of cameras")])
    source.makerNote = "a note that is longer than four bytes"
    let resolution = TinyEntry(282, .long, [0])
    source.ifd0.append(resolution)
    source.ifd1 = [TinyEntry(513, .long, [0]), TinyEntry(514, .long, [length])]
    let start = source.bytes.count
    source.ifd1[0].values = [start]
    source.ifd0[2].values = [start + Self.old.count]
    var bytes = source.bytes + Self.old
    guard hasTail else { return (bytes, start) }
    // The entry becomes a rational after the thumbnail.
    let entry = TIFFBlock(bytes)?.ifd0?.entries.first { $0.tag == 282 }
    if let entry { bytes.replaceSubrange(entry.offset + 2..<entry.offset + 4, with: order.bytes(5, width: 2)) }
    return (bytes + order.bytes(300, width: 4) + order.bytes(1, width: 4), start)
  }

  @Test(arguments: lengths, TinyTIFF.ByteOrder.allCases)
  func aThumbnailOfAWrongLengthLeavesNothing(length: Int, order: TinyTIFF.ByteOrder) throws {
    for hasTail in [false, true] {
      let (bytes, start) = block(order, length: length, hasTail: hasTail)
      #expect(bytes.contains(0xAB))
      for found in try without(bytes) {
        #expect(found.ifd1 == nil && !found.bytes.contains(0xAB), "\(length), \(hasTail)")
        #expect(found.bytes.count == (hasTail ? bytes.count : start))
        if hasTail { #expect(found.bytes.suffix(8) == bytes.suffix(8)) }
        #expect(found.bytes.contains(sequence: Array("a note that is longer".utf8)))
        #expect(found.bytes.contains(sequence: Array("A maker of cameras".utf8)))
      }
    }
  }

  /// A length that is too short leaves nothing of the JPEG up to its own end; other fields that point after the stated
  /// end keep their bytes.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aThumbnailOfTooShortALengthLeavesNoRest(order: TinyTIFF.ByteOrder) throws {
    let small = TinyJPEG(TinyImage.sixColors.enlarged(by: 4)).bytes
    for length in [1, 20, small.count - 40, small.count - 1] {
      for owned in [0, 12] {
        var source = TinyTIFF(order, ifd0: [.orientation(6)])
        source.ifd0.append(TinyEntry(0x9C9B, .undefined, [Int](repeating: 0, count: 12)))
        source.ifd1 = [TinyEntry(513, .long, [0]), TinyEntry(514, .long, [length])]
        let start = source.bytes.count
        source.ifd1[0].values = [start]
        var bytes = source.bytes + small + [7, 7, 7, 7]
        let end = start + small.count
        let entry = try #require(TIFFBlock(bytes)?.ifd0?.entries.first { $0.tag == 0x9C9B })
        if owned > 0, length < small.count - 20 {
          bytes.replaceSubrange(entry.offset + 8..<entry.offset + 12, with: order.bytes(end - owned, width: 4))
        }
        for found in try without(bytes) {
          #expect(found.ifd1 == nil)
          let isOwned = owned > 0 && length < small.count - 20
          let kept = isOwned ? end - owned : end
          #expect(found.bytes[start..<kept].allSatisfy { $0 == 0 }, "\(length), \(owned)")
          #expect(found.bytes[kept...] == bytes[kept...], "\(length), \(owned)")
        }
      }
    }
  }

  /// However many JPEGs without an end a block names, the search for their ends takes time linear in the block. Those
  /// that are not reached are removed with what follows them.
  @Test func manyThumbnailsWithoutAnEndAreSearchedOnce() throws {
    let small = TinyJPEG(TinyImage.sixColors).bytes.dropLast(2)
    let count = 64
    var source = TinyTIFF(.little, ifd0: [.orientation(6)])
    source.ifd1 = (0..<count).map { _ in TinyEntry(513, .long, [0]) } + [TinyEntry(514, .long, [10])]
    let start = source.bytes.count
    for index in 0..<count { source.ifd1[index].values = [start + index * small.count] }
    let bytes =
      source.bytes + (0..<count).flatMap { _ in small } + [UInt8](repeating: 0x22, count: 4 << 20)
    let block = try #require(TIFFBlock(bytes))
    var ends = JPEGEnds()
    let places = ExifTree.jpegs(of: try #require(block.ifd1), in: block, &ends)
    #expect(ends.searchedByteCount <= 3 * bytes.count)
    #expect(places.contains { $0.isFound && $0.count == nil })
    let found = ExifRewriter(stripping: block, of: .thumbnails).block
    let last = min(start + (count - 1) * small.count, found.bytes.count)
    #expect(found.ifd1 == nil && found.bytes[last...].allSatisfy { $0 == 0 })
  }

  // MARK: Positions

  private func positioned(_ order: TinyTIFF.ByteOrder, _ change: (inout [TinyEntry]) -> Void) -> [UInt8] {
    var block = TinyTIFF(
      order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker"), TinyEntry(0x8825, .long, [0])])
    let start = block.bytes.count
    block.ifd0[2].values = [start]
    let numbers = [Int](repeating: 0xABAB_ABAB, count: 6)
    var entries = [
      TinyEntry(1, text: "N"), TinyEntry(2, .rational, numbers), TinyEntry(3, text: "E"),
      TinyEntry(4, .rational, numbers),
    ]
    change(&entries)
    return block.bytes + TinyDirectory(order, entries).bytes(at: start, next: 0)
  }

  /// Truncated by this many bytes, with an invalid count or type, or with a directory that claims more entries.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aPositionThatBreaksOffLeavesNothing(order: TinyTIFF.ByteOrder) throws {
    let whole = positioned(order) { _ in }
    var sources = [0, 1, 8, 23, 24, 25, 47].map { Array(whole.dropLast($0)) }
    for index in [1, 3] {
      sources.append(positioned(order) { $0[index].statedCount = 400 })
      sources.append(positioned(order) { $0[index].statedCount = 0x1FFF_FFFF })
    }
    let directory = try #require(
      TIFFBlock(whole)?.ifd0?.first(.positionDirectory).flatMap { TIFFBlock(whole)?.integer(of: $0) })
    var (unknown, more) = (whole, whole)
    unknown.replaceSubrange(directory + 2 + 12 + 2..<directory + 2 + 12 + 4, with: order.bytes(99, width: 2))
    more.replaceSubrange(directory..<directory + 2, with: order.bytes(304, width: 2))
    for source in sources + [unknown, more] {
      #expect(source.contains(0xAB))
      let found = ExifRewriter(stripping: try #require(TIFFBlock(source)), of: .gps).block
      #expect(!found.bytes.contains(0xAB) && found.ifd0?.first(.positionDirectory) == nil)
      #expect(found.ifd0?.entries.map(\.tag) == [271, 274])
      #expect(found.bytes.contains(sequence: Array("A maker".utf8)))
    }
  }

  /// A directory below IFD0 is not part of an image's Exif; what it points to is removed with it.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aPositionBelowASubdirectoryGoes(order: TinyTIFF.ByteOrder) throws {
    var block = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(0x14A, .long, [0])])
    let start = block.bytes.count
    block.ifd0[1].values = [start]
    var below = TinyDirectory(order, [TinyEntry(0x8825, .long, [0])])
    below.entries[0].values = [start + below.size]
    let position = TinyDirectory(order, [TinyEntry(2, .rational, [Int](repeating: 0xABAB_ABAB, count: 6))])
    let source = block.bytes + below.bytes(at: start, next: 0) + position.bytes(at: start + below.size, next: 0)
    for found in [ExifRewriter(stripping: try #require(TIFFBlock(source)), of: .gps).block, try rewritten(source)] {
      #expect(!found.bytes.contains(0xAB) && found.ifd0?.entries.map(\.tag) == [274])
    }
  }

  /// A text value that overlaps a location: neither can be trusted, and only the orientation stays.
  @Test func aValueOverAPositionHidesNone() throws {
    var source = positioned(.big) { _ in }
    let maker = try #require(TIFFBlock(source)?.ifd0?.entries.first { $0.tag == 271 })
    source.replaceSubrange(
      maker.offset + 4..<maker.offset + 8,
      with: TinyTIFF.ByteOrder.big.bytes(source.count - maker.valueOffset, width: 4))
    let found = ExifRewriter(stripping: try #require(TIFFBlock(source)), of: .gps).block
    #expect(!found.bytes.contains(0xAB))
    #expect(found.ifd0.map { OrientationTags(of: $0, in: found, from: 0).value } == .rightTop)
  }

  /// A block whose maker note is stated too short by its last value, followed by bytes that nothing refers to.
  private func withShortNote(
    _ order: TinyTIFF.ByteOrder, head: [UInt8] = []
  ) throws -> (block: TIFFBlock, value: Range<Int>) {
    var file = TinyTIFF(order, ifd0: [.orientation(6)])
    file.makerNote = TinyMakerNote(
      head: head, entries: (1...3).map { TinyEntry($0, .long, [Int](repeating: 0xCDCD_0000 + $0, count: 3)) })
    var bytes = file.bytes
    let note = try #require(TIFFBlock(bytes)?.exifDirectory?.first(.makerNote))
    bytes.replaceSubrange(note.offset + 4..<note.offset + 8, with: order.bytes(note.count - 12, width: 4))
    let end = note.valueOffset + note.count
    bytes = Array(bytes.prefix(end)) + [UInt8](repeating: 0xAB, count: 40)
    return (try #require(TIFFBlock(bytes)), end - 12..<end)
  }

  /// What a maker note refers to right behind itself stays with it; what nothing refers to goes.
  @Test(arguments: TinyTIFF.ByteOrder.allCases, ["", "Panasonic\0\0\0"])
  func valuesBehindAMakerNoteStayWithIt(order: TinyTIFF.ByteOrder, head: String) throws {
    let (block, value) = try withShortNote(order, head: Array(head.utf8))
    let found = ExifRewriter(stripping: block, of: .gps).block
    try #require(found.bytes.count >= value.upperBound)
    #expect(found.bytes[value] == block.bytes[value])
    #expect(!found.bytes.contains(0xAB))
  }

  /// Offsets of a note that was moved lead anywhere, and keep nothing.
  @Test func aMovedNoteKeepsNothingBehindItself() throws {
    let (block, value) = try withShortNote(.big)
    var bytes = block.bytes
    let note = try #require(block.exifDirectory?.first(.makerNote))
    for entry in 0..<2 {
      let place = note.valueOffset + 2 + 12 * entry + 8
      bytes.replaceSubrange(place..<place + 4, with: TinyTIFF.ByteOrder.big.bytes(bytes.count + 9, width: 4))
    }
    let found = ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .gps).block
    #expect(found.bytes.dropFirst(value.lowerBound).allSatisfy { $0 == 0 } && !found.bytes.contains(0xAB))
  }

  // MARK: Previews

  /// IFD0's own JPEG, a value that is one, one below IFD0, and one after IFD1: none is copied, and everything else
  /// stays.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func previewsGoWithTheThumbnail(order: TinyTIFF.ByteOrder) throws {
    var sources: [[UInt8]] = []
    for place in 0..<4 {
      var block = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker")])
      block.exif = [TinyEntry(0x829A, .rational, [1, 60])]
      block.ifd1 = [TinyEntry(259, .short, [6])]
      switch place {
      case 0: block.ifd0 += [TinyEntry(513, .long, [0]), TinyEntry(514, .long, [Self.old.count])]
      case 1: block.ifd0.append(TinyEntry(0x2E, .undefined, Self.old.map(Int.init)))
      case 2: block.ifd0.append(TinyEntry(0x14A, .long, [0]))
      default: break
      }
      let start = block.bytes.count
      if place == 0 || place == 2 { block.ifd0[2].values = [start] }
      var bytes = block.bytes
      var below = TinyDirectory(order, [TinyEntry(513, .long, [0]), TinyEntry(514, .long, [Self.old.count])])
      below.entries[0].values = [start + below.size]
      if place == 0 { bytes += Self.old }
      if place >= 2 { bytes += below.bytes(at: start, next: 0) + Self.old }
      if place == 3, let second = TIFFBlock(bytes)?.ifd1 {
        bytes.replaceSubrange(second.nextFieldOffset..<second.endOffset, with: order.bytes(start, width: 4))
      }
      sources.append(bytes)
    }
    for (place, source) in sources.enumerated() {
      let before = try #require(TIFFBlock(source))
      #expect(source.contains(sequence: Self.old) && ExifRewriter.hasPreviews(before), "\(place)")
      for found in try without(source) {
        #expect(!found.bytes.contains(0xAB) && !ExifRewriter.hasPreviews(found), "\(place)")
        #expect(found.ifd0?.entries.map(\.tag) == [271, 274, 0x8769])
        #expect(found.exifDirectory == before.exifDirectory)
      }
      let gps = ExifRewriter(stripping: before, of: .gps).block
      #expect(!gps.bytes.contains(0xAB) && gps.ifd1 != nil, "\(place)")
    }
    #expect(!ExifRewriter.hasPreviews(try #require(TIFFBlock(TestFile.richBlock(order, orientation: 6).bytes))))
  }
}

extension [UInt8] {
  /// Whether these bytes contain the others contiguously.
  func contains(sequence: [UInt8]) -> Bool {
    XMPProperty.firstRange(of: sequence, in: self, from: 0) != nil
  }
}
