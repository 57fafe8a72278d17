// What a TIFF's image is among those of its file: NewSubfileType and SubfileType (TIFF 6.0, section 8).

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct SubfileTypeTests {
  /// Pages of a document, each with a tag.
  private static func document(_ order: TinyTIFF.ByteOrder, _ tags: [ExifOrientation]) -> [UInt8] {
    let pages = tags.enumerated().map { number, tag in
      var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 4), as: tag)
      page.entries += [
        TinyEntry(254, .long, [2]), TinyEntry(255, .short, [3]), TinyEntry(297, .short, [number, tags.count]),
      ]
      return page
    }
    return TinyTIFFFile(order, pages: pages).bytes
  }

  /// The values of the fields with these tags, by directory.
  private static func values(_ bytes: [UInt8], _ order: TinyTIFF.ByteOrder) throws -> [String: [Int]] {
    var values: [String: [Int]] = [:]
    for part in try Probe(bytes).fileParts(in: bytes) where part.name.contains(":0x00F") {
      values[part.name, default: []].append(number(bytes, part, order))
    }
    return values
  }

  private static func number(_ bytes: [UInt8], _ part: FilePart, _ order: TinyTIFF.ByteOrder) -> Int {
    let value = part.ranges.flatMap { Array(bytes[$0]) }
    return (order == .big ? value : value.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(arguments: [TinyTIFF.ByteOrder.little, .big])
  func everyPageKeepsItInPlace(_ order: TinyTIFF.ByteOrder) throws {
    let folder = try ScratchFolder()
    let source = Self.document(order, [.rightTop, .topLeft, .leftBottom])
    let expected = try Self.values(source, order)
    #expect(expected.count == 6 && expected["page 3:0x00FE"] == [2] && expected["IFD0:0x00FF"] == [3])
    try folder.write(source, as: "a.tif")
    let answer = try UprightTool.run(["fix", "-i", "--json", "--explain", "a.tif"], in: folder)
    let made = try folder.read("a.tif")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try Probe(made).isUpright)
    #expect(try Self.values(made, order) == expected)
    let account = try #require(try answer.objects().first?["account"] as? [[String: Any]])
    let fates = account.filter { ($0["name"] as? String)?.hasSuffix(":0x00FE") == true }.map { $0["fate"] as? String }
    #expect(fates == ["kept", "kept", "kept"])
  }

  @Test(arguments: 1...3)
  func aPageTakenOutKeepsIt(_ page: Int) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.document(.little, [.rightTop, .topLeft, .leftBottom]), as: "a.tif")
    let answer = try UprightTool.run(["fix", "--page", "\(page)", "a.tif", "-o", "b.tif"], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let values = try Self.values(folder.read("b.tif"), .little)
    #expect(values == ["IFD0:0x00FE": [2], "IFD0:0x00FF": [3]])
  }

  /// A directory with a smaller version says that of it, not of the image in its subdirectory.
  @Test func whatIsSaidOfAPreviewIsNotSaidOfTheImage() throws {
    let folder = try ScratchFolder()
    var page = TinyTIFFFile.Subfile(TinyImage.sixColors, entries: [TinyEntry(254, .long, [1]), .orientation(6)])
    page.inside = [TinyTIFFFile.Subfile(TinyImage.sixColors.enlarged(by: 4), entries: [TinyEntry(254, .long, [0])])]
    let file = TinyTIFFFile(pages: [page]).bytes
    let parts = try Probe(file).fileParts(in: file).filter { $0.name.hasSuffix(":0x00FE") }
    #expect(parts.map(\.kind) == [.structure, .structure], "\(parts)")
    try folder.write(file, as: "a.tif")
    let answer = try UprightTool.run(["fix", "a.tif", "-o", "b.tif"], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try Self.values(folder.read("b.tif"), .little)["IFD0:0x00FE"] == nil)
  }

  /// Another format has no pages, and loses nothing.
  @Test func anotherFormatHasNone() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.document(.little, [.rightTop]), as: "a.tif")
    let answer = try UprightTool.run(["fix", "--format", "png", "--json", "a.tif", "-o", "b.png"], in: folder)
    let object = try #require(try answer.objects().first)
    #expect(answer.status == 0 && object["lossCount"] as? Int == 0, "\(answer)")
  }
}
