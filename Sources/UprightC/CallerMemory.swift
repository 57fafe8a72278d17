// The caller's memory: every pointer is checked before it is read or written (docs/python.md).

import CUprightABI
import Upright
import UprightBatch
import UprightFiles
import UprightSystem
import UprightRaster

extension UprightError {
  /// A wrong argument of a C function.
  static func argument(_ name: String, _ reason: Phrase) -> Self {
    .unanswerable(field: Phrase(name), reason: reason)
  }
}

/// The path or word in a C string.
///
/// - Throws: `.unanswerable` if it is NULL or longer than any path.
func text(_ pointer: UnsafePointer<CChar>?, named name: String) throws(UprightError) -> String {
  let longest = 1 << 16
  guard let pointer = unsafe pointer else { throw .argument(name, "NULL") }
  let count = unsafe strnlen(pointer, longest)
  guard count < longest else { throw .argument(name, "longer than \(longest - 1) bytes") }
  return PathName.text(unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: count)))
}

/// A file in the caller's memory, of which only the ranges that are read are copied.
@safe struct BorrowedBytes: ByteSource {
  private let start: UnsafePointer<UInt8>?
  let byteCount: Int

  /// `count` bytes from `start`, which stay there while this is used.
  ///
  /// - Throws: `.unanswerable`.
  init(_ start: UnsafePointer<UInt8>?, count: Int) throws(UprightError) {
    guard count >= 0 else { throw .argument("count", "larger than any memory") }
    guard unsafe start != nil || count == 0 else { throw .argument("bytes", "NULL") }
    unsafe self.start = unsafe start
    byteCount = count
  }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    guard let start = unsafe start else { return [] }
    return unsafe [UInt8](UnsafeBufferPointer(start: start + wanted.lowerBound, count: wanted.count))
  }
}

/// An image whose ranges a function of the caller reads. The ranges of headers are small and close, so each call reads
/// some bytes more than needed, and more if it goes on where the last one ended.
@safe final class ReaderBytes: ByteSource {
  private static let (least, most) = (1 << 7, 1 << 16)
  private static let keptBlocks = 4

  private let function: upright_read
  private let context: UnsafeMutableRawPointer?
  let byteCount: Int
  private var blocks: [(start: Int, bytes: [UInt8])] = []
  private var ahead = ReaderBytes.least
  private var end = 0

  /// - Throws: `.unanswerable`.
  init(
    _ function: upright_read?, _ context: UnsafeMutableRawPointer?, count: Int
  ) throws(UprightError) {
    guard count >= 0 else { throw .argument("count", "larger than any memory") }
    guard let function = unsafe function else { throw .argument("read", "NULL") }
    unsafe self.function = unsafe function
    unsafe self.context = unsafe context
    byteCount = count
  }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    guard !wanted.isEmpty else { return [] }
    for block in blocks where block.start <= wanted.lowerBound {
      guard wanted.upperBound <= block.start + block.bytes.count else { continue }
      return Array(block.bytes[wanted.lowerBound - block.start..<wanted.upperBound - block.start])
    }
    ahead = wanted.lowerBound == end ? min(Self.most, 2 * ahead) : Self.least
    let count = min(byteCount - wanted.lowerBound, max(ahead, wanted.count))
    let bytes = try fetched(wanted.lowerBound, count)
    end = wanted.lowerBound + count
    if count <= Self.most {
      blocks.insert((wanted.lowerBound, bytes), at: 0)
      if blocks.count > Self.keptBlocks { blocks.removeLast() }
    }
    return wanted.count == count ? bytes : Array(bytes[..<wanted.count])
  }

  /// Calls the caller's function. Meanwhile fork(2) does not wait for this thread: it may be called by the one that the
  /// function waits for, as the interpreter of Python.
  private func fetched(_ start: Int, _ count: Int) throws(MetadataError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      guard let base = room.baseAddress else { return }
      unsafe base.initialize(repeating: 0, count: count)
      upright_end_call()
      code = unsafe function(context, Int64(start), base, count)
      upright_begin_call()
      filled = count
    }
    guard code == 0 else { throw MetadataError(.unreadable, at: start, systemError: code) }
    return bytes
  }
}

/// How a caller names an image: the values of `upright_source`.
enum GivenSource {
  case path(String)
  case reader(ReaderBytes, name: String)
  case bytes(BorrowedBytes, name: String)
  case file(Int32, name: String)

