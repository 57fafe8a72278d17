// Files from the builder of HEIF and AVIF, read by other programs: sizes, pixels, Exif and XMP.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyHEIFTests {
  @Test func theTablesSayWhereTheBytesLie() throws {
    let bytes = TinyHEIF([]).bytes
    let payload = TinyHEIF.codedImage
    #expect(Array(bytes.suffix(payload.count)) == payload)
    #expect(Array(bytes[4..<12]) == Array("ftypavif".utf8))
    let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "iloc".utf8) })
    let place = bytes[table + 18..<table + 22].reduce(0) { $0 << 8 | Int($1) }
    #expect(place == bytes.count - payload.count)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTurnSizeExifAndXMP() throws {
    var file = TinyHEIF(
      [.rotation(.quarter)], exif: TinyTIFF(.big, orientation: 3), xmp: TinyXMP.packet(orientation: "5"))
    let arguments = [
      "-n", "-T", "-FileType", "-ImageSpatialExtent", "-Rotation", "-IFD0:Orientation", "-XMP-tiff:Orientation",
      "-Warning", "{in}",
    ]
    for isDataFirst in [false, true] {
      file.layout.isDataFirst = isDataFirst
      let answer = try OutsideTool.exiftool.run(arguments, input: file.bytes)
      #expect(String(decoding: answer, as: UTF8.self) == "AVIF\t24 16\t90\t3\t5\t-\n")
    }
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, "needs avifdec")) func libavifDecodesIt() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(TinyHEIF([]).bytes, as: "in.avif")
    let answer = try OutsideTool.avifdec.run([file, folder.path("out.y4m")])
    #expect(answer.status == 0, "\(answer.complaints)")
    let video = try folder.read("out.y4m")
    let frame = Array(video.suffix(24 * 16 * 3 / 2))
    let lights = [(4, 4), (12, 4), (20, 4), (4, 12), (12, 12), (20, 12)].map { Int(frame[$0.1 * 24 + $0.0]) }
    // Red, green, blue, yellow, magenta, white by BT.601 in full range.
    for (light, wanted) in zip(lights, [76, 150, 29, 226, 105, 255]) { #expect(abs(light - wanted) < 8, "\(lights)") }
  }
}
