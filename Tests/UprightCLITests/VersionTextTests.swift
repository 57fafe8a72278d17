// The output of `upright --version`: the version alone first, then the decoders.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct VersionTextTests {
  @Test func theFirstLineIsTheVersionAlone() throws {
    let answer = try UprightTool.run(["--version"])
    #expect(answer.status == 0 && answer.complaints == "")
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.first == Program.version)
    #expect(lines == VersionText().lines || lines.count == 4)
    #expect(try UprightTool.run(["fix", "--version"]).text == Program.version)
  }

  @Test func librariesOfThisProcessStandBesideTheirFormats() {
    let lines = VersionText(worker: .failure(.unsupported("it is gone"))).lines
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("here: jpeg, png"))
    for library in SystemCodecs.libraries { #expect(lines[1].contains(library.description)) }
    #expect(lines[1].contains("libpng ") && lines[1].contains("libjpeg-turbo "))
    #expect(lines[2] == "worker: none: it is gone")
  }

  @Test func theWorkersFormatsAreThoseThatOnlyItDecodes() throws {
    let answer = try UprightTool.run(["--version"])
    let lines = answer.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 4, "\(answer.text)")
    #expect(lines[2].hasPrefix("in the worker: "))
    #expect(!lines[2].contains("png"))
    for format in ContainerFormat.decoded where !SystemCodecs.all.map(\.format).contains(format) {
      #expect(lines[2].contains(format.rawValue))
    }
    #expect(lines[3].hasPrefix("worker: /") && lines[3].contains("upright-worker, "))
  }
}
