// Orientations written into TIFF files: which bytes change, what readers then see, and the inverse.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct TIFFRetaggingTests {
  typealias Picture = TinyTIFFFile.Subfile
  static let forms = TIFFHeaderTests.forms

  private func file(_ form: Int, _ pages: [Picture]) -> TinyTIFFFile {
    TinyTIFFFile(Self.forms[form].order, isBigTIFF: Self.forms[form].isBigTIFF, pages: pages)
  }

  /// Where two files of one length differ.
  private func differences(_ one: [UInt8], _ other: [UInt8]) -> [Int] { one.indices.filter { one[$0] != other[$0] } }

  private func code(_ body: () throws -> Void) -> MetadataError.Code? {
    do { try body() } catch { return (error as? MetadataError)?.code }
    return nil
  }

  /// A list of data of other programs stays at the file's end, where its readers look for it.
  @Test(arguments: TinyTIFF.ByteOrder.allCases, [false, true])
  func aListOfOtherDataStaysTheEnd(_ order: TinyTIFF.ByteOrder, _ isBigTIFF: Bool) throws {
    let data: [UInt8] = [9, 8, 7, 6, 5]
    for count in 1...2 {
      let pages = [Picture](repeating: Picture(.sixColors), count: count)
      let image = TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: pages).bytes
      let source = image + TinyConcatenation.trailer(data, behind: image.count, isBigEndian: order == .big)
      let patch = try Probe(source).retag(
        to: Orientation(exif: .rightTop), normalizing: false, notingSize: false, pages: .alike)
      let result = try patch.applied(to: source)
      #expect(try Probe(result).parts.map(\.orientation.exif) == [ExifOrientation](repeating: .rightTop, count: count))
      #expect(TinyConcatenation.data(in: result) == data)
      #expect(Array(result[image.count..<source.count]) == Array(source[image.count...]), "its data stay in place")
      #expect(try patch.inverse.applied(to: result) == source)
      let other = try Probe(result).retag(to: Orientation(exif: .topLeft)).applied(to: result)
      #expect(try Probe(other).orientation.isIdentity && TinyConcatenation.data(in: other) == data)
    }
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases)
  func fromEachToEachIsOneByte(form: Int, from: ExifOrientation) throws {
    let bytes = file(form, [Picture(displaying: .letterF, as: from)]).bytes
    let probe = try Probe(bytes)
    for tag in ExifOrientation.allCases {
      let patch = try probe.retag(to: Orientation(exif: tag))
      let result = try patch.applied(to: bytes)
      #expect(patch.isInPlace && result.count == bytes.count)
      #expect(differences(bytes, result) == (tag == from ? [] : [try #require(probe.source.offset)]))
      #expect(try Probe(result).orientation.exif == tag)
      #expect(try patch.inverse.applied(to: result) == bytes)
    }
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases)
  func otherFormsBecomeOneShort(form: Int, tag: ExifOrientation) throws {
    let entries: [TinyEntry] = [
      TinyEntry(274, .byte, [6]), TinyEntry(274, .long, [6]), TinyEntry(274, .short, [6, 3, 1, 1, 1]),
      TinyEntry(274, .ascii, [54, 0]), TinyEntry(274, .rational, [6, 1]), TinyEntry(274, .short, [0x0600]),
      TinyEntry(274, .long8, [6]), TinyEntry(274, .short, [6], statedCount: 0),
      TinyEntry(274, .short, [6], statedCount: 1 << 31),
    ]
    for entry in entries {
      let bytes = file(form, [Picture(.letterF, entries: [entry])]).bytes
      let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
      let result = try patch.applied(to: bytes)
      #expect(patch.isInPlace)
      let probe = try Probe(result)
      #expect(probe.orientation.exif == tag && probe.findings.isEmpty, "\(entry)")
      #expect(try patch.inverse.applied(to: result) == bytes)
    }
  }

  @Test func repetitionsAndXMPFollow() throws {
    var page = Picture(.letterF, entries: [.orientation(6), .orientation(3)])
    page.xmp = TinyXMP.packet(orientation: "8") + TinyXMP.packet(orientation: "6", form: .element)
    let bytes = TinyTIFFFile(.big, pages: [page]).bytes
    let patch = try Probe(bytes).retag(to: Orientation(exif: .leftTop))
    #expect(patch.isInPlace && patch.changedByteCount == 4)
    let probe = try Probe(patch.applied(to: bytes))
    #expect(probe.statements.map(\.value) == [.leftTop, .leftTop])
    #expect(probe.findings.isEmpty)
    #expect(
      try Probe(bytes).retag(to: Orientation(exif: .rightTop)).changedByteCount == 1, "XMP does not follow what stays")
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases)
  func previewsTurnAlongAndPagesDoNot(form: Int, tag: ExifOrientation) throws {
    var page = Picture(displaying: .letterF, as: .rightTop)
    page.inside = [
      Picture(.sixGrays, entries: [TinyEntry(254, .long, [1]), .orientation(6)]),
      Picture(.sixGrays, entries: [TinyEntry(254, .long, [1])]),
    ]
    let bytes = file(form, [page, Picture(displaying: .letterF, as: .topRight)]).bytes
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    let probe = try Probe(result)
    #expect(patch.isInPlace && patch.changedByteCount == (tag == .rightTop ? 0 : 2))
    #expect(probe.statements.map(\.value) == [tag, tag])
    #expect(!probe.findings.contains { $0.code == .thumbnailConflict })
    #expect(probe.pages.map(\.orientation.exif) == [tag, .topRight])
    #expect(try probe.retag(to: Orientation(exif: .rightTop)).applied(to: result) == bytes)
  }

  /// The file written without a tag, and the one with it.
  private func inserted(_ form: Int, _ tag: ExifOrientation, _ pages: [Picture]) throws -> (
    file: TinyTIFFFile, bytes: [UInt8], tagged: [UInt8], patch: BytePatch
  ) {
    let file = file(form, pages)
    let patch = try Probe(file.bytes).retag(to: Orientation(exif: tag))
    return (file, file.bytes, try patch.applied(to: file.bytes), patch)
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases.dropFirst())
  func aMissingTagIsAppendedAndTakenOut(form: Int, tag: ExifOrientation) throws {
    var page = Picture(.sixGrays, entries: [TinyEntry(271, text: "Maker"), TinyEntry(305, text: "Software")])
    page.inside = [Picture(.letterF, entries: [TinyEntry(254, .long, [1])])]
    let (file, bytes, tagged, patch) = try inserted(form, tag, [page, Picture(displaying: .letterF, as: .topRight)])
    let wide = file.isBigTIFF ? 8 : 4
    let pointer = wide..<2 * wide
    #expect(patch.edits.map(\.offset) == [wide, bytes.count])
    #expect(tagged[..<bytes.count].indices.filter { tagged[$0] != bytes[$0] }.allSatisfy(pointer.contains))
    let probe = try Probe(tagged)
    #expect(probe.orientation.exif == tag)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .page])
    #expect(probe.parts[0].offset >= bytes.count && probe.parts[0].offset.isMultiple(of: 2))
    #expect(probe.parts.dropFirst().map(\.offset) == (try Probe(bytes).parts.dropFirst().map(\.offset)))
    #expect(try patch.inverse.applied(to: tagged) == bytes)
    let other = try probe.retag(to: Orientation(exif: .rightTop)).applied(to: tagged)
    #expect(differences(tagged, other).count <= 1)
    for one in [tagged, other] {
      #expect(try Probe(one).retag(to: .identity).applied(to: one) == bytes, "setting back takes the directory out")
    }
  }

  @Test func anOddLengthIsPadded() throws {
    let bytes = TinyTIFFFile(pages: [Picture(.sixGrays)]).bytes + [7]
    for tag in ExifOrientation.allCases {
      let tagged = try Probe(bytes).retag(to: Orientation(exif: tag)).applied(to: bytes)
      #expect(try Probe(tagged).orientation.exif == tag)
      #expect(try Probe(tagged).retag(to: .identity).applied(to: tagged) == bytes)
    }
  }

  @Test func whatFollowedOurDirectoryKeepsIt() throws {
    let bytes = TinyTIFFFile(pages: [Picture(.sixGrays)]).bytes
    let tagged = try Probe(bytes).retag(to: Orientation(exif: .rightTop)).applied(to: bytes) + [1, 2, 3, 4]
    let back = try Probe(tagged).retag(to: .identity)
    #expect(back.isInPlace && back.changedByteCount == 1)
    #expect(try Probe(back.applied(to: tagged)).orientation == .identity)
  }

  /// Another program has changed the rows per strip since: removing the directory would undo that too.
  @Test func ourDirectoryStaysWhereItWasChangedSince() throws {
    let bytes = TinyTIFFFile(pages: [Picture(.sixGrays)]).bytes
    var tagged = try Probe(bytes).retag(to: Orientation(exif: .rightTop)).applied(to: bytes)
    let rows: [UInt8] = [0x16, 1, 3, 0, 1, 0, 0, 0]
    let place = try #require((bytes.count..<tagged.count - 8).first { tagged[$0..<$0 + 8].elementsEqual(rows) })
    tagged[place + 8] += 1
    let back = try Probe(tagged).retag(to: .identity)
    #expect(back.isInPlace && back.changedByteCount == 1)
  }

  @Test func somebodyElsesLastDirectoryIsNotTakenOut() throws {
    let bytes = TinyTIFFFile(pages: [Picture(displaying: .letterF, as: .rightTop)]).bytes
    for end in [[], Array("UpRt".utf8), [8, 0, 0, 0, 10, 0, 0, 0] + Array("UpRt".utf8)] {
      let back = try Probe(bytes + end).retag(to: .identity)
      #expect(back.isInPlace && back.changedByteCount == 1)
    }
  }

  @Test func anUprightFileStaysWithout() throws {
    let bytes = TinyTIFFFile(pages: [Picture(.letterF), Picture(.sixGrays)]).bytes
    #expect(try Probe(bytes).retag(to: .identity).isEmpty)
    #expect(try Probe(bytes).retag(to: .identity, ofPage: 1).isEmpty)
  }

  @Test(arguments: forms.indices)
  func onePageChangesAndNoOther(form: Int) throws {
    let pages = [
      Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays), Picture(displaying: .letterF, as: .topRight),
    ]
    let bytes = file(form, pages).bytes
    let before = try Probe(bytes)
    for page in pages.indices {
      for tag in ExifOrientation.allCases {
        let patch = try before.retag(to: Orientation(exif: tag), ofPage: page)
        let result = try patch.applied(to: bytes)
        var expected = before.pages.map(\.orientation.exif)
        expected[page] = tag
        #expect(try Probe(result).pages.map(\.orientation.exif) == expected)
        #expect(try patch.inverse.applied(to: result) == bytes)
        if page != 1 { #expect(patch.isInPlace && patch.changedByteCount <= 1) }
        if page == 1 {
          #expect(try Probe(result).retag(to: .identity, ofPage: 1).applied(to: result) == bytes)
        }
      }
    }
    for page in [-1, 3] {
      #expect(code { _ = try before.retag(to: .identity, ofPage: page) } == .imageMissing)
    }
  }

  /// Page after page gets a tag, and in the opposite order all tags are removed again.
  @Test(arguments: forms.indices)
  func severalInsertionsLieBehindOneAnother(form: Int) throws {
    let bytes = file(form, [Picture(.letterF), Picture(.sixGrays), Picture(.sixColors)]).bytes
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      var steps = [bytes]
      for page in order {
        let last = steps[steps.count - 1]
        steps.append(try Probe(last).retag(to: Orientation(exif: .leftBottom), ofPage: page).applied(to: last))
      }
      var last = steps[3]
      #expect(try Probe(last).pages.map(\.orientation.exif) == [.leftBottom, .leftBottom, .leftBottom])
      #expect(try Probe(last).findings.isEmpty)
      for (step, page) in order.enumerated().reversed() {
        last = try Probe(last).retag(to: .identity, ofPage: page).applied(to: last)
        #expect(last == steps[step])
      }
    }
  }

  @Test func otherContainersHaveOnePage() throws {
    let bytes = TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 6)).bytes
    let probe = try Probe(bytes)
    #expect(try probe.retag(to: .identity, ofPage: 0) == probe.retag(to: .identity))
    #expect(code { _ = try probe.retag(to: .identity, ofPage: 1) } == .imageMissing)
  }

  @Test func anIncompleteDirectoryTakesNoTag() throws {
    let file = TinyTIFFFile(pages: [Picture(.letterF)])
    let bytes = Array(file.bytes.prefix(file.directoryOffset(ofPage: 0) + 2 + 11 * 12 + 1))
    let probe = try Probe(bytes)
    #expect(probe.findings.map(\.code) == [.metadataDamaged])
    #expect(code { _ = try probe.retag(to: Orientation(exif: .rightTop)) } == .fieldNotWritable)
  }

  // If moved, the directory would no longer hide its contents.
  @Test func aDirectoryThatHoldsAValueOfItsOwnTakesNoTag() throws {
    let inside = { (offset: Int) in
      TinyTIFFFile(pages: [
        Picture(.letterF, entries: [TinyEntry(254, .long, [0], statedCount: 2, rawField: [UInt8(offset), 0, 0, 0])])
      ])
    }
    let directory = inside(0).directoryOffset(ofPage: 0)
    for (offset, hasOverlaps) in [(directory, true), (directory + 20, true), (directory - 8, false)] {
      let probe = try Probe(inside(offset).bytes)
      #expect(probe.findings.map(\.code) == (hasOverlaps ? [.metadataDamaged] : []))
      #expect(
        code { _ = try probe.retag(to: Orientation(exif: .rightTop)) } == (hasOverlaps ? .fieldNotWritable : nil))
    }
  }

  /// A source of any size whose bytes are all zero except for a file at its start.
  private struct Vast: ByteSource {
    let head: [UInt8]
    let byteCount: Int
    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      let range = range.clamped(to: 0..<byteCount)
      let there = Array(head[range.clamped(to: 0..<head.count)])
      return there + [UInt8](repeating: 0, count: range.count - there.count)
    }
  }

  @Test func aClassicFileDoesNotOutgrowItsOffsets() throws {
    let small = TinyTIFFFile(pages: [Picture(.letterF)]).bytes
    let directory = 2 + 12 * 12 + 4
    let largest = Int(UInt32.max) - directory - 12
    let fits = try Probe(Vast(head: small, byteCount: largest - 1)).retag(to: Orientation(exif: .rightTop))
    #expect(fits.growth == directory + 12)
    let exceeds = try Probe(Vast(head: small, byteCount: largest + 1))
    #expect(code { _ = try exceeds.retag(to: Orientation(exif: .rightTop)) } == .fieldNotWritable)
    let big = TinyTIFFFile(.big, isBigTIFF: true, pages: [Picture(.letterF)]).bytes
    let patch = try Probe(Vast(head: big, byteCount: 1 << 40)).retag(to: Orientation(exif: .rightTop))
    #expect(patch.edits[0].new == [0, 0, 1, 0, 0, 0, 0, 0])
  }
}

