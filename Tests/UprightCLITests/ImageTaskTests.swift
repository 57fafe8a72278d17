// Files on their way through a command: what is written, where, and what is left alone.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct ImageTaskTests {
  private func tag(_ album: Album, _ name: String) throws -> UInt8 {
    try Probe(album.folder.read(name)).orientation.exif.rawValue
  }

  @Test func rotatingInPlaceChangesOneByteOfTheSameFile() throws {
    let album = try Album("6.jpg")
    let before = try album.folder.read("6.jpg")
    let inode = try attribute(.systemFileNumber, album, "6.jpg")
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").text == "6.jpg: retag, 32x48, tag 3")
    let after = try album.folder.read("6.jpg")
    #expect(zip(before, after).count { $0 != $1 } == 1)
    #expect(before.count == after.count)
    #expect(try tag(album, "6.jpg") == 3)
    #expect(try attribute(.systemFileNumber, album, "6.jpg") == inode)
    #expect(try album.run("rotate", "ccw", "-i", "6.jpg").status == 0)
    #expect(try album.folder.read("6.jpg") == before)
  }

  // A tag, a tag and the thumbnail's, pixels, an inserted tag, and results elsewhere.
  @Test(
    arguments: [["rotate", "cw"], ["rotate", "cw", "--durability", "relaxed"], ["fix"]], ["6.jpg", "n.jpg", "t.jpg"])
  func theTimeOfChangeStaysWhereThatIsWanted(words: [String], name: String) throws {
    let album = try Album("6.jpg")
    try album.folder.write(TinyJPEG(.sixGrays).bytes, as: "n.jpg")
    var two = TinyTIFF(orientation: 6)
    two.exif = [TinyEntry(37_500, .undefined, [Int](repeating: 7, count: 1_200))]
    two.ifd1 = [TinyEntry(274, .short, [6])]
    two.thumbnail = TinyJPEG(.sixGrays).bytes
    try album.folder.write(TinyJPEG(.sixColors.enlarged(by: 16), exif: two).bytes, as: "t.jpg")
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    func time(_ name: String) throws -> Date {
      try #require(
        FileManager.default.attributesOfItem(atPath: album.folder.path(name))[.modificationDate] as? Date)
    }
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: album.folder.path(name))
    let before = try album.folder.read(name)
    #expect(try UprightTool.run(words + ["-o", "b.jpg", "--preserve-mtime", name], in: album.folder).status == 0)
    #expect(try time("b.jpg") == past)
    #expect(try UprightTool.run(words + ["-i", "--preserve-mtime", name], in: album.folder).status == 0)
    #expect(try time(name) == past)
    #expect(try (album.folder.read(name) != before) == (words != ["fix"] || name != "n.jpg"))
    #expect(try album.run("rotate", "180", "-i", name).status == 0)
    #expect(try time(name) > past)
  }

  // Only the header is on the disk; a copied file would have another inode.
  @Test func aMovieOfThreeGigabytesTurnsWhereItIs() throws {
    let album = try Album()
    var movie = TinyMovie(TinyImage.sixColors.enlarged(by: 8), as: .leftBottom)
    movie.tracks.append(movie.tracks[0])
    movie.layout = .headerLast
    let bytes = movie.bytes
    let rest = TinyBox.number(3 << 30, 4) + Array("free".utf8)
    let path = try album.folder.write(bytes + rest, as: "m.mov")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(bytes.count + (3 << 30)))
    try file.close()
    let inode = try attribute(.systemFileNumber, album, "m.mov")
    #expect(try album.run("rotate", "cw", "-i", "m.mov").text == "m.mov: retag, 16x24, tag 1")
    #expect(try attribute(.systemFileNumber, album, "m.mov") == inode)
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.folder.url.path) == ["m.mov"])
    let turned = try #require(FileHandle(forReadingAtPath: path))
    let head = [UInt8](try turned.read(upToCount: bytes.count) ?? Data())
    #expect(try head == Probe(bytes).retag(to: .identity).applied(to: bytes))
    #expect(try album.run("info", "m.mov").text.contains(" 16x24 "))
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func fixingInPlaceKeepsTheMode(_ mode: Int) throws {
    let album = try Album("6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: album.folder.path("6.jpg"))
    #expect(try album.run("fix", "-i", "6.jpg").text == "6.jpg: transform, 48x32, tag 1")
    #expect(try attribute(.posixPermissions, album, "6.jpg") == mode)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try album.contents().keys.sorted() == ["6.jpg"])
  }

  @Test func whatIsUprightAlreadyIsNotTouched() throws {
    let album = try Album("1.jpg")
    let inode = try attribute(.systemFileNumber, album, "1.jpg")
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: album.folder.path("1.jpg"))
    #expect(try album.run("fix", "-i", "1.jpg").text == "1.jpg: unchanged, 48x32, tag 1")
    #expect(try attribute(.systemFileNumber, album, "1.jpg") == inode)
    let attributes = try FileManager.default.attributesOfItem(atPath: album.folder.path("1.jpg"))
    #expect(attributes[.modificationDate] as? Date == date)
  }

  @Test func theNameAfterOSaysTheFormat() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "6.jpg", "-o", "out.png").status == 0)
    #expect(try album.folder.read("out.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try album.run("fix", "6.jpg", "-o", "out.JPEG").status == 0)
    #expect(try ContainerFormat(signature: album.folder.read("out.JPEG")) == .jpeg)
    #expect(try album.run("fix", "6.jpg", "-o", "bare", "--format", "png").status == 0)
    #expect(try ContainerFormat(signature: album.folder.read("bare")) == .png)
  }

  @Test func foldersKeepNamesAndTakeTheFormatsExtension() throws {
    let album = try Album("1.jpg", "6.jpg", "in/3.jpg", "in/deep/8.jpg")
    #expect(try album.run("fix", "1.jpg", "6.jpg", "-o", "two").status == 0)
    #expect(try album.run("fix", "6.jpg", "-o", "slash/").status == 0)
    #expect(try album.run("fix", "--recursive", "in", "-o", "tree").status == 0)
    #expect(try album.run("thumb", "8", "1.jpg", "6.jpg", "--format", "png", "-o", "small").status == 0)
    let names = try album.contents().keys.sorted()
    #expect(
      names == [
        "1.jpg", "6.jpg", "in/3.jpg", "in/deep/8.jpg", "slash/6.jpg", "small/1.png", "small/6.png", "tree/3.jpg",
        "tree/deep/8.jpg", "two/1.jpg", "two/6.jpg",
      ])
  }

  @Test func aFolderInAFileNameIsNotMade() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "6.jpg", "-o", "typo/out.jpg")
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: 6.jpg: typo/out.jpg: No such file or directory\n")
    #expect(try album.contents().count == 1)
  }

  @Test func whatIsThereIsOverwrittenOnlyByForce() throws {
    let album = try Album("6.jpg")
    try album.folder.write([1, 2, 3], as: "out.jpg")
    let refused = try album.run("fix", "6.jpg", "-o", "out.jpg")
    #expect(refused.status == 74)
    #expect(refused.complaints.contains("out.jpg: a file with this name already exists; --force overwrites it"))
    #expect(try album.folder.read("out.jpg") == [1, 2, 3])
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg", "-n").status == 74)
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg", "--force").status == 0)
    #expect(try tag(album, "out.jpg") == 1)
  }

  @Test func aResultIsNoMoreOpenThanItsSource() throws {
    let album = try Album("6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: album.folder.path("6.jpg"))
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg").status == 0)
    #expect(try attribute(.posixPermissions, album, "out.jpg") == 0o600)
  }

  @Test func hardLinksAreRefusedForARewriteButNotForAByte() throws {
    let album = try Album("6.jpg")
    try FileManager.default.linkItem(atPath: album.folder.path("6.jpg"), toPath: album.folder.path("other.jpg"))
    let before = try album.folder.read("6.jpg")
    let refused = try album.run("fix", "-i", "6.jpg")
    #expect(refused.status == 74)
    #expect(refused.complaints.contains("other hard links"))
    #expect(try album.folder.read("6.jpg") == before)
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").status == 0)
    #expect(try tag(album, "other.jpg") == 3)
    #expect(try album.run("fix", "-i", "--break-hard-links", "6.jpg").status == 0)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try tag(album, "other.jpg") == 3)
  }

  @Test func aLinkIsFollowedAndStays() throws {
    let album = try Album("6.jpg")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("link.jpg"), withDestinationPath: "6.jpg")
    #expect(try album.run("fix", "-i", "link.jpg").status == 0)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: album.folder.path("link.jpg")) == "6.jpg")
  }

  @Test(arguments: ["cut", "noise"], ["trim", "fail"])
  func anImageThatBreaksHalfWayLeavesNothing(_ kind: String, edge: String) throws {
    let album = try Album("6.jpg")
    try album.addDamaged(kind, as: "bad.jpg")
    let before = try album.contents()
    #expect(try album.run("fix", "--edge", edge, "-i", "bad.jpg").status == 65)
    #expect(try album.run("fix", "--edge", edge, "bad.jpg", "-o", "out.jpg").status == 65)
    #expect(try album.contents() == before)
  }

  @Test(arguments: ["cut", "noise"])
  func aDamagedImageKeepsItsTagInPlaceWithoutBeingTouched(_ kind: String) throws {
    let album = try Album()
    try album.addDamaged(kind, as: "bad.jpg")
    let (before, inode) = (try album.contents(), try attribute(.systemFileNumber, album, "bad.jpg"))
    let answer = try album.run("fix", "-i", "bad.jpg")
    #expect(answer.status == 65)
    #expect(answer.text == "bad.jpg: unchanged, 48x32, keeps tag 6")
    #expect(
      answer.complaints == """
        upright: bad.jpg: image data is damaged; the file keeps its orientation
        upright: 1 PHOTO STILL NEEDS ROTATION: its image data is damaged

        """)
    #expect(try album.contents() == before)
    #expect(try attribute(.systemFileNumber, album, "bad.jpg") == inode)
  }

  @Test(
    arguments: ["cut", "noise"],
    [["fix", "--edge", "recode"], ["crop", "square"], ["crop", "1,1,20,20"], ["thumb", "16"]])
  func anOriginalIsNeverReplacedByWhatIsLeftOfADamagedOne(_ kind: String, command: [String]) throws {
    let album = try Album()
    try album.addDamaged(kind, as: "bad.jpg")
    let before = try album.contents()
    let answer = try UprightTool.run(command + ["-i", "--force", "bad.jpg"], in: album.folder)
    #expect(answer.status == 65 || (answer.status == 0 && answer.complaints == ""), "\(answer.complaints)")
    #expect(try album.contents() == before || answer.status == 0)
    guard answer.status == 65 else { return }
    let elsewhere = try UprightTool.run(command + ["bad.jpg", "-o", "out.jpg", "--json"], in: album.folder)
    #expect(elsewhere.status == 65)
    #expect(elsewhere.complaints.contains("the result shows what could be decoded"))
    #expect(try elsewhere.objects().first?["damaged"] as? Bool == true)
    #expect(try album.folder.read("bad.jpg") == before["bad.jpg"])
  }

  /// The format of the result does not matter, and neither does where the damage shows.
  @Test(arguments: ["png", "tiff", "webp", "jpeg"])
  func aRegionAboveADamagedEndIsReportedAsDamaged(format: String) throws {
    let album = try Album()
    try album.addDamaged("cut", as: "bad.jpg")
    let answer = try UprightTool.run(
      ["crop", "22,1,9,20", "bad.jpg", "-o", "out.\(format)", "--json"], in: album.folder)
    #expect(answer.status == 65, "\(answer.complaints)")
    #expect(try answer.objects().first?["damaged"] as? Bool == true, "\(answer.text)")
  }

  @Test func aPipeIsNotReplacedByAFile() throws {
    let album = try Album("6.jpg")
    let pipe = album.folder.path("out.jpg")
    #expect(try OutsideTool.run("/bin/sh", ["-c", "mkfifo out.jpg"], in: album.folder).status == 0)
    let answer = try album.run("fix", "6.jpg", "-o", "out.jpg", "--force")
    #expect(answer.status == 69)
    let kind = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    #expect(kind != .typeRegular)
  }

  @Test(arguments: ["cut", "noise"])
  func aDamagedImageElsewhereIsACopyOrADecodedOne(_ kind: String) throws {
    let album = try Album()
    try album.addDamaged(kind, as: "bad.jpg")
    let kept = try album.run("fix", "bad.jpg", "-o", "kept.jpg")
    #expect(kept.text == "bad.jpg -> kept.jpg: copy, 48x32, keeps tag 6")
    #expect(try album.folder.read("kept.jpg") == album.folder.read("bad.jpg"))
    let decoded = try album.run("fix", "--edge", "recode", "bad.jpg", "-o", "decoded.jpg")
    #expect(decoded.text == "bad.jpg -> decoded.jpg: transcode, 48x32, tag 1")
    #expect(decoded.complaints.contains("image data is damaged; re-encoded instead"))
    #expect(try tag(album, "decoded.jpg") == 1)
  }

  @Test func aDamagedImageThatShallBeBakedStaysAsItIs() throws {
    let album = try Album()
    try album.addDamaged("cut", as: "bad.jpg")
    let before = try album.folder.read("bad.jpg")
    let answer = try album.run("rotate", "cw", "--bake", "-i", "bad.jpg")
    #expect(answer.status == 65)
    #expect(try album.folder.read("bad.jpg") == before)
  }

  @Test func whatWasReallyDoneIsExplainedAndInTheJSON() throws {
    let album = try Album("6.jpg")
    try album.addDamaged("cut", as: "bad.jpg")
    let explained = try album.run("fix", "--explain", "bad.jpg", "-o", "explained.jpg")
    #expect(
      explained.text == """
        bad.jpg -> explained.jpg
          copy: the file does not change, and keeps its tag
          result: jpeg, displayed as 48x32, tag 6
          not transform: the image data is damaged
          memory: at most 0.5 MiB
          parts:
            image data: kept as it is
            Exif: kept as it is
        """)
    let objects = try album.run("fix", "--json", "bad.jpg", "6.jpg", "-o", "out").objects()
    #expect(objects.map { $0["route"] as? String } == ["copy", "transform"])
    #expect(objects.map { $0["orientation"] as? Int } == [6, 1])
    #expect(objects[0]["damaged"] as? Bool == true)
    #expect(objects[1]["damaged"] == nil)
    let reasons = (objects[0]["rejections"] as? [[String: String]])?.map { $0["reason"] }
    #expect(reasons == ["the image data is damaged"])
    #expect(try tag(album, "out/bad.jpg") == 6)
    #expect(try tag(album, "out/6.jpg") == 1)
  }

  private func attribute(_ key: FileAttributeKey, _ album: Album, _ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: album.folder.path(name))[key].flatMap { $0 as? NSNumber }?.intValue
  }
}
