// Regions of a JPEG in memory, by an index made before, and by libjpeg's own cropping and skipping, by turns.

import LibjpegRegion
import Measuring
import Upright
import UprightCodecs

@main enum Regions {
  /// Each argument is a JPEG.
  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    guard !names.isEmpty else { fatalError("needed: JPEG files") }
    print(Race.header("ms for nine regions, spread over the image"))
    for name in names {
      let scan = try Scan(path: name)
      for side in [256, 512, 1024] {
        let regions = scan.regions(side: side)
        for region in regions { try scan.compare(region) }
        let title = "\(side)×\(side) of \(scan.title)"
        let lines = Race([
          ("libjpeg, cropped and skipped: \(title)", { for region in regions { scan.byLibjpeg(region) } }),
          ("upright with an index: \(title)", { for region in regions { scan.byIndex(region) } }),
        ]).rows
        for line in lines { print(line) }
      }
      let index = Race(rounds: 9, [("the index itself: \(scan.title)", { scan.makeIndex() })])
      for line in index.rows { print(line) }
    }
  }
}

/// A JPEG in memory with its index.
private struct Scan {
  let title: String
  private let bytes: [UInt8]
  private let probe: Probe
  private let pipeline: Pipeline

  init(path: String) throws {
    guard let bytes = Bytes.ofFile(path) else { fatalError("\(path) cannot be read") }
    self.bytes = bytes
    probe = try Probe(bytes)
    // One thread, as the other has one.
    pipeline = Pipeline(codecs: SystemCodecs.all).indexed(by: try RegionIndex(of: bytes))
    let size = probe.displayedSize
    let name = path.split(separator: "/").last ?? ""
    title = "\(name), \(size.width)×\(size.height), tag \(probe.orientation.exif.rawValue)"
  }

  /// Nine squares, a third of the way and off the blocks.
  func regions(side: Int) -> [PixelRect<Displayed>] {
    let size = probe.displayedSize
    return [1, 3, 5].flatMap { row in
      [1, 3, 5].map { column in
        PixelRect(
          x: (size.width - side) * column / 6 + 5, y: (size.height - side) * row / 6 + 3, width: side, height: side)
      }
    }
  }

  func byIndex(_ region: PixelRect<Displayed>) { _ = raster(region) }

  func byLibjpeg(_ region: PixelRect<Displayed>) { _ = pixels(region) }

  func makeIndex() {
    do { _ = try RegionIndex(of: bytes) } catch { fatalError("\(error)") }
  }

  /// Ends the process if the two differ in a single sample; libjpeg's pixels are rotated for the comparison.
  func compare(_ region: PixelRect<Displayed>) throws {
    let (ours, stored) = (raster(region), storedRegion(region))
    let theirs = Raster<Stored>(
      size: PixelSize(width: stored.width, height: stored.height), layout: SampleLayout(.rgb), bytes: pixels(region))
    let rotated: Raster<Displayed>? = theirs?.oriented(by: probe.orientation)
    guard let rotated else { fatalError("out of memory") }
    precondition(ours.bytes == rotated.bytes, "\(title): \(region) differs from libjpeg's")
  }

  private func raster(_ region: PixelRect<Displayed>) -> Raster<Output> {
    do {
      return try pipeline.raster(Rendition(region: .pixels(region), upright: .pixels), of: probe, from: bytes)
    } catch { fatalError("\(error)") }
  }

  private func storedRegion(_ region: PixelRect<Displayed>) -> PixelRect<Stored> {
    region.applying(probe.orientation.inverse, in: probe.displayedSize)
  }

  private func pixels(_ region: PixelRect<Displayed>) -> [UInt8] {
    let stored = storedRegion(region)
    return unsafe [UInt8](unsafeUninitializedCapacity: 3 * stored.width * stored.height) { room, count in
      let status = unsafe libjpeg_region(
        bytes, bytes.count, Int32(stored.x), Int32(stored.y), Int32(stored.width), Int32(stored.height),
        room.baseAddress)
      precondition(status == 0)
      count = 3 * stored.width * stored.height
    }
  }
}
