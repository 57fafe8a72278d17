// System calls that fail, and kills between them: afterwards a file is the old or the new one, and success is reported
// only if true.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
struct FaultTests {
  static let calls = ["fsync", "renameat", "renameat2", "fchmod", "fchown", "unlinkat", "pwrite64", "pread64"]
  static let faults = ["error=EIO", "error=ENOSPC", "signal=KILL"]

  /// The first, the middle and the last time that `upright` makes this call with these words, in an undisturbed run in
  /// `album`.
  private func occurrences(of call: String, by words: [String], in album: Album) throws -> [Int] {
    let count = try #require(UprightTool.counts(of: [call], by: words, in: album.folder)[call])
    #expect(count > 0, "\(call) is never called")
    return UprightTool.fewOccurrences(of: count)
  }

  @Test(arguments: [
    ("fsync", "fix"), ("renameat2", "fix"), ("fchmod", "fix"), ("fsync", "rotate cw"), ("pwrite64", "rotate cw"),
  ])
  func aFailureIsSaidToBeOne(call: String, command: String) throws {
    let album = try Album("6.jpg")
    let words = command.split(separator: " ").map(String.init) + ["-i", "6.jpg"]
    let answer = try run(words, call, "error=EIO:when=1", album)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: 6.jpg: Input/output error\n")
    #expect(try album.contents().count == 1)
  }

  // Then the new file is renamed over the old one.
  @Test(arguments: ["EINVAL", "ENOSYS", "EOPNOTSUPP"])
  func aFileSystemWhereNamesCannotChangePlacesWillDo(error: String) throws {
    let album = try Album("6.jpg")
    #expect(try run(["fix", "-i", "6.jpg"], "renameat2", "error=\(error)", album).status == 0)
    #expect(try Probe(album.folder.read("6.jpg")).orientation.isIdentity)
    #expect(try album.contents().count == 1)
  }

