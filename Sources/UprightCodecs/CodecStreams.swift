// What the C targets read and write through, and what their reports mean: errors cannot pass through C.

package import CUpright
package import Upright

/// What a session of a C target reads and writes, and the error that ended it.
@safe package final class CodecStreams {
  private let source: any ByteSource
  private let sink: (([UInt8]) throws(UprightError) -> Void)?
  private var failure: UprightError?

  /// What a session reads, and where it writes to.
  package init(source: any ByteSource, sink: (([UInt8]) throws(UprightError) -> Void)?) {
    self.source = source
    self.sink = sink
  }

  /// How many bytes there are to read.
  package var byteCount: Int { source.byteCount }

  /// What a session calls; it must not outlive this object.
  package var io: up_io {
    unsafe up_io(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, offset, buffer, count in
        let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
        return unsafe CodecStreams.at(context)?.read(at: offset, into: room) ?? CodecStreams.failed
      },
      write: { context, bytes, count in
        let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe CodecStreams.at(context)?.write(chunk) == true ? 0 : 1
      },
      cancelled: { _ in Task.isCancelled ? 1 : 0 })
  }

  /// The object behind a session's context.
  private static func at(_ context: UnsafeMutableRawPointer?) -> CodecStreams? {
    unsafe context.map { unsafe Unmanaged<CodecStreams>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What a failed read counts: UP_READ_FAILED_COUNT.
  private static let failed = Int(bitPattern: UInt.max)

  /// Fills `buffer` from `offset` on; how many bytes there were, or `failed`.
  private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < source.byteCount else { return 0 }
    let end = offset + min(buffer.count, source.byteCount - offset)
    do {
      let bytes = try source.read(offset..<end)
      unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
      return min(bytes.count, buffer.count)
    } catch {
      failure = UprightError(error)
      return Self.failed
    }
  }

  /// Hands bytes to the sink; false where it would not take them.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try sink?(unsafe Array(bytes))
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Why a session ended.
  package func error(_ report: up_report, saying text: String, _ format: ContainerFormat) -> UprightError {
    let offset = Int(clamping: report.offset)
    return switch report.status {
    case UP_MALFORMED: .malformed(MetadataError(.corruptData, at: offset))
    case UP_TRUNCATED: .malformed(MetadataError(.truncated, at: offset))
    case UP_UNSUPPORTED: .unsupported(text)
    case UP_LIMIT:
      .limit(name: report.limit.name, asked: Int(clamping: report.asked), allowed: Int(clamping: report.allowed))
    case UP_NO_MEMORY: .outOfMemory
    case UP_CANCELLED: .cancelled
    case UP_READ_FAILED, UP_WRITE_STOPPED:
      failure ?? .codec(format: format, message: "the bytes' source or sink stopped")
    default: .codec(format: format, message: text)
    }
  }
}

extension up_limits {
  /// The limits of one run, of which `warnings` of a decoder are let pass.
  package init(_ limits: Limits, warnings: Int) {
    self.init(
      pixels: UInt64(clamping: limits.pixels), memory: UInt64(clamping: limits.memoryBytes),
      scans: UInt64(clamping: limits.scans), warnings: UInt64(clamping: warnings), seconds: limits.seconds ?? 0)
  }
}

extension up_limit {
  /// The limit's name in `Limits`.
  fileprivate var name: String {
    switch self {
    case UP_PIXELS: "pixels"
    case UP_MEMORY: "bytes of memory"
    case UP_SCANS: "scans"
    case UP_WARNINGS: "warnings"
    default: "seconds"
    }
  }
}
