// Small photos for the command line, named by their content.

import Foundation
import UprightFixtures
import UprightGeometry
import UprightTestTools

/// A folder of photos for one test.
struct Album {
  let folder: ScratchFolder

  /// A folder with the photos of these names.
  init(_ names: String...) throws {
    folder = try ScratchFolder()
    for name in names { try add(name) }
  }

  /// `6.jpg` is stored with tag 6 in whole blocks, 48 by 32 as displayed; `6-ragged.jpg` has blocks that cannot be
  /// moved.
  func add(_ name: String) throws {
    let tag = UInt8(name.split(separator: "/").last?.first?.wholeNumberValue ?? 0)
    let parent = URL(fileURLWithPath: folder.path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try folder.write(Self.photo(tag, hasPartialBlocks: name.contains("ragged")), as: name)
  }

  /// A photo whose colors are red, green, blue over yellow, magenta, white.
  static func photo(_ tag: UInt8, hasPartialBlocks: Bool = false) -> [UInt8] {
    var image = TinyImage.sixColors.enlarged(by: 16)
    if hasPartialBlocks {
      var larger = TinyImage(width: 51, height: 35, filledWith: [128, 128, 128])
      for y in 0..<32 { for x in 0..<48 { larger[x, y] = image[x, y] } }
      image = larger
    }
    let stored = ExifOrientation(rawValue: tag).map(image.stored) ?? image
    return TinyJPEG(stored, exif: TinyTIFF(orientation: Int(tag))).bytes
  }

  /// A photo with tag 6, a complete header, and a coded image that is `cut` short or has `noise`.
  func addDamaged(_ kind: String, as name: String) throws {
    var bytes = Self.photo(6)
    if kind == "cut" {
      bytes.removeLast(40)
    } else {
      bytes.replaceSubrange(bytes.count - 60..<bytes.count - 20, with: Array(repeating: 0xFF, count: 40))
    }
    try folder.write(bytes, as: name)
  }

  /// Runs `upright` in the folder.
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> OutsideTool.Answer {
    try UprightTool.run(arguments, in: folder, environment: environment)
  }

  /// Every file's path inside the folder and its bytes.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    let walk = FileManager.default.enumerator(atPath: folder.url.path)
    while let name = walk?.nextObject() as? String {
      if let bytes = try? folder.read(name) { contents[name] = bytes }
    }
    return contents
  }
}

extension OutsideTool.Answer {
  /// Each line of standard output as a JSON object.
  func objects() throws -> [[String: Any]] {
    try output.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
    }
  }
}
