// Formats that are recognized, not supported: each by its first bytes, none of ours.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct KnownFormatTests {
  @Test(arguments: KnownFormat.allCases.filter { $0 != .tga })
  func theFirstBytesAreEnough(_ format: KnownFormat) throws {
    #expect(KnownFormat(signature: format.sample) == format)
    #expect(KnownFormat(signature: format.sample + [UInt8](repeating: 0x5A, count: 4_000)) == format)
    let error = #expect(throws: MetadataError.self) { try Probe(format.sample) }
    #expect(error?.code == .unsupportedFormat && error?.known == format)
    #expect(error?.sentence == "\(format.name): recognized, not supported")
  }

  @Test(arguments: KnownFormat.allCases) func noPrefixIsATrap(_ format: KnownFormat) {
    for count in 0...format.sample.count {
      let found = KnownFormat(signature: Array(format.sample.prefix(count)))
      #expect(found == nil || found == format, "\(count) bytes of \(format)")
    }
  }

  @Test func namesAndExtensionsAreUnique() {
    for format in KnownFormat.allCases where format != .tga {
      #expect(ContainerFormat(signature: format.sample) == nil, "\(format)")
    }
    #expect(KnownFormat(fileExtension: "PSD") == .psd && KnownFormat(fileExtension: "txt") == nil)
    for name in ["cr3", "raf", "rw2", "orf", "jp2", "jpx", "j2k", "jxr", "psd", "psb", "eps", "ai", "pdf", "mkv"] {
      #expect(KnownFormat(fileExtension: name) != nil && ContainerFormat(fileExtension: name) == nil, "\(name)")
    }
  }

  @Test func oursAreOurs() {
    let own: [[UInt8]] = [
      TinyJPEG(.sixColors).bytes, TinyPNG(.sixColors).bytes, TinyWebP(.sixColors).bytes, TinyGIF(.sixColors).bytes,
      TinyHEIF(.rightTop).bytes, TinyMovie(.sixColors, as: .rightTop).bytes,
    ]
    for bytes in own { #expect(KnownFormat(signature: bytes) == nil) }
  }

  @Test func othersAreUnknown() {
    for text in ["words", "<html><svg></svg></html>", "P6", "P9 1", "RIFF\0\0\0\0WAVE", "OggS", "%", "8BPS\0\u{3}", ""]
    {
      #expect(KnownFormat(signature: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(KnownFormat(signature: [UInt8](repeating: 0, count: 400)) == nil)
    let targa: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 24, 0] + [UInt8](repeating: 7, count: 18)
    #expect(KnownFormat(signature: targa) == nil && KnownFormat(signature: targa, fileExtension: "TGA") == .tga)
    #expect(KnownFormat(signature: [UInt8](repeating: 0, count: 40), fileExtension: "tga") == nil)
  }
}
