// Takes the files of watched folders that are finished and not done yet, and has them processed.

package import Upright
package import UprightFiles

/// Watches folders until the program is asked to stop, or searches them once.
package final class WatchLoop {
  /// What happens to the files.
  package struct Settings {
    /// The formats of files that are processed.
    package let formats: Set<ContainerFormat>
    /// Which other files are copied.
    package let copied: CopiedFiles
    /// Whether files change in place.
    package let isInPlace: Bool
    /// Whether the folders are only searched.
    package let isOnce: Bool
    /// How long a file must look the same before it is processed, in seconds.
    package let settle: Double

    /// Memberwise initializer.
    package init(formats: Set<ContainerFormat>, copied: CopiedFiles, isInPlace: Bool, isOnce: Bool, settle: Double) {
      (self.formats, self.copied, self.isInPlace) = (formats, copied, isInPlace)
      (self.isOnce, self.settle) = (isOnce, settle)
    }
  }

  /// The most files that are processed as one batch.
  private static let most = 256
  /// How long changes are waited for before the program looks whether it should stop.
  private static let pause = Duration.milliseconds(250)

  private let watch: FolderWatch
  private let ledger: WatchLedger
  private let settings: Settings
  /// The number of files that were processed.
  package private(set) var count = 0
  private let unreadable: Unreadable

  /// Folders that could not be read, once each.
  private final class Unreadable {
    var new: [UprightError] = []
    private var known: Set<UprightError> = []

    func add(_ error: UprightError) { if known.count < 1_000, known.insert(error).inserted { new.append(error) } }
  }

  /// - Throws: `FolderWatch.Failure` if the folders cannot be watched.
  package init(
    _ folders: [String], followingLinks: Bool, _ settings: Settings, ledger: WatchLedger
  ) throws(FolderWatch.Failure) {
    let unreadable = Unreadable()
    (self.settings, self.ledger, self.unreadable) = (settings, ledger, unreadable)
    watch = try FolderWatch(
      folders, followingLinks: followingLinks, settle: .milliseconds(Int(settings.settle * 1_000)),
      isOnce: settings.isOnce, isKnown: ledger.isKnown, unreadable: unreadable.add)
  }

  /// Calls `process` with files until the program is asked to stop, `process` returns false, or, if the folders are
  /// only searched, no file is left. `process` returns false to stop, and calls its last argument for each file that it
  /// has changed.
  ///
  /// - Throws: `FolderWatch.Failure` if the folders cannot be watched any more.
  package func run(
    _ process: ([InputFile], (InputFile) -> Void) -> Bool
  ) throws(FolderWatch.Failure) {
    while !Interruption.isRequested {
      let failed = unreadable.new.map { error in
        InputFile(path: error.path, relativePath: error.path, failure: error)
      }
      unreadable.new = []
      let found = watch.settled(atMost: Self.most)
      var files: [InputFile] = []
      var states: [[UInt8]: FileIdentity] = [:]
      for file in found {
        guard let input = input(file) else { continue }
        files.append(input)
        states[Array(input.path.utf8)] = file.identity
      }
      if !(files + failed).isEmpty {
        count += files.count + failed.count
        var done: Set<[UInt8]> = []
        let goesOn = process(files + failed) { file in
          let path = Array(file.path.utf8)
          done.insert(path)
          guard !settings.isInPlace, let identity = states[path] else { return ledger.note(done: file) }
          ledger.note(identity, failed: false)
        }
        guard goesOn, !Interruption.isRequested else { return }
        for (path, identity) in states where !done.contains(path) { ledger.note(identity, failed: true) }
      }
      if settings.isOnce, watch.isIdle { return }
      try watch.take(waiting: found.count == Self.most ? .zero : Self.pause)
    }
  }

  /// The file, if there is anything to do for it.
  private func input(_ file: FolderWatch.Found) -> InputFile? {
    guard !ledger.isKnown(file.identity) else { return nil }
    do throws(UprightError) {
      if try ledger.isDone(file.location, file.identity) {
        ledger.note(file.identity, failed: false)
        return nil
      }
    } catch {
      var input = InputFile(file.location)
      input.failure = error
      return input
    }
    let input = FolderWalk.input(file.location, formats: settings.formats, copying: settings.copied)
    if input == nil { ledger.note(file.identity, failed: false) }
    return input
  }
}

extension UprightError {
  /// The path that it names; empty for none.
  fileprivate var path: String { if case .io(let path, _) = self { path } else { "" } }
}
