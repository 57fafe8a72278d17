// Real and hostile files in the folder that UPRIGHT_CORPUS names.

import Foundation
import Testing
import Upright
import UprightCodecs

@Suite(.enabled(if: corpus != nil, "needs UPRIGHT_CORPUS"))
struct CorpusTests {
  /// Width, height and components of the first frame header, and the height of its blocks.
  static func frame(_ jpeg: [UInt8]) -> (size: PixelSize<Stored>, components: Int, blockHeight: Int)? {
    var index = 2
    while index + 19 < jpeg.count {
      guard jpeg[index] == 0xFF, jpeg[index + 1] != 0xFF else {
        index += 1
        continue
      }
      if [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(jpeg[index + 1]) {
        let word = { (at: Int) in Int(jpeg[at]) << 8 | Int(jpeg[at + 1]) }
        let count = Int(jpeg[index + 9])
        guard index + 10 + 3 * count <= jpeg.count else { return nil }
        let most = (0..<count).map { Int(jpeg[index + 11 + 3 * $0] & 15) }.max() ?? 1
        let size = PixelSize<Stored>(width: word(index + 7), height: word(index + 5))
        return (size, count, count == 1 ? 8 : most * 8)
      }
      index += 2 + (Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3]))
    }
    return nil
  }

  static func bytes(_ url: URL) -> [UInt8] { (try? Data(contentsOf: url)).map { Array($0) } ?? [] }

  @Test func `hostile files end in an error or a picture`() throws {
    let files = corpusFiles("hostile")
    #expect(!files.isEmpty)
    let limits = Limits(pixels: 1 << 22, memoryBytes: 1 << 26, seconds: 2)
    for file in files {
      let jpeg = Self.bytes(file)
      let (size, components, _) = Self.frame(jpeg) ?? (PixelSize(width: 8, height: 8), 3, 8)
      for denominator in [1, 8] where size.width * size.height <= 1 << 22 && !size.isEmpty {
        _ = try? decode(
          jpeg, width: size.width, height: size.height, denominator: denominator, channels: components, limits: limits)
      }
      for orientation in [orientations[0], orientations[5]] {
        _ = try? transform(jpeg, orientation, region: size.bounds, limits: limits)
      }
    }
  }

  @Test(.enabled(if: Tool.djpeg.exists && Tool.jpegtran.exists, "needs djpeg and jpegtran"))
  func `real photos decode as djpeg's and turn as jpegtran's`() throws {
    let files = (corpusFiles("real/jpg") + corpusFiles("eightway")).filter { $0.pathExtension == "jpg" }
    var compared = 0
    for file in files.enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
      let jpeg = Self.bytes(file)
      guard let (size, components, block) = Self.frame(jpeg), [1, 3].contains(components) else { continue }
      for denominator in [1, 8] {
        guard
          let ours = try? decode(
            jpeg, width: size.width, height: size.height, denominator: denominator, channels: components)
        else { continue }
        let theirs = Samples(pnm: try Tool.djpeg.run(["-pnm", "-scale", "1/\(denominator)", "{in}"], input: jpeg))
        #expect(ours == theirs, "\(file.lastPathComponent)")
      }
      let region = PixelRect<Stored>(
        x: 0, y: 0, width: size.width, height: size.height / block * block)
      guard let ours = try? transform(jpeg, orientations[5], region: region).bytes else { continue }
      let theirs = try Tool.jpegtran.run(["-copy", "none", "-trim", "-rotate", "90", "{in}"], input: jpeg)
      let shown = try Tool.djpeg.run(["-pnm", "{in}"], input: ours)
      #expect(shown == (try Tool.djpeg.run(["-pnm", "{in}"], input: theirs)), "\(file.lastPathComponent)")
      compared += 1
    }
    #expect(compared > 0)
  }
}
