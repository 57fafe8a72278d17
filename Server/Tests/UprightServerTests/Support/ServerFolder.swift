// A folder of photos and a service that answers for it, without a socket.

import Foundation
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightFixtures
import UprightProgram

@testable import UprightServer

/// Photos of all tags, each 48 × 32 as displayed: red, green, blue over yellow, magenta, white.
struct ServerFolder {
  static let six = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [1, 1, 1]]

  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for tag in 1...8 { try folder.write(Self.photo(tag), as: "\(tag).jpg") }
  }

  /// The stored fields that are displayed as 0 1 2 / 3 4 5, for tags 1…8 (Exif 3.0, "Orientation").
  static let stored = [
    [[0, 1, 2], [3, 4, 5]], [[2, 1, 0], [5, 4, 3]], [[5, 4, 3], [2, 1, 0]], [[3, 4, 5], [0, 1, 2]],
    [[0, 3], [1, 4], [2, 5]], [[2, 5], [1, 4], [0, 3]], [[5, 2], [4, 1], [3, 0]], [[3, 0], [4, 1], [5, 2]],
  ]

  static func photo(_ tag: Int) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16)
    let stored = ExifOrientation(rawValue: UInt8(tag)).map { image.stored(as: $0) } ?? image
    return TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes
  }

  func service(_ change: (inout ServerOptions) -> Void = { _ in }) throws -> Served {
    var options = ServerOptions(roots: [folder.url.path])
    change(&options)
    return Served(folder: folder, service: try ImageService(options, in: .process))
  }

  /// Waits until the files' times are old enough for entity tags.
  func settle() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    for name in names {
      let key = SourceKey(try FileIdentity(path: folder.path(name)))
      while !key.isSettled(at: .now) { try await Task.sleep(for: .milliseconds(10)) }
    }
  }
}

/// A service with its folder, which exists as long as this.
struct Served {
  let folder: ScratchFolder
  let service: ImageService

  var admission: Admission { service.admission }
  var sources: SourceCache { service.sources }

  func answer(_ question: ServerRequest) async -> ServerResponse { await service.answer(question) }
}

/// An image as its colors.
enum Pixels {
  /// The decoded image.
  static func raster(_ bytes: [UInt8]) throws -> Raster<Output> {
    let probe = try Probe(bytes)
    return try Pipeline(codecs: SystemCodecs.all).raster(Rendition(), of: probe, from: bytes)
  }

  /// The colors in the centers of fields of `side` pixels, each sample as 0 or 1.
  static func fields(of bytes: [UInt8], columns: Int = 3, rows: Int = 2, side: Int = 16) throws -> [[Int]] {
    let raster = try raster(bytes)
    return (0..<columns * rows).map { field in
      raster.pixel(x: side / 2 + side * (field % columns), y: side / 2 + side * (field / columns))
        .map { $0 > 127 ? 1 : 0 }
    }
  }
}

extension ServerResponse {
  /// The value of a field; nil if there is none.
  subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// The content as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
