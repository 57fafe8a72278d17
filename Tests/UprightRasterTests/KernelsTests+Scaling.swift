// Scaling by the C loops compared with the Swift ones: the same bits, in floats and in samples.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

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
