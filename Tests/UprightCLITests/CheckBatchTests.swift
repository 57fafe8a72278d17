// `fix --check` and `audit --fail-on not-upright`: the same files, by exit code and by name, and nothing is written.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct CheckBatchTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  @Test(arguments: 1...8)
  func everyTagButOneIsNotUpright(_ tag: Int) throws {
    let album = try Album("\(tag).jpg", "\(tag)-ragged.jpg")
    let before = try album.contents()
    for line in ["fix --check .", "audit --fail-on not-upright ."] {
      #expect(try run(line, in: album).status == (tag == 1 ? 0 : 1), "\(line)")
    }
    let answer = try album.run("fix", "--check", ".")
    let lines = ["./\(tag)-ragged.jpg", "./\(tag).jpg"].map { "\($0): not upright, tag \(tag)" }
    #expect(answer.text == (tag == 1 ? "" : lines.joined(separator: "\n")))
    let end =
      switch tag {
      case 1: "upright: 2 files, all upright\n"
      case 5: "upright: 2 of 2 files are not upright; `upright fix` rotates them\n"
      default:
        """
        upright: 2 of 2 files are not upright; `upright fix` rotates 1 of them
        upright: 1 of 2: rotating its pixels means re-encoding; `upright fix` does so only with -o FOLDER/ or with -i \
        --journal FILE

        """
      }
    #expect(answer.complaints == end)
    #expect(try album.contents() == before)
  }

  /// A WebP whose Exif, which may state any orientation, is cut off.
  @Test func anOrientationThatIsCutOffIsNotUpright() throws {
    let album = try Album("1.jpg")
    try album.folder.write(ShortfallTests.cutWebP, as: "cut.webp")
    let answer = try run("fix --check .", in: album)
    #expect(answer.status == 1)
    #expect(answer.text == "./cut.webp: orientation unknown, because the file is damaged (metadata-damaged)")
    #expect(answer.complaints.contains("1 of 1 is damaged, so its orientation is unknown"))
    let objects = try run("fix --check --json .", in: album).objects()
    #expect(objects.map { $0["upright"] as? Bool } == [true, false])
    #expect(objects[1]["fixSkips"] as? String == "damaged")
    #expect(try run("audit --fail-on not-upright .", in: album).status == 1)
  }

  @Test(arguments: ["thumb 2 -o a.jpg", "crop 0,0,1,1 -o a.jpg", "rotate cw --bake -o a.jpg"])
  func whatIsMadeOfItSaysSo(line: String) throws {
    let album = try Album()
    try album.folder.write(ShortfallTests.cutWebP, as: "cut.webp")
    let answer = try run("\(line) --json cut.webp", in: album)
    #expect(answer.complaints.contains("so its orientation is unknown; it was treated as upright"))
    if answer.status == 0 { #expect(try answer.objects()[0]["damaged"] as? Bool == true) }
  }

  @Test(arguments: ShortfallTests.cutUpright.indices.filter { !ShortfallTests.cutUpright[$0].name.hasSuffix("jpg") })
  func anUprightFileWhoseHeadersShowThatItIsCutOffIsNamed(_ index: Int) throws {
    let (name, bytes) = ShortfallTests.cutUpright[index]
    let album = try Album("1.jpg")
    try album.folder.write(bytes, as: name)
    let answer = try run("fix --check \(name) 1.jpg", in: album)
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("\(name): the file is damaged: its end is missing"))
    #expect(!answer.text.contains("1.jpg"))
    #expect(
      answer.complaints == """
        upright: 2 files, all upright
        upright: 1 of 2 is damaged: its end is missing

        """)
    let objects = try run("fix --check --json \(name) 1.jpg", in: album).objects()
    #expect(objects.map { $0["upright"] as? Bool } == [true, true])
    #expect(objects.map { $0["damaged"] as? Bool } == [true, nil])
    #expect(try run("fix --check 1.jpg", in: album).status == 0)
  }

  @Test func aTruncatedPhotoIsNotSaidToBeRotated() throws {
    let album = try Album("6.jpg")
    let whole = try album.folder.read("6.jpg")
    try album.folder.write(Array(whole.dropLast(whole.count / 8)), as: "cut.jpg")
    try album.folder.write(whole + Array("trailer".utf8), as: "long.jpg")
    let answer = try run("fix --check --json cut.jpg", in: album)
    #expect(answer.status == 1)
    #expect(try answer.objects()[0]["fixSkips"] as? String == "truncated")
    #expect(
      answer.complaints == """
        upright: 1 of 1 file is not upright; `upright fix` does not rotate it
        upright: 1 of 1 is truncated, so `upright fix` does not rotate it: it keeps its tag

        """)
    #expect(try run("fix cut.jpg -o out.jpg", in: album).status == 65)
    for name in ["6.jpg", "long.jpg"] {
      let complaints = try run("fix --check \(name)", in: album).complaints
      #expect(complaints == "upright: 1 of 1 file is not upright; `upright fix` rotates it\n")
    }
  }

  @Test func afterFixThereIsNothingLeft() throws {
    let album = try Album("3.jpg", "6.jpg", "6-ragged.jpg", "deep/8.jpg")
    #expect(try run("fix --check -r .", in: album).status == 1)
    #expect(try run("fix -r . -o out", in: album).status == 0)
    #expect(try run("fix --check -r out", in: album).status == 0)
    #expect(try run("audit --fail-on not-upright out", in: album).status == 0)
  }

  @Test func programsAreToldOfAll() throws {
    let album = try Album("1.jpg", "6.jpg")
    let answer = try album.run("fix", "--check", "--json", ".")
    #expect(answer.status == 1)
    let objects = try answer.objects()
    #expect(objects.map { $0["upright"] as? Bool } == [true, false])
    #expect(objects.map { $0["orientation"] as? Int } == [1, 6])
    #expect(objects.map { $0["path"] as? String } == ["./1.jpg", "./6.jpg"])
    let quiet = try album.run("fix", "--check", "--json", "-q", ".")
    #expect(try quiet.objects().count == 1 && quiet.complaints == "" && quiet.status == 1)
  }

  @Test func whatCannotBeReadCountsMore() throws {
    let album = try Album("1.jpg", "6.jpg")
    try album.folder.write(Array("words".utf8), as: "9.jpg")
    let answer = try album.run("fix", "--check", ".")
    #expect(answer.status == 2)
    #expect(answer.text == "./6.jpg: not upright, tag 6")
    #expect(answer.complaints.contains("./9.jpg: "))
    #expect(try album.run("fix", "--check", "9.jpg").status == 69)
    #expect(try album.run("fix", "--check", "none.jpg").status == 74)
  }

  @Test func theTagItselfIsLookedAtWhereItIsWanted() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "--check", "--to", "tag", "6.jpg").status == 0)
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 1)), .xmp(TinyXMP.packet(orientation: "3"))]
    try album.folder.write(TinyJPEG(.sixColors, segments: segments).bytes, as: "odd.jpg")
    let answer = try album.run("fix", "--check", "--to", "tag", ".")
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("./odd.jpg: orientation metadata needs cleanup, tag 1 ("))
    #expect(try album.run("fix", "-i", "--to", "tag", ".").status == 0)
    #expect(try album.run("fix", "--check", "--to", "tag", ".").status == 0)
  }

  @Test(arguments: [
    "-i", "-o out", "-n", "--force", "-o out --update", "--journal j", "--format png", "--strip gps", "--explain",
    "--edge trim", "--quality 9", "--verify", "--preserve-mtime", "-o out --all", "--to-srgb", "--summary",
    "--max-memory 1G", "--max-pixels 100", "--max-seconds 9", "--sandbox always",
  ])
  func whatWouldBeIgnoredIsRefused(_ options: String) throws {
    let album = try Album("6.jpg")
    let answer = try run("fix --check 6.jpg \(options)", in: album)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("--check"))
    #expect(try album.contents().count == 1)
  }

  @Test func otherCommandsHaveNoCheck() throws {
    #expect(try run("rotate cw --check 6.jpg", in: Album("6.jpg")).status == 64)
  }

  // MARK: audit

  @Test func auditNamesTheFilesAndCountsThem() throws {
    let album = try Album("1.jpg", "3.jpg", "6.jpg")
    let answer = try run("audit --fail-on not-upright .", in: album)
    #expect(
      answer.text.contains(
        """

        not-upright: 2 files
          the stored pixels are not upright; viewers have to apply the tag
            ./3.jpg: tag 3
            ./6.jpg: tag 6

        """))
    #expect(try !run("audit .", in: album).text.contains("not-upright"))
    let summary = try run("audit --json --fail-on none .", in: album).objects().last?["summary"] as? [String: Any]
    #expect(summary?["notUpright"] as? Int == 2)
  }

  @Test(arguments: [
    ("--fail-on not-upright --fail-on trailer", 1), ("--fail-on trailer", 0), ("--fail-on none", 0), ("", 0),
  ])
  func onlyWhatIsNamedFails(options: String, status: Int32) throws {
    #expect(try run("audit 6.jpg \(options)", in: Album("6.jpg")).status == status)
  }

  @Test func aVideoIsUprightAsItsMatrixSays() throws {
    let album = try Album()
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "a.mov")
    for line in [
      "audit --fail-on not-upright .", "audit --fail-on not-upright a.mov", "fix --check .", "fix --check a.mov",
    ] {
      #expect(try run(line, in: album).status == 0, "\(line)")
    }
    #expect(try run("fix --check .", in: album).complaints == "upright: 1 file, all upright\n")
    try album.add("6.jpg")
    for line in ["audit --fail-on not-upright .", "fix --check ."] {
      #expect(try run(line, in: album).status == 1, "\(line)")
    }
    let summary = try run("audit --json --fail-on none .", in: album).objects().last?["summary"] as? [String: Any]
    #expect(summary?["notUpright"] as? Int == 1)
    #expect(try run("fix --check .", in: album).complaints.contains("1 of 2 files is not upright"))
  }

  // MARK: What `fix` would not rotate

  /// A photo, a photo with a stale tag, an animation, a TIFF of two pages.
  private func mixture() throws -> Album {
    let album = try Album("6.jpg")
    try album.folder.write(StaleTagTests.stale(), as: "stale.jpg")
    var animation = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 6))
    animation.animate([TinyFrame(.sixReversed)])
    try album.folder.write(animation.bytes, as: "moving.png")
    let pages = [ExifOrientation.rightTop, .topLeft].map { TinyTIFFFile.Subfile(displaying: .sixColors, as: $0) }
    try album.folder.write(TinyTIFFFile(pages: pages).bytes, as: "two.tif")
    return album
  }

  @Test func whatFixSkipsIsCountedApart() throws {
    let album = try mixture()
    let answer = try album.run("fix", "--check", ".")
    #expect(answer.status == 1)
    #expect(
      answer.complaints == """
        upright: 4 of 4 files are not upright; `upright fix` rotates 2 of them
        upright: 1 of 4 looks rotated already, but has an old orientation tag; choose --stale \
        trust-tag or --stale trust-pixels
        upright: 1 of 4 is an animation; --frame N makes a still image of one frame

        """)
    let reasons = try album.run("fix", "--check", "--json", ".").objects().reduce(into: [String: String]()) {
      $0[$1["path"] as? String ?? ""] = $1["fixSkips"] as? String
    }
    #expect(reasons == ["./stale.jpg": "orientation-stale", "./moving.png": "animation"])
    #expect(try album.run("fix", "--check", "stale.jpg").complaints.contains("`upright fix` does not rotate it"))
  }

  /// Blocks that move, blocks that cannot move, and a format that is re-encoded: the sentence is true of `fix -i`,
  /// `fix -i --journal` and `fix -o`.
  @Test(arguments: [
    ("6.jpg", "; `upright fix` rotates it", [true, true, true]),
    (
      "6-ragged.jpg",
      """

      upright: 1 of 1: rotating its pixels means re-encoding; `upright fix` does so only with -o FOLDER/ or with -i \
      --journal FILE
      """, [false, true, true]
    ),
    (
      "a.webp",
      """

      upright: 1 of 1: rotating its pixels means re-encoding; `upright fix` does so only with -o FOLDER/
      """, [false, false, true]
    ),
  ])
  func theSentencePromisesOnlyWhatFixDoes(name: String, sentence: String, rotates: [Bool]) throws {
    for (options, isRotated) in zip(["-i", "-i --journal j", "-o out/"], rotates) {
      let album = try Album("6.jpg")
      if name.hasSuffix("webp") {
        #expect(try run("fix 6.jpg -o \(name)", in: album).status == 0)
        #expect(try run("orient 6 -i \(name)", in: album).status == 0)
      } else {
        try album.add(name)
      }
      let answer = try album.run("fix", "--check", name)
      #expect(answer.complaints == "upright: 1 of 1 file is not upright\(sentence)\n")
      let json = try album.run("fix", "--check", "--json", name).objects()
      #expect(json.map { $0["fixReencodes"] as? Bool } == [rotates[0] ? nil : true])
      #expect(json[0]["fixSkips"] == nil)
      #expect(try run("fix \(name) \(options)", in: album).status == (isRotated ? 0 : 2))
      let result = try Probe(album.folder.read(options == "-o out/" ? "out/\(name)" : name))
      #expect(result.isUpright == isRotated, "fix \(options)")
    }
  }

  @Test func severalThatAreReencodedAreCounted() throws {
    let album = try Album("6-ragged.jpg", "8-ragged.jpg")
    let answer = try album.run("fix", "--check", ".")
    #expect(
      answer.complaints == """
        upright: 2 of 2 files are not upright
        upright: 2 of 2: rotating their pixels means re-encoding; `upright fix` does so only with -o FOLDER/ or with \
        -i --journal FILE

        """)
    try album.folder.write(StaleTagTests.stale(), as: "stale.jpg")
    let mixed = try album.run("fix", "--check", ".").complaints
    #expect(mixed.hasPrefix("upright: 3 of 3 files are not upright\nupright: 2 of 3: rotating their pixels"))
    #expect(mixed.contains("upright: 1 of 3 looks rotated already"))
  }

  @Test func whatHelpsHelps() throws {
    let album = try mixture()
    #expect(try run("fix stale.jpg --stale trust-tag -o a.jpg", in: album).status == 0)
    #expect(try run("fix moving.png --frame 1 -o b.png", in: album).status == 0)
    #expect(try run("fix two.tif --format png -o c.png", in: album).status == 0)
    #expect(try run("fix --check a.jpg b.png c.png", in: album).status == 0)
    #expect(try run("fix . -o out", in: album).status == 2, "an animation keeps its tag")
    #expect(try run("fix --check out", in: album).text.split(separator: "\n").count == 2)
  }
}
