// TIFFs of several pages through all layers: every page is rotated, or one of them becomes an image.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

#if TIFF
  @Suite struct TIFFPagesTests {
    private static let house = TIFFImagesTests.house
    private static let tags: [ExifOrientation] = [.topLeft] + ExifOrientation.allCases.reversed()
    private static let forms = [TinyTIFF.ByteOrder.little, .big].flatMap { order in
      [false, true].map { (order, $0) }
    }

    /// Pages that are displayed alike, each with a name of its own.
    private static func file(_ form: (TinyTIFF.ByteOrder, Bool), _ tags: [ExifOrientation] = tags) -> TinyTIFFFile {
      TinyTIFFFile(
        form.0, isBigTIFF: form.1,
        pages: tags.enumerated().map { index, tag in
          var page = TinyTIFFFile.Subfile(displaying: .sixColors.enlarged(by: 4), as: tag)
          page.entries.append(TinyEntry(285, text: "page \(index + 1)"))
          page.xmp = index == 1 ? TinyXMP.packet(orientation: "\(tag.rawValue)") : nil
          return page
        })
    }

    private static func pixels(_ bytes: [UInt8], page: Int? = nil) throws -> Raster<Output> {
      var wanted = Rendition(upright: .pixels, format: .png)
      wanted.page = page
      return try house.raster(wanted, of: Probe(bytes), from: bytes)
    }

    private static func upright() throws -> Raster<Output> {
      try pixels(TinyTIFFFile(displaying: .sixColors.enlarged(by: 4), as: .topLeft).bytes)
    }

    @Test(arguments: forms)
    func everyPageIsRotated(_ form: (TinyTIFF.ByteOrder, Bool)) throws {
      let source = Self.file(form).bytes
      for original in [EdgeMode.Original.stays, .isReplaced] {
        let plan = try Self.house.plan(EdgeMode.auto.rendition(of: .tiff, original: original), for: Probe(source))
        #expect(plan.route.name == .transcode && plan.pages == Self.tags.count && !plan.leavesOrientation)
        #expect(plan.explanation.contains("pages: applies to all \(Self.tags.count)"))
        let made = try Self.house.run(plan, on: source)
        let probe = try Probe(made, rules: OrientationRules(readsXMP: true))
        #expect(probe.findings.isEmpty && probe.rotatedPages.isEmpty && probe.pageCount == Self.tags.count)
        #expect(probe.statements.allSatisfy { $0.value == .topLeft })
        for page in 1...Self.tags.count { #expect(try Self.pixels(made, page: page) == Self.upright(), "page \(page)") }
        guard OutsideTool.exiftool.isInstalled else { continue }
        let folder = try ScratchFolder()
        try folder.write(made, as: "a.tif")
        let names = try OutsideTool.exiftool.run(["-a", "-s3", "-PageName", folder.path("a.tif")])
        let found = names.text.split(separator: "\n").map(String.init)
        let expected = (1...Self.tags.count).map { "page \($0)" }
        #expect(found == expected)
      }
    }

    /// The first page is upright, so that only a look at the others finds anything to do.
    @Test func aPageThatIsTurnedIsNotAnUprightFile() throws {
      let source = Self.file(Self.forms[0], [.topLeft, .leftBottom]).bytes
      #expect(try UprightState(of: Probe(source)) == .rotated(.leftBottom))
      let upright = Self.file(Self.forms[0], [.topLeft, .topLeft]).bytes
      #expect(try UprightState(of: Probe(upright)) == .upright)
      let plan = try Self.house.plan(EdgeMode.auto.rendition(of: .tiff), for: Probe(upright))
      #expect(plan.route == .copy)
    }

    @Test(arguments: forms)
    func eachPageBecomesAnImage(_ form: (TinyTIFF.ByteOrder, Bool)) throws {
      let source = Self.file(form).bytes
      for format in [ContainerFormat.png, .tiff, .jpeg] {
        for page in 1...Self.tags.count {
          var wanted = EdgeMode.auto.rendition(of: .tiff)
          (wanted.page, wanted.format) = (page, format == .tiff ? nil : format)
          let made = try Self.house.run(wanted, on: source)
          let probe = try Probe(made)
          #expect(probe.format == format && probe.orientation.isIdentity && probe.pageCount == 1)
          if format != .jpeg { #expect(try Self.pixels(made) == Self.upright(), "\(format), page \(page)") }
          #expect(probe.displayedSize == PixelSize(width: 12, height: 8))
        }
      }
    }

    @Test func aRegionOfAPageIsOfThatPage() throws {
      var pages = [TinyTIFFFile.Subfile(displaying: .sixColors.enlarged(by: 4), as: .rightTop)]
      pages.append(TinyTIFFFile.Subfile(displaying: .sixReversed.enlarged(by: 4), as: .leftBottom))
      let source = TinyTIFFFile(pages: pages).bytes
      let rect = PixelRect<Displayed>(x: 4, y: 0, width: 4, height: 4)
      for (page, image) in [(1, TinyImage.sixColors), (2, .sixReversed)] {
        var wanted = Rendition(region: .pixels(rect), upright: .pixels, format: .png)
        wanted.page = page
        let raster = try Self.house.raster(wanted, of: Probe(source), from: source)
        let expected: [UInt16] = image.samples[image.channels..<2 * image.channels].map { UInt16($0) }
        #expect(raster.pixel(x: 0, y: 0) == expected)
        #expect(raster.pixel(x: 3, y: 3) == expected)
      }
    }

    /// Files are the same if every page is: the last one decides.
    @Test func filesAreComparedPageByPage() throws {
      let source = Self.file(Self.forms[0], [.topLeft, .rightTop, .leftBottom])
      let fixed = try Self.house.run(EdgeMode.auto.rendition(of: .tiff), on: source.bytes)
      let same = try #require(try Self.house.relation(of: source.bytes, to: fixed))
      #expect(same.reorientation == .identity && same.agreement == .pixels)
      var other = source
      other.pages[2] = TinyTIFFFile.Subfile(displaying: .sixReversed.enlarged(by: 4), as: .leftBottom)
      let different = try Self.house.relation(of: other.bytes, to: fixed)
      #expect(different?.agreement != .pixels && different?.agreement != .data)
      let turned = try Self.house.run(Rendition(rotation: .rotate90, upright: .pixels), on: source.bytes)
      #expect(try Self.house.relation(of: source.bytes, to: turned)?.reorientation == .rotate90)
      let one = Self.file(Self.forms[0], [.topLeft]).bytes
      #expect(throws: ComparisonFailure.self) { try Self.house.relation(of: source.bytes, to: one) }
    }

    /// A blank page looks the same in every reorientation, and the others decide.
    @Test(arguments: [0, 1])
    func aBlankPageFollowsTheOthers(_ blank: Int) throws {
      var file = Self.file(Self.forms[0], [.topLeft, .topLeft])
      file.pages[blank] = TinyTIFFFile.Subfile(TinyImage(width: 8, height: 8, filledWith: [9, 9, 9]))
      let turned = try Self.house.run(Rendition(rotation: .rotate90, upright: .pixels), on: file.bytes)
      #expect(try Self.house.relation(of: file.bytes, to: turned)?.reorientation == .rotate90)
    }

    @Test func aPageThatIsMissingIsAnError() throws {
      let source = Self.file(Self.forms[0], [.topLeft, .rightTop]).bytes
      for (page, count) in [(0, "2 pages, 1 to 2"), (3, "2 pages, 1 to 2")] {
        var wanted = Rendition(upright: .pixels)
        wanted.page = page
        do throws(UprightError) {
          _ = try Self.house.plan(wanted, for: Probe(checking: source))
          Issue.record("a plan for page \(page)")
        } catch { #expect("\(error)".contains("\(page) was requested, but the file has \(count)")) }
      }
    }

    /// A page that cannot be rotated keeps the others as they are, and its number is in the reason.
    @Test func onePageThatStaysKeepsThemAll() throws {
      var pages = Self.file(Self.forms[0], [.topLeft, .rightTop, .rightTop]).pages
      pages[2].entries.append(TinyEntry(259, .short, [34_676]))
      let source = TinyTIFFFile(pages: pages).bytes
      let plan = try Self.house.plan(EdgeMode.auto.rendition(of: .tiff), for: Probe(source))
      #expect(plan.route == .copy && plan.rotatedPages == [2, 3] && plan.leavesOrientation)
      #expect(plan.rejections.contains { "\($0)".contains("page 3: ") })
    }
  }
#endif
