// Real and hostile files in the folder that UPRIGHT_CORPUS names.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct CorpusTests {
  static func bytes(_ url: URL) -> [UInt8] { (try? Data(contentsOf: url)).map { Array($0) } ?? [] }

  @Test func hostileFilesEndInAnErrorOrAnImage() throws {
    let files = Corpus.files("hostile")
    #expect(!files.isEmpty)
    let limits = Limits(pixels: 1 << 22, memoryBytes: 1 << 26, seconds: 2)
    for file in files {
      let jpeg = Self.bytes(file)
      let frame = Frame(jpeg)
      let (size, components) = (frame?.size ?? PixelSize(width: 8, height: 8), frame?.factors.count ?? 3)
      for denominator in [1, 8] where size.width * size.height <= 1 << 22 && !size.isEmpty {
        _ = try? decode(
          jpeg, width: size.width, height: size.height, denominator: denominator, channels: components, limits: limits)
      }
      for orientation in [orientations[0], orientations[5]] {
        _ = try? transform(jpeg, orientation, region: size.bounds, limits: limits)
      }
    }
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled && OutsideTool.jpegtran.isInstalled, "needs djpeg and jpegtran"))
  func realPhotosDecodeAsInDjpegAndTurnAsInJpegtran() throws {
    let files = Corpus.files("real/jpg", suffix: "jpg") + Corpus.files("eightway", suffix: "jpg")
    var compared = 0
    for file in files.enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
      let jpeg = Self.bytes(file)
      guard let frame = Frame(jpeg), [1, 3].contains(frame.factors.count) else { continue }
      let (size, components, block) = (frame.size, frame.factors.count, frame.block.height)
      for denominator in [1, 8] {
        guard
          let ours = try? decode(
            jpeg, width: size.width, height: size.height, denominator: denominator, channels: components)
        else { continue }
        let theirs = Samples(
          pnm: try OutsideTool.djpeg.run(["-pnm", "-scale", "1/\(denominator)", "{in}"], input: jpeg))
        #expect(ours == theirs, "\(file.lastPathComponent)")
      }
      let region = PixelRect<Stored>(
        x: 0, y: 0, width: size.width, height: size.height / block * block)
      guard let ours = try? transform(jpeg, orientations[5], region: region).bytes else { continue }
      let theirs = try OutsideTool.jpegtran.run(["-copy", "none", "-trim", "-rotate", "90", "{in}"], input: jpeg)
      let shown = try OutsideTool.djpeg.run(["-pnm", "{in}"], input: ours)
      #expect(shown == (try OutsideTool.djpeg.run(["-pnm", "{in}"], input: theirs)), "\(file.lastPathComponent)")
      compared += 1
    }
    #expect(compared > 0)
  }
}
