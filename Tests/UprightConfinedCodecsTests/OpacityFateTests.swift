// What becomes of alpha that a file stores as an image of its own.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures

@Suite(.serialized) struct OpacityFateTests {
  private static let pipeline = Pipeline(codecs: ConfinedCodecs.all)

  private static func fate(_ wanted: Rendition) throws -> Account.Fate? {
    let source = HEIFFiles.transparent(multiplied: false).bytes
    let probe = try Probe(source)
    let plan = try pipeline.plan(wanted, for: probe)
    var result: [UInt8] = []
    let done = try pipeline.run(plan, of: probe, on: source, into: &result)
    let account = try Account(
      of: probe.fileParts(in: source), in: source, by: done, found: Probe(result).fileParts(in: result), in: result)
    let alpha = account.entries.filter { $0.part.kind == .auxiliary }
    #expect(alpha.count == 1 && account.losses.count == (alpha.first?.fate.isLoss == true ? 1 : 0))
    return alpha.first?.fate
  }

  /// Its samples are in the result, whole or in part, whatever else is stripped.
  @Test(arguments: Strip.allCases)
  func alphaThatBecomesSamplesIsNotLost(_ strip: Strip) throws {
    let part = Rendition.Region.pixels(PixelRect(x: 3, y: 2, width: 11, height: 9))
    for region in [Rendition.Region.full, part] {
      var wanted = Rendition(region: region, rotation: .rotate90, upright: .pixels, format: .tiff)
      wanted.strip = strip
      #expect(try Self.fate(wanted) == .rewritten)
    }
  }
}
