// jhead's options are parsed as it parses them, and the images equal its images.

import ArgumentParser
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct JheadLineTests {
  @Test(arguments: [
    (["-autorot", "a"], false, false), (["-q", "-norot", "a"], true, true),
    (["a", "-autorot", "-norot"], false, false),
  ])
  func wordsAreOptionsOrFiles(words: [String], isQuiet: Bool, onlyRetags: Bool) throws {
    let line = try JheadLine.parse(words)
    #expect(line.paths == ["a"])
    #expect((line.isQuiet, line.onlyRetags) == (isQuiet, onlyRetags))
    #expect(line.rendition != nil)
  }

  @Test(arguments: ["-ft", "-de", "--help", "-autorotate"])
  func otherOptionsAreRefusedByName(word: String) {
    let error = #expect(throws: CompatFault.self) { try JheadLine.parse([word, "a"]) }
    #expect(error?.reason.hasPrefix("\(word): ") == true)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func aTagOfOneIsWrittenAndNothingElse(tag: UInt8) throws {
    let album = try Album("\(tag).jpg")
    let answer = try album.run("compat", "jhead", "-q", "-norot", "\(tag).jpg")
    #expect(answer.status == 0)
    #expect(answer.text == "")
    #expect(try album.folder.read("\(tag).jpg") == Album.photo(1).withTag(of: Album.photo(tag)))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func imagesAreTurnedAsTheTagSays(tag: UInt8) throws {
    let (album, fixed) = (try Album("\(tag).jpg"), try Album("\(tag).jpg"))
    #expect(try album.run("compat", "jhead", "-autorot", "\(tag).jpg").status == 0)
    #expect(try fixed.run("fix", "-i", "--edge", "trim", "\(tag).jpg").status == 0)
    #expect(try album.contents() == fixed.contents())
  }
}

extension JheadLineTests {
  @Test(
    .enabled(
      if: OutsideTool.jhead.isInstalled && OutsideTool.jpegtran.isInstalled,
      "\(OutsideTool.jhead.reason), or jpegtran is not"),
    arguments: 2...8 as ClosedRange<UInt8>, [false, true])
  func theImageIsTheOneThatJheadMakes(tag: UInt8, hasPartialBlocks: Bool) throws {
    let name = hasPartialBlocks ? "\(tag)-ragged.jpg" : "\(tag).jpg"
    let (ours, theirs) = (try Album(name), try Album(name))
    #expect(try OutsideTool.jhead.run(["-autorot", name], in: theirs.folder).status == 0)
    #expect(try ours.run("compat", "jhead", "-autorot", name).status == 0)
    for album in [ours, theirs] { #expect(try Probe(album.folder.read(name)).orientation.isIdentity) }
    let pixels = try [ours, theirs].map { try OutsideTool.djpeg.run(["-pnm", name], in: $0.folder).output }
    #expect(pixels[0] == pixels[1])
  }
}

extension JheadLineTests {
  /// What jhead calls for each tag: its table of jpegtran's switches, from 2 to 8.
  private static let switches = [
    ["-flip", "horizontal"], ["-rotate", "180"], ["-flip", "vertical"], ["-transpose"], ["-rotate", "90"],
    ["-transverse"], ["-rotate", "270"],
  ]

  @Test(
    .enabled(
      if: OutsideTool.jpegtran.isInstalled && OutsideTool.djpeg.isInstalled,
      "\(OutsideTool.jpegtran.reason), or djpeg is not"),
    arguments: 1...8 as ClosedRange<UInt8>, [false, true])
  func theImageIsTheOneThatJpegtranMakesForJhead(tag: UInt8, hasPartialBlocks: Bool) throws {
    let name = hasPartialBlocks ? "\(tag)-ragged.jpg" : "\(tag).jpg"
    let (ours, theirs) = (try Album(name), try Album(name))
    if tag > 1 {
      let words = ["-trim"] + Self.switches[Int(tag) - 2] + ["-outfile", name, name]
      #expect(try OutsideTool.jpegtran.run(words, in: theirs.folder).status == 0)
    }
    #expect(try ours.run("compat", "jhead", "-autorot", name).status == 0)
    #expect(try Probe(ours.folder.read(name)).orientation.isIdentity)
    let pixels = try [ours, theirs].map { try OutsideTool.djpeg.run(["-pnm", name], in: $0.folder).output }
    #expect(pixels[0] == pixels[1] && !pixels[0].isEmpty)
  }
}

extension [UInt8] {
  /// The other photo with this one's tag: their pixels differ.
  fileprivate func withTag(of other: [UInt8]) throws -> [UInt8] {
    try Probe(other).retag(to: Probe(self).orientation).applied(to: other)
  }
}
