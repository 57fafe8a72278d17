// The floor of all that moves pixels: a plain copy of as many bytes, in huge pages where the system has them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two blocks of memory, the one copied into the other.
@safe public final class Copy {
  private let source: UnsafeMutableRawPointer
  private let target: UnsafeMutableRawPointer

  /// Blocks of `byteCount` bytes.
  public init(byteCount: Int) {
    unsafe source = Self.block(byteCount, filledWith: 1)
    unsafe target = Self.block(byteCount, filledWith: 2)
  }

  deinit {
    unsafe source.deallocate()
    unsafe target.deallocate()
  }

  /// Copies the first `count` bytes, of which there must be as many.
  public func run(_ count: Int) { unsafe target.copyMemory(from: source, byteCount: count) }

  private static func block(_ count: Int, filledWith byte: UInt8) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 2 << 20)
    #if os(Linux)
      _ = unsafe madvise(block, count, 14)
    #endif
    unsafe block.initializeMemory(as: UInt8.self, repeating: byte, count: count)
    return unsafe block
  }
}

/// Hands over what was printed to whoever reads it.
public func flushOutput() { fflush(nil) }
