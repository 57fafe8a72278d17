// Every page of a TIFF at once: what each is displayed as afterwards, the way back, and files that are refused whole.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct TIFFPagesRetaggingTests {
  typealias Picture = TinyTIFFFile.Subfile
  static let forms = TIFFHeaderTests.forms

  private func file(_ form: Int, _ pages: [Picture]) -> TinyTIFFFile {
    TinyTIFFFile(Self.forms[form].order, isBigTIFF: Self.forms[form].isBigTIFF, pages: pages)
  }

  /// The patch that rotates every page of a file, or sets every tag.
  private func patch(
    _ bytes: [UInt8], _ turn: Orientation<Displayed, Displayed>, normalizing: Bool = false,
    _ pages: PageRetagging = .alike
  ) throws -> BytePatch {
    let probe = try Probe(bytes)
    return try probe.retag(
      to: probe.orientation.then(turn), normalizing: normalizing, notingSize: false, pages: pages)
  }

  private func tags(_ bytes: [UInt8]) throws -> [ExifOrientation] { try Probe(bytes).pages.map(\.orientation.exif) }

  private func error(_ body: () throws -> Void) -> MetadataError? {
    do { try body() } catch { return error as? MetadataError }
    return nil
  }

  /// A tagged page with a preview in a subdirectory, one without a tag, a preview in the chain, and pages of other
  /// tags.
  private static let mixture: [Picture] = {
    var first = Picture(displaying: .letterF, as: .rightTop)
    first.inside = [Picture(.sixGrays, entries: [TinyEntry(254, .long, [1]), .orientation(6)])]
    return [
      first, Picture(.sixGrays), Picture(.sixGrays, entries: [TinyEntry(254, .long, [1]), .orientation(1)]),
      Picture(displaying: .letterF, as: .bottomLeft), Picture(.sixColors), Picture(displaying: .letterF, as: .leftTop),
    ]
  }()

  @Test(arguments: forms.indices, Orientation<Displayed, Displayed>.all)
  func everyPageIsReorientedAsDisplayed(form: Int, turn: Orientation<Displayed, Displayed>) throws {
    let bytes = file(form, Self.mixture).bytes
    let before = try Probe(bytes)
    #expect(before.pages.count == 5)
    let patch = try patch(bytes, turn)
    let result = try patch.applied(to: bytes)
    let after = try Probe(result)
    #expect(after.pages.map(\.orientation) == before.pages.map { $0.orientation.then(turn) })
    #expect(!after.findings.contains { $0.code == .metadataDamaged || $0.code == .thumbnailConflict })
    #expect(after.parts.map(\.kind) == before.parts.map(\.kind))
    #expect(after.parts.map(\.storedSize) == before.parts.map(\.storedSize))
    #expect(try patch.inverse.applied(to: result) == bytes)
    let back = try self.patch(result, turn.inverse).applied(to: result)
    #expect(try Probe(back).pages.map(\.orientation) == before.pages.map(\.orientation))
    #expect(back == bytes, "pages that had no tag have none again")
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases)
  func everyPageGetsOneTag(form: Int, tag: ExifOrientation) throws {
    let bytes = file(form, Self.mixture).bytes
    let probe = try Probe(bytes)
    let patch = try probe.retag(
      to: Orientation(exif: tag), normalizing: true, notingSize: false, pages: .sameTag)
    let result = try patch.applied(to: bytes)
    #expect(try tags(result) == Array(repeating: tag, count: 5))
    #expect(try patch.inverse.applied(to: result) == bytes)
    let again = try Probe(result).retag(
      to: Orientation(exif: tag), normalizing: true, notingSize: false, pages: .sameTag)
    #expect(again.isEmpty)
  }

  /// Directories that were moved for pages without tags are moved back all at once.
  @Test(arguments: forms.indices)
  func pagesWithoutTagsLoseThemAgain(form: Int) throws {
    let bytes = file(form, [Picture(.letterF), Picture(.sixGrays), Picture(.sixColors)]).bytes
    for turn in Orientation<Displayed, Displayed>.all {
      let result = try patch(bytes, turn).applied(to: bytes)
      let tag = Orientation<Stored, Displayed>.identity.then(turn).exif
      #expect(try tags(result) == [tag, tag, tag])
      #expect(try Probe(result).findings.isEmpty)
      #expect(try patch(result, turn.inverse).applied(to: result) == bytes)
    }
    // One page is left rotated, so only its directory stays moved, together with those that follow in the file.
    let result = try patch(bytes, .rotate90).applied(to: bytes)
    for page in 0...2 {
      let one = try Probe(result).retag(to: .identity, ofPage: page).applied(to: result)
      var expected: [ExifOrientation] = [.rightTop, .rightTop, .rightTop]
      expected[page] = .topLeft
      #expect(try tags(one) == expected)
      let all = try Probe(one).retag(to: .identity, normalizing: false, notingSize: false, pages: .sameTag)
      #expect(try tags(all.applied(to: one)) == [.topLeft, .topLeft, .topLeft])
    }
  }

  @Test func everyTagIsWrittenCleanlyWhereThatIsAskedFor() throws {
    let bytes = TinyTIFFFile(pages: [
      Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays, entries: [TinyEntry(274, .long, [3])]),
      Picture(.sixGrays, entries: [.orientation(9)]), Picture(.sixGrays),
    ]).bytes
    let patch = try patch(bytes, .identity, normalizing: true)
    let probe = try Probe(patch.applied(to: bytes))
    #expect(patch.isInPlace && probe.pages.map(\.orientation.exif) == [.rightTop, .bottomRight, .topLeft, .topLeft])
    #expect(try self.patch(patch.applied(to: bytes), .identity, normalizing: true).isEmpty)
  }

  @Test func aPageThatCannotBeWrittenIsNamed() throws {
    var file = TinyTIFFFile(pages: [Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays)])
    file.lastLink = 7
    let refused = error { _ = try patch(file.bytes, .rotate90) }
    #expect(refused?.code == .fieldNotWritable && refused?.page == 2)
    #expect(refused?.offset == file.directoryOffset(ofPage: 1))
    #expect(refused.map { "\($0)" }?.hasPrefix("page 2: the orientation is stored where") == true)
    file.pages.removeFirst()
    #expect(error { _ = try patch(file.bytes, .rotate90) }?.page == nil, "there is no other page")
  }

  @Test func morePagesThanAreReadAreRefused() throws {
    let page = Picture(TinyImage(width: 1, height: 1, filledWith: [0]), entries: [.orientation(1)])
    let bytes = TinyTIFFFile(pages: Array(repeating: page, count: 600)).bytes
    let count = try Probe(bytes).pages.count
    let refused = error { _ = try patch(bytes, .rotate90) }
    #expect(refused?.code == .tooManyStructures && refused?.page == count + 1)
    #expect(error { _ = try patch(bytes, .identity, .sameTag) }?.page == count + 1)
    #expect(try patch(bytes, .identity).isEmpty)
    let most = TinyTIFFFile(pages: Array(repeating: page, count: 300)).bytes
    #expect(try tags(patch(most, .rotate90).applied(to: most)) == Array(repeating: .rightTop, count: 300))
  }

  /// The chain of a camera's raw file holds versions of one image; what has no tag gets none.
  @Test func versionsInARawFileStayUntagged() throws {
    let sensor = Picture(.letterF, entries: [TinyEntry(262, .short, [32_803]), .orientation(6)])
    let bytes = TinyTIFFFile(pages: [sensor, Picture(.sixGrays), Picture(.sixGrays, entries: [.orientation(6)])]).bytes
    let patch = try patch(bytes, .rotate90)
    #expect(patch.isInPlace && patch.changedByteCount == 2)
    #expect(try tags(patch.applied(to: bytes)) == [.bottomRight, .topLeft, .bottomRight])
  }

  /// Of a damaged file either all pages rotate, and go back bit for bit, or none does.
  @Test(arguments: forms.indices)
  func whateverAByteIsAllPagesRotateOrNone(form: Int) throws {
    var first = Picture(displaying: .sixGrays, as: .rightTop)
    first.inside = [Picture(.sixGrays, entries: [TinyEntry(254, .long, [1]), .orientation(6)])]
    let bytes = file(form, [first, Picture(.sixGrays), Picture(displaying: .sixGrays, as: .bottomLeft)]).bytes
    let moved = try patch(bytes, .rotate90).applied(to: bytes)
    for file in [bytes, moved] {
      for offset in file.indices {
        for value: UInt8 in [0, 0xFF, file[offset] ^ 1, file[offset] &+ 2] {
          var damaged = file
          damaged[offset] = value
          guard let before = try? Probe(damaged), !before.holdsRaw else { continue }
          for turn: Orientation<Displayed, Displayed> in [.rotate90, .rotate270] {
            guard let patch = try? patch(damaged, turn) else { continue }
            let result = try patch.applied(to: damaged)
            let pages = try Probe(result).pages.map(\.orientation)
            #expect(pages == before.pages.map { $0.orientation.then(turn) }, "\(form) \(offset) \(value)")
            #expect(try patch.inverse.applied(to: result) == damaged, "\(form) \(offset) \(value)")
          }
        }
      }
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: forms.indices)
  func exiftoolReadsEveryTag(form: Int) throws {
    let folder = try ScratchFolder()
    let bytes = file(form, [Picture(.letterF), Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays)]).bytes
    let path = try folder.write(patch(bytes, .rotate90).applied(to: bytes), as: "a.tif")
    let answer = try OutsideTool.exiftool.run(
      ["-n", "-T", "-IFD0:Orientation", "-IFD1:Orientation", "-IFD2:Orientation", "-Warning", path])
    #expect(answer.text == "6\t3\t6\t-")
  }
}
