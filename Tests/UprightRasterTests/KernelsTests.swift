// The C loops compared with the Swift ones: every size, orientation and pixel, strides, bands and crops, byte for byte.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

struct KernelsTests {
  /// All C loops of this machine, each also with non-temporal stores.
  static let compiled: [Kernels] = Kernels.usable.dropFirst().flatMap {
    [$0, Kernels(instructions: $0.instructions, cacheBytes: 0)]
  }

  /// Column and row step, in columns and rows of the source, of each of the eight orientations.
  static let steps: [Steps] = [
    ((1, 0), (0, 1)), ((-1, 0), (0, 1)), ((-1, 0), (0, -1)), ((1, 0), (0, -1)),
    ((0, 1), (1, 0)), ((0, -1), (1, 0)), ((0, -1), (-1, 0)), ((0, 1), (-1, 0)),
  ]
  typealias Steps = (x: (Int, Int), y: (Int, Int))

  /// Memory of random bytes.
  static func noise(_ count: Int, seed: UInt64) throws -> SampleStorage {
    var dice = SplitMix64(seed: seed)
    let storage = try #require(SampleStorage(byteCount: count))
    var bytes = [UInt8]()
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      let word = dice.next()
      for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }
    storage.setBytes([UInt8](bytes.prefix(count)))
    return storage
  }

  /// A walk of `columns` and `rows` of the target over a source whose rows are `sourceWidth` pixels apart.
  static func walk(
    _ columns: Int, _ rows: Int, _ step: Steps, sourceWidth: Int, first: Int, target: Int,
    targetWidth: Int
  ) -> PixelWalk {
    let (across, down) = (step.x.0 + step.x.1 * sourceWidth, step.y.0 + step.y.1 * sourceWidth)
    return PixelWalk(
      columns: columns, rows: rows, target: target, targetRowStep: targetWidth,
      source: first - min(0, across) * (columns - 1) - min(0, down) * (rows - 1), sourceColumnStep: across,
      sourceRowStep: down)
  }

  /// Whether all C loops write the same as the Swift ones, into memory with the same previous noise.
  static func agree(
    _ walk: PixelWalk, of pixelBytes: Int, from source: SampleStorage, into blank: SampleStorage
  ) throws -> Bool {
    let expected = try #require(blank.copy())
    expected.move(walk, of: pixelBytes, from: source, by: Kernels(instructions: .portable))
    for kernels in compiled {
      let found = try #require(blank.copy())
      found.move(walk, of: pixelBytes, from: source, by: kernels)
      if !found.holdsSameBytes(as: expected) { return false }
    }
    return true
  }

  @Test func theQuickestLoopsAreTheLast() {
    #expect(Kernels.usable.first?.instructions == .portable)
    #expect(Kernels.best.instructions == Kernels.usable.last?.instructions)
    #if arch(x86_64) || arch(arm64)
      #expect(Kernels.best.instructions != .portable)
    #endif
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8], 0..<8)
  func everySizeIsTurnedAlike(pixelBytes: Int, orientation: Int) throws {
    let step = Self.steps[orientation]
    let source = try Self.noise(70 * 70 * pixelBytes, seed: 1)
    let blank = try Self.noise(70 * 70 * pixelBytes, seed: 2)
    let most = [1, 3, 4].contains(pixelBytes) ? 67 : 35
    for columns in 1...most {
      for rows in 1...most {
        let sourceWidth = (step.x.0 == 0 ? rows : columns) + columns % 3
        let walk = Self.walk(
          columns, rows, step, sourceWidth: sourceWidth, first: rows % 5, target: columns % 4,
          targetWidth: columns + rows % 3)
        let agrees = try Self.agree(walk, of: pixelBytes, from: source, into: blank)
        if !agrees { Issue.record("\(columns)x\(rows)") }
      }
    }
  }

  /// Larger than the blocks of a result with non-temporal stores, and not a multiple of them.
  @Test(arguments: [1, 2, 3, 4, 8], 0..<8)
  func whatIsLargerThanABlockIsTurnedAlike(pixelBytes: Int, orientation: Int) throws {
    let step = Self.steps[orientation]
    for (columns, rows) in [(1031, 99), (4100 / pixelBytes, 35), (1024 / pixelBytes + 1, 17), (530, 131)] {
      let (sourceWidth, sourceRows) = step.x.0 == 0 ? (rows + 5, columns) : (columns + 5, rows)
      let source = try Self.noise(sourceWidth * sourceRows * pixelBytes, seed: 3)
      let blank = try Self.noise((columns + 7) * rows * pixelBytes, seed: 4)
      let walk = Self.walk(
        columns, rows, step, sourceWidth: sourceWidth, first: 2, target: 3, targetWidth: columns + 7)
      #expect(try Self.agree(walk, of: pixelBytes, from: source, into: blank), "\(columns)x\(rows)")
    }
  }

  /// As a decoder delivers them, into a result that is larger than the image, and clipped by it.
  @Test(arguments: Orientation<Decoded, Output>.all, [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.rgba)])
  func bandsComeToLieAlike(orientation: Orientation<Decoded, Output>, layout: SampleLayout) throws {
    let size = PixelSize<Decoded>(width: 83, height: 150)
    let bytes = try Self.noise(size.width * size.height * layout.bytesPerPixel, seed: 5).bytes
    let image = try #require(Raster(size: size, layout: layout, bytes: bytes))
    let whole = orientation.applied(to: size)
    for (x, y, extra) in [(0, 0, 0), (5, 2, 9), (-7, -3, -11)] {
      let place = PixelRect<Output>(x: x, y: y, width: whole.width, height: whole.height)
      let results = try ([Kernels(instructions: .portable)] + Self.compiled).map { kernels in
        let frame = PixelSize<Output>(width: whole.width + extra, height: whole.height + extra)
        var result = try #require(Raster<Output>(size: frame, layout: layout))
        for first in stride(from: 0, to: size.height, by: 64) {
          let band = try #require(image.rows(first..<first + 64))
          let placed = result.place(band, firstRow: first, of: size, by: orientation, at: place, kernels: kernels)
          #expect(placed)
        }
        return result
      }
      #expect(results.allSatisfy { $0 == results[0] }, "at \(x), \(y)")
    }
  }
}
