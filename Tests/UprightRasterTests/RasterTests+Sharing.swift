// Copies that share memory until they change: in sequence, at once, and by every way of changing one.

import Testing
import UprightGeometry

@testable import UprightRaster

struct SharingTests {
  typealias Picture = Raster<Output>

  /// Every way to change an image; each leaves its mark at pixel 0, 0.
  private static let changes: [(name: String, change: @Sendable (inout Picture, UInt8) -> Void)] = [
    ("fill", { image, sign in image.fill([UInt16](repeating: UInt16(sign), count: 3)) }),
    (
      "setSample",
      { image, sign in for channel in 0..<3 { image.setSample(UInt16(sign), x: 0, y: 0, channel: channel) } }
    ),
    (
      "place",
      { image, sign in
        var dot = Picture(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.rgb))
        dot?.fill([UInt16](repeating: UInt16(sign), count: 3))
        guard let dot else { return }
        image.place(dot, firstRow: 0, of: dot.size, by: .identity, at: dot.size.bounds)
      }
    ),
    (
      "withMutableBytes",
      { image, sign in
        _ = unsafe image.withMutableBytes { bytes in for index in 0..<3 { unsafe bytes[index] = sign } }
      }
    ),
  ]

  @Test(arguments: 0..<4)
  func everyChangeStaysWithItsOwner(index: Int) {
    let (name, change) = Self.changes[index]
    let first = Picture.noise(9, 8, SampleLayout(.rgb), in: 0...200)
    let bytes = first.bytes
    var copies = [Picture](repeating: first, count: 5)
    for place in copies.indices { change(&copies[place], UInt8(201 + place)) }
    #expect(first.bytes == bytes, "\(name)")
    for (place, copy) in copies.enumerated() {
      #expect(copy.pixel(x: 0, y: 0) == [UInt16](repeating: UInt16(201 + place), count: 3), "\(name)")
      if name != "fill" { #expect(copy.bytes.dropFirst(3).elementsEqual(bytes.dropFirst(3)), "\(name)") }
    }
  }

  @Test(arguments: 0..<4)
  func whatIsNotTurnedSharesItsMemoryUntilItIsChanged(index: Int) throws {
    let (name, change) = Self.changes[index]
    let first = Raster<Decoded>.noise(9, 8, SampleLayout(.rgb), in: 0...200)
    let bytes = first.bytes
    var second: Picture = try #require(first.oriented(by: .identity))
    #expect(second.storage === first.storage && second.size == PixelSize(width: 9, height: 8))
    change(&second, 201)
    #expect(first.bytes == bytes && second.pixel(x: 0, y: 0) == [201, 201, 201], "\(name)")
  }

  @Test(arguments: 0..<4)
  func copiesMayBeChangedAtOnce(index: Int) async {
    let (name, change) = Self.changes[index]
    let first = Picture.noise(64, 64, SampleLayout(.rgb), in: 0...99)
    let bytes = first.bytes
    let results = await withTaskGroup(of: (UInt8, Picture, Bool).self) { group in
      for sign in UInt8(100)..<164 {
        group.addTask {
          var own = first
          let before = own == first
          change(&own, sign)
          return (sign, own, before && first.bytes == bytes)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 64 && first.bytes == bytes)
    for (sign, image, undisturbed) in results {
      #expect(undisturbed && image.pixel(x: 0, y: 0) == [UInt16](repeating: UInt16(sign), count: 3), "\(name)")
      if name != "fill" { #expect(image.bytes.dropFirst(3).elementsEqual(bytes.dropFirst(3)), "\(name)") }
    }
  }

  @Test func anOnlyOwnerChangesInPlace() {
    var image = Picture.noise(4, 4, SampleLayout(.rgb))
    let before = ObjectIdentifier(image.storage)
    for (_, change) in Self.changes { change(&image, 7) }
    #expect(ObjectIdentifier(image.storage) == before)
    let copy = image
    image.setSample(8, x: 1, y: 1, channel: 1)
    #expect(ObjectIdentifier(image.storage) != before && ObjectIdentifier(copy.storage) == before)
  }

  @Test func whatIsMadeOfAnImageSharesNothing() throws {
    let image = Picture.noise(6, 5, SampleLayout(.rgb), in: 0...100)
    let bytes = image.bytes
    let made: [Picture?] = [
      image.cropped(to: image.size.bounds), image.rows(0..<5),
      image.padded(to: image.size, at: image.size.bounds, fill: [0, 0, 0]),
      image.resized(to: image.size), image.oriented(by: Orientation<Output, Output>.identity),
      image.converted(to: .rgb), image.converted(to: .eight),
    ]
    for each in made {
      var other = try #require(each)
      #expect(other == image)
      other.fill([200, 201, 202])
      #expect(image.bytes == bytes)
    }
  }

  @Test(arguments: everyLayout)
  func everySampleIsWhereItWasPut(layout: SampleLayout) throws {
    var image = try #require(Picture(size: PixelSize(width: 5, height: 4), layout: layout))
    let step = layout.depth == .eight ? 3 : 819
    var value = 0
    for y in 0..<4 {
      for x in 0..<5 {
        for channel in 0..<layout.channels.count {
          image.setSample(UInt16(value), x: x, y: y, channel: channel)
          value += step
        }
      }
    }
    value = 0
    let width = layout.depth.byteCount
    for index in 0..<20 * layout.channels.count {
      let bytes = image.bytes[index * width..<(index + 1) * width]
      let read =
        width == 1
        ? Int(bytes.first ?? 0)
        : Int(bytes.reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) }.littleEndian)
      #expect(read == value)
      value += step
    }
  }
}
