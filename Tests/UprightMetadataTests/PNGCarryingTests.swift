// Metadata that a new image gets from a PNG: each chunk by its name, correct for the new image.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PNGCarryingTests {
  private func edit(turned: Bool = true, keepsProfile: Bool = true) -> MetadataEdit {
    MetadataEdit(
      size: PixelSize(width: 2, height: 3),
      map: turned
        ? Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 2, ty: 0) : Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      thumbnail: nil, keepsProfile: keepsProfile, keepsCoding: false)
  }

  private func carried(_ chunks: [TinyPNG.Chunk], _ edit: MetadataEdit) throws -> CarriedMetadata {
    let bytes = TinyPNG(.sixColors, chunks: chunks).bytes
    return try Probe(bytes).carry(edit, from: bytes)
  }

  private func names(_ carried: CarriedMetadata) -> [String] {
    carried.chunks.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func aNameSaysWhetherAChunkStaysTrue() throws {
    for name in ["abCd", "abCD", "ABCd", "abcd"] {
      let found = try names(carried([TinyPNG.Chunk(name, [1])], edit()))
      #expect(found == (name == "abCd" || name == "abcd" ? [name] : []), "\(name)")
    }
    for name in ["hIST", "oFFs", "vpAg", "caNv"] {
      #expect(try names(carried([TinyPNG.Chunk(name, [1])], edit())).isEmpty, "\(name)")
    }
  }

  @Test func coloursComeAlongWhereTheyStay() throws {
    let kinds = ["cICP", "cHRM", "gAMA", "iCCP", "sRGB", "mDCV", "cLLI", "sBIT", "bKGD"]
    let lengths = [4, 32, 4, 9, 1, 24, 8, 3, 6]
    let chunks = zip(kinds, lengths).map { TinyPNG.Chunk($0, Array(repeating: 1, count: $1)) }
    #expect(try names(carried(chunks, edit())) == kinds)
    #expect(try names(carried(chunks, edit(keepsProfile: false))).isEmpty)
  }

  @Test(arguments: ["gAMA", "tEXt", "prVt", "tIME", "sBIT"])
  func whatIsDamagedStaysBehind(_ kind: String) throws {
    let count = ["gAMA": 4, "tIME": 7, "sBIT": 3][kind] ?? 13
    var chunk = TinyPNG.Chunk(kind, Array("Comment\0\0\0\0\0x".utf8.prefix(count)))
    #expect(try names(carried([chunk], edit())) == [kind])
    chunk.checksumError = 1
    #expect(try names(carried([chunk], edit())).isEmpty)
    #expect(try names(carried([chunk, TinyPNG.Chunk("zzZz", [1])], edit())) == ["zzZz"], "what follows comes along")
  }

  @Test func aProfileComesAlongWhereItsOwnChecksumIsRight() throws {
    let profile = TinyProfile.rgb(gamma: 1).bytes
    var chunk = TinyPNG.Chunk("iCCP", Array("P\0\0".utf8) + TinyPNG.zlib(profile))
    chunk.checksumError = 1
    #expect(try carried([chunk], edit()).icc == profile)
    chunk.data[20] ^= 1
    let damaged = try carried([chunk], edit())
    #expect(damaged.icc == nil && damaged.chunks.isEmpty)
  }

  @Test(arguments: SamplePNG.kinds.map { [$0.colorType, $0.depth] }, [false, true])
  func whatSpeaksOfSamplesStaysWithThem(_ kind: [Int], hasKey: Bool) throws {
    var file = SamplePNG.mixedColors(width: 3, height: 2, colorType: kind[0], depth: kind[1], hasKey: hasKey)
    let channels = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4][kind[0]] ?? 1
    file.chunks = [TinyPNG.Chunk("sBIT", Array(repeating: 1, count: channels))]
    let found = try Probe(file.bytes).carry(edit(), from: file.bytes)
    let isSame = kind[1] >= 8 && [0, 2, 6].contains(kind[0]) && file.transparency == nil
    #expect(names(found) == (isSame ? ["sBIT"] : []))
  }

  private static let scale = TinyPNG.Chunk("sCAL", [1] + Array("0.25".utf8) + [0] + Array("1e-3".utf8))
  private static let places = [
    TinyPNG.Chunk("oFFs", [0, 0, 0, 1, 0, 0, 0, 2, 0]), TinyPNG.Chunk("vpAg", [0, 0, 0, 9, 0, 0, 0, 8, 0]),
    TinyPNG.Chunk("caNv", [0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 2]), TinyPNG.Chunk("sTER", [1]),
  ]

  @Test func aScaleTurnsWithTheAxesAndGoesWhereThePixelsChangeTheirSize() throws {
    let turned = try carried([Self.scale], edit())
    #expect(turned.chunks.map(\.payload) == [[1] + Array("1e-3".utf8) + [0] + Array("0.25".utf8)])
    #expect(try carried([Self.scale], edit(turned: false)).chunks.map(\.payload) == [Self.scale.data])
    let halved = MetadataEdit(
      size: PixelSize(width: 2, height: 1),
      map: Transform2D(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
    #expect(try carried([Self.scale], halved).chunks.isEmpty)
    #expect(try carried([TinyPNG.Chunk("sCAL", [1, 0x31, 0x32, 0x33])], edit()).chunks.isEmpty)
    let bytes = TinyPNG(.sixColors, chunks: [Self.scale]).bytes
    #expect(try Probe(bytes).droppedChunks(in: .png, after: halved) == ["sCAL"])
    #expect(try Probe(bytes).droppedChunks(in: .png, after: edit()).isEmpty)
  }

  @Test func aPlaceStaysWithPixelsThatStayAndIsNamedOtherwise() throws {
    let still = MetadataEdit(
      size: PixelSize(width: 3, height: 2), map: Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
    let probe = try Probe(TinyPNG(.sixColors, chunks: Self.places).bytes)
    let kinds = ["oFFs", "vpAg", "caNv", "sTER"]
    #expect(try carried(Self.places, still).chunks.map(\.payload) == Self.places.map(\.data))
    #expect(probe.droppedChunks(in: .png, after: still).isEmpty)
    #expect(try names(carried(Self.places, edit())).isEmpty)
    #expect(probe.droppedChunks(in: .png, after: edit()) == kinds)
    #expect(probe.droppedChunks(in: .jpeg, after: still) == kinds)
  }

  @Test func theMeaningOfValuesStaysWithThem() throws {
    let range: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 255, 0, 2]
    let chunk = TinyPNG.Chunk("pCAL", Array("T\0".utf8) + range + Array("K\u{0}0\u{0}1".utf8))
    for (type, isKept) in [(0, true), (2, true), (3, false)] {
      var file = SamplePNG.mixedColors(width: 3, height: 2, colorType: type, depth: 8, hasKey: false)
      file.chunks = [chunk]
      let probe = try Probe(file.bytes)
      #expect(try names(probe.carry(edit(), from: file.bytes)) == (isKept ? ["pCAL"] : []))
      #expect(probe.droppedChunks(in: .png, after: edit()) == (isKept ? [] : ["pCAL"]))
      #expect(probe.droppedChunks(in: .png, after: edit(keepsProfile: false)) == ["pCAL"])
    }
  }

  @Test func densityTurnsWithTheAxes() throws {
    let chunk = TinyPNG.Chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x16, 0x26, 1])
    let turned = try carried([chunk], edit())
    #expect(turned.chunks.map(\.payload) == [[0, 0, 0x16, 0x26, 0, 0, 0x0B, 0x13, 1]])
    #expect(turned.segments.map(\.payload) == [Array("JFIF\0".utf8) + [1, 2, 1, 0, 144, 0, 72, 0, 0]])
    #expect(try carried([chunk], edit(turned: false)).chunks.map(\.payload) == [chunk.data])
    #expect(try carried([TinyPNG.Chunk("pHYs", [1, 2])], edit()).chunks.isEmpty)
  }

  @Test(arguments: TinyPNG.Chunk.TextForm.allCases)
  func exifAndPacketsSayOneWhereverTheyStood(_ form: TinyPNG.Chunk.TextForm) throws {
    let block = TinyTIFF(orientation: 6).bytes
    let packet = TinyXMP.packet(orientation: "6")
    for exif in [TinyPNG.Chunk.exif(block), .rawProfile(block, form)] {
      let found = try carried([exif, .xmp(packet, form), .xmp(packet, form)], edit())
      #expect(found.exif == TinyTIFF(orientation: 1).bytes)
      let upright = TinyXMP.packet(orientation: "1")
      #expect(found.xmp == upright)
      #expect(names(found) == ["iTXt"] && found.chunks[0].payload.suffix(upright.count) == upright[...])
      #expect(found.segments.map(\.marker) == [0xE1, 0xE1])
    }
  }

  @Test func aPacketInDigitsBecomesOne() throws {
    let packet = TinyXMP.packet(orientation: "8")
    let text = RawProfile(name: Array("xmp".utf8), bytes: packet).text
    let found = try carried([.text("Raw profile type xmp", text, .packed)], edit())
    #expect(found.xmp == TinyXMP.packet(orientation: "1") && found.chunks.isEmpty)
  }

  @Test func profilesAreUnpackedForOthersAndPackedForPNG() throws {
    let profile = TinySegment.profile(byteCount: 70_000)
    let data = Array("a name".utf8) + [0, 0] + TinyPNG.zlib(profile)
    let found = try carried([TinyPNG.Chunk("iCCP", data)], edit())
    #expect(found.icc == profile && found.chunks.map(\.payload) == [data])
    #expect(found.segments.map(\.payload).map { $0.dropFirst(14) }.flatMap { $0 } == profile)
    #expect(found.segments.map { [$0.payload[12], $0.payload[13]] } == [[1, 2], [2, 2]])
    for broken: [UInt8] in [[], [0], [65, 0], [65, 0, 1], [65, 0, 0], [65, 0, 0, 1, 2, 3, 4, 5, 6]] {
      #expect(PNGCarrying.profile(broken) == nil)
    }
  }

  @Test func textStaysAsItIsAfterTheImageToo() throws {
    var file = TinyPNG(.sixColors, chunks: [.text("a", [1], .plain)])
    file.chunksAfterImage = [.text("b", [2], .packed), TinyPNG.Chunk("tIME", [7, 0xE6, 1, 2, 3, 4, 5])]
    let found = try Probe(file.bytes).carry(edit(), from: file.bytes)
    #expect(names(found) == ["tEXt", "zTXt", "tIME"])
    #expect(try Probe(file.bytes).carriedByteCount >= 2 * found.chunks.reduce(0) { $0 + $1.payload.count })
  }

  @Test func whatBreaksOffKeepsWhatThereIs() throws {
    let bytes = TinyPNG(.sixColors, chunks: [.text("a", [1], .plain)]).bytes
    for count in bytes.count - 20..<bytes.count {
      let cut = Array(bytes[..<count])
      #expect(try names(Probe(cut).carry(edit(), from: cut)) == ["tEXt"])
    }
  }
}
