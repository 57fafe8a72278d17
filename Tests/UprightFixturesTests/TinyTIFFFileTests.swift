// TIFF files byte by byte, and as other readers display them.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyTIFFFileTests {
  static let forms: [(order: TinyTIFF.ByteOrder, isBigTIFF: Bool)] = TinyTIFF.ByteOrder.allCases.flatMap {
    [($0, false), ($0, true)]
  }

  @Test func aClassicFileByteByByte() {
    let image = TinyImage(width: 1, height: 1, filledWith: [200])
    var file = TinyTIFFFile(.big, pages: [TinyTIFFFile.Subfile(image, entries: [.orientation(6)])])
    file.pages[0].isDescribed = false
    #expect(
      file.bytes == [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
    file.pages[0].isDescribed = true
    #expect(Array(file.bytes[4..<10]) == [0, 0, 0, 10, 200, 0], "pixels first, the directory word-aligned behind them")
  }

  @Test func aBigFileByteByByte() {
    var file = TinyTIFFFile(.little, isBigTIFF: true, displaying: .sixGrays, as: .rightTop)
    file.pages[0].isDescribed = false
    #expect(
      file.bytes == [
        0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        0x12, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ])
  }

  /// Pillow 9 takes the high byte of 43 for the version, so big-endian BigTIFF is omitted.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: forms.indices.dropLast())
  func pillowShowsTheImage(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    let script = "import sys; from PIL import Image; i = Image.open(sys.argv[1]); i.save(sys.argv[2], 'PPM')"
    for image in [TinyImage.letterF, .sixColors] {
      for tag in ExifOrientation.allCases {
        let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, displaying: image, as: tag).bytes
        let shown = try OutsideTool.pillow.run(["-c", script, "{in}", "{out}"], input: file)
        #expect(TinyImage(portableMap: shown) == image, "\(tag)")
      }
    }
  }

  @Test(.enabled(if: OutsideTool.vips.isInstalled, "needs vips"), arguments: forms.indices)
  func vipsShowsTheImage(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    for tag in ExifOrientation.allCases {
      let folder = try ScratchFolder()
      let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, displaying: .letterF, as: tag).bytes
      try folder.write(file, as: "in.tif")
      let answer = try OutsideTool.vips.run(["autorot", folder.path("in.tif"), folder.path("out.pgm") + "[strip]"])
      #expect(answer.status == 0, "\(answer.complaints)")
      #expect(TinyImage(portableMap: try folder.read("out.pgm")) == .letterF, "\(tag)")
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: forms.indices)
  func exiftoolReadsPagesAndSubdirectories(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    var first = TinyTIFFFile.Subfile(displaying: .sixGrays, as: .rightTop)
    first.inside = [TinyTIFFFile.Subfile(.letterF, entries: [TinyEntry(254, .long, [1])])]
    first.xmp = TinyXMP.packet(orientation: "6")
    let file = TinyTIFFFile(
      order, isBigTIFF: isBigTIFF, pages: [first, TinyTIFFFile.Subfile(displaying: .letterF, as: .leftBottom)])
    let folder = try ScratchFolder()
    let path = try folder.write(file.bytes, as: "pages.tif")
    let answer = try OutsideTool.exiftool.run([
      "-n", "-T", "-IFD0:ImageWidth", "-IFD0:Orientation", "-SubIFD:ImageHeight", "-SubIFD:SubfileType",
      "-XMP-tiff:Orientation", "-IFD1:ImageWidth", "-IFD1:Orientation", "-Warning", path,
    ])
    #expect(answer.text == "2\t6\t7\t1\t6\t7\t8\t-")
  }
}
