// Which codecs run where, as `--sandbox` specifies.

import ArgumentParser
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightSandbox

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ImageCodecsTests {
  @Test func onlyWhatIsConfinedIsAskedOfWorkers() {
    for mode in [SandboxMode.auto, .never] {
      let near = Set(ImageCodecs.all(mode).filter { !($0 is WorkerCodec) }.map(\.format))
      #expect(near == Set(SystemCodecs.all.map(\.format)))
    }
    #expect(ImageCodecs.all(.always).allSatisfy { $0 is WorkerCodec })
    let formats = SandboxMode.allCases.map { Set(ImageCodecs.all($0).map(\.format)) }
    #expect(Set(formats).count == 1, "the same formats, wherever they run")
    #expect(formats[0] == Set(SystemCodecs.all.map(\.format)).union(ConfinedFormats.all.keys))
  }

  @Test func plansAreTheSameWhereverCodecsRun() {
    let planners = SandboxMode.allCases.map { Pipeline(codecs: ImageCodecs.all($0)).planner.capabilities }
    #expect(Set(planners).count == 1)
  }

  /// A name, or its absence, at most starts a worker that may not be needed.
  @Test func whatIsPreparedIsWhatIsUsed() throws {
    for paths in [[], ["a.jpg"], ["a"], ["nowhere.TIF", "b.heic"], ["a.png", "b.tif"]] {
      ImageCodecs.prepare(for: paths)
    }
    let tiff = try #require(ImageCodecs.all().first { $0.format == .tiff }?.decoder)
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 3, height: 2), denominator: 1, layout: SampleLayout(.rgb))
    var rows = 0
    try tiff.decode(pass, from: TinyTIFFFile(pages: [.init(TinyImage.sixColors)]).bytes, limits: Limits()) { band, _ in
      rows += band.size.height
    }
    #expect(rows == 2)
  }

  @Test func theOptionTakesItsThreeWords() throws {
    #expect(try LimitOptions.parse([]).sandbox == .auto)
    for mode in SandboxMode.allCases {
      #expect(try LimitOptions.parse(["--sandbox", mode.rawValue]).sandbox == mode)
    }
    #expect(throws: (any Error).self) { try LimitOptions.parse(["--sandbox", "sometimes"]) }
  }

  @Test func aJournalGoesOnWhereverCodecsRun() throws {
    let one = try WritingCommand<FixArguments>.parse(["-i", "--sandbox", "always", "a.jpg"])
    let other = try WritingCommand<FixArguments>.parse(["--sandbox=never", "-i", "a.jpg"])
    #expect(one.identity == other.identity)
  }
}
