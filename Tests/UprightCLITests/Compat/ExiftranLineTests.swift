// exiftran's options are parsed as it parses them, and the images equal its images.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct ExiftranLineTests {
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

  /// Where each option takes the pixel at `x`, `y` of a stored image of `width` by `height`.
  private static let transforms: [(String, @Sendable (_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (Int, Int))] =
    [
      ("-9", { x, y, _, height in (height - 1 - y, x) }),
      ("-1", { x, y, width, height in (width - 1 - x, height - 1 - y) }),
      ("-2", { x, y, width, _ in (y, width - 1 - x) }),
      ("-f", { x, y, _, height in (x, height - 1 - y) }),
      ("-F", { x, y, width, _ in (width - 1 - x, y) }),
      ("-t", { x, y, _, _ in (y, x) }),
      ("-T", { x, y, width, height in (height - 1 - y, width - 1 - x) }),
    ]

  /// A photo with noise and a thumbnail, both stored as its tag states.
  private static func photo(_ tag: UInt8, hasPartialBlocks: Bool) throws -> [UInt8] {
    var random = SplitMix64(seed: UInt64(tag))
    var image = TinyImage.sixColors.enlarged(by: 16)
    if hasPartialBlocks { image = TinyImage(width: 51, height: 35, filledWith: [128, 128, 128]) }
    for y in 0..<image.height {
      for x in 0..<image.width {
        image[x, y] = image[x, y].map { UInt8(clamping: Int($0) + Int.random(in: -40..<40, using: &random)) }
      }
    }
    let orientation = try #require(ExifOrientation(rawValue: tag))
    var block = TinyTIFF(orientation: Int(tag))
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: 16).stored(as: orientation)).bytes
    return TinyJPEG(image.stored(as: orientation), exif: block).bytes
  }

  /// exiftran transforms the stored image and the thumbnail, whatever the tag, and sets the tag to 1.
  @Test(
    .enabled(if: OutsideTool.exiftran.isInstalled, "\(OutsideTool.exiftran.reason)"),
    arguments: transforms.map(\.0), [false, true])
  func theResultIsTheOneThatExiftranMakesUnderEveryTag(option: String, hasPartialBlocks: Bool) throws {
    for tag in UInt8(1)...8 {
      let (ours, theirs) = (try Album(), try Album())
      for album in [ours, theirs] {
        try album.folder.write(Self.photo(tag, hasPartialBlocks: hasPartialBlocks), as: "a.jpg")
      }
      #expect(try OutsideTool.exiftran.run([option, "-i", "-np", "a.jpg"], in: theirs.folder).status == 0)
      #expect(try ours.run("compat", "exiftran", option, "-i", "-np", "a.jpg").status == 0)
      #expect(try Self.pixels(ours, "a.jpg") == Self.pixels(theirs, "a.jpg"), "tag \(tag)")
      let (mine, other) = (try Probe(ours.folder.read("a.jpg")), try Probe(theirs.folder.read("a.jpg")))
      #expect((mine.orientation.exif, other.orientation.exif) == (.topLeft, .topLeft), "tag \(tag)")
      for (album, probe) in [(ours, mine), (theirs, other)] {
        try album.folder.write(#require(probe.thumbnail).bytes, as: "small.jpg")
      }
      #expect(try Self.pixels(ours, "small.jpg") == Self.pixels(theirs, "small.jpg"), "tag \(tag)")
    }
  }

  /// The same without exiftran: each pixel of the stored image goes where the option's name says.
  @Test(
    .enabled(if: OutsideTool.djpeg.isInstalled, "\(OutsideTool.djpeg.reason)"), arguments: transforms.indices,
    1...8 as ClosedRange<UInt8>)
  func theStoredPixelsAreTransformedUnderEveryTag(index: Int, tag: UInt8) throws {
    let (option, place) = Self.transforms[index]
    let album = try Album("\(tag).jpg")
    #expect(try album.run("compat", "exiftran", option, "-o", "out.jpg", "\(tag).jpg").status == 0)
    let images = try ["\(tag).jpg", "out.jpg"].map {
      try #require(TinyImage(portableMap: Self.pixels(album, $0)))
    }
    let (old, new) = (images[0], images[1])
    let swapsAxes = ["-9", "-2", "-t", "-T"].contains(option)
    #expect((new.width, new.height) == (swapsAxes ? (old.height, old.width) : (old.width, old.height)))
    for y in 0..<old.height {
      for x in 0..<old.width {
        let (column, row) = place(x, y, old.width, old.height)
        #expect(new[column, row] == old[x, y])
      }
    }
    #expect(try Probe(album.folder.read("out.jpg")).orientation.exif == .topLeft)
    #expect(try album.folder.read("\(tag).jpg") == Album.photo(tag), "the original stays")
  }

  @Test func otherFormatsAreRefusedAsByExiftran() throws {
    let album = try Album()
    let image = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 6)).bytes
    try album.folder.write(image, as: "a.png")
    for words in [["exiftran", "-9", "-i"], ["exiftran", "-ai"], ["jhead", "-autorot"], ["jhead", "-norot"]] {
      let answer = try UprightTool.run(["compat"] + words + ["a.png"], in: album.folder)
      #expect(answer.status == 69)
      #expect(
        answer.complaints
          == "upright: a.png: only JPEG is processed here, not PNG; use `upright fix` or `upright rotate`\n")
      #expect(try album.folder.read("a.png") == image)
    }
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
    for edge in ["trim", "recode"] {
      #expect(answer.complaints.contains("`upright \(command) --bake --edge \(edge)`"), "\(answer.complaints)")
    }
    #expect(try album.folder.read("a.jpg") == before)
    #expect(try album.run("compat", "exiftran", turn, "-o", "b.jpg", "a.jpg").status == 64)
    #expect(try album.contents().count == 2)
    #expect(try album.run("compat", "exiftran", turn, "-i", "a.jpg", "1.jpg").status == 2)
    #expect(try album.folder.read("1.jpg") != Album.photo(1))
  }

  /// The alternative shows what exiftran's -np makes: it is named for the displayed image, whose tag is not 1.
  @Test(
    .enabled(if: OutsideTool.exiftran.isInstalled, "\(OutsideTool.exiftran.reason)"),
    arguments: 2...8 as ClosedRange<UInt8>)
  func underATagTheAlternativeIsForTheDisplayedImage(tag: UInt8) throws {
    for option in Self.transforms.map(\.0) where option != "-t" {
      let (ours, theirs) = (try Album(), try Album())
      let photo = try Self.photo(tag, hasPartialBlocks: true)
      for album in [ours, theirs] { try album.folder.write(photo, as: "a.jpg") }
      let answer = try ours.run("compat", "exiftran", option, "-i", "a.jpg")
      #expect(answer.status == 64)
      #expect(try ours.folder.read("a.jpg") == photo)
      let line = try #require(answer.complaints.firstMatch(of: /`upright ([^`]*--edge trim)`/)).1
      let words = line.split(separator: " ").map(String.init) + ["-i", "a.jpg"]
      #expect(try UprightTool.run(words, in: ours.folder).status == 0)
      #expect(try OutsideTool.exiftran.run([option, "-i", "-np", "a.jpg"], in: theirs.folder).status == 0)
      #expect(try Self.pixels(ours, "a.jpg") == Self.pixels(theirs, "a.jpg"), "\(option): \(line)")
    }
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