  /// - Throws: `.unanswerable`.
  init(_ given: UnsafePointer<upright_source>?) throws(UprightError) {
    guard let source = unsafe given?.pointee else { throw .argument("source", "NULL") }
    let name = unsafe source.path == nil ? "" : try text(unsafe source.path, named: "path")
    switch unsafe Int(source.kind) {
    case UPRIGHT_SOURCE_PATH:
      guard unsafe source.path != nil else { throw .argument("path", "NULL") }
      self = .path(name)
    case UPRIGHT_SOURCE_BYTES: self = .bytes(try unsafe BorrowedBytes(source.bytes, count: source.count), name: name)
    case UPRIGHT_SOURCE_FILE: self = unsafe .file(source.file, name: name)
    case UPRIGHT_SOURCE_READER:
      self = .reader(try unsafe ReaderBytes(source.read, source.context, count: source.count), name: name)
    default: throw .argument("source", "no kind is \(unsafe source.kind)")
    }
  }
}

/// What an image's headers state: the values of `upright_facts`.
struct HeaderFacts {
  let orientation: UInt8
  let storedSize: PixelSize<Stored>
  let findings: Int
  let format: String
}

/// Paths of many files, and the caller's room for what their headers state.
@safe struct GivenPaths {
  private let paths: UnsafePointer<UnsafePointer<CChar>?>?
  private let room: UnsafeMutablePointer<upright_facts>?
  private let count: Int

  /// - Throws: `.unanswerable`.
  init(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>?, count: Int, _ room: UnsafeMutablePointer<upright_facts>?
  ) throws(UprightError) {
    try checkCount(count, of: MemoryLayout<upright_facts>.stride)
    guard unsafe count == 0 || paths != nil else { throw .argument("paths", "NULL") }
    guard unsafe count == 0 || room != nil else { throw .argument("facts", "NULL") }
    unsafe self.paths = unsafe paths
    unsafe self.room = unsafe room
    self.count = count
  }

  /// Gives the caller what `facts` finds out about each file, or the code of its error.
  func forEach(_ facts: (String) throws(UprightError) -> HeaderFacts) {
    guard let paths = unsafe paths, let room = unsafe room else { return }
    for index in 0..<count {
      // fork(2) waits for a file, not for all of them.
      if index > 0 {
        upright_end_call()
        upright_begin_call()
      }
      var values = upright_facts()
      do throws(UprightError) {
        let found = try facts(unsafe text(paths[index], named: "path"))
        values.orientation = Int32(found.orientation)
        values.stored_width = Int64(found.storedSize.width)
        values.stored_height = Int64(found.storedSize.height)
        values.findings = Int32(clamping: found.findings)
        unsafe withUnsafeMutableBytes(of: &values.format) { unsafe fill($0, with: found.format) }
      } catch {
        values = upright_facts()
        values.code = error.codes.exitCode
      }
      unsafe room[index] = values
    }
  }
}

/// The values of `upright_request`, not checked yet.
struct RequestFields {
  let kind, space, orientation, colors, quality, allowDamaged, strictParts: Int32
  let region: (x: Int64, y: Int64, width: Int64, height: Int64)
  let resultWidth, resultHeight: Int64
  let format: String?
  let maxPixels, maxMemory: Int64
  let maxSeconds: Double
  let allowedLosses: String?

  /// - Throws: `.unanswerable` for NULL.
  init(_ given: UnsafePointer<upright_request>?) throws(UprightError) {
    guard let fields = unsafe given?.pointee else { throw .argument("request", "NULL") }
    (kind, space, orientation) = unsafe (fields.kind, fields.space, fields.orientation)
    (colors, quality, allowDamaged) = unsafe (fields.colors, fields.quality, fields.allow_damaged)
    strictParts = unsafe fields.strict_parts
    region = unsafe (fields.x, fields.y, fields.width, fields.height)
    (resultWidth, resultHeight) = unsafe (fields.result_width, fields.result_height)
    format = unsafe fields.format == nil ? nil : try text(unsafe fields.format, named: "format")
    (maxPixels, maxMemory, maxSeconds) = unsafe (fields.max_pixels, fields.max_memory, fields.max_seconds)
    allowedLosses =
      unsafe fields.allowed_losses == nil ? nil : try text(unsafe fields.allowed_losses, named: "allowed_losses")
  }
}

