// A line without files or without a wish is a mistake, not nothing to do.

import ArgumentParser
import Testing
import Upright

@testable import UprightCLI

@Suite struct CompatLineTests {
  @Test func aLineHasToSayWhatAndToWhat() throws {
    var line = CompatLine()
    #expect(throws: ValidationError.self) { try line.run() }
    line.paths = ["a"]
    #expect(throws: ValidationError.self) { try line.run() }
  }

  @Test func ragOrTag() throws {
    var line = CompatLine()
    let probe = try Probe(Album.photo(6, isRagged: true))
    line.turn(.rotate90, edgesStay: true)
    #expect(line.rendition?(probe).upright == .pixelsWherePossible)
    line.turn(.rotate90, edgesStay: false)
    #expect(line.rendition?(probe).loss == .trim)
    #expect(line.rendition?(probe).turn == .rotate90)
  }
}
