// The sizes that follow from channels and depth.

import Testing
import UprightGeometry
@testable import UprightRaster
import UprightTestTools

struct SampleLayoutTests {
  @Test(arguments: [
    (SampleLayout.Channels.gray, 1, 1, 2), (.rgb, 3, 3, 6), (.rgba, 4, 4, 8), (.cmyk, 4, 4, 8),
  ])
  func bytesPerPixel(channels: SampleLayout.Channels, count: Int, eight: Int, sixteen: Int) {
    #expect(channels.count == count)
    #expect(SampleLayout(channels).bytesPerPixel == eight)
    #expect(SampleLayout(channels, .sixteen).bytesPerPixel == sixteen)
  }

  @Test func theMaximumIsAllBits() {
    #expect(SampleLayout.Depth.eight.maximum == 255)
    #expect(SampleLayout.Depth.sixteen.maximum == 65535)
  }
}

// The C loops compared with the Swift ones: every size, orientation and pixel, strides, bands and crops, byte for byte.

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

// The bounds check before every move of pixels, compared with a walk over all of them.

struct PixelWalkTests {
  @Test func fitsExactlyWhenEveryPixelDoes() {
    for (columns, rows) in [(1, 1), (3, 2), (2, 4)] {
      for sourceColumnStep in [-4, -1, 1, 4] {
        for sourceRowStep in [-5, -1, 0, 1, 5] {
          for source in -1..<22 {
            for target in -1..<8 {
              let walk = PixelWalk(
                columns: columns, rows: rows, target: target, targetRowStep: 4, source: source,
                sourceColumnStep: sourceColumnStep, sourceRowStep: sourceRowStep)
              let places = (0..<rows).flatMap { row in (0..<columns).map { (column: $0, row: row) } }
              let held = places.allSatisfy {
                0..<20 ~= source + $0.column * sourceColumnStep + $0.row * sourceRowStep
                  && 0..<16 ~= target + $0.column + $0.row * 4
              }
              #expect(walk.fits(source: 20, target: 16) == held, "\(walk)")
            }
          }
        }
      }
    }
  }

  @Test func nothingToWalkDoesNotFit() {
    for (columns, rows) in [(0, 1), (1, 0), (-1, 2)] {
      let walk = PixelWalk(
        columns: columns, rows: rows, target: 0, targetRowStep: 4, source: 0, sourceColumnStep: 1, sourceRowStep: 4)
      #expect(!walk.fits(source: 20, target: 16))
    }
  }

  @Test func rowsThatOverlapInTheTargetAreRefused() {
    let walk = PixelWalk(
      columns: 3, rows: 2, target: 0, targetRowStep: 2, source: 0, sourceColumnStep: 1, sourceRowStep: 3)
    #expect(!walk.fits(source: 20, target: 16))
  }
}

// Scaling by the C loops compared with the Swift ones: the same bits, in floats and in samples.

struct ScalingKernelsTests {
  typealias Picture = Raster<Decoded>
  typealias Size = PixelSize<Decoded>

  /// An image of random bytes.
  private static func image(_ size: Size, _ layout: SampleLayout, seed: UInt64) throws -> Picture {
    let bytes = try KernelsTests.noise(size.width * size.height * layout.bytesPerPixel, seed: seed).bytes
    return try #require(Picture(size: size, layout: layout, bytes: bytes))
  }

  /// The result of each of this machine's loops for an image in bands.
  private static func results(
    _ image: Picture, to target: Size, window: Rect2D<Decoded>, _ filter: ResampleFilter, band: Int
  ) throws -> [Picture] {
    try Kernels.usable.map { kernels in
      guard
        var resampler = Resampler(
          from: image.size, window: window, to: target, layout: image.layout, filter: filter, kernels: kernels)
      else { throw Missing() }
      for first in stride(from: 0, to: image.size.height, by: band) {
        resampler.push(try #require(image.rows(first..<first + band)), firstRow: first)
      }
      guard let result = resampler.finish() else { throw Missing() }
      return result
    }
  }

  private struct Missing: Error {}

  @Test(arguments: everyLayout, ResampleFilter.allCases)
  func randomScalingsAreTheSameBits(layout: SampleLayout, filter: ResampleFilter) throws {
    var dice = SplitMix64(seed: 21)
    for round in 0..<30 {
      let from = Size(width: .random(in: 1...90, using: &dice), height: .random(in: 1...60, using: &dice))
      let to = Size(width: .random(in: 1...70, using: &dice), height: .random(in: 1...40, using: &dice))
      let image = try Self.image(from, layout, seed: UInt64(round))
      let (x, y) = (Double(from.width) * 0.1, Double(from.height) * 0.2)
      let window =
        round % 2 == 0
        ? from.bounds.rect
        : Rect2D<Decoded>(x: x, y: y, width: Double(from.width) - 1.7 * x, height: Double(from.height) - 1.4 * y)
      let results = try Self.results(image, to: to, window: window, filter, band: .random(in: 1...24, using: &dice))
      #expect(results.allSatisfy { $0 == results[0] }, "\(from) to \(to)")
    }
  }

  /// More results than are made together, more columns than there is work memory for, and more after one result than
  /// that.
  @Test(arguments: everyLayout)
  func longLinesAreTheSameBits(layout: SampleLayout) throws {
    for (from, to) in [(1000, 300), (700, 701), (90, 400), (2500, 9), (1999, 1)] {
      let image = try Self.image(Size(width: from, height: 11), layout, seed: 7)
      let results = try Self.results(
        image, to: Size(width: to, height: 5), window: image.size.bounds.rect, .lanczos3, band: 11)
      #expect(results.allSatisfy { $0 == results[0] }, "\(from) to \(to)")
    }
  }

  /// Equal floats are a stronger test than equal samples.
  @Test(arguments: everyLayout)
  func rowsScaledAcrossAreTheSameFloats(layout: SampleLayout) throws {
    let (columns, rows, target) = (83, 8, 31)
    let taps = try #require(ResampleTaps(window: (1.3, 80), of: columns, to: target, filter: .lanczos3))
    let source = try KernelsTests.noise(columns * rows * layout.bytesPerPixel, seed: 9)
    let floats = try Kernels.usable.map { kernels -> [[Float]] in
      let filter = try #require(
        RowFilter(
          columns: columns, rows: rows, across: (1.3, 80), down: (0, Double(rows)), to: (target, 2), layout: layout,
          filter: .lanczos3, kernels: kernels))
      filter.take(rows, of: source, at: 0, step: columns * layout.bytesPerPixel)
      return (0..<rows).map { row in
        (0..<target * layout.channels.count).map { filter.ring.storage.float(at: filter.ring.place(of: row) + $0) }
      }
    }
    #expect(taps.starts.count == target)
    #expect(floats.allSatisfy { $0 == floats[0] })
    #expect(floats[0].contains { row in row.contains { $0 != 0 } })
  }
}

extension SampleStorage {
  /// The float number `index`.
  fileprivate func float(at index: Int) -> Float {
    Float(bitPattern: UInt32(sample(at: 2 * index, .sixteen)) | UInt32(sample(at: 2 * index + 1, .sixteen)) << 16)
  }
}
