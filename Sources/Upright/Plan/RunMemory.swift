// The fixed memory cost of every run, measured, because most of it is the program's own pages.

/// The memory of runs apart from what grows with the image.
enum RunMemory {
  /// Bytes copied at once.
  static let chunk = 1 << 17
  /// Memory for copying: a chunk that was read, and output buffers.
  static let copying = 1 << 19
  /// Memory for decoding or encoding: a library's tables and pages, input and output buffers.
  static let coding = 5 << 18
  /// Rows that a decoder or an encoder keeps, in bytes per column.
  static let bytesPerColumn = 40
  /// Rows of blocks that a lossless transform keeps of its result, in bytes per component column.
  static let reorientBytesPerColumn = 128

  /// Blocks of at least this many bytes return their pages to the system when freed; smaller ones stay with the
  /// process.
  static let givenBack = 1 << 17

  /// The sum of nonnegative costs; saturates at the largest integer.
  static func sum(_ parts: Int...) -> Int { parts.reduce(0) { $0.addingSaturating($1) } }
}
