// Watched folders: which files are found, and when they are finished.
#if os(Linux)
  import Foundation
  import Synchronization
  import Testing
  import Upright
  import UprightSystem
  import UprightTestTools

  @testable import UprightFiles

  @Suite struct FolderWatchTests {
    let folder: ScratchFolder
    private let clock = Clock()
    private static let settle = Duration.milliseconds(300)

    /// Time that passes when a test says so.
    private final class Clock {
      private(set) var now = ContinuousClock.now

      func advance(by time: Duration) { now += time }
    }

    init() throws { folder = try ScratchFolder() }

    private func watch(
      _ name: String = "", capacity: Int = 100, isOnce: Bool = false,
      known: @escaping (FileLocation, FileIdentity) -> Bool = { _, _ in false }
    ) throws -> FolderWatch {
      try FolderWatch(
        [name.isEmpty ? folder.url.path : folder.path(name)], settle: Self.settle, isOnce: isOnce, capacity: capacity,
        isKnown: known, now: { [clock] in clock.now })
    }

    /// What settles if nothing changes any more: the system has queued all changes when the calls that made them return.
    private func found(_ watch: FolderWatch) throws -> [String] {
      var names: [String] = []
      for _ in 0..<4 {
        try watch.take(waiting: .zero)
        clock.advance(by: Self.settle + .milliseconds(1))
        names += watch.settled(atMost: 1_000).map(\.location.relativePath)
      }
      return names.sorted()
    }

    @Test func filesThatAreThereAtTheStartAreFoundOnce() throws {
      try folder.write([1], as: "a.jpg")
      try folder.write([1], as: ".hidden.jpg")
      let watch = try watch()
      #expect(try found(watch) == ["a.jpg"])
      #expect(try found(watch) == [])
    }

    @Test func aFileWrittenInPiecesIsFoundOnceItIsClosed() throws {
      let watch = try watch()
      let path = try folder.write([], as: "slow.jpg")
      let file = try #require(FileHandle(forWritingAtPath: path))
      for _ in 0..<4 {
        try file.write(contentsOf: Data([1, 2, 3]))
        #expect(try found(watch) == [])
      }
      try file.close()
      let end = try found(watch)
      #expect(end == ["slow.jpg"])
    }

    @Test func aFileMovedInAndANewSubfolderWithFilesAreFound() throws {
      let (watch, other) = (try watch(), try ScratchFolder())
      try FileManager.default.moveItem(atPath: other.write([1], as: "in.jpg"), toPath: folder.path("in.jpg"))
      try FileManager.default.createDirectory(atPath: folder.path("new/deep"), withIntermediateDirectories: true)
      try folder.write([1], as: "new/deep/b.jpg")
      #expect(try found(watch) == ["in.jpg", "new/deep/b.jpg"])
      try folder.write([1], as: "new/deep/c.jpg")
      #expect(try found(watch) == ["new/deep/c.jpg"])
    }

    @Test func aSubfolderThatMovesIsFollowedAndOneThatLeavesIsNot() throws {
      let other = try ScratchFolder()
      try FileManager.default.createDirectory(atPath: folder.path("one"), withIntermediateDirectories: true)
      let watch = try watch()
      try FileManager.default.moveItem(atPath: folder.path("one"), toPath: folder.path("two"))
      #expect(try found(watch) == [])
      try folder.write([1], as: "two/a.jpg")
      #expect(try found(watch) == ["two/a.jpg"])
      try FileManager.default.moveItem(atPath: folder.path("two"), toPath: other.path("out"))
      try other.write([1], as: "out/b.jpg")
      #expect(try found(watch) == [])
    }

    @Test func aSubfolderWithTheNameOfARemovedOneIsWatched() throws {
      try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
      let watch = try watch()
      for name in ["sub/a.jpg", "sub/b.jpg"] {
        try folder.write([1], as: name)
        #expect(try found(watch) == [name])
        try FileManager.default.removeItem(atPath: folder.path("sub"))
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
      }
    }

    @Test func aFileThatIsRemovedMeanwhileIsForgotten() throws {
      let watch = try watch()
      let path = try folder.write([1], as: "a.jpg")
      try watch.take(waiting: .zero)
      #expect(!watch.isIdle)
      try FileManager.default.removeItem(atPath: path)
      #expect(try found(watch) == [])
      #expect(watch.isIdle)
    }

    @Test func filesBeyondTheCapacityAreFoundByAnotherSearch() throws {
      for number in 0..<10 { try folder.write([UInt8(number)], as: "\(number).jpg") }
      var known: Set<UInt64> = []
      let watch = try watch(capacity: 4) { known.contains($1.inode) }
      var names: [String] = []
      for _ in 0..<100 where names.count < 10 {
        try watch.take(waiting: .zero)
        clock.advance(by: Self.settle + .milliseconds(1))
        for file in watch.settled(atMost: 2) {
          known.insert(file.identity.inode)
          names.append(file.location.relativePath)
        }
      }
      #expect(names.sorted() == (0..<10).map { "\($0).jpg" })
    }

    @Test func aLostChangeIsFoundAfterAnOverflow() throws {
      let events = (0..<3).flatMap { _ in
        [UInt8](repeating: 0xFF, count: 4) + [0, 0x40, 0, 0] + [UInt8](repeating: 0, count: 8)
      }
      let decoded = FolderEvents.events(in: events)
      #expect(decoded.count == 3 && decoded.allSatisfy { $0.folder == -1 && $0.mask == 0x4000 && $0.name == nil })
      let watch = try watch()
      #expect(try found(watch) == [])
      watch.searchAgain()
      try folder.write([1], as: "a.jpg")
      #expect(try found(watch) == ["a.jpg"])
    }

    @Test func theRemovalOfTheWatchedFolderIsAnError() throws {
      try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
      let watch = try watch("sub")
      try FileManager.default.removeItem(atPath: folder.path("sub"))
      #expect(throws: FolderWatch.Failure.self) { try found(watch) }
    }

    @Test func linksAreNotFollowed() throws {
      let other = try ScratchFolder()
      let target = try other.write([1], as: "a.jpg")
      try FileManager.default.createSymbolicLink(atPath: folder.path("before.jpg"), withDestinationPath: target)
      let watch = try watch()
      try FileManager.default.createSymbolicLink(atPath: folder.path("after.jpg"), withDestinationPath: target)
      try FileManager.default.createSymbolicLink(atPath: folder.path("sub"), withDestinationPath: other.url.path)
      try folder.write([1], as: "own.jpg")
      #expect(try found(watch) == ["own.jpg"])
    }

    @Test func namesOfUnfinishedFilesAreLeftUntilTheyAreRenamed() throws {
      let watch = try watch()
      for name in ["a.jpg.part", "b.crdownload", "c.jpg~", ".d.jpg.x7f3", "e.TMP"] { try folder.write([1], as: name) }
      #expect(try found(watch) == [])
      try FileManager.default.moveItem(atPath: folder.path("a.jpg.part"), toPath: folder.path("a.jpg"))
      try FileManager.default.moveItem(atPath: folder.path(".d.jpg.x7f3"), toPath: folder.path("d.jpg"))
      #expect(try found(watch) == ["a.jpg", "d.jpg"])
    }

    @Test func aFileThatWasOpenedBeforeTheStartIsFoundOnceItIsClosed() throws {
      let file = try #require(FileHandle(forWritingAtPath: folder.write([1], as: "a.jpg")))
      let watch = try watch()
      #expect(try found(watch) == [])
      try file.close()
      #expect(try found(watch) == ["a.jpg"])
    }

    @Test func aFileThatNoProgramClosesIsFound() throws {
      let path = try folder.write([1, 2, 3], as: "a.jpg")
      let watch = try watch()
      #expect(try found(watch) == ["a.jpg"])
      let cut = unsafe truncate(path, 2)
      #expect(cut == 0)
      #expect(try found(watch) == ["a.jpg"])
    }

    @Test func oneSearchLeavesAFileThatIsBeingWritten() throws {
      let file = try #require(FileHandle(forWritingAtPath: folder.write([1], as: "a.jpg")))
      let watch = try watch(isOnce: true)
      #expect(try found(watch) == [])
      #expect(watch.isIdle && watch.unfinishedCount == 1)
      try file.close()
    }

    @Test func aFileThatIsPutBackIsFoundAgainLater() throws {
      try folder.write([1], as: "a.jpg")
      let watch = try watch()
      clock.advance(by: Self.settle)
      let file = try #require(watch.settled(atMost: 1).first)
      watch.putBack(file, for: .seconds(2))
      #expect(watch.settled(atMost: 1).isEmpty)
      clock.advance(by: .milliseconds(1_999))
      #expect(watch.settled(atMost: 1).isEmpty)
      clock.advance(by: .milliseconds(1))
      #expect(watch.settled(atMost: 1).first?.location.relativePath == "a.jpg")
    }

    @Test func aFileWaitsUntilItHasSettled() throws {
      try folder.write([1], as: "a.jpg")
      let watch = try watch()
      clock.advance(by: Self.settle - .milliseconds(1))
      try watch.take(waiting: .zero)
      #expect(watch.settled(atMost: 1).isEmpty)
      try folder.write([1, 2], as: "a.jpg")
      try watch.take(waiting: .zero)
      clock.advance(by: .milliseconds(1))
      #expect(watch.settled(atMost: 1).isEmpty)
      clock.advance(by: Self.settle)
      #expect(watch.settled(atMost: 1).first?.location.relativePath == "a.jpg")
    }

    @Test func theMoveOfAFolderAboveIsAnError() throws {
      try FileManager.default.createDirectory(atPath: folder.path("up/in"), withIntermediateDirectories: true)
      let watch = try watch("up/in")
      try FileManager.default.moveItem(atPath: folder.path("up"), toPath: folder.path("away"))
      let failure = #expect(throws: FolderWatch.Failure.self) { try found(watch) }
      #expect(failure?.error == .io(path: folder.path("up/in"), systemError: ENOENT))
    }

    @Test func onlyOneProgramChangesTheFilesOfAFolder() throws {
      let path = folder.url.path
      try withExtendedLifetime(FolderLock([path])) {
        let failure = #expect(throws: FolderWatch.Failure.self) { try FolderLock([path]) }
        #expect(failure?.error == .io(path: path, systemError: EWOULDBLOCK))
        _ = try watch()
      }
      _ = try FolderLock([path])
    }

    @Test func theLimitOnWatchesIsNoShortageOfProcesses() {
      let watches = FolderWatch.failure(SystemError(number: ENOSPC), "a")
      #expect(watches.error == .shortage(of: .folderWatches))
      #expect(watches.message.hasPrefix("the limit on watched folders is reached; raise it: sudo sysctl "))
    }

    // inotify(7) reports its own limit and that on open files by one number.
    @Test func theLimitOnProgramsThatWatchIsNotThatOnOpenFiles() {
      let programs = FolderWatch.failure(SystemError(number: EMFILE), "a", filesCanBeOpened: true)
      #expect(programs.error == .shortage(of: .folderWatches))
      #expect(programs.message.hasPrefix("too many programs watch folders; stop one, or raise the limit: sudo sysctl "))
      #expect(programs.message.contains("max_user_instances"))
      for number in [EMFILE, ENFILE] {
        let files = FolderWatch.failure(SystemError(number: number), "a")
        #expect(files.error == .outOfProcesses)
        #expect(files.message == "too many files are open; raise the limit: ulimit -n 4096")
      }
      #expect(
        FolderWatch.failure(SystemError(number: ENFILE), "a", filesCanBeOpened: true).error == .outOfProcesses)
    }

    @Test func changesWithoutEndLeaveTimeForFiles() throws {
      try folder.write([1], as: "a.jpg")
      let watch = try watch()
      let isOver = Mutex(false)
      let (path, other) = (folder.path("noise"), folder.path("noise2"))
      let noise = Thread {
        while !isOver.withLock({ $0 }) {
          close(unsafe open(path, O_WRONLY | O_CREAT, 0o600))
          for _ in 0..<200 { _ = unsafe rename(path, other) == 0 && rename(other, path) == 0 }
        }
      }
      noise.start()
      defer { isOver.withLock { $0 = true } }
      var names: [String] = []
      for _ in 0..<1_000 where !names.contains("a.jpg") { names += try found(watch) }
      #expect(names.contains("a.jpg"))
    }

    @Test func foldersInEachOtherAndResultsInThemAreRefused() throws {
      try FileManager.default.createDirectory(atPath: folder.path("in/sub"), withIntermediateDirectories: true)
      let (inner, outer) = (folder.path("in/sub"), folder.path("in"))
      #expect(try FolderWatch.conflict(of: [outer, inner], output: nil) != nil)
      #expect(try FolderWatch.conflict(of: [outer], output: folder.path("in/new/")) != nil)
      #expect(try FolderWatch.conflict(of: [outer], output: folder.url.path) != nil)
      #expect(try FolderWatch.conflict(of: [outer], output: folder.path("out/")) == nil)
      #expect(throws: UprightError.self) { try FolderWatch.conflict(of: [folder.path("none")], output: nil) }
    }
  }
#endif
