// Regions that a pipeline decodes by an index: the same pixels, fewer bytes read, and no trust in another file's index.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct RegionIndexSourceTests {
  private static let (width, height) = (1_200, 900)
  private static let pipeline = Pipeline(codecs: SystemCodecs.all)

  private static func photo(_ sampling: (Int, Int), seed: Int = 0) throws -> [UInt8] {
    let image = Samples.mixedColors(width: width, height: height - seed, channels: 3)
    return try encode(image, .jpeg(90, sampling.0, sampling.1))
  }

  private func regions(_ count: Int) -> [Rendition] {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { number in
      let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...150, using: &random))
      let region = PixelRect<Displayed>(
        x: Int.random(in: 0...Self.width - width, using: &random),
        y: Int.random(in: 0...Self.height - height, using: &random), width: width, height: height)
      let box = PixelSize<Output>(width: 1 + width / (1 << (number % 4)), height: 1 + height / (1 << (number % 4)))
      return Rendition(region: .pixels(region), size: number % 4 == 0 ? .full : .within(box), upright: .pixels)
    }
  }

  @Test(arguments: JPEGCodecTests.samplings)
  func regionsHaveTheSamePixelsWithAnIndexInEveryOrientation(sampling: (Int, Int)) throws {
    let photo = try Self.photo(sampling)
    let index = try RegionIndex(of: photo)
    let indexed = Self.pipeline.indexed(by: index)
    let probe = try Probe(photo)
    var count = 0
    for (place, wanted) in regions(24).enumerated() {
      var rendition = wanted
      rendition.rotation = Orientation(asDisplayed: orientations[place % 8])
      let plan = try indexed.plan(rendition, for: probe)
      count += plan.regionAccess?.isIndexed == true ? 1 : 0
      let found = try indexed.raster(rendition, of: probe, from: photo)
      #expect(found == (try Self.pipeline.raster(rendition, of: probe, from: photo)), "\(rendition)")
    }
    #expect(count >= 12)
  }

  @Test func aRegionFarDownReadsOnlyAPartOfTheFile() throws {
    let photo = try Self.photo((2, 2))
    let indexed = Self.pipeline.indexed(by: try RegionIndex(of: photo))
    let region = PixelRect<Displayed>(x: 900, y: 800, width: 64, height: 64)
    let source = CountingSource(photo)
    let probe = try Probe(source)
    _ = try indexed.raster(Rendition(region: .pixels(region), upright: .pixels), of: probe, from: source)
    #expect(source.readCount * 4 < photo.count, "\(source.readCount) of \(photo.count)")
  }

  @Test func anIndexFailsWithTheErrorOfTheSource() throws {
    let photo = try Self.photo((2, 2))
    for failsFrom in [100, photo.count / 2, photo.count - 1] {
      #expect(throws: UprightError.io(path: "", systemError: 5)) {
        try RegionIndex(of: FailingSource(bytes: photo, failsFrom: failsFrom))
      }
    }
  }

  @Test func bytesAfterTheImageAreFoundAndTheDataBeforeThemIsNotSearched() throws {
    let photo = try Self.photo((2, 2))
    let region = PixelRect<Displayed>(x: 900, y: 8, width: 64, height: 64)
    let rendition = Rendition(region: .pixels(region), upright: .pixels, loss: .recode)
    for (file, names) in [(photo, false), (photo + [1, 2, 3], true)] {
      let source = CountingSource(file)
      let indexed = Self.pipeline.indexed(by: try RegionIndex(of: file))
      var result: [UInt8] = []
      let plan = try indexed.run(indexed.plan(rendition, for: Probe(source)), on: source, into: &result)
      #expect(plan.losses.contains(.trailerDropped(3)) == names)
      #expect(names || source.readCount * 3 < file.count, "\(source.readCount) of \(file.count)")
      var other: [UInt8] = []
      let without = try Self.pipeline.run(Self.pipeline.plan(rendition, for: Probe(file)), on: file, into: &other)
      #expect(without.losses == plan.losses && other == result)
    }
  }

  @Test func anotherFileIsDecodedAsWithoutAnIndex() throws {
    let (one, other) = (try Self.photo((2, 2)), try Self.photo((2, 2), seed: 8))
    let indexed = Self.pipeline.indexed(by: try RegionIndex(of: one))
    let probe = try Probe(other)
    for rendition in regions(8) {
      let found = try? indexed.raster(rendition, of: probe, from: other)
      #expect(found == (try? Self.pipeline.raster(rendition, of: probe, from: other)))
    }
  }

  @Test func anotherFileOfTheSameLengthAndHeadersIsDecodedAsWithoutAnIndex() throws {
    let one = try Self.photo((2, 2))
    let other = Samples.mixedColors(width: Self.width, height: Self.height, channels: 3, seed: 9)
    let noise = try encode(other, .jpeg(90, 2, 2))
    let length = max(one.count, noise.count)
    let files = [one, noise].map { $0 + [UInt8](repeating: 0, count: length - $0.count) }
    let indexed = Self.pipeline.indexed(by: try RegionIndex(of: files[0]))
    let probe = try Probe(files[1])
    for rendition in regions(12) {
      let found = try indexed.raster(rendition, of: probe, from: files[1])
      #expect(found == (try Self.pipeline.raster(rendition, of: probe, from: files[1])))
    }
  }

  @Test func aSavedIndexFitsItsFileOnly() throws {
    let (one, other) = (try Self.photo((2, 1)), try Self.photo((2, 1), seed: 8))
    let index = try RegionIndex(of: one)
    #expect(RegionIndex(saved: index.bytes, for: one) == index)
    #expect(RegionIndex(saved: index.bytes, for: other) == nil)
    #expect(RegionIndex(saved: index.bytes, for: Array(one.dropLast())) == nil)
    #expect(RegionIndex(saved: [], for: one) == nil)
    for place in stride(from: 0, to: index.bytes.count, by: 31) {
      var damaged = index.bytes
      damaged[place] ^= 0x10
      #expect(RegionIndex(saved: damaged, for: one) == nil, "byte \(place)")
    }
  }

  @Test func filesThatCannotBeIndexedSayWhy() throws {
    let image = Samples.mixedColors(width: 64, height: 48, channels: 3)
    let progressive = try encode(image, .jpeg(90, progressive: true))
    #expect(throws: UprightError.unsupported("cannot be indexed: progressive")) { try RegionIndex(of: progressive) }
    #expect(throws: UprightError.unsupported("cannot be indexed: not a JPEG")) { try RegionIndex(of: [1, 2, 3, 4]) }
    let cut = Array(try encode(image, .jpeg()).dropLast(40))
    let error = #expect(throws: UprightError.self) { try RegionIndex(of: cut) }
    #expect(error?.codes.exitCode == 65)
  }

  @Test func anIndexAddsNoJPEGCodecToAPipeline() throws {
    let index = try RegionIndex(of: Self.photo((1, 1)))
    let pipeline = Pipeline(codecs: [PNGCodec()]).indexed(by: index)
    #expect(pipeline.planner.capabilities[.jpeg] == nil)
  }
}
