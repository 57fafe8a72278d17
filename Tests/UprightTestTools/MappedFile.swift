// A file changed through a memory mapping: as if another program changes it within one tick of the file system's clock,
// its times stay (POSIX.1-2017, mmap).

import Foundation

/// The bytes of a file; others see changes at once, without a change of the file's times.
@safe package final class MappedFile: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Maps the file at `path`; the first write to a page sets the times, so that each page is written here.
  package init(_ path: String) throws {
    let file = unsafe open(path, O_RDWR)
    defer { close(file) }
    let count = Int(lseek(file, 0, SEEK_END))
    let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard unsafe start != MAP_FAILED, count > 0 else { throw CocoaError(.fileReadUnknown) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    for offset in stride(from: 0, to: count, by: 4_096) { unsafe bytes[offset] ^= 0 }
  }

  deinit { unsafe _ = munmap(bytes.baseAddress!, bytes.count) }

  /// Changes as many bytes as there are in `new`, starting at the beginning.
  package func write(_ new: [UInt8]) {
    precondition(unsafe new.count <= bytes.count)
    for (offset, byte) in new.enumerated() where unsafe bytes[offset] != byte {
      unsafe bytes[offset] = byte
    }
  }
}
