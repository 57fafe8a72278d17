// Names of another format than the file's.

import Testing
import UprightMetadata

@Suite struct NameRuleTests {
  /// Extensions by format, written independently of the code; the last row is for formats that are not read.
  private static let extensions: [(formats: Set<ContainerFormat>, names: [String])] = [
    ([.jpeg], ["jpg", "JPG", "jpeg", "jpe", "jfif"]), ([.png], ["png", "Png"]), ([.webp], ["webp"]),
    ([.tiff], ["tif", "tiff", "dng", "nef", "NRW", "cr2", "arw"]), ([.heif], ["heic", "heics", "HEIC"]),
    ([.heif, .avif], ["heif", "hif", "heifs"]), ([.avif], ["avif", "avifs"]), ([.jpegXL], ["jxl"]), ([.gif], ["gif"]),
    ([.bmp], ["bmp", "dib"]), ([.mp4, .quickTime], ["mp4", "m4v", "3gp", "mov", "MOV", "qt"]),
    (Set(ContainerFormat.allCases), ["", "bak", "txt", "psd", "mpo", "thm", "jpg~", "<b>"]),
  ]

  @Test(arguments: ContainerFormat.allCases)
  func onlyAnotherFormatsNameIsOdd(_ format: ContainerFormat) {
    for (formats, names) in Self.extensions {
      for name in names {
        let finding = format.finding(fileExtension: name)
        #expect((finding == nil) == formats.contains(format), "\(format) named .\(name)")
      }
    }
  }

  @Test func theSentenceNamesBoth() {
    let finding = ContainerFormat.jpeg.finding(fileExtension: "PNG")
    #expect(finding == Finding(.wrongExtension, "the file name ends in .png, but the format is jpeg"))
    #expect(ContainerFormat.avif.finding(fileExtension: "heic")?.message.contains("avif") == true)
  }
}
