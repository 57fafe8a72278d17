// Several images of one call, and the caller's room for their pixels and errors (docs/python.md).

import CUprightABI
import Synchronization
import Upright
import UprightRaster

/// Images of a call, and the caller's room for their pixels and errors.
@safe struct GivenImages: @unchecked Sendable {
  private let sources: UnsafePointer<upright_source>?
  private let pixels: UnsafeMutablePointer<upright_pixels>?
  private let errors: UnsafeMutablePointer<upright_error>?
  private let count: Int

  init(
    _ sources: UnsafePointer<upright_source>?, _ pixels: UnsafeMutablePointer<upright_pixels>?,
    _ errors: UnsafeMutablePointer<upright_error>?, count: Int
  ) {
    unsafe self.sources = unsafe sources
    unsafe self.pixels = unsafe pixels
    unsafe self.errors = unsafe errors
    self.count = count
  }

  /// Decodes all images, as many at a time as there are `threads`, 0 for one per core; `decode` gets each. Each is a
  /// call for fork(2), in the thread that decodes it.
  ///
  /// - Returns: The exit code of the first that failed, or 0.
  func forEach(
    threads: Int32, _ channels: Int32,
    _ decode: @escaping @Sendable (GivenSource) throws(UprightError) -> Raster<Output>
  ) -> Int32 {
    do throws(UprightError) {
      try unsafe checkCount(count, of: max(MemoryLayout<upright_pixels>.stride, MemoryLayout<upright_error>.stride))
      guard unsafe count == 0 || sources != nil else { throw .argument("sources", "NULL") }
      guard unsafe count == 0 || pixels != nil else { throw .argument("pixels", "NULL") }
      guard threads >= 0 else { throw .argument("threads", "\(threads)") }
      for index in 0..<count { try empty(index) }
      let channels = try SampleLayout.Channels(count: channels)
      let (codes, width) = (ExitCodes(), threads == 0 ? Int(upright_core_count()) : Int(threads))
      SharedItems.each(count, by: width) { index in
        codes.note(
          unsafe reporting(to: errors.map { unsafe $0 + index }) { () throws(UprightError) in
            guard let sources = unsafe sources, let pixels = unsafe pixels else { return }
            let image = try decode(unsafe GivenSource(sources + index)).bytes(as: channels)
            unsafe (pixels[index].width, pixels[index].height) = (Int64(image.size.width), Int64(image.size.height))
            guard let memory = image.takeMemory() else { throw .outOfMemory }
            try unsafe BufferReceiver(emptying: room(index), named: "pixels").give(memory)
          }, at: index)
      }
      return codes.first
    } catch {
      if count > 0, let errors = unsafe errors { unsafe describe(error, in: errors) }
      return error.codes.exitCode
    }
  }

  private func empty(_ index: Int) throws(UprightError) {
    _ = try unsafe BufferReceiver(emptying: room(index), named: "pixels")
    guard let pixels = unsafe pixels else { return }
    unsafe (pixels[index].width, pixels[index].height) = (0, 0)
  }

  private func room(_ index: Int) -> UnsafeMutablePointer<upright_buffer>? {
    guard let pixels = unsafe pixels else { return nil }
    return unsafe withUnsafeMutablePointer(to: &pixels[index].rows) { unsafe $0 }
  }

  /// The exit code of the first image that failed.
  private final class ExitCodes: Sendable {
    private let found = Mutex<(index: Int, code: Int32)>((.max, 0))

    var first: Int32 { found.withLock(\.code) }

    func note(_ code: Int32, at index: Int) {
      guard code != 0 else { return }
      found.withLock { if index < $0.index { $0 = (index, code) } }
    }
  }
}