  @Test(arguments: [(["rotate", "cw"], 3), (["fix"], 1)])
  func aFileIsTheOldOneOrTheNewOne(command: [String], tag: Int) throws {
    let (old, words) = (Album.photo(6), command + ["-i", "6.jpg"])
    let counts = try UprightTool.counts(of: Self.calls, by: words, in: Album("6.jpg").folder)
    for call in ["fsync", "pread64", tag == 3 ? "pwrite64" : "renameat2"] { #expect(counts[call] != 0, "\(call)") }
    for (call, count) in counts {
      for occurrence in UprightTool.fewOccurrences(of: count) {
        // All errors take one way; `Torture/run syscalls` tries seven of them.
        for fault in ["error=EIO", "signal=KILL"] {
          let album = try Album("6.jpg")
          let mode = "\(call) \(fault) \(occurrence)"
          let answer = try run(words, call, "\(fault):when=\(occurrence)", album)
          let now = try album.folder.read("6.jpg")
          let isNew = try now != old && Probe(now).orientation.exif.rawValue == UInt8(tag)
          #expect(now == old || isNew, "\(mode)")
          if answer.status == 0 { #expect(isNew, "\(mode) said it succeeded") }
          let left = try album.contents().keys.filter { $0.hasPrefix(".upright-") }
          #expect(left.isEmpty || fault == "signal=KILL" || call == "unlinkat", "\(mode) left \(left)")
        }
      }
    }
  }

  /// The head of a movie file whose matrices are in several sectors and exceed an undo record, and the header of a box
  /// that fills it up to 17 megabytes.
  private static let movie: [UInt8] = {
    var movie = TinyMovie(TinyImage.sixColors, as: .rightTop)
    movie.tracks += [movie.tracks[0], movie.tracks[0]]
    movie.boxesBefore = TinyBox.bytes("free", [UInt8](repeating: 0, count: 512 - 36 + 20))
    let bytes = movie.bytes
    return bytes + TinyBox.number(size - bytes.count, 4) + Array("free".utf8)
  }()
  private static let size = 17 << 20

  private func movieAlbum() throws -> Album {
    let album = try Album()
    let path = try album.folder.write(Self.movie, as: "movie.mov")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(Self.size))
    try file.close()
    return album
  }

  private func head(_ album: Album) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: album.folder.url.appendingPathComponent("movie.mov"))
    defer { try? file.close() }
    return [UInt8](try file.read(upToCount: Self.movie.count) ?? Data())
  }

  private func waysBack(_ album: Album) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: album.folder.url.path)
      .count { $0.hasPrefix(".upright-undo-") }
  }

  // After a fault the movie file is old or new, or the next run repairs it before its own work.
  @Test(arguments: ["fsync", "renameat", "unlinkat", "pwrite64", "write"], ["error=EIO", "signal=KILL"])
  func aLargeMovieIsSetRightByTheNextRun(call: String, fault: String) throws {
    let (old, words) = (Self.movie, ["rotate", "cw", "-i", "movie.mov"])
    let patch = try Probe(old).retag(to: Orientation(exif: .bottomRight))
    #expect(Set(patch.edits.flatMap { [$0.offset / 512, ($0.offset + 35) / 512] }).count > 1)
    let new = try patch.applied(to: old)
    let further = try Probe(new).retag(to: Orientation(exif: .leftBottom)).applied(to: new)
    for occurrence in try occurrences(of: call, by: words, in: movieAlbum()) {
      let album = try movieAlbum()
      let mode = "\(call) \(fault) \(occurrence)"
      let answer = try run(words, call, "\(fault):when=\(occurrence)", album)
      let (now, left) = (try head(album), try waysBack(album))
      // If an undo record cannot be removed after the change is complete, its photo is there, and the next run removes
      // it.
      if answer.status == 0 { #expect(now == new && (left == 0 || call == "unlinkat"), "\(mode) said it succeeded") }
      // If only the result could not be written, that is what failed.
      let isNew = now == new
      if answer.status == 74, call != "write" { #expect(!isNew, "\(mode) said it failed") }
      if call == "fsync", fault == "error=EIO" { #expect(left == 0, "\(mode) left a way back that nobody needs") }
      #expect(now == old || now == new || left == 1, "\(mode) is torn, and there is no way back")
      let program = try #require(UprightTool.path)
      #expect(try OutsideTool.run(program, words, in: album.folder).status == 0, "\(mode)")
      #expect(try head(album) == (now == new ? further : new), "\(mode), then again")
      #expect(try waysBack(album) == 0, "\(mode)")
    }
  }

  /// A photo whose thumbnail has its own tag, two sectors after the image's.
  private static let photo: [UInt8] = {
    var block = TinyTIFF(orientation: 6)
    block.exif = [TinyEntry(37_500, .undefined, [Int](repeating: 7, count: 1_200))]
    block.ifd1 = [TinyEntry(274, .short, [6])]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    return TinyJPEG(.sixColors, exif: block).bytes
  }()

  @Test(
    arguments: ["fsync", "pwrite64", "fsetxattr", "fremovexattr", "fgetxattr"], ["error=EIO", "signal=KILL"])
  func bothTagsOfAPhotoChangeOrNone(call: String, fault: String) throws {
    let (old, words) = (Self.photo, ["rotate", "cw", "-i", "photo.jpg"])
    let patch = try Probe(old).retag(to: Orientation(exif: .bottomRight))
    #expect(patch.edits.count == 2 && patch.edits[1].offset - patch.edits[0].offset > 1_024)
    let new = try patch.applied(to: old)
    let further = try Probe(new).retag(to: Orientation(exif: .leftBottom)).applied(to: new)
    for occurrence in try occurrences(of: call, by: words, in: taggedAlbum()) {
      let album = try taggedAlbum()
      let mode = "\(call) \(fault) \(occurrence)"
      let answer = try run(words, call, "\(fault):when=\(occurrence)", album)
      let now = try album.folder.read("photo.jpg")
      if answer.status == 0 { #expect(now == new, "\(mode) said it succeeded") }
      if fault != "signal=KILL" { #expect(now == old || now == new, "\(mode)") }
      let program = try #require(UprightTool.path)
      #expect(try OutsideTool.run(program, words, in: album.folder).status == 0, "\(mode)")
      #expect(try album.folder.read("photo.jpg") == (now == new ? further : new), "\(mode), then again")
      #expect(try album.contents().count == 1, "\(mode)")
    }
  }

  private func taggedAlbum() throws -> Album {
    let album = try Album()
    try album.folder.write(Self.photo, as: "photo.jpg")
    return album
  }

  /// A photo after a run that was killed between its two writes.
  private func halfDoneAlbum() throws -> Album {
    let album = try taggedAlbum()
    #expect(try run(["rotate", "cw", "-i", "photo.jpg"], "pwrite64", "signal=KILL:when=2", album).status != 0)
    return album
  }

  // The second run meets what the first left incomplete, with a fault of its own.
  @Test(arguments: ["fgetxattr", "fsync", "pwrite64", "fremovexattr"], ["error=EIO", "signal=KILL"])
  func aPhotoHalfDoneStaysMendable(call: String, fault: String) throws {
    let (old, words) = (Self.photo, ["rotate", "cw", "-i", "photo.jpg"])
    let new = try Probe(old).retag(to: Orientation(exif: .bottomRight)).applied(to: old)
    let half = try halfDoneAlbum()
    for occurrence in try occurrences(of: call, by: words, in: half) {
      let album = try halfDoneAlbum()
      let torn = try album.folder.read("photo.jpg")
      #expect(torn != old && torn != new)
      let mode = "\(call) \(fault) \(occurrence)"
      let answer = try run(words, call, "\(fault):when=\(occurrence)", album)
      let now = try album.folder.read("photo.jpg")
      if answer.status == 0 { #expect(now == new, "\(mode) said it succeeded") }
      let program = try #require(UprightTool.path)
      let final = try Probe(new).retag(to: Orientation(exif: .leftBottom)).applied(to: new)
      #expect(try OutsideTool.run(program, words, in: album.folder).status == 0, "\(mode)")
      #expect(try album.folder.read("photo.jpg") == (now == new ? final : new), "\(mode), then again")
    }
  }

  @Test(arguments: faults) func aNewFileIsWholeOrNotThere(fault: String) throws {
    let words = ["fix", "6.jpg", "-o", "out.jpg"]
    let counts = try UprightTool.counts(of: Self.calls, by: words, in: Album("6.jpg").folder)
    let made = counts.filter { $0.value > 0 }.keys
    #expect(made.contains("fsync") && made.count > 2, "\(counts)")
    for call in made { try checkNewFile(words, call, fault) }
  }

  private func checkNewFile(_ words: [String], _ call: String, _ fault: String) throws {
    let album = try Album("6.jpg")
    let answer = try run(words, call, "\(fault):when=1", album)
    let made = try album.contents()["out.jpg"]
    if let made {
      #expect(try Probe(made).orientation.isIdentity)
      #expect(made.suffix(2) == [0xFF, 0xD9])
    }
    if answer.status == 0 { #expect(made != nil, "\(call)") }
    #expect(try album.folder.read("6.jpg") == Album.photo(6), "\(call)")
  }

  // The first run waits between opening the photo and locking it, and the second replaces it meanwhile.
  @Test func noTurnIsDoneInAFileThatAnotherRunHasReplaced() throws {
    let album = try Album("6.jpg")
    let script = """
      strace -f -qq -e trace=flock -e inject=flock:delay_enter=500000:when=1 -o calls "$0" rotate cw -i 6.jpg &
      until grep -qs flock calls; do sleep 0.02; done
      "$0" rotate cw --bake -i 6.jpg
      echo $?
      wait $!
      echo $?
      """
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, try #require(UprightTool.path)], in: album.folder)
    let codes = answer.text.split(separator: "\n").compactMap { Int($0) }
    #expect(codes.count == 2 && codes.allSatisfy { [0, 74].contains($0) } && codes.contains(0))
    let turns = codes.count { $0 == 0 }
    #expect(try Probe(album.folder.read("6.jpg")).displayedSize.width == (turns == 1 ? 32 : 48), "\(answer.text)")
  }

  private func run(
    _ words: [String], _ call: String, _ fault: String, _ album: Album
  ) throws -> OutsideTool.Answer {
    let answer = try UprightTool.run(words, failing: call, by: fault, in: album.folder)
    // Every run reaches its first call; strace ends as the program does.
    if fault == "signal=KILL:when=1" { #expect(answer.status == SIGKILL, "\(call) killed nothing") }
    return answer
  }
}
