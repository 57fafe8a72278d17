// Standard output is checked before the first file changes: a batch whose reports nobody can read changes nothing.

import Foundation
import Testing
import UprightTestTools

@Suite struct CheckedOutputTests {
  /// Photos, labels, a journal with a change to undo, one with a kept original, and a leftover of a killed run.
  private func album() throws -> Album {
    let album = try TurnedAlbum(tags: 5...8).album
    for name in ["turned/6.jpg", "fixed/6.jpg"] { try album.add(name) }
    #expect(try album.run("rotate", "cw", "-i", "turned/6.jpg", "--journal", "j").status == 0)
    #expect(try album.run("fix", "-i", "fixed/6.jpg", "--journal", "k").status == 0)
    try album.folder.write([1], as: "turned/.upright-new-abcdefghij")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -1_000)],
      ofItemAtPath: album.folder.path("turned/.upright-new-abcdefghij"))
    return album
  }

  /// Every command that changes or writes files and prints what it did.
  static let lines = [
    "fix -i --json photos", "fix -i photos", "fix -i -q photos", "fix --to tag -i --json photos", "fix photos -o out",
    "fix -i --json --journal new.jsonl photos",
    "fix -i --labels labels --label-space stored --journal new.jsonl photos", "rotate cw -i --json photos",
    "rotate cw -i photos/6.jpg", "rotate cw --bake -i photos", "orient 3 -i photos", "thumb 16 --force -i photos",
    "thumb 16 photos -o out", "crop 0,0,16,16 --force -i photos", "crop 0,0,16,16 --json photos/6.jpg -o out.jpg",
    "camera stamp --sensor 90 -i photos/6.jpg", "undo j", "undo --json j", "undo k", "undo --discard k",
    "recover turned", "recover --json turned", "compat jhead -autorot photos/6.jpg", "samples made",
    "sheet photos -o sheet.png", "labels convert --to coco --from-space stored --images photos -o c.json labels",
    "labels crop --space stored --images photos -o parts labels", "labels overlay --images photos -o seen labels",
  ]

  private func everything(_ album: Album) throws -> [String: [UInt8]?] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: album.folder.url.path)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, try? album.folder.read($0)) })
  }

  private func run(_ script: String, in album: Album) throws -> OutsideTool.Answer {
    try OutsideTool.run("/bin/sh", ["-c", script, try #require(UprightTool.path)], in: album.folder)
  }

  @Test(
    arguments: lines,
    [
      (">/dev/full", "upright: standard output: No space left on device\n"),
      (">&-", "upright: standard output: Bad file descriptor\n"),
    ])
  func nothingChangesIfNothingCanBePrinted(line: String, output: (redirection: String, sentence: String)) throws {
    let album = try album()
    let before = try everything(album)
    let answer = try run("\"$0\" \(line) \(output.redirection)", in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints == output.sentence)
    #expect(try everything(album) == before)
  }

  @Test(arguments: ["fix -i --json photos", "undo --json j", "labels convert -o c labels", "samples made"])
  func nothingChangesIfTheReaderIsGone(line: String) throws {
    let album = try album()
    let before = try everything(album)
    let script = "mkfifo f; : <f & exec 3>f; wait; \"$0\" \(line) >&3; code=$?; rm f; exit $code"
    let answer = try run(script, in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard output is closed; nothing was changed\n")
    #expect(try everything(album) == before)
  }

  // A limit of 32 blocks of 512 bytes takes the place of a full disk; the photos are smaller.
  @Test(arguments: ["fix -i --json photos", "rotate cw -i --json photos", "undo --json j"])
  func nothingChangesIfAFileTakesNoMore(line: String) throws {
    let album = try album()
    try album.folder.write([UInt8](repeating: 7, count: 16_384), as: "out")
    let before = try everything(album)
    let answer = try run("ulimit -f 32; \"$0\" \(line) >>out", in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard output: File too large\n")
    #expect(try everything(album) == before)
  }

  @Test(arguments: [
    "fix -n --json photos", "fix --check photos", "undo -n j",
    "labels crop -n --space stored --images photos -o parts labels",
  ])
  func whatChangesNothingPrintsAsBefore(line: String) throws {
    let album = try album()
    #expect(try [0, 1].contains(run("\"$0\" \(line) >out", in: album).status))
    #expect(try !album.folder.read("out").isEmpty)
  }

  @Test(arguments: ["fix 5.jpg -o - | cat >made", "compat jhead -q -autorot photos/6.jpg >&-", "fix -i photos 2>&-"])
  func whatNeedsNoStandardOutputOrHasOneIsDone(line: String) throws {
    let album = try Album("5.jpg", "photos/6.jpg")
    let before = try everything(album)
    let answer = try run("\"$0\" \(line)", in: album)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try everything(album) != before)
  }

  // 2,000 bytes fit: a few lines.
  @Test func theFirstLineThatCannotBeWrittenIsTheLast() throws {
    let album = try Album()
    for number in 0..<60 { try album.folder.write(Album.photo(6), as: "\(number).jpg") }
    try album.folder.write([UInt8](repeating: 10, count: 16_384 - 2_000), as: "out")
    let answer = try run("ulimit -f 32; \"$0\" rotate cw --bake -i --json -j 2 *.jpg >>out", in: album)
    #expect(answer.status == 74)
    let changed = try (0..<60).count { try album.folder.read("\($0).jpg") != Album.photo(6) }
    #expect((2..<30).contains(changed))
    #expect(answer.complaints == "upright: standard output: File too large; \(changed) of 60 files were done\n")
    #expect(try album.folder.read("out").count == 16_384)
  }
}
