// Every rotation of every tag, as displayed, on the command line.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct RotateCommandTests {
  typealias Operation = RotationParameter

  private static let needsPillow: Comment = "needs python3 with Pillow"
  private static let pillow = OutsideTool.pillow.isInstalled

  @Test(arguments: Operation.allCases)
  func theTagBecomesTheTagThenTheTurn(_ operation: Operation) throws {
    let album = try Album("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg")
    let answer = try album.run("rotate", operation.rawValue, "-i", ".")
    #expect(answer.status == 0)
    for tag in ExifOrientation.allCases {
      let after = try Probe(album.folder.read("\(tag.rawValue).jpg"))
      #expect(after.orientation == Orientation(exif: tag).then(operation.rotation))
    }
  }

  /// Also of a video whose matrix has no translation, or another one than players expect.
  @Test(arguments: ["3gp4", "mp42", "qt  "], [[0, 0], [5 << 16, -9 << 15]] as [[Int32]])
  func theOppositeTurnGivesTheSameVideo(brand: String, place: [Int32]) throws {
    let album = try Album()
    var movie = TinyMovie(TinyImage.sixColors.enlarged(by: 8), as: .rightTop)
    movie.brand = brand
    let words = movie.tracks[0].matrix.words
    movie.tracks[0].matrix = try #require(TrackMatrix(words: Array(words.prefix(6)) + place + [1 << 30]))
    try album.folder.write(movie.bytes, as: "a.mp4")
    for (one, other) in [("ccw", "cw"), ("cw", "ccw"), ("180", "180"), ("mirror-horizontal", "mirror-horizontal")] {
      #expect(try album.run("rotate", one, "-i", "a.mp4").status == 0)
      #expect(try album.folder.read("a.mp4") != movie.bytes)
      #expect(try album.run("rotate", other, "-i", "a.mp4").status == 0)
      #expect(try album.folder.read("a.mp4") == movie.bytes, "\(one)")
    }
  }

  @Test(.enabled(if: pillow, needsPillow), arguments: Operation.allCases)
  func oneByteChangesAndAnotherReaderSeesTheTurn(_ operation: Operation) throws {
    let album = try Samples.copies()
    let answer = try album.run("rotate", operation.rawValue, ".", "-o", "out")
    #expect(answer.status == 0)
    #expect(answer.text.split(separator: "\n").allSatisfy { $0.contains(": retag, ") })
    let seen = try DecodedByPillow.of(Samples.names.map { "out/\($0)" }, in: album.folder, as: .displayed)
    for (name, image) in zip(Samples.names, seen) {
      let (before, after) = (try album.folder.read(name), try album.folder.read("out/\(name)"))
      #expect(before.count == after.count)
      #expect(zip(before, after).count { $0 != $1 } == 1)
      #expect(
        image.corners(inset: 20) == DecodedByPillow.corners(Samples.corners, after: operation.rawValue), "\(name)")
      let size = Samples.size(name)
      #expect((image.width == size.width) == !operation.rotation.swapsAxes)
      #expect(image.width + image.height == size.width + size.height)
    }
  }

  @Test(.enabled(if: pillow, needsPillow), arguments: Operation.allCases)
  func bakingTurnsTheStoredPixels(_ operation: Operation) throws {
    let album = try Samples.copies()
    let answer = try album.run("rotate", operation.rawValue, "--bake", "-i", ".")
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    let seen = try DecodedByPillow.of(Samples.names, in: album.folder, as: .stored)
    for (name, image) in zip(Samples.names, seen) {
      #expect(image.tag == 1)
      #expect(
        image.corners(inset: 20) == DecodedByPillow.corners(Samples.corners, after: operation.rawValue), "\(name)")
    }
  }

  @Test(arguments: Operation.allCases)
  func bakingLeavesTagOne(_ operation: Operation) throws {
    let album = try Album("1.jpg", "6.jpg", "7.jpg")
    let answer = try album.run("rotate", operation.rawValue, "--bake", ".", "-o", "out")
    #expect(answer.status == 0)
    for name in ["1.jpg", "6.jpg", "7.jpg"] {
      let (before, after) = (try Probe(album.folder.read(name)), try Probe(album.folder.read("out/\(name)")))
      #expect(after.orientation.isIdentity)
      #expect(after.displayedSize == operation.rotation.applied(to: before.displayedSize))
    }
  }

  @Test(.enabled(if: pillow, needsPillow), arguments: Operation.allCases)
  func oneTurnAfterAnotherIsTheirProduct(_ first: Operation) throws {
    let album = try Album()
    var names: [String] = []
    for second in Operation.allCases {
      for tag in 1...8 {
        names.append("\(second.rawValue)/\(tag).jpg")
        try album.add(names[names.count - 1])
      }
    }
    #expect(try album.run("rotate", first.rawValue, "--recursive", "-i", ".").status == 0)
    for second in Operation.allCases {
      #expect(try album.run("rotate", second.rawValue, "-i", second.rawValue).status == 0)
    }
    for (name, image) in zip(names, try DecodedByPillow.of(names, in: album.folder, as: .displayed)) {
      let second = String(name.prefix { $0 != "/" })
      let once = DecodedByPillow.corners("rbwy", after: first.rawValue)
      #expect(
        image.corners(inset: 6) == DecodedByPillow.corners(once, after: second), "\(first.rawValue), then \(name)")
    }
  }

  @Test(
    arguments: zip(
      Operation.allCases,
      [.mirrorHorizontal, .mirrorVertical, .anticlockwise, .clockwise, .half, .transpose, .transverse] as [Operation]))
  func theOppositeTurnGivesTheSameBytesBack(_ operation: Operation, back: Operation) throws {
    let album = try Album("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg", "8.jpg")
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "untagged.jpg")
    let before = try album.contents()
    #expect(try album.run("rotate", operation.rawValue, "-i", ".").status == 0)
    #expect(try album.contents() != before)
    #expect(try album.run("rotate", back.rawValue, "-i", ".").status == 0)
    #expect(try album.contents() == before)
  }

  @Test(arguments: ["Left", "45", "360", "CW", "flip", "", "mirror"])
  func otherWordsAreRefused(_ word: String) throws {
    let album = try Album("6.jpg")
    let answer = try album.run("rotate", word, "-i", "6.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("mirror-horizontal"))
    #expect(try album.contents() == ["6.jpg": Album.photo(6)])
  }

  @Test(arguments: ExifOrientation.allCases)
  func theWordOfATagNamesTheTurnThatMakesTheImageUpright(_ tag: ExifOrientation) throws {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    guard tag != .topLeft else {
      #expect(tag.word == "upright")
      return
    }
    let turn = try #require(Operation(rawValue: tag.word)).rotation
    #expect(turn == Orientation(asDisplayed: orientation))
  }

  @Test(
    .enabled(if: pillow, needsPillow),
    arguments: [("90", "cw"), ("right", "cw"), ("270", "ccw"), ("left", "ccw"), ("180", "180")])
  func degreesAndSidesAreTurnsAsDisplayed(word: String, operation: String) throws {
    let album = try Samples.copies(.landscape)
    for options in [["-i"], ["-i", "--durability", "full"], ["--bake", "-i"]] {
      let before = try DecodedByPillow.of(["landscape_6.jpg"], in: album.folder, as: .displayed)[0]
      #expect(try UprightTool.run(["rotate", word, "landscape_6.jpg"] + options, in: album.folder).status == 0)
      let after = try DecodedByPillow.of(["landscape_6.jpg"], in: album.folder, as: .displayed)[0]
      #expect(
        after.corners(inset: 20) == DecodedByPillow.corners(before.corners(inset: 20), after: operation), "\(options)")
    }
  }
}
