// What is known of files that were served lately: their headers, the indexes of JPEGs, and the state of the file that
// both belong to.

import Synchronization
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightProgram

/// Headers and indexes of files, bounded in bytes; what was not used for longest goes first.
final class SourceCache: Sendable {
  private let most: Int
  private let disk: DiskCache?
  private let state = Mutex(State())

  /// - Parameter disk: Where indexes are looked for and saved; nil for memory alone.
  init(bytes: Int, disk: DiskCache? = nil) { (most, self.disk) = (bytes, disk) }

  /// An index; nil if the file can have none.
  private typealias KnownIndex = RegionIndex?

  private struct Entry {
    let probe: Probe
    var bytes: Int
    var index: KnownIndex?
    var wasRead = false
    var isDamaged = false
    /// Whether the whole image was decoded as far as that is possible, and nothing was found damaged.
    var isChecked = false
    var lastUse: Int
  }

  private struct State {
    var entries: [SourceKey: Entry] = [:]
    var bytes = 0
    var uses = 0
    var hits = 0
    var misses = 0
    var indexesMade = 0
    var making: [SourceKey: Making] = [:]
  }

  /// What is kept, and how often it was of use.
  struct Figures: Hashable, Sendable {
    var bytes, entries, hits, misses, indexesMade: Int
  }

  /// An index that is being made, for everybody who waits for it.
  private struct Making {
    let number: Int
    let task: Task<Result<RegionIndex?, Problem>, Never>
    var waiting: Int
  }

  var figures: Figures {
    state.withLock {
      Figures(
        bytes: $0.bytes, entries: $0.entries.count, hits: $0.hits, misses: $0.misses, indexesMade: $0.indexesMade)
    }
  }

  /// The headers of a file that is still as it was.
  func probe(_ key: SourceKey) -> Probe? {
    state.withLock { state in
      state.uses += 1
      let found = state.entries[key]?.probe
      if found == nil { state.misses += 1 } else { state.hits += 1 }
      state.entries[key]?.lastUse = state.uses
      return found
    }
  }

  /// Keeps headers, of a file that cannot change without its key changing.
  func keep(_ image: SourceImage, _ key: SourceKey) {
    state.withLock { state in
      guard state.entries[key] == nil else { return }
      state.entries[key] = Entry(probe: image.probe, bytes: image.headerBytes, lastUse: state.uses)
      state.bytes += image.headerBytes
      shrink(&state)
    }
  }

  /// Whether a result of the file showed that its image data is damaged.
  func isDamaged(_ key: SourceKey) -> Bool { state.withLock { $0.entries[key]?.isDamaged ?? false } }

  /// Whether the whole image data of the file was decoded, as far as that is possible, and not found damaged.
  func isChecked(_ key: SourceKey) -> Bool { state.withLock { $0.entries[key]?.isChecked ?? false } }

  /// Notes that the whole image data of a file was decoded, as far as that is possible, and not found damaged.
  func noteChecked(_ key: SourceKey) { state.withLock { $0.entries[key]?.isChecked = true } }

  /// Notes that the image data of a file is damaged.
  ///
  /// - Returns: Whether that was not known.
  func noteDamage(_ key: SourceKey) -> Bool {
    state.withLock { state in
      defer { state.entries[key]?.isDamaged = true }
      return state.entries[key]?.isDamaged != true
    }
  }

  /// The index of an image, made if it is not known; nil if it can have none, or for the first region. Requests for the
  /// same file wait for the same index, which is given up when all of them have.
  ///
  /// - Parameter isSettled: Whether the file could not change without its key changing when it was opened.
  func index(
    of image: SourceImage, _ key: SourceKey, isSettled: Bool, within limits: Limits, by admission: Admission
  ) async throws(Problem) -> RegionIndex? {
    let (known, making) = state.withLock { state -> (KnownIndex, Making?) in
      if let known = state.entries[key]?.index { return (known, nil) }
      if isFirst(&state, key) { return (nil, nil) }
      state.uses += 1
      var making =
        state.making[key]
        ?? Making(
          number: state.uses, task: made(state.uses, of: image, key, isSettled, within: limits, by: admission),
          waiting: 0)
      making.waiting += 1
      state.making[key] = making
      return (nil, making)
    }
    guard let making else { return known }
    let result = await withTaskCancellationHandler {
      await making.task.value
    } onCancel: {
      leave(key, making.number)
    }
    if Task.isCancelled { throw .late }
    return try result.get()
  }

  /// Whether this is the first region of a file. It is read by a walk up to its end: an index takes a walk to the end
  /// of the file, and only later regions benefit. A cache on disk serves later runs too, so it gets one at once.
  private func isFirst(_ state: inout State, _ key: SourceKey) -> Bool {
    guard disk == nil, state.entries[key]?.wasRead == false else { return false }
    state.entries[key]?.wasRead = true
    return true
  }

