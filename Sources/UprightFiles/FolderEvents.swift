// The queue of changes in folders, decoded (Linux man-pages 7, inotify(7)).

import CLinuxShim
import UprightSystem

/// A queue to which folders are added, and the changes in them.
final class FolderEvents {
  /// One change.
  struct Event: Hashable {
    let folder: Int32
    let mask: UInt32
    /// The name of the changed entry; nil if the folder itself changed.
    let name: String?

    /// Whether it is of one of these kinds.
    func isAny(of kinds: Int...) -> Bool { kinds.contains { mask & UInt32($0) != 0 } }
  }

  private let queue: Descriptor
  private static let (headSize, pieceSize) = (16, 1 << 16)

  init() throws(SystemError) { queue = Descriptor(try SystemError.checked { upright_watch_open() }) }

  /// Adds an open folder.
  ///
  /// - Returns: Its number, the same if it is there already.
  func add(_ folder: OpenedFolder) throws(SystemError) -> Int32 {
    try SystemError.checked { upright_watch_add(queue.number, folder.descriptor.number) }
  }

  /// Removes a folder; one that is not there any more is ignored.
  func remove(_ folder: Int32) { _ = upright_watch_remove(queue.number, folder) }

  /// Waits until there are changes, at most this long.
  func wait(atMost time: Duration) {
    let (seconds, attoseconds) = time.components
    _ = upright_wait(queue.number, Int32(min(600, max(0, seconds)) * 1_000 + attoseconds / 1_000_000_000_000_000))
  }

  /// The next changes; empty if there are none.
  func next() throws(SystemError) -> [Event] {
    do throws(SystemError) { return Self.events(in: try Syscalls.next(of: queue.number, atMost: Self.pieceSize)) } catch
    {
      if error.number == EAGAIN { return [] }
      throw error
    }
  }

  /// The changes in the kernel's bytes: four numbers of 32 bits in the machine's order, then a name with zero bytes.
  static func events(in bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    var start = 0
    while start + headSize <= bytes.count {
      let numbers = (0..<4).map { field in
        (0..<4).reduce(UInt32(0)) { value, place in
          #if _endian(little)
            value | UInt32(bytes[start + 4 * field + place]) << UInt32(8 * place)
          #else
            value << 8 | UInt32(bytes[start + 4 * field + place])
          #endif
        }
      }
      let end = start + headSize + Int(numbers[3])
      guard end <= bytes.count else { break }
      let name = bytes[(start + headSize)..<end].prefix { $0 != 0 }
      events.append(
        Event(
          folder: Int32(bitPattern: numbers[0]), mask: numbers[1],
          name: name.isEmpty ? nil : PathName.text(Array(name))))
      start = end
    }
    return events
  }
}
