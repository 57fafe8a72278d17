// `watch`: every file once, as it was finished, and nothing twice.
#if os(Linux)
  import Foundation
  import Testing
  import Upright
  import UprightFixtures
  import UprightTestTools

  @testable import UprightBatch
  @testable import UprightCLI

  @Suite(.serialized) struct WatchCommandTests {
    private static let rotate = ["in", "--do", "rotate cw", "--journal", "book.jsonl", "--settle", "0.3"]

    private func album(_ names: String...) throws -> Album {
      let album = try Album()
      try FileManager.default.createDirectory(atPath: album.folder.path("in"), withIntermediateDirectories: true)
      for name in names { try album.add("in/\(name)") }
      return album
    }

    private func tag(_ name: String, _ album: Album) throws -> UInt8 {
      try Probe(album.folder.read("in/\(name)")).orientation.exif.rawValue
    }

    /// A running `watch`.
    private final class Running {
      let process = Process()
      let output: String
      private let album: Album

      init(_ album: Album, _ arguments: [String]) throws {
        self.album = album
        output = try album.folder.write([], as: "out.txt")
        process.executableURL = URL(fileURLWithPath: try #require(UprightTool.path))
        process.arguments = ["watch"] + arguments
        process.currentDirectoryURL = album.folder.url
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: try album.folder.write([], as: "err.txt"))
        try process.run()
      }

      deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

      private var allLines: [String] {
        String(decoding: (try? album.folder.read("out.txt")) ?? [], as: UTF8.self).split(separator: "\n").map(
          String.init)
      }

      /// The lines once there are this many, and what else comes before the line of a photo that is added then.
      func lines(_ count: Int) throws -> [String] {
        wait { lines.count >= count }
        let last = "last-\(UUID().uuidString).jpg"
        try album.folder.write(Album.photo(1), as: "in/" + last)
        wait { allLines.contains { $0.contains(last) } }
        return lines
      }

      private var lines: [String] { allLines.filter { !$0.contains("last-") } }

      private func wait(for condition: () -> Bool) {
        let end = Date.now + 60
        while !condition(), Date.now < end { usleep(20_000) }
      }

      func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        kill(process.processIdentifier, signal)
        let end = Date.now + 60
        while process.isRunning, Date.now < end { usleep(20_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationStatus
      }
    }

    @Test func anythingIsProcessedOnceAndARestartContinues() throws {
      let album = try album("1.jpg")
      let first = try Running(album, Self.rotate)
      #expect(try first.lines(1).count == 1)
      try album.add("in/new/6.jpg")
      #expect(try first.lines(2).count == 2)
      #expect(first.stop() == 0)
      #expect(try tag("1.jpg", album) == 6 && tag("new/6.jpg", album) == 3)
      try album.add("in/8.jpg")
      let second = try Running(album, Self.rotate)
      #expect(try second.lines(1).count == 1)
      #expect(second.stop() == 0)
      #expect(try tag("1.jpg", album) == 6 && tag("new/6.jpg", album) == 3 && tag("8.jpg", album) == 1)
    }

    @Test func aFileWrittenInPiecesIsProcessedOnceAndWhole() throws {
      let album = try album()
      let running = try Running(album, Self.rotate)
      #expect(try running.lines(0) == [])
      let bytes = Album.photo(1)
      let file = try #require(FileHandle(forWritingAtPath: album.folder.write([], as: "in/slow.jpg")))
      for start in stride(from: 0, to: bytes.count, by: bytes.count / 4 + 1) {
        try file.write(contentsOf: Data(bytes[start..<min(start + bytes.count / 4 + 1, bytes.count)]))
        usleep(500_000)
      }
      try file.close()
      #expect(try running.lines(1).count == 1)
      #expect(running.stop() == 0)
      #expect(try tag("slow.jpg", album) == 6)
      #expect(try album.folder.read("in/slow.jpg").count == bytes.count)
    }

    @Test func aRenamedFileIsNotRotatedAgainAndNewContentIs() throws {
      let album = try album("1.jpg")
      let running = try Running(album, Self.rotate)
      #expect(try running.lines(1).count == 1)
      try FileManager.default.moveItem(atPath: album.folder.path("in/1.jpg"), toPath: album.folder.path("in/moved.jpg"))
      #expect(try running.lines(1).count == 1)
      try album.folder.write(Album.photo(3), as: "in/moved.jpg")
      #expect(try running.lines(2).count == 2)
      #expect(running.stop() == 0)
      #expect(try tag("moved.jpg", album) == 8)
    }

    @Test func oneRunProcessesWhatIsThereAndTheNextNothing() throws {
      let album = try album("1.jpg", "6.jpg")
      try album.folder.write([1, 2, 3], as: "in/broken.jpg")
      try album.folder.write([1, 2, 3], as: "in/notes.txt")
      let arguments = ["watch"] + Self.rotate + ["--once", "--json"]
      let first = try UprightTool.run(arguments, in: album.folder)
      #expect(first.status == 2)
      #expect(try first.objects().count == 3)
      let second = try UprightTool.run(arguments, in: album.folder)
      #expect(try second.objects().compactMap { $0["path"] as? String } == ["in/broken.jpg"])
      #expect(try tag("1.jpg", album) == 6 && tag("6.jpg", album) == 3)
      let undone = try album.run("undo", "book.jsonl")
      #expect(undone.status == 0)
      #expect(try tag("1.jpg", album) == 1 && tag("6.jpg", album) == 6)
    }

    @Test func resultsInAnotherFolderNeedNoJournal() throws {
      let album = try album("6.jpg")
      let arguments = ["watch", "in", "--do", "thumb 16 -o 'small ones/'", "--once", "--settle", "0.2"]
      let first = try UprightTool.run(arguments, in: album.folder)
      #expect(first.status == 0)
      #expect(try Probe(album.folder.read("small ones/6.jpg")).displayedSize.width == 16)
      let second = try UprightTool.run(arguments, in: album.folder)
      #expect(second.status == 0 && second.text.contains("skipped"))
    }

    @Test func aDryRunWritesNothingAndNeedsNoJournal() throws {
      let album = try album("1.jpg", "6.jpg")
      let before = try album.contents()
      for arguments in [["--do", "rotate cw", "--dry-run"], ["--do", "rotate cw -n"]] {
        let answer = try UprightTool.run(["watch", "in", "--once", "--json"] + arguments, in: album.folder)
        #expect(answer.status == 0)
        #expect(try answer.objects().compactMap { $0["path"] as? String } == ["in/1.jpg", "in/6.jpg"])
      }
      let named = try UprightTool.run(["watch"] + Self.rotate + ["--once", "-n"], in: album.folder)
      #expect(named.status == 0)
      #expect(try album.contents() == before)
      // What the journal knows is not planned again.
      #expect(try UprightTool.run(["watch"] + Self.rotate + ["--once"], in: album.folder).status == 0)
      try album.add("in/8.jpg")
      let later = try UprightTool.run(["watch"] + Self.rotate + ["--once", "-n", "--json"], in: album.folder)
      #expect(try later.objects().compactMap { $0["path"] as? String } == ["in/8.jpg"])
    }

    @Test func aSecondProgramIsRefusedWhileOneChangesTheFiles() throws {
      let album = try album("1.jpg")
      let first = try Running(album, Self.rotate)
      #expect(try first.lines(1).count == 1)
      let other = ["watch", "in", "--do", "rotate cw", "--journal", "other.jsonl", "--once"]
      let second = try UprightTool.run(other, in: album.folder)
      #expect(second.status == 74 && second.complaints.contains("another upright watch"))
      #expect(!FileManager.default.fileExists(atPath: album.folder.path("other.jsonl")))
      #expect(first.stop() == 0)
      #expect(try tag("1.jpg", album) == 6)
    }

    @Test func aPhotoThatTookAnOldNameGetsANewResult() throws {
      let album = try album("6.jpg")
      let arguments = ["watch", "in", "--do", "thumb 16 -o out/", "--once", "--settle", "0.2"]
      #expect(try UprightTool.run(arguments, in: album.folder).status == 0)
      #expect(try Probe(album.folder.read("out/6.jpg")).displayedSize.width == 16)
      let small = TinyJPEG(TinyImage.sixColors.enlarged(by: 2)).bytes
      let path = try album.folder.write(small, as: "new.jpg")
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
      let renamed = unsafe rename(path, album.folder.path("in/6.jpg"))
      #expect(renamed == 0)
      #expect(try UprightTool.run(arguments, in: album.folder).status == 0)
      #expect(try Probe(album.folder.read("out/6.jpg")).displayedSize.width == 6)
    }

    @Test func aFileThatFollowsALinkStaysAsItIs() throws {
      let album = try album()
      let target = try album.folder.write(Album.photo(1), as: "target.jpg")
      try FileManager.default.createSymbolicLink(
        atPath: album.folder.path("in/1.jpg"), withDestinationPath: target)
      #expect(try UprightTool.run(["watch"] + Self.rotate + ["--once"], in: album.folder).status == 0)
      #expect(try Probe(album.folder.read("target.jpg")).orientation.exif.rawValue == 1)
    }

    @Test func theRemovalOfTheFolderEndsIt() throws {
      let album = try album("1.jpg")
      let running = try Running(album, Self.rotate)
      #expect(try running.lines(1).count == 1)
      try FileManager.default.removeItem(atPath: album.folder.path("in"))
      running.process.waitUntilExit()
      #expect(running.process.terminationStatus == 74)
    }

    @Test(.enabled(if: geteuid() == 0 && OutsideTool.mount.isInstalled, "needs the right to mount a file system"))
    func aFullDiskLeavesFilesForLater() throws {
      let album = try album()
      let folder = try ScratchFolder()
      let disk = ["-t", "tmpfs", "-o", "size=64k", "none", folder.url.path]
      try #require(try OutsideTool.mount.run(disk).status == 0)
      defer { _ = try? OutsideTool.umount.run(["-l", folder.url.path]) }
      try folder.write(Album.photo(1), as: "1.jpg")
      let arguments = [
        "watch", folder.url.path, "--do", "rotate cw --bake", "--journal", album.folder.path("book.jsonl"),
        "--settle", "0.2", "--once",
      ]
      let filler = unsafe open(folder.path("filler"), O_WRONLY | O_CREAT, 0o600)
      for size in [4_096, 1] { while unsafe write(filler, [UInt8](repeating: 0, count: size), size) == size {} }
      close(filler)
      let full = try UprightTool.run(arguments)
      #expect(full.status == 74)
      let isUnchanged = try folder.read("1.jpg") == Album.photo(1)
      #expect(isUnchanged)
      let removed = unsafe unlink(folder.path("filler"))
      #expect(removed == 0)
      #expect(try UprightTool.run(arguments).status == 0)
      let isRotated = try folder.read("1.jpg") != Album.photo(1)
      #expect(isRotated)
    }

    @Test(arguments: [
      ["--do", "rotate cw"], ["--do", "rotate cw in", "--journal", "j"], ["--do", "fix -o -"],
      ["--do", "thumb 16 -o in/small"], ["--do", "thumb 16"], ["--do", "info"], ["--do", "fix 'x"],
      ["--do", "rotate sideways", "--journal", "j"], ["--do", "fix --check", "--journal", "j"],
      ["--do", "thumb 16 -o small.jpg"], ["--do", "thumb 16 -o in/6.jpg"],
      ["--do", "fix -i --journal j", "--journal", "j"], ["--do", "fix", "--journal", "j", "--settle", "0"],
    ])
    func whatCannotWorkIsRefusedEarly(_ arguments: [String]) throws {
      let album = try album("6.jpg")
      let before = try album.contents()
      #expect(try UprightTool.run(["watch", "in", "--once"] + arguments, in: album.folder).status == 64)
      #expect(try album.contents() == before)
    }

    @Test func settingsAreInEffectForTheCommand() throws {
      let album = try album("6.jpg")
      let words = ["watch", "in", "--once", "--settle", "0.2", "--do", "thumb 16 -o small/"]
      let limited = try UprightTool.run(words, in: album.folder, environment: ["UPRIGHT_MAX_PIXELS": "10"])
      #expect(limited.status == 65, "\(limited.complaints)")
      #expect(try UprightTool.run(words, in: album.folder).status == 0)
    }

    @Test(arguments: ["cut", "moved"])
    func aJournalThatAnotherProgramChangedEndsIt(kind: String) throws {
      let album = try album("1.jpg")
      let running = try Running(album, Self.rotate)
      #expect(try running.lines(1).count == 1)
      let journal = album.folder.path("book.jsonl")
      if kind == "cut" {
        let status = unsafe truncate(journal, 0)
        #expect(status == 0)
      } else {
        try FileManager.default.moveItem(atPath: journal, toPath: album.folder.path("old.jsonl"))
      }
      try album.add("in/8.jpg")
      let end = Date.now + 30
      while running.process.isRunning, Date.now < end { usleep(50_000) }
      #expect(running.stop() == 74)
      #expect(try tag("8.jpg", album) == 8)
    }

    @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
    func foldersThatExchangeNamesStayWatched() throws {
      let album = try album("a/1.jpg", "b/3.jpg")
      let running = try Running(album, Self.rotate)
      #expect(try running.lines(2).count == 2)
      let script = "import ctypes; print(ctypes.CDLL(None).renameat2(-100, b'in/a', -100, b'in/b', 2))"
      try #require(try OutsideTool.python3.run(["-c", script], in: album.folder).text == "0")
      try album.add("in/a/6.jpg")
      try album.add("in/b/8.jpg")
      #expect(try running.lines(4).count == 4)
      #expect(running.stop() == 0)
    }

    @Test func wordsAreSplitAsByAShell() {
      #expect(
        CommandWords.split("thumb 16 -o 'a b/' \"c \\\" d\" e\\ f ''") == [
          "thumb", "16", "-o", "a b/", "c \" d", "e f", "",
        ])
      #expect(CommandWords.split("a 'b") == nil && CommandWords.split("a \\") == nil)
      #expect(CommandWords.split("  ") == [])
    }
  }
#endif