// Other readers read what was written.
extension TIFFRetaggingTests {
  /// Every retagged file of one that is stored as `tag` but states another orientation, by all routes.
  private func written(_ form: Int, _ tag: ExifOrientation) throws -> [[UInt8]] {
    let stored = TinyImage.letterF.stored(as: tag)
    let entries: [[TinyEntry]] = [[.orientation(tag == .topLeft ? 6 : 1)], [TinyEntry(274, .long, [3])], []]
    return try entries.map { entries in
      let bytes = file(form, [Picture(stored, entries: entries)]).bytes
      return try Probe(bytes).retag(to: Orientation(exif: tag)).applied(to: bytes)
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: forms.indices)
  func exiftoolReadsWhatWasWritten(form: Int) throws {
    let folder = try ScratchFolder()
    var expected: [String] = []
    var paths: [String] = []
    for tag in ExifOrientation.allCases {
      for (index, bytes) in try written(form, tag).enumerated() {
        paths.append(try folder.write(bytes, as: "\(tag.rawValue)\(index).tif"))
        let says = tag == .topLeft && index == 2 ? "-" : "\(tag.rawValue)"
        expected.append("\(says)\t\(TinyImage.letterF.stored(as: tag).width)\t-")
      }
    }
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-IFD0:Orientation", "-ImageWidth", "-Warning"] + paths)
    #expect(answer.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test(.enabled(if: OutsideTool.vips.isInstalled, "needs vips"), arguments: forms.indices)
  func vipsShowsWhatWasWritten(form: Int) throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      for (index, bytes) in try written(form, tag).enumerated() {
        let path = try folder.write(bytes, as: "\(tag.rawValue)\(index).tif")
        let answer = try OutsideTool.vips.run(["autorot", path, path + ".pgm[strip]"])
        #expect(answer.status == 0, "\(answer.complaints)")
        #expect(
          TinyImage(portableMap: try folder.read("\(tag.rawValue)\(index).tif.pgm")) == .letterF, "\(tag) \(index)")
      }
    }
  }

  /// Pillow 9 takes the high byte of 43 for the version, so big-endian BigTIFF is omitted.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: forms.indices.dropLast())
  func pillowShowsWhatWasWritten(form: Int) throws {
    let script = """
      import sys; from PIL import Image
      for path in sys.argv[1:]: Image.open(path).save(path + '.pgm', 'PPM')
      """
    let folder = try ScratchFolder()
    var names: [String] = []
    for tag in ExifOrientation.allCases {
      for (index, bytes) in try written(form, tag).enumerated() {
        names.append("\(tag.rawValue)\(index).tif")
        try folder.write(bytes, as: "\(tag.rawValue)\(index).tif")
      }
    }
    let answer = try OutsideTool.pillow.run(["-c", script] + names.map { folder.path($0) })
    #expect(answer.status == 0, "\(answer.complaints)")
    for name in names { #expect(TinyImage(portableMap: try folder.read(name + ".pgm")) == .letterF, "\(name)") }
  }
}
