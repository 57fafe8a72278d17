// Returning freed memory to the system (mallopt(3), M_MMAP_THRESHOLD).

import CLinuxShim

/// Large blocks of freed memory.
public enum FreedMemory {
  /// Makes the whole process return freed blocks of 1 MiB and more to the system at once, from now on.
  ///
  /// Otherwise the GNU C library caches blocks up to the size of the largest freed one, and a process holds twice what
  /// it uses.
  public static func trim() { upright_return_blocks(1 << 20) }

  /// The most memory that the process has had, in bytes; 0 if unknown.
  package static var peakBytes: Int { Int(clamping: upright_peak_memory()) }
}
