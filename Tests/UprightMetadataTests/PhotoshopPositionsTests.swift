// Photoshop's resources in a TIFF: paths, guides and resolution follow the image, the rest stays.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PhotoshopPositionsTests {
  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + BigEndian.bytes(number, size: 2) + [0, 0] + BigEndian.bytes(data.count) + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  /// A knot with three equal points at these fractions of height and width.
  private static func knot(_ down: Double, _ across: Double) -> [UInt8] {
    let point = [down, across].flatMap { BigEndian.bytes(Int($0 * Double(1 << 24))) }
    return [0, 1] + point + point + point
  }

  private static let length = [0, 0, 0, 1] + [UInt8](repeating: 0, count: 22)
  private static let resolution: [UInt8] = [0, 72, 0, 0, 0, 1, 0, 1, 1, 44, 0, 0, 0, 2, 0, 2]
  private static func guides(_ place: Int, _ isLevel: UInt8, grid: [Int]) -> [UInt8] {
    BigEndian.bytes(1) + grid.flatMap { BigEndian.bytes($0) } + BigEndian.bytes(1) + BigEndian.bytes(place * 32)
      + [isLevel]
  }

  /// The stored image is 24 × 16. Each tag's corner rule (TIFF 6.0, Orientation), for the point at a quarter of the width
  /// and a half of the height from the top left.
  @Test(arguments: [
    (1, 0.5, 0.25), (2, 0.5, 0.75), (3, 0.5, 0.75), (4, 0.5, 0.25), (5, 0.25, 0.5), (6, 0.25, 0.5), (7, 0.75, 0.5),
    (8, 0.75, 0.5),
  ])
  func aPathFollows(_ tag: Int, _ down: Double, _ across: Double) throws {
    let orientation = Orientation<Stored, Output>(exif: try #require(ExifOrientation(rawValue: UInt8(tag))))
    let size = PixelSize<Stored>(width: 24, height: 16)
    let new = orientation.applied(to: size)
    let edit = MetadataEdit(
      size: new, map: Transform2D(orientation, in: size), thumbnail: nil, keepsProfile: true, keepsCoding: false)
    let text = Self.resource(1_008, Array("caption".utf8))
    let thumbnail = Self.resource(1_036, [1, 2, 3])
    let before =
      text + thumbnail + Self.resource(2_000, Self.length + Self.knot(0.5, 0.25))
      + Self.resource(1_005, Self.resolution)
      + Self.resource(1_032, Self.guides(6, 0, grid: [576, 288]))
    let image = TinyImage(width: 24, height: 16, filledWith: [9])
    let file = TinyTIFFFile(pages: [
      .init(image, entries: [.orientation(tag), TinyEntry(34_377, .byte, before.map(Int.init))])
    ]).bytes
    let swaps = tag >= 5
    let resolution = swaps ? Array(Self.resolution[8...] + Self.resolution[..<8]) : Self.resolution
    // The guide is an upright line at column 6 of 24.
    let column = [1: 6, 2: 18, 3: 18, 4: 6, 5: 6, 6: 6, 7: 18, 8: 18][tag] ?? 0
    let after =
      text + Self.resource(2_000, Self.length + Self.knot(down, across)) + Self.resource(1_005, resolution)
      + Self.resource(1_032, Self.guides(column, swaps ? 1 : 0, grid: swaps ? [288, 576] : [576, 288]))
    let carried = try Probe(file).carry(edit, from: file)
    #expect(carried.photoshop == after)
    #expect(carried.segments.contains { $0.marker == 0xED && $0.payload == Array("Photoshop 3.0\0".utf8) + after })
    let frame = TIFFFrame(width: 1, height: 1, stripRows: 1, colors: .gray, depth: 8, metadata: carried)
    let made = frame.opening(stripSizes: [1]) + [0] + frame.closing(stripSizes: [1])
    let entry = try #require(try TIFFHeader(made).first.table.directory.first(.photoshop))
    #expect(entry.type == 1 && made[entry.valueOffset..<entry.valueOffset + entry.count].elementsEqual(after))
  }

  @Test func whatIsNotAResourceStays() throws {
    let size = PixelSize<Stored>(width: 24, height: 16)
    let orientation = Orientation<Stored, Output>(exif: .rightTop)
    let edit = MetadataEdit(
      size: orientation.applied(to: size), map: Transform2D(orientation, in: size), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
    let move = ImageMove(storedSize: size, orientation: .identity, edit: edit)
    for bytes in [
      [], [1, 2, 3], Self.resource(2_000, [1]), Self.resource(1_032, [0, 0, 0, 1]), Self.resource(1_005, [7]),
    ] {
      #expect(PhotoshopResources.moved(bytes, by: move) == bytes)
    }
    let count = Self.resource(1_032, BigEndian.bytes(1) + BigEndian.bytes(0) + BigEndian.bytes(0) + BigEndian.bytes(9))
    #expect(PhotoshopResources.moved(count, by: move) == count)
  }
}
