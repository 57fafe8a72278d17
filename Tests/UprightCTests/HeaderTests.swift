// The C functions: what the header declares is what is implemented, and errors fit their room.

import CUprightABI
import Foundation
import Testing
import Upright
import UprightC
import UprightFixtures

@Suite struct HeaderTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private static func names(in file: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
    let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
    return Set(text.matches(of: pattern).map { String($0.1) })
  }

  @Test func theHeaderDeclaresExactlyTheImplementedFunctions() throws {
    let declared = try Self.names(in: "Sources/CUprightABI/include/upright.h", /(?m)^\w[\w ]*[ *](upright_\w+)\(/)
    let implemented = try Self.names(in: "Sources/UprightC/Exports.swift", /@c @implementation\npublic func (\w+)\(/)
    #expect(declared == implemented)
    #expect(declared.count == 13)
    #expect(upright_abi_version() == UPRIGHT_ABI_VERSION)
  }

  /// The text in a fixed array of C.
  private static func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  @Test func aLongMessageIsCutOffBetweenCharacters() {
    let bytes = TinyPNG(.sixColors).bytes
    for length in 440...450 {
      let path = "/nowhere/" + String(repeating: "x", count: length) + String(repeating: "é", count: 40)
      var (error, request, source) = unsafe (upright_error(), upright_request(), upright_source())
      let code = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe request.kind = Int32(UPRIGHT_WHOLE)
        unsafe source.kind = Int32(UPRIGHT_SOURCE_BYTES)
        unsafe (source.bytes, source.count) = (buffer.baseAddress, buffer.count)
        return unsafe upright_save(&source, &request, path, 0, nil, &error)
      }
      let message = Self.text(error.message)
      #expect(code == 74 && Self.text(error.name) == "io" && error.system_error == ENOENT)
      #expect(message.utf8.count >= 478 && message.hasPrefix("/nowhere/x") && message.hasSuffix("é"))
    }
  }

  @Test(arguments: ExifOrientation.allCases) func boxesAreMappedAsRectangles(_ tag: ExifOrientation) {
    let size = PixelSize<Stored>(width: 7, height: 4)
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    for x in 0..<7 {
      for y in 0..<4 {
        let rect = PixelRect<Stored>(x: x, y: y, width: 7 - x, height: 4 - y)
        let expected = rect.applying(orientation, in: size)
        let from = [x, y, 7 - x, 4 - y].map(Double.init)
        var to = [0.0, 0, 0, 0]
        let code = unsafe upright_map_boxes(
          from, &to, 1, Int32(UPRIGHT_XYWH), Int32(tag.rawValue), 7, 4, Int32(UPRIGHT_DISPLAYED), nil)
        #expect(code == 0)
        #expect(to == [expected.x, expected.y, expected.width, expected.height].map(Double.init))
        var back = [0.0, 0, 0, 0]
        _ = unsafe upright_map_boxes(
          to, &back, 1, Int32(UPRIGHT_XYWH), Int32(tag.rawValue), 7, 4, Int32(UPRIGHT_STORED), nil)
        #expect(back == from)
      }
    }
  }
}
