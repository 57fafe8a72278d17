// Rewriting the orientation: what is read afterwards, which bytes differ, how others display it, and the inverse.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct HEIFRetaggingTests {
  @Test(arguments: TinyHEIF.dialects) func eightByEightInEveryLayout(dialect: TinyHEIF.Dialect) throws {
    for from in ExifOrientation.allCases {
      var file = TinyHEIF(from, exif: TinyTIFF(orientation: 1), xmp: TinyXMP.packet(orientation: "1"))
      file.layout = dialect.layout
      let source = file.bytes
      let items = try Probe(source).itemTables.contents(in: source)
      #expect(items[1] == TinyHEIF.codedImage)
      for to in ExifOrientation.allCases {
        let change = try HEIFChange(source, to: to)
        #expect(change.patch.isEmpty == (from == to))
        let now = try change.probe.itemTables.contents(in: change.bytes)
        #expect(now[1] == items[1])
        if from != .topLeft { #expect(now == items, "what said something else stays") }
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases) func oneByteWhereTheKindStays(from: ExifOrientation) throws {
    let source = TinyHEIF([.rotation(.zero)] + HEIFProperty.operations(for: from).filter(\.isMirror)).bytes
    let current = try Probe(source).orientation
    for to in ExifOrientation.allCases where Orientation<Stored, Displayed>(exif: to).isMirrored == current.isMirrored {
      let patch = try HEIFChange(source, to: to).patch
      #expect(patch.isInPlace)
      #expect(patch.changedByteCount == (to == current.exif ? 0 : 1))
    }
  }

  @Test func exifAndXMPFollowWhereTheyAgreed() throws {
    for from in ExifOrientation.allCases {
      for to in ExifOrientation.allCases where from != to {
        let number = Int(from.rawValue)
        let agreed = TinyHEIF(
          from, exif: TinyTIFF(.big, orientation: number), xmp: TinyXMP.packet(orientation: "\(number)"))
        let change = try HEIFChange(agreed.bytes, to: to)
        #expect(change.probe.statements.map(\.value).allSatisfy { $0 == to })
        #expect(change.probe.statements.count >= 2)
        #expect(change.probe.findings.isEmpty || change.probe.findings.map(\.code) == [.xmpOnly])
        let other = number % 8 + 1
        let disagreed = TinyHEIF(from, exif: TinyTIFF(orientation: other), xmp: TinyXMP.packet(orientation: "\(other)"))
        let kept = try HEIFChange(disagreed.bytes, to: to).probe.statements.filter { $0.source.name != "irot-imir" }
        #expect(kept.map(\.value?.rawValue) == [UInt8(other), UInt8(other)])
      }
    }
  }

  @Test func whereExifIsPreferredBothSayTheNewValue() throws {
    let preferring = OrientationRules(prefersExif: true)
    let source = TinyHEIF(.topLeft, exif: TinyTIFF(orientation: 6)).bytes
    for to in ExifOrientation.allCases {
      let change = try HEIFChange(source, to: to, rules: preferring)
      #expect(try Probe(change.bytes).orientation.exif == to)
      #expect(change.probe.source.name == "exif")
    }
  }

  @Test func exifInsideTheTablesIsNotWritten() throws {
    var file = TinyHEIF(.rightTop, exif: TinyTIFF(orientation: 6))
    file.trailer = TinyBox.bytes("free", TinyItem.exif(2, TinyTIFF(orientation: 6)).data)
    var bytes = file.bytes
    let place = bytes.count - file.items[1].data.count
    let field = try #require(try Probe(bytes).itemTables.locations.last?.extents.first?.offset)
    bytes.replaceSubrange(field.offset..<field.offset + 4, with: TinyBox.number(place, 4))
    #expect(try Probe(bytes).statements.count == 2)
    #expect { try Probe(bytes).retag(to: Orientation(exif: .bottomRight)) } throws: {
      ($0 as? MetadataError)?.code == .fieldNotWritable
    }
  }

  // Sixty-four files: from every tag to every tag. Their images are stored alike and so are displayed by the new tag.
  private static let matrix: [(from: ExifOrientation, to: ExifOrientation)] = ExifOrientation.allCases.flatMap { from in
    ExifOrientation.allCases.map { (from, $0) }
  }

  private func writeMatrix(_ folder: ScratchFolder) throws -> [String] {
    try Self.matrix.enumerated().map { index, pair in
      let source = TinyHEIF(pair.from, exif: TinyTIFF(orientation: Int(pair.from.rawValue))).bytes
      return try folder.write(try HEIFChange(source, to: pair.to).bytes, as: "\(index).avif")
    }
  }

  /// The label of a color of `TinyImage.sixColors`, also after coarse coding.
  private func label(_ color: [UInt8]) -> Int? {
    (0..<6).first { place in
      zip(TinyImage.sixColors[place % 3, place / 3], color).allSatisfy { abs(Int($0) - Int($1)) < 60 }
    }
  }

  private static let isVipsWithAVIF: Bool = {
    let mean = try? OutsideTool.vips.run(["avg", "{in}"], input: TinyHEIF([]).bytes)
    return mean != nil
  }()

  @Test(.enabled(if: isVipsWithAVIF, "needs vips with AVIF")) func libheifShowsAllSixtyFour() throws {
    let folder = try ScratchFolder()
    let files = try writeMatrix(folder)
    let arguments = ["arrayjoin", files.joined(separator: " "), folder.path("all.raw"), "--across", "8"]
    let answer = try OutsideTool.vips.run(
      arguments + ["--hspacing", "24", "--vspacing", "24", "--halign", "low", "--valign", "low"])
    #expect(answer.status == 0, "\(answer.complaints)")
    let raw = PortableMap(width: 192, height: 192, channels: 3, samples: try folder.read("all.raw"))
    let sheet = try #require(TinyImage(portableMap: raw.bytes))
    for (index, pair) in Self.matrix.enumerated() {
      let (left, top) = (index % 8 * 24, index / 8 * 24)
      let shown = CornerRule.shown[Int(pair.to.rawValue) - 1]
      for (row, labels) in shown.enumerated() {
        for (column, wanted) in labels.enumerated() {
          let color = sheet[left + 8 * column + 4, top + 8 * row + 4]
          #expect(label(color) == wanted, "\(pair): \(color) at \(column), \(row)")
        }
      }
    }
  }

  private static let isPillowWithAVIF: Bool = {
    let script = "import sys; from PIL import features; sys.exit('avif' not in features.get_supported_modules())"
    return (try? OutsideTool.pillow.run(["-c", script]))?.status == 0
  }()

  @Test(.enabled(if: isPillowWithAVIF, "needs Pillow 11.3 or newer, with AVIF")) func libavifShowsAllSixtyFour() throws
  {
    let folder = try ScratchFolder()
    let files = try writeMatrix(folder)
    let script = """
      import sys
      from PIL import Image, ImageOps
      for path in sys.argv[1:]:
          image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
          width, height = image.size
          print(*[v for y in range(4, height, 8) for x in range(4, width, 8) for v in image.getpixel((x, y))])
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + files)
    let lines = answer.text.split(separator: "\n")
    #expect(lines.count == 64)
    for (pair, line) in zip(Self.matrix, lines) {
      let samples = line.split(separator: " ").compactMap { UInt8($0) }
      let labels = stride(from: 0, to: samples.count, by: 3).map { label(Array(samples[$0..<$0 + 3])) }
      #expect(labels == CornerRule.shown[Int(pair.to.rawValue) - 1].flatMap { $0 }, "\(pair)")
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool")) func exiftoolReadsTheTurnAndExif() throws {
    let folder = try ScratchFolder()
    let files = try writeMatrix(folder)
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-IFD0:Orientation", "-Rotation", "-Warning"] + files)
    let lines = answer.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines.count == 64)
    for (pair, line) in zip(Self.matrix, lines) {
      #expect(line[0] == "\(pair.to.rawValue)")
      #expect(line[2] == "-")
      guard !Orientation<Stored, Displayed>(exif: pair.to).isMirrored else { continue }
      let turn = [1: 0, 3: 180, 6: 270, 8: 90][Int(pair.to.rawValue)] ?? 0
      #expect(line[1] == "\(turn)" || (turn == 0 && line[1] == "-"), "\(pair)")
    }
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, "needs avifdec")) func avifdecReadsBothProperties() throws {
    let folder = try ScratchFolder()
    let files = try writeMatrix(folder)
    for (pair, file) in zip(Self.matrix, files) where (pair.from.rawValue + pair.to.rawValue) % 3 == 0 {
      let text = try OutsideTool.avifdec.run(["--info", file]).text
      func number(_ name: String) -> UInt8? {
        let line = text.split(separator: "\n").first { $0.contains("* \(name) ") }
        return line.flatMap { $0.split(separator: ":").last?.first { $0.isNumber } }.flatMap { UInt8(String($0)) }
      }
      let turn = number("irot").flatMap(HEIFProperty.Angle.init(rawValue:)).map { HEIFProperty.rotation($0) }
      let mirror = number("imir").flatMap(HEIFProperty.Axis.init(rawValue:)).map { HEIFProperty.mirror($0) }
      #expect(Orientation([turn, mirror].compactMap { $0 }).exif == pair.to, "\(text)")
    }
  }
}
