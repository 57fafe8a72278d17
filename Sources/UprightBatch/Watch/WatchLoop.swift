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
    /// Whether nothing is written.
    package let isDryRun: Bool
    /// Whether the folders are only searched.
    package let isOnce: Bool
    /// How long a file must look the same before it is processed, in seconds.
    package let settle: Double

    /// Memberwise initializer.
    package init(
      formats: Set<ContainerFormat>, copied: CopiedFiles, isInPlace: Bool, isDryRun: Bool, isOnce: Bool, settle: Double
    ) {
      (self.formats, self.copied, self.isInPlace) = (formats, copied, isInPlace)
      (self.isDryRun, self.isOnce, self.settle) = (isDryRun, isOnce, settle)
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
  /// The number of files that one search left, because they were still being written.
  package var unfinishedCount: Int { watch.unfinishedCount }
  private let unreadable: Unreadable

  /// Folders that could not be read, once each.
  private final class Unreadable {
    var new: [UprightError] = []
    private var known: Set<UprightError> = []

    func add(_ error: UprightError) { if known.count < 1_000, known.insert(error).inserted { new.append(error) } }
  }

  /// - Throws: `FolderWatch.Failure` if the folders cannot be watched.
  package init(_ folders: [String], _ settings: Settings, ledger: WatchLedger) throws(FolderWatch.Failure) {
    let unreadable = Unreadable()
    (self.settings, self.ledger, self.unreadable) = (settings, ledger, unreadable)
    watch = try FolderWatch(
      folders, settle: .milliseconds(Int(settings.settle * 1_000)), isOnce: settings.isOnce,
      isKnown: ledger.isKnown, unreadable: unreadable.add)
  }

  /// Calls `process` with files until the program is asked to stop, `process` returns false, or, if the folders are
  /// only searched, no file is left. `process` returns false to stop, and calls its last argument for each file that is
  /// done, or with the reason why it is not.
  ///
  /// - Throws: `FolderWatch.Failure` if the folders cannot be watched any more, or the journal cannot be written.
  package func run(
    _ process: ([InputFile], (InputFile, UprightError?) -> Void) -> Bool
  ) throws(FolderWatch.Failure) {
    while !Interruption.isRequested {
      let failed = unreadable.new.map { error in
        InputFile(path: error.path, relativePath: error.path, failure: error)
      }
      unreadable.new = []
      let found = watch.settled(atMost: Self.most)
      var files: [InputFile] = []
      var rest: [[UInt8]: FolderWatch.FinishedFile] = [:]
      for file in found {
        guard let input = input(file) else { continue }
        files.append(input)
        rest[Array(input.path.utf8)] = file
      }
      if !(files + failed).isEmpty {
        do throws(UprightError) { try ledger.begin() } catch { throw FolderWatch.Failure(error) }
        count += files.count + failed.count
        let goesOn = process(files + failed) { file, error in
          guard let found = rest.removeValue(forKey: Array(file.path.utf8)) else { return }
          guard let error else { return ledger.note(done: found.location, from: found.identity) }
          note(found, failed: error)
        }
        guard goesOn, !Interruption.isRequested else { return }
        for file in rest.values { note(file, failed: nil) }
      }
      if settings.isOnce, watch.isIdle { return }
      try watch.take(waiting: found.count == Self.most ? .zero : Self.pause)
    }
  }

  private func note(_ file: FolderWatch.FinishedFile, failed error: UprightError?) {
    guard let delay = ledger.note(failed: file.location, file.identity, because: error), !settings.isOnce else {
      return
    }
    watch.putBack(file, for: delay)
  }

  /// The file, if there is anything to do for it.
  private func input(_ file: FolderWatch.FinishedFile) -> InputFile? {
    guard !ledger.isKnown(file.location, file.identity) else { return nil }
    do throws(UprightError) {
      if try ledger.isDone(file.location, file.identity) {
        ledger.note(needless: file.location, file.identity)
        return nil
      }
    } catch {
      var input = InputFile(file.location)
      input.failure = error
      return input
    }
    let input = FolderWalk.input(file.location, formats: settings.formats, copying: settings.copied)
    if input == nil { ledger.note(needless: file.location, file.identity) }
    return input
  }
}

extension UprightError {
  /// The path that it names; empty for none.
  fileprivate var path: String { if case .io(let path, _) = self { path } else { "" } }
}
