// `--families` as users run it: the files of one photo change together.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch

@Suite struct FamiliesTests {
  /// A raw photo, a JPEG, a video and two XMP files of one photo, all with tag 6, and another photo.
  private func album() throws -> Album {
    let album = try Album("1.jpg")
    try album.folder.write(Album.photo(6), as: "a.JPG")
    try album.folder.write(raw(6), as: "a.CR2")
    try album.folder.write(TinyMovie(image, as: .rightTop).bytes, as: "a.MOV")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "a.xmp")
    try album.folder.write(TinyXMP.packet(orientation: "6", form: .element), as: "a.JPG.xmp")
    return album
  }

  private let image = TinyImage.sixColors.enlarged(by: 16)

  private func raw(_ tag: UInt8) -> [UInt8] {
    TinyTIFFFile(displaying: image, as: ExifOrientation(rawValue: tag) ?? .topLeft).bytes
  }

  private func tag(_ name: String, in album: Album) throws -> UInt8 {
    try Probe(album.folder.read(name)).orientation.exif.rawValue
  }

  private func statements(_ name: String, in album: Album) throws -> [UInt8] {
    try #require(XMPSidecar(album.folder.read(name))).statements.compactMap { $0?.rawValue }
  }

  /// The album's files without journals.
  private func photos(_ album: Album) throws -> [String: [UInt8]] {
    try album.contents().filter { !["j", "j2"].contains($0.key) && !$0.key.hasPrefix(".upright") }
  }

  @Test func allFilesOfANamedPhotoTurnAndUndoRestoresThem() throws {
    let album = try album()
    let before = try photos(album)
    let answer = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "a.JPG")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.split(separator: "\n").count == 5)
    for name in ["a.JPG", "a.CR2", "a.MOV"] { #expect(try tag(name, in: album) == 3, "\(name)") }
    #expect(try statements("a.xmp", in: album) == [3] && statements("a.JPG.xmp", in: album) == [3])
    #expect(try album.folder.read("1.jpg") == before["1.jpg"])
    #expect(try album.run("undo", "j").status == 0)
    #expect(try photos(album) == before)
  }

  @Test func onlyTheDigitOfASidecarChanges() throws {
    let album = try album()
    let before = try album.folder.read("a.JPG.xmp")
    #expect(try album.run("rotate", "180", "-i", "--families", "--journal", "j", ".").status == 0)
    let after = try album.folder.read("a.JPG.xmp")
    let differing = zip(before, after).filter { $0 != $1 }
    #expect(before.count == after.count && differing.count == 1)
    #expect(differing.first?.0 == UInt8(ascii: "6") && differing.first?.1 == UInt8(ascii: "8"))
  }

  @Test func aFolderIsProcessedPhotoByPhoto() throws {
    let album = try album()
    let answer = try album.run("rotate", "mirror-horizontal", "-i", "--families", "--json", "--journal", "j", ".")
    #expect(answer.status == 0 && answer.complaints == "")
    let objects = try answer.objects()
    #expect(objects.count == 6)
    #expect(objects.filter { $0["family"] as? String == "a" }.count == 5)
    #expect(objects.first { $0["path"] as? String == "./1.jpg" }?["family"] == nil)
    let sidecar = try #require(objects.first { $0["path"] as? String == "./a.xmp" })
    #expect(sidecar["route"] as? String == "rewrite" && sidecar["orientation"] as? Int == 5)
    #expect(try tag("1.jpg", in: album) == 2)
  }

  @Test func aDryRunNamesAllAndWritesNothing() throws {
    let album = try album()
    let before = try album.contents()
    let answer = try album.run("rotate", "cw", "-n", "--families", "a.JPG")
    #expect(answer.status == 0)
    #expect(answer.text.contains("a.xmp: sidecar, tag 3") && answer.text.contains("a.MOV: retag"))
    #expect(answer.complaints.contains("5 files: 3 retag, 2 sidecars; nothing was written (dry run)"))
    #expect(try album.contents() == before)
  }

  @Test func withoutTheOptionNothingElseChanges() throws {
    let album = try album()
    let before = try photos(album)
    #expect(try album.run("rotate", "cw", "-i", "a.JPG").status == 0)
    let changed = try photos(album).filter { before[$0.key] != $0.value }
    #expect(changed.keys.sorted() == ["a.JPG"])
  }

  @Test func aSidecarThatDisagreesIsReportedAndFollows() throws {
    let album = try album()
    try album.folder.write(TinyXMP.packet(orientation: "8"), as: "a.xmp")
    let answer = try album.run("rotate", "cw", "-i", "--families", "--json", "--journal", "j", "a.JPG")
    #expect(answer.status == 0)
    #expect(answer.complaints.contains("a.xmp: the XMP file states 8, and a.CR2 has tag 6"))
    let findings = try answer.objects().first { $0["path"] as? String == "a.xmp" }?["findings"] as? [[String: Any]]
    #expect(findings?.first?["code"] as? String == "orientation-conflict-sidecar")
    #expect(try statements("a.xmp", in: album) == [3])
  }

  @Test func aMemberThatCannotChangeKeepsAllUnlessChosenOtherwise() throws {
    let album = try album()
    try album.folder.write(Array("unknown".utf8), as: "a.CR3")
    let before = try photos(album)
    let answer = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "a.JPG")
    #expect(answer.status == 69)
    #expect(answer.complaints.contains("a.CR3: not an image in a known format"))
    #expect(answer.complaints.contains("a.JPG: --families: unchanged, because a.CR3 cannot be changed with it"))
    #expect(try photos(album) == before)
    let partial = try album.run(
      "rotate", "cw", "-i", "--families", "--partial-families", "--journal", "j2", "a.JPG")
    #expect(partial.status == 0)
    #expect(partial.complaints.contains("a.CR3: left as it is: not an image in a known format"))
    #expect(try tag("a.JPG", in: album) == 3 && statements("a.JPG.xmp", in: album) == [3])
    // Whether a.xmp describes the raw file that stays or the one that changes, is unknown.
    #expect(try statements("a.xmp", in: album) == [6])
  }

  @Test func oneOfSeveralPhotosThatCannotChangeExitsWith2() throws {
    let album = try album()
    try album.folder.write(Array("unknown".utf8), as: "a.CR3")
    #expect(try album.run("rotate", "cw", "-i", "--families", "--journal", "j", ".").status == 2)
    #expect(try tag("1.jpg", in: album) == 6 && tag("a.JPG", in: album) == 6)
  }

  // A hard link is noticed when the JPEG is rewritten, after the XMP files.
  @Test func aMemberThatFailsInTheMiddleRestoresTheOthers() throws {
    let album = try Album("6.jpg", "1.jpg")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "6.xmp")
    try FileManager.default.linkItem(atPath: album.folder.path("6.jpg"), toPath: album.folder.path("b"))
    let before = try photos(album)
    let answer = try album.run("fix", "-i", "--families", "--journal", "j", "6.jpg")
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("6.jpg: the file has other hard links"))
    #expect(answer.complaints.contains("6.xmp: --families: unchanged, because 6.jpg could not be changed"))
    #expect(try photos(album) == before)
    #expect(try album.contents().keys.filter { $0.hasPrefix(".upright") }.isEmpty)
    #expect(try String(decoding: album.folder.read("j"), as: UTF8.self).contains("\"undone\""))
    let again = try album.run("undo", "j")
    #expect(again.status == 0 && again.complaints.contains("there is nothing to undo"))
  }

  @Test(arguments: ["cut", "noise"])
  func damagedDataRestoresTheOthers(kind: String) throws {
    let album = try Album("1.jpg")
    try album.addDamaged(kind, as: "6.jpg")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "6.xmp")
    let before = try photos(album)
    let answer = try album.run("fix", "-i", "--families", "--journal", "j", "6.jpg")
    #expect(answer.status == 65, "\(answer.complaints)")
    #expect(try photos(album) == before)
  }

  @Test func fixMakesPixelsUprightAndTheSidecarsAgree() throws {
    let album = try album()
    let before = try photos(album)
    let answer = try album.run("fix", "-i", "--families", "--journal", "j", ".")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try tag("a.JPG", in: album) == 1 && statements("a.JPG.xmp", in: album) == [1])
    // The raw photo's pixels can be rotated here, because it is an ordinary TIFF: its sidecar follows it.
    #expect(try statements("a.xmp", in: album) == [tag("a.CR2", in: album)])
    #expect(try album.folder.read("a.MOV") == before["a.MOV"])
    let again = try album.run("fix", "-i", "--families", "--journal", "j", "--resume", ".")
    #expect(again.status == 0)
    #expect(try album.run("undo", "j").status == 0)
    #expect(try photos(album) == before)
  }

  @Test func regionsInASidecarMoveWithThePixels() throws {
    let album = try Album("6.jpg")
    let area =
      #"<mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.25" "#
      + #"stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:Description></rdf:li></rdf:Bag>"#
      + "</mwg-rs:RegionList>"
    let size = #"<mwg-rs:AppliedToDimensions stDim:w="32" stDim:h="48" stDim:unit="pixel"/>"#
    let packet = TinyXMP.packet(
      content: "<tiff:Orientation>6</tiff:Orientation><mwg-rs:Regions rdf:parseType=\"Resource\">\(size)\(area)"
        + "</mwg-rs:Regions>")
    try album.folder.write(packet, as: "6.xmp")
    #expect(try album.run("fix", "-i", "--families", "--journal", "j", "6.jpg").status == 0)
    let after = String(decoding: try album.folder.read("6.xmp"), as: UTF8.self)
    #expect(after.contains("<tiff:Orientation>1<"))
    #expect(
      after.contains(#"stDim:w="48" stDim:h="32""#) && after.contains(#"stArea:x="0.5" stArea:y="0.25""#), "\(after)")
  }

  @Test func orientRefusesWhatItWouldTearApart() throws {
    let album = try Album("1.jpg")
    try album.folder.write(raw(6), as: "1.CR2")
    let before = try photos(album)
    let answer = try album.run("orient", "1", "-i", "--families", "--journal", "j", "1.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("it would be displayed differently from 1.CR2, which is the same photo"))
    #expect(try photos(album) == before)
  }

  // A killed run leaves one member changed: its journal ends there.
  @Test func aPhotoThatAKilledRunLeftHalfDoneIsFinishedOnce() throws {
    let album = try album()
    let before = try photos(album)
    #expect(try album.run("rotate", "cw", "-i", "--families", "--journal", "j", ".").status == 0)
    let turned = try photos(album)
    for name in ["a.JPG", "a.MOV"] { try overwrite(name, before[name] ?? [], in: album) }
    let lines = try String(decoding: album.folder.read("j"), as: UTF8.self).split(separator: "\n")
    let intents = lines.filter { $0.contains("/a.JPG\"") || $0.contains("/a.MOV\"") }
    let numbers = intents.compactMap { $0.split(separator: ",").first?.split(separator: ":").last }
    try #require(numbers.count == 2)
    let kept = lines.filter { line in !numbers.contains { line.hasPrefix("{\"done\":\($0),") } }
    try #require(kept.count == lines.count - 2)
    try overwrite("j", Array((kept.joined(separator: "\n") + "\n").utf8), in: album)
    let answer = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "--resume", ".")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.complaints.contains("1 of 6 files are already done"), "\(answer.complaints)")
    let begun = "3 of 6 files are changed, according to the journal, and others of the same photos are not"
    #expect(answer.complaints.contains(begun), "\(answer.complaints)")
    #expect(try photos(album) == turned)
    #expect(try album.run("undo", "j").status == 0)
    #expect(try photos(album) == before)
  }

  /// The arguments of a run that changes all files of the folder.
  private func all(_ operation: String) -> [String] {
    operation.split(separator: " ").map(String.init) + ["-i", "--families", "-j", "1", "--journal", "j", "."]
  }

  /// The numbers of the calls at which a fault is tried, from an undisturbed run.
  private func occurrences(of call: String, by words: [String], in album: Album) throws -> [Int] {
    let count = try #require(UprightTool.counts(of: [call], by: words, in: album.folder)[call])
    #expect(count > 1, "\(call)")
    return UprightTool.fewOccurrences(of: count)
  }

  // Killed, then resumed, then undone.
  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [
      ("fsync", "rotate cw"), ("pwrite64", "rotate cw"), ("renameat2", "rotate cw"), ("linkat", "rotate cw"),
      ("fsync", "fix"), ("renameat2", "fix"),
    ])
  func aKillTurnsNothingTwice(call: String, operation: String) throws {
    let (words, whole) = (all(operation), try album())
    let old = try photos(whole)
    let occurrences = try occurrences(of: call, by: words, in: whole)
    let new = try photos(whole)
    for occurrence in occurrences {
      let mode = "\(call) \(occurrence)"
      let album = try UprightTool.killed(words, at: call, occurrence, in: \.folder) { try self.album() }
      let isBegun = FileManager.default.fileExists(atPath: album.folder.path("j"))
      let resumed = try UprightTool.run(words + (isBegun ? ["--resume"] : []), in: album.folder)
      #expect(resumed.status == 0, "\(mode): \(resumed.complaints)")
      #expect(try photos(album) == new, "\(mode)")
      let undone = try album.run("undo", "j")
      #expect(undone.status == 0, "\(mode): \(undone.complaints)")
      #expect(try photos(album) == old, "\(mode)")
    }
  }

  // A disk that fails once: each photo is changed with all its files, or with none.
  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [
      ("fsync", "rotate cw"), ("pwrite64", "rotate cw"), ("renameat2", "rotate cw"), ("linkat", "fix"),
      ("renameat2", "fix"), ("fallocate", "fix"),
    ])
  func aFailureAnywhereLeavesNoPhotoHalfDone(call: String, operation: String) throws {
    let (words, whole) = (all(operation), try album())
    let old = try photos(whole)
    let occurrences = try occurrences(of: call, by: words, in: whole)
    let new = try photos(whole)
    var failureCount = 0
    for occurrence in occurrences {
      let (album, mode) = (try album(), "\(call) \(occurrence)")
      let failed = try UprightTool.run(words, failing: call, by: "error=EIO:when=\(occurrence)", in: album.folder)
      let now = try photos(album)
      let states = [old, new].map { state in state.keys.filter { $0 != "1.jpg" && now[$0] != state[$0] }.sorted() }
      #expect(states.contains([]), "\(mode): \(states) \(failed.complaints)")
      #expect(now["1.jpg"] == old["1.jpg"] || now["1.jpg"] == new["1.jpg"], "\(mode)")
      if failed.status != 0 { failureCount += 1 }
    }
    #expect(failureCount > 0)
  }

  /// Changes a file's bytes, not its inode.
  private func overwrite(_ name: String, _ bytes: [UInt8], in album: Album) throws {
    let file = try FileHandle(forWritingTo: album.folder.url.appendingPathComponent(name))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func undoRestoresAPhotoWholeOrNotAtAll() throws {
    let album = try album()
    let before = try photos(album)
    #expect(try album.run("rotate", "cw", "-i", "--families", "--journal", "j", ".").status == 0)
    #expect(try album.run("rotate", "cw", "-i", "a.CR2", "--preserve-mtime").status == 0)
    let theirs = try photos(album)
    let answer = try album.run("undo", "j")
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("a.JPG: undo: left as it is, because a.CR2 cannot be restored with it"))
    let after = try photos(album)
    for name in ["a.JPG", "a.CR2", "a.MOV", "a.xmp", "a.JPG.xmp"] { #expect(after[name] == theirs[name], "\(name)") }
    #expect(after["1.jpg"] == before["1.jpg"])
  }

  // The name of the sidecar may be read in two ways; the batch and `undo` read it alike.
  @Test func undoKnowsTheFamilyOfAnAmbiguousSidecar() throws {
    let album = try Album()
    try album.folder.write(Album.photo(6), as: "a.CR2.jpg")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "a.CR2.xmp")
    #expect(try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "a.CR2.jpg").status == 0)
    #expect(try statements("a.CR2.xmp", in: album) == [3])
    try album.folder.write(TinyXMP.packet(orientation: "1"), as: "a.CR2.xmp")
    #expect(try album.run("undo", "j").status != 0)
    #expect(try tag("a.CR2.jpg", in: album) == 3)
  }

  @Test func resumingRestoresNoMemberBesideOneThatWasEdited() throws {
    let album = try Album()
    try album.folder.write(Album.photo(6), as: "a.jpg")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "a.xmp")
    let words = ["rotate", "cw", "-i", "--families", "--journal", "j", "a.jpg"]
    #expect(try UprightTool.run(words, in: album.folder).status == 0)
    try album.folder.write(Album.photo(1), as: "a.jpg")
    try album.folder.write(Album.photo(1), as: "a.jpeg")
    #expect(try UprightTool.run(words + ["--resume"], in: album.folder).status != 0)
    #expect(try statements("a.xmp", in: album) == [3] && tag("a.jpg", in: album) == 1)
  }

  @Test func aMemberThatCannotChangeAndCameLaterRevertsNothing() throws {
    let album = try Album()
    try album.folder.write(Album.photo(6), as: "a.jpg")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "a.xmp")
    let words = ["rotate", "cw", "-i", "--families", "--journal", "j", "a.jpg"]
    #expect(try UprightTool.run(words, in: album.folder).status == 0)
    try album.folder.write([0, 1, 2], as: "a.CR3")
    let again = try UprightTool.run(words + ["--resume"], in: album.folder)
    #expect(again.status == 69 && again.complaints.contains("a.CR3"), "\(again.complaints)")
    #expect(try statements("a.xmp", in: album) == [3] && tag("a.jpg", in: album) == 3)
  }

  @Test(arguments: ["symbolic", "hard"])
  func aSecondNameOfAMemberIsRefused(kind: String) throws {
    let album = try Album()
    for name in ["a", "b"] { try album.folder.write(TinyXMP.packet(orientation: "6"), as: "\(name).xmp") }
    let path = try album.folder.write(Album.photo(6), as: "a.jpg")
    if kind == "hard" {
      try FileManager.default.linkItem(atPath: path, toPath: album.folder.path("b.jpg"))
    } else {
      try FileManager.default.createSymbolicLink(atPath: album.folder.path("b.jpg"), withDestinationPath: "a.jpg")
    }
    let answer = try album.run(
      "rotate", "cw", "-i", "--families", "--break-hard-links", "--journal", "j", "b.jpg", "a.jpg")
    #expect(answer.status != 0)
    #expect(try statements("b.xmp", in: album) == [6])
    #expect(try tag("a.jpg", in: album) == statements("a.xmp", in: album)[0])
    #expect(answer.complaints.contains(kind == "hard" ? "the same file as" : "symbolic link"))
  }

  @Test func aLinkIsNotFollowed() throws {
    let album = try Album("1.jpg", "other.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: album.folder.path("1.xmp"), withDestinationPath: album.folder.path("other.jpg"))
    let answer = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "1.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("1.xmp: --families: it is a symbolic link"))
    #expect(try tag("1.jpg", in: album) == 1)
  }

  @Test(arguments: ["utf-16", "text", "large"])
  func aSidecarThatCannotBeReadIsNamed(kind: String) throws {
    let album = try Album("1.jpg")
    let packet = TinyXMP.packet(orientation: "1")
    let bytes: [UInt8] =
      switch kind {
      case "utf-16": packet.flatMap { [$0, 0] }
      case "text": Array("tiff:Orientation=\"1\"".utf8)
      default: packet + Array(repeating: UInt8(ascii: " "), count: XMPSidecar.longest)
      }
    try album.folder.write(bytes, as: "1.xmp")
    let answer = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "1.jpg")
    #expect(answer.status == 69)
    #expect(answer.complaints.contains("1.xmp: "))
    #expect(try album.folder.read("1.xmp") == bytes && tag("1.jpg", in: album) == 1)
  }

  @Test func auditNamesPhotosWhoseFilesContradictEachOther() throws {
    let album = try album()
    // Its pixels are stored as those of the JPEG, and it has no tag for that.
    let untagged = TinyTIFFFile.Subfile(image.stored(as: .rightTop), entries: [.orientation(1)])
    try album.folder.write(TinyTIFFFile(pages: [untagged]).bytes, as: "a.CR2")
    let plain = try album.run("audit", ".")
    #expect(!plain.text.contains("orientation-conflict"))
    let answer = try album.run("audit", "--families", "--fail-on", "contradictory", ".")
    #expect(answer.status == 1)
    #expect(answer.text.contains("orientation-conflict-family: 3 files"))
    #expect(answer.text.contains("./a.CR2: a.xmp states 6, and the image has tag 1"))
    let agreeing = try self.album()
    #expect(try agreeing.run("audit", "--families", ".").status == 0)
  }

  @Test(arguments: [
    (["rotate", "cw", "--families", "-o", "out/", "1.jpg"], "-i"),
    (["rotate", "cw", "-i", "--families", "1.jpg"], "--journal"),
    (["rotate", "cw", "-i", "--partial-families", "1.jpg"], "--families"),
    (["fix", "--check", "--families", "1.jpg"], "--check"),
    (["fix", "-i", "--families", "--strip", "gps", "--journal", "j", "1.jpg"], "--strip"),
  ])
  func whatDoesNotWorkWithFamiliesIsRefused(words: [String], name: String) throws {
    let album = try Album("1.jpg")
    let before = try album.contents()
    let answer = try UprightTool.run(words, in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("families") && answer.complaints.contains(name))
    #expect(try album.contents() == before)
  }

  // MARK: Without --families

  private static let beside = "and programs that follow"

  @Test func aSidecarThatStaysIsNamedOnce() throws {
    let album = try Album("6.jpg", "8.jpg", "1.jpg")
    for name in ["6.jpg.xmp", "1.xmp"] { try album.folder.write(TinyXMP.packet(orientation: "6"), as: name) }
    let before = try album.folder.read("6.jpg.xmp")
    let answer = try album.run("fix", "-i", "--to", "tag", ".")
    #expect(!answer.complaints.contains(Self.beside), "nothing changes")
    let one = try album.run("rotate", "cw", "-i", "6.jpg", "8.jpg")
    #expect(
      one.status == 0
        && one.complaints == """
          upright: 1 sidecar beside a changed file stays as it is, and programs that follow it may rotate again: \
          6.jpg.xmp; --families changes XMP files too

          """
    )
    #expect(try album.folder.read("6.jpg.xmp") == before)
    try album.folder.write([1], as: "8.AAE")
    try album.folder.write([1], as: "8.jpg.pp3")
    try album.folder.write([1], as: "other.pp3")
    let all = try album.run("rotate", "cw", "-i", "--json", ".")
    #expect(
      all.complaints.contains(
        """
        4 sidecars beside changed files stay as they are, and programs that follow them may rotate again: \
        ./1.xmp, ./6.jpg.xmp, ./8.AAE and 1 more; --families changes XMP files too
        """), "\(all.complaints)")
    let line = try #require(try all.objects().last { $0["folder"] != nil })
    let found = (line["folder"] as? [String: Any])?["sidecars"] as? [String: Any]
    #expect(line["path"] as? String == "." && found?["count"] as? Int == 4)
    #expect(found?["files"] as? [String] == ["./1.xmp", "./6.jpg.xmp", "./8.AAE", "./8.jpg.pp3"])
  }

  @Test func onlySidecarsOfChangedFilesInPlaceAreNamed() throws {
    let album = try Album("6.jpg", "8.jpg")
    try album.folder.write([1], as: "8.AAE")
    let apple = try album.run("rotate", "cw", "-i", "8.jpg")
    #expect(apple.complaints.contains("again: 8.AAE\n"), "no option changes it: \(apple.complaints)")
    try album.folder.write(TinyXMP.packet(orientation: "6"), as: "6.xmp")
    let copy = try album.run("rotate", "cw", "6.jpg", "-o", "out.jpg")
    #expect(copy.status == 0 && !copy.complaints.contains(Self.beside))
    let together = try album.run("rotate", "cw", "-i", "--families", "--journal", "j", "6.jpg")
    #expect(together.status == 0 && !together.complaints.contains(Self.beside))
    let square = try album.run("crop", "square", "-i", "--force", "6.jpg")
    #expect(square.complaints.contains("again: 6.xmp\n"), "it has no --families: \(square.complaints)")
  }
}