/// A number that the caller receives.
@safe struct NumberReceiver {
  private let pointer: UnsafeMutablePointer<Int64>

  /// - Throws: `.unanswerable` for NULL.
  init(_ pointer: UnsafeMutablePointer<Int64>?, named name: String) throws(UprightError) {
    guard let pointer = unsafe pointer else { throw .argument(name, "NULL") }
    unsafe self.pointer = unsafe pointer
  }

  func set(_ value: Int) { unsafe pointer.pointee = Int64(value) }
}

/// Bytes that the caller receives and frees.
@safe struct BufferReceiver {
  private let pointer: UnsafeMutablePointer<upright_buffer>

  /// An empty result, until it is set.
  ///
  /// - Throws: `.unanswerable` for NULL.
  init(emptying pointer: UnsafeMutablePointer<upright_buffer>?, named name: String) throws(UprightError) {
    guard let pointer = unsafe pointer else { throw .argument(name, "NULL") }
    unsafe self.pointer = unsafe pointer
    unsafe pointer.pointee = unsafe upright_buffer(bytes: nil, count: 0)
  }

  /// Gives the caller a copy.
  ///
  /// - Throws: `.shortage`.
  func set(_ bytes: [UInt8]) throws(UprightError) {
    guard let copy = SampleMemory(copying: bytes) else { throw .outOfMemory }
    give(copy)
  }

  /// Gives the caller memory.
  func give(_ memory: SampleMemory) {
    unsafe pointer.pointee = unsafe upright_buffer(
      bytes: memory.base.assumingMemoryBound(to: UInt8.self), count: memory.byteCount)
  }

  func set(_ text: String) throws(UprightError) { try set(Array(text.utf8)) }

  /// Frees what a caller received.
  static func release(_ pointer: UnsafeMutablePointer<upright_buffer>?) {
    guard let pointer = unsafe pointer else { return }
    if let bytes = unsafe pointer.pointee.bytes { unsafe SampleMemory(bytes, pointer.pointee.count).release() }
    unsafe pointer.pointee = unsafe upright_buffer(bytes: nil, count: 0)
  }
}

extension SampleLayout.Channels {
  /// - Throws: `.unanswerable` for another number than 1, 3 or 4.
  init(count: Int32) throws(UprightError) {
    switch count {
    case 1: self = .gray
    case 3: self = .rgb
    case 4: self = .rgba
    default: throw .argument("channels", "\(count) is not 1, 3 or 4")
    }
  }
}

/// The caller's room for rows of pixels.
@safe struct PixelRoom {
  private let start: UnsafeMutablePointer<UInt8>?
  private let capacity, stride: Int
  let channels: SampleLayout.Channels

  /// - Throws: `.unanswerable` if `channels` is not 1, 3 or 4.
  init(_ start: UnsafeMutablePointer<UInt8>?, capacity: Int, stride: Int, channels: Int32) throws(UprightError) {
    self.channels = try SampleLayout.Channels(count: channels)
    unsafe self.start = unsafe start
    (self.capacity, self.stride) = (capacity, stride)
  }

  /// Checks that an image of this size fits.
  ///
  /// - Throws: `.unanswerable` with the number of bytes that are needed.
  func check(_ size: PixelSize<Output>) throws(UprightError) {
    let (row, isLong) = size.width.multipliedReportingOverflow(by: channels.count)
    guard !isLong, stride >= row else {
      throw .argument("stride", "a row has \(size.width) pixels of \(channels.count) bytes")
    }
    let (before, overflow) = stride.multipliedReportingOverflow(by: max(0, size.height - 1))
    let (needed, isLarge) = before.addingReportingOverflow(row)
    guard !overflow, !isLarge, capacity >= needed else {
      throw .argument("capacity", "\(size) pixels with this stride need more bytes")
    }
    guard unsafe start != nil else { throw .argument("pixels", "NULL") }
  }

  /// Writes an image that fits.
  ///
  /// - Throws: `.unanswerable` as `check(_:)`; `.shortage`.
  func write(_ image: Raster<Output>) throws(UprightError) {
    let bytes = try image.bytes(as: channels)
    try check(bytes.size)
    guard let start = unsafe start else { return }
    let row = bytes.bytesPerRow
    unsafe bytes.withBytes { source in
      guard let base = source.baseAddress else { return }
      let rows = stride == row ? 1 : bytes.size.height
      let count = stride == row ? source.count : row
      for y in 0..<rows {
        unsafe UnsafeMutableRawPointer(start + y * stride).copyMemory(from: base + y * row, byteCount: count)
      }
    }
  }
}

