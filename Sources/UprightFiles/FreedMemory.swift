// What becomes of memory that is freed (mallopt(3), M_MMAP_THRESHOLD).

import CLinuxShim

/// Large blocks of memory that are no longer used.
public enum FreedMemory {
  /// Hands freed blocks of 1 MiB and more back to the system at once, in the whole process and from now on.
  ///
  /// The GNU C library otherwise keeps blocks as large as the largest that was freed before: a process then holds twice what it uses.
  public static func trim() { upright_return_blocks(1 << 20) }
}
