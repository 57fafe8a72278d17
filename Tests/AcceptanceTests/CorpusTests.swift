// Real photos, if the environment names a folder of them: rotated upright, they look as before to an independent
// reader.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct CorpusTests {
  /// The set's images show their own number and were encoded separately. So a file matches the first of its set no
  /// better than its source does; it matches its own source, rotated by Pillow, throughout.
  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"),
    arguments: [Rendition.Loss.none, .recode])
  func eightWaysBecomeOne(_ loss: Rendition.Loss) throws {
    let folder = try ScratchFolder()
    let wish = Rendition(upright: loss == .none ? .pixelsWherePossible : .pixels, loss: loss)
    var (same, first, sources): ([(String, String)], [(String, String)], [(String, String)]) = ([], [], [])
    for file in Corpus.files("eightway", suffix: "jpg") {
      let source = [UInt8](try Data(contentsOf: file))
      let plan = try house.plan(wish, for: Probe(source))
      let result = try house.run(plan, on: source)
      let probe = try Probe(result)
      #expect(probe.orientation == plan.remaining)
      let aligned = Self.isAligned(try Probe(source))
      #expect(probe.orientation.isIdentity == (aligned || loss == .recode), "\(file.lastPathComponent)")
      if aligned { #expect(plan.route.name != .transcode, "\(file.lastPathComponent) goes by blocks") }
      let path = try folder.write(result, as: file.lastPathComponent)
      let upright = file.deletingLastPathComponent().appending(
        path: file.lastPathComponent.prefix { $0 != "_" } + "_1.jpg")
      same.append((file.path, path))
      first.append((upright.path, path))
      sources.append((upright.path, file.path))
    }
    for (pair, fidelity) in zip(same, try Pillow.fidelities(same)) {
      #expect(fidelity.allSatisfy { $0 >= 40 }, "\(pair.1): \(fidelity)")
    }
    let inherent = try Pillow.fidelities(sources)
    for (index, fidelity) in try Pillow.fidelities(first).enumerated() {
      for (corner, own) in zip(fidelity, inherent[index]).dropFirst() {
        #expect(corner >= min(40, own - 0.5), "\(first[index].1): \(fidelity), the source itself \(inherent[index])")
        #expect(corner >= 30)
      }
    }
  }

  /// Whether the reversed axes contain whole blocks.
  private static func isAligned(_ probe: Probe) -> Bool {
    let block = probe.jpeg?.blockSize ?? PixelSize(width: 1, height: 1)
    let reversed = probe.orientation.reversesFromAxes
    return (!reversed.horizontal || probe.storedSize.width % block.width == 0)
      && (!reversed.vertical || probe.storedSize.height % block.height == 0)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func realPhotosLookAsBefore() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for file in Corpus.files("real/jpg", suffix: "jpg") {
      let source = [UInt8](try Data(contentsOf: file))
      let result = try house.run(Rendition(upright: .pixelsWherePossible, loss: .none), on: source)
      pairs.append((file.path, try folder.write(result, as: file.lastPathComponent)))
    }
    for (pair, fidelity) in zip(pairs, try Pillow.fidelities(pairs)) {
      #expect(fidelity.allSatisfy { $0 >= 50 }, "\(pair.0): \(fidelity), although only a decoder's rounding may differ")
    }
  }
}