extension Raster<Output> {
  /// The same image in 8 bits, over white if `channels` have no alpha.
  ///
  /// - Throws: `.shortage`.
  func bytes(as channels: SampleLayout.Channels) throws(UprightError) -> Self {
    let white = [UInt16](repeating: layout.depth.maximum, count: 3)
    guard let bytes = converted(to: channels, over: white)?.converted(to: .eight) else { throw .outOfMemory }
    return bytes
  }
}

/// Arrays of positions, each of the same count of numbers, read from one array and written to another or to the same.
@safe struct Positions {
  private let from: UnsafePointer<Double>?
  private let to: UnsafeMutablePointer<Double>?
  private let count: Int

  /// - Throws: `.unanswerable`.
  init(
    _ from: UnsafePointer<Double>?, _ to: UnsafeMutablePointer<Double>?, count: Int, of numbers: Int
  ) throws(UprightError) {
    try checkCount(count, of: MemoryLayout<Double>.stride * numbers)
    guard unsafe count == 0 || from != nil else { throw .argument("from", "NULL") }
    guard unsafe count == 0 || to != nil else { throw .argument("to", "NULL") }
    unsafe self.from = unsafe from
    unsafe self.to = unsafe to
    self.count = count
  }

  /// Maps boxes of four numbers.
  func mapBoxes(_ map: (SIMD4<Double>) -> SIMD4<Double>) {
    guard let from = unsafe from, let to = unsafe to else { return }
    for index in stride(from: 0, to: 4 * count, by: 4) {
      let old = unsafe SIMD4(from[index], from[index + 1], from[index + 2], from[index + 3])
      let new = map(old)
      for part in 0..<4 { unsafe to[index + part] = new[part] }
    }
  }

  /// Maps points of two numbers.
  func mapPoints(_ map: (SIMD2<Double>) -> SIMD2<Double>) {
    guard let from = unsafe from, let to = unsafe to else { return }
    for index in stride(from: 0, to: 2 * count, by: 2) {
      let new = map(unsafe SIMD2(from[index], from[index + 1]))
      unsafe (to[index], to[index + 1]) = (new.x, new.y)
    }
  }
}

/// Checks that memory can hold `count` values of `stride` bytes.
///
/// - Throws: `.unanswerable`.
func checkCount(_ count: Int, of stride: Int) throws(UprightError) {
  guard 0...(Int.max / stride) ~= count else { throw .argument("count", "larger than any memory") }
}

/// Runs the body of a C function; the caller gets its error.
///
/// - Returns: The exit code, 0 for success.
func reporting(
  to report: UnsafeMutablePointer<upright_error>?, _ body: () throws(UprightError) -> Void
) -> Int32 {
  upright_begin_call()
  defer { upright_end_call() }
  let error = CallerSpelling().used { () -> UprightError? in
    do throws(UprightError) { try body() } catch { return error }
    return nil
  }
  if let report = unsafe report { unsafe describe(error, in: report) }
  return error?.codes.exitCode ?? 0
}

func describe(_ error: UprightError?, in report: UnsafeMutablePointer<upright_error>) {
  unsafe report.pointee = upright_error()
  unsafe report.pointee.offset = Int64(error?.offset ?? -1)
  guard let error else { return }
  unsafe report.pointee.code = error.codes.exitCode
  if case .io(_, let number) = error { unsafe report.pointee.system_error = number }
  unsafe withUnsafeMutableBytes(of: &report.pointee.name) { unsafe fill($0, with: error.codes.name) }
  unsafe withUnsafeMutableBytes(of: &report.pointee.message) { unsafe fill($0, with: error.callerSentence) }
}

/// Copies as many whole characters as fit in front of a NUL.
private func fill(_ room: UnsafeMutableRawBufferPointer, with text: String) {
  let bytes = Array(text.utf8)
  var count = min(bytes.count, room.count - 1)
  while count > 0, count < bytes.count, bytes[count] & 0xC0 == 0x80 { count -= 1 }
  unsafe room.copyBytes(from: bytes[..<count])
}
