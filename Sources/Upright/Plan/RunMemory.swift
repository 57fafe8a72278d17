// What every run costs, whatever its picture: measured, because most of it is the program's own pages.

/// The memory of runs besides what grows with a picture.
enum RunMemory {
  /// Bytes that are copied at once.
  static let chunk = 1 << 17
  /// What copying bytes takes: a piece that was read, and buffers of what is written.
  static let copying = 1 << 19
  /// What decoding or encoding takes: a library's tables and pages, the bytes on their way in and out.
  static let coding = 5 << 18
  /// Rows that a decoder or an encoder holds of a picture, as bytes for each of its columns.
  static let bytesPerColumn = 40
  /// Rows of blocks that a lossless turn holds of its result, as bytes for each column of a component.
  static let reorientBytesPerColumn = 128

  /// From so many bytes on, a block's pages go back to the system when it is freed; smaller ones stay with the process.
  static let givenBack = 1 << 17

  /// The sum of costs that are not negative, or the largest integer where it does not fit.
  static func sum(_ parts: Int...) -> Int { parts.reduce(0) { $0.addingSaturating($1) } }
}
