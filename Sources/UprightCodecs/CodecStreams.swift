// The input and output of the C targets, and the meaning of their reports: errors cannot pass through C.

package import CUpright
package import Upright

/// The input and output of a C session, and the error that ended it.
@safe package final class CodecStreams {
  private let source: any ByteSource
  private let sink: (([UInt8]) throws(UprightError) -> Void)?
  private var failure: UprightError?

  /// The source and the destination of a session.
  package init(source: any ByteSource, sink: (([UInt8]) throws(UprightError) -> Void)?) {
    self.source = source
    self.sink = sink
  }

  /// The source's length in bytes.
  package var byteCount: Int { source.byteCount }

  /// The callbacks of a session; it must not outlive this object.
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
      cancelled: { _ in Cancellation.isRequested ? 1 : 0 })
  }

  /// The object for a session's context.
  private static func at(_ context: UnsafeMutableRawPointer?) -> CodecStreams? {
    unsafe context.map { unsafe Unmanaged<CodecStreams>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The count of a failed read: UP_READ_FAILED_COUNT.
  private static let failed = Int(bitPattern: UInt.max)

  /// Fills `buffer` from `offset`; returns the number of bytes, or `failed`.
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

  /// Passes bytes to the sink; returns false if it fails.
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
    case UP_UNSUPPORTED: .unsupported(Phrase(text))
    case UP_LIMIT:
      .limit(report.limit.reached, asked: Int(clamping: report.asked), allowed: Int(clamping: report.allowed))
    case UP_NO_MEMORY: .outOfMemory
    case UP_CANCELLED: .cancelled
    case UP_READ_FAILED, UP_WRITE_STOPPED:
      failure ?? .codec(format: format, message: "the source or destination of the bytes failed")
    default: .codec(format: format, message: text)
    }
  }
}

extension up_limits {
  /// The limits of one run; `warnings` of a decoder are allowed.
  package init(_ limits: Limits, warnings: Int) {
    self.init(
      pixels: UInt64(clamping: limits.pixels), memory: UInt64(clamping: limits.memoryBytes),
      scans: UInt64(clamping: limits.scans), warnings: UInt64(clamping: warnings), seconds: limits.seconds ?? 0)
  }
}

extension up_limit {
  /// The same limit in Swift.
  fileprivate var reached: Limit {
    switch self {
    case UP_PIXELS: .pixels
    case UP_MEMORY: .memory
    case UP_SCANS: .scans
    case UP_WARNINGS: .warnings
    default: .seconds
    }
  }
}