  private func made(
    _ number: Int, of image: SourceImage, _ key: SourceKey, _ isSettled: Bool, within limits: Limits,
    by admission: Admission
  ) -> Task<Result<RegionIndex?, Problem>, Never> {
    Task { [self] in
      var wasSaved = false
      var result: Result<RegionIndex?, Problem>
      do throws(Problem) {
        let ticket = try await admission.admit(image.indexingBytes)
        result = .success(nil)
        if isSettled, let disk {
          result = await ticket.answer { () throws(UprightError) in disk.index(of: image.file) }
          if case .success(_?) = result { wasSaved = true }
        }
        if !wasSaved {
          result = await ticket.answer { () throws(UprightError) in try image.index(within: limits) }
          if isSettled, case .success(let index?) = result { disk?.keep(index, of: image.file) }
        }
      } catch {
        result = .failure(error)
      }
      state.withLock { state in
        // When all had left, another may have begun since.
        if state.making[key]?.number == number { state.making[key] = nil }
        guard case .success(let index) = result else { return }
        if !wasSaved { state.indexesMade += 1 }
        guard isSettled, state.entries[key] != nil else { return }
        let bytes = index.map { $0.bytes.count } ?? 0
        state.entries[key]?.index = .some(index)
        state.entries[key]?.bytes += bytes
        state.bytes += bytes
        shrink(&state)
      }
      return result
    }
  }

  private func leave(_ key: SourceKey, _ number: Int) {
    let task = state.withLock { state -> Task<Result<RegionIndex?, Problem>, Never>? in
      guard state.making[key]?.number == number else { return nil }
      state.making[key]?.waiting -= 1
      return state.making[key]?.waiting == 0 ? state.making.removeValue(forKey: key)?.task : nil
    }
    task?.cancel()
  }

  private func shrink(_ state: inout State) {
    while state.bytes > most, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      state.bytes -= oldest.value.bytes
      state.entries[oldest.key] = nil
    }
  }
}

// Which content of which file something was made from, and the entity tag that says so (RFC 9110, 8.8.3).

/// A file in one state: any change gives another key.
struct SourceKey: Hashable, Sendable {
  private let device, inode: UInt64
  private let byteCount: Int
  private let modified, changed: FileIdentity.Time

  init(_ file: FileIdentity) {
    (device, inode, byteCount) = (file.device, file.inode, file.byteCount)
    (modified, changed) = (file.modified, file.changed)
  }

  /// Whether a later change is certain to give another key: clocks of file systems tick coarsely, some in seconds.
  func isSettled(at now: FileIdentity.Time) -> Bool {
    let age = (now.seconds - changed.seconds) * 1_000 + (now.nanoseconds - changed.nanoseconds) / 1_000_000
    return age > (changed.nanoseconds == 0 ? 2_100 : 100)
  }

  /// Its numbers as text.
  var text: String {
    let numbers = [
      Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: inode), byteCount, modified.seconds,
      modified.nanoseconds, changed.seconds, changed.nanoseconds,
    ]
    return numbers.map(String.init).joined(separator: " ")
  }

  /// The tag of what `words` ask of this file, with its quotes.
  func entityTag(_ words: String) -> String {
    let text = "\(text) \(Program.version) \(words)"
    return "\"\(Self.digits(text, 0xCBF2_9CE4_8422_2325))\(Self.digits(text, 0x6C62_272E_07BB_0142))\""
  }

  /// A short text for the file's bytes and `words`: unlike the tag, the same after the file was copied with its time, and
  /// for every version of this program.
  func fingerprint(_ words: String) -> String {
    let text = "\(byteCount) \(modified.seconds) \(modified.nanoseconds) \(words)"
    return Self.digits(text, 0xCBF2_9CE4_8422_2325) + Self.digits(text, 0x6C62_272E_07BB_0142)
  }

  /// FNV-1a in 64 bits, as 16 digits.
  private static func digits(_ text: String, _ start: UInt64) -> String {
    var sum = start
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(sum ^ sum >> 29, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// `If-None-Match` (RFC 9110, 13.1.2).
enum EntityTags {
  /// Whether one of the fields' values names `tag`, by the weak comparison, or is `*`.
  static func match(_ tag: String, in values: [String]) -> Bool {
    values.contains { value in
      value.split(separator: ",").contains { part in
        let word = part.trimmed
        return word == "*" || word == tag || (word.hasPrefix("W/") && word.dropFirst(2) == tag)
      }
    }
  }
}

extension Substring {
  /// Without blanks at its ends.
  var trimmed: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
