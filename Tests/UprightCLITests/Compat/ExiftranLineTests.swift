// exiftran's options are parsed as it parses them, and the images equal its images.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ExiftranLineTests {
  @Test(
    arguments: [
      (["-ai", "a", "b"], true, false, false, nil, ["a", "b"]),
      (["-a", "-i", "-b", "-p", "--", "-a"], true, true, true, nil, ["-a"]),
      (["-9o", "out", "a"], false, false, false, "out", ["a"]), (["-Toout", "a"], false, false, false, "out", ["a"]),
      (["a", "-inp", "-2"], true, false, false, nil, ["a"]),
      (["-i", "-n", "p", "-f", "a"], true, false, false, nil, ["a"]),
    ] as [([String], Bool, Bool, Bool, String?, [String])])
  func lettersStandTogetherOrApart(
    words: [String], inPlace: Bool, backsUp: Bool, keepsTime: Bool, output: String?, paths: [String]
  ) throws {
    let line = try ExiftranLine.parse(words)
    #expect((line.changesInPlace, line.backsUp, line.keepsTime) == (inPlace, backsUp, keepsTime))
    #expect(line.output == output)
    #expect(line.paths == paths)
    #expect(line.rendition != nil)
  }

  @Test(arguments: [
    (["-a", "x"], "say where"), (["-ai", "-o", "y", "x"], "cannot be combined"), (["-a9", "-i", "x"], "one rotation"),
    (["-aig", "x"], "-g: thumbnails are not regenerated"), (["-di", "x"], "info"), (["-ain", "t", "x"], "-nt: "),
    (["-aini", "x"], "-ni: "), (["-aino", "x"], "-no: "), (["-ain", "z", "x"], "-nz: exiftran has no such option"),
    (["-aiz", "x"], "-z: exiftran has no such option"), (["-a", "-o"], "-o needs a value"),
    (["-abo", "y", "x"], "-b and -p need -i"), (["-a", "-o", "y", "x", "z"], "one file"),
  ])
  func whatIsNotDoneIsRefusedWithTheReason(words: [String], reason: String) {
    let error = #expect(throws: CompatFault.self) { try ExiftranLine.parse(words) }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(
    .enabled(if: OutsideTool.exiftran.isInstalled, "\(OutsideTool.exiftran.reason)"),
    arguments: ["-9", "-1", "-2", "-f", "-F", "-t", "-T"], [false, true])
  func thePictureIsTheOneThatExiftranMakes(turn: String, hasPartialBlocks: Bool) throws {
    let (ours, theirs) = (try Album(), try Album())
    for album in [ours, theirs] {
      try album.folder.write(Album.photo(1, hasPartialBlocks: hasPartialBlocks), as: "a.jpg")
    }
    #expect(try OutsideTool.exiftran.run([turn, "-i", "-np", "a.jpg"], in: theirs.folder).status == 0)
    #expect(try ours.run("compat", "exiftran", turn, "-i", "-np", "a.jpg").status == 0)
    #expect(try Self.pixels(ours, "a.jpg") == Self.pixels(theirs, "a.jpg"))
  }

  @Test(
    .enabled(if: OutsideTool.exiftran.isInstalled, "\(OutsideTool.exiftran.reason)"),
    arguments: 1...8 as ClosedRange<UInt8>)
  func whatTheTagSaysIsWhatExiftranDoes(tag: UInt8) throws {
    let (ours, theirs) = (try Album("\(tag).jpg"), try Album("\(tag).jpg"))
    _ = try OutsideTool.exiftran.run(["-ai", "\(tag).jpg"], in: theirs.folder)
    #expect(try ours.run("compat", "exiftran", "-aibp", "\(tag).jpg").status == 0)
    #expect(try Probe(ours.folder.read("\(tag).jpg")).orientation.isIdentity)
    #expect(try Self.pixels(ours, "\(tag).jpg") == Self.pixels(theirs, "\(tag).jpg"))
    #expect(try ours.contents().count == (tag == 1 ? 1 : 2))
    if tag != 1 { #expect(try ours.folder.read("\(tag).jpg~") == Album.photo(tag)) }
  }

  // exiftran would leave the edges in the wrong place.
  @Test(arguments: [
    ("-9", "rotate cw"), ("-1", "rotate 180"), ("-2", "rotate ccw"), ("-f", "rotate mirror-vertical"),
    ("-F", "rotate mirror-horizontal"), ("-T", "rotate transverse"),
  ])
  func partialEdgeBlocksAreAFailureThatNamesWhatWouldDo(turn: String, command: String) throws {
    let album = try Album("1.jpg")
    let before = Album.photo(1, hasPartialBlocks: true)
    try album.folder.write(before, as: "a.jpg")
    let answer = try album.run("compat", "exiftran", turn, "-i", "a.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("`upright \(command) --bake --edge trim`"), "\(answer.complaints)")
    #expect(try album.folder.read("a.jpg") == before)
    #expect(try album.run("compat", "exiftran", turn, "-o", "b.jpg", "a.jpg").status == 64)
    #expect(try album.contents().count == 2)
    #expect(try album.run("compat", "exiftran", turn, "-i", "a.jpg", "1.jpg").status == 2)
    #expect(try album.folder.read("1.jpg") != Album.photo(1))
  }

  // Partial blocks at the right and below as displayed: a tag whose rotation moves those edges to the front must fail,
  // the others do as exiftran.
  @Test(
    .enabled(if: OutsideTool.exiftran.isInstalled, "\(OutsideTool.exiftran.reason)"),
    arguments: 1...8 as ClosedRange<UInt8>)
  func underATagPartialEdgeBlocksFailOrEndUpAsWithExiftran(tag: UInt8) throws {
    let (ours, theirs) = (try Album("\(tag)-ragged.jpg"), try Album("\(tag)-ragged.jpg"))
    let name = "\(tag)-ragged.jpg"
    let answer = try ours.run("compat", "exiftran", "-ai", name)
    if [1, 5].contains(tag) {
      #expect(answer.status == 0, "\(answer.complaints)")
      _ = try OutsideTool.exiftran.run(["-ai", name], in: theirs.folder)
      #expect(try Probe(ours.folder.read(name)).orientation.isIdentity)
      #expect(try Self.pixels(ours, name) == Self.pixels(theirs, name))
    } else {
      #expect(answer.status == 64)
      #expect(answer.complaints.contains("`upright fix --edge trim`"), "\(answer.complaints)")
      #expect(try ours.folder.read(name) == Album.photo(tag, hasPartialBlocks: true))
    }
    #expect(try theirs.run("compat", "exiftran", "-ai", "-np", name).status == 0)
    #expect(try Probe(theirs.folder.read(name)).orientation.isIdentity)
  }

  private static func pixels(_ album: Album, _ name: String) throws -> [UInt8] {
    let answer = try OutsideTool.djpeg.run(["-pnm", name], in: album.folder)
    #expect(answer.status == 0)
    return answer.output
  }
}
