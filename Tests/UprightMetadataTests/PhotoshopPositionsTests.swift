// Photoshop's resources in a TIFF: paths, guides and resolution follow the image, the rest stays.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PhotoshopPositionsTests {
  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    let head: [UInt8] = Array("8BIM".utf8) + BigEndian.bytes(number, size: 2) + [0, 0]
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return head + BigEndian.bytes(data.count, size: 4) + data + padding
  }

  /// A knot with three equal points at these fractions of height and width.
  private static func knot(_ down: Double, _ across: Double) -> [UInt8] {
    let point: [UInt8] = [down, across].flatMap { BigEndian.bytes(Int($0 * Double(1 << 24)), size: 4) }
    return [0, 1] + point + point + point
  }

  private static let length: [UInt8] = [0, 0, 0, 1] + [UInt8](repeating: 0, count: 22)
  private static let resolution: [UInt8] = [0, 72, 0, 0, 0, 1, 0, 1, 1, 44, 0, 0, 0, 2, 0, 2]
  private static func guides(_ place: Int, _ isLevel: UInt8, grid: [Int]) -> [UInt8] {
    let numbers: [Int] = [1] + grid + [1, place * 32]
    return numbers.flatMap { BigEndian.bytes($0, size: 4) } + [isLevel]
  }

  private static let size = PixelSize<Stored>(width: 24, height: 16)

  /// The change from the stored image to the displayed one.
  private static func edit(_ tag: ExifOrientation) -> MetadataEdit {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let (new, map) = (orientation.applied(to: size), Transform2D(orientation, in: size))
    return MetadataEdit(
      size: PixelSize(width: new.width, height: new.height),
      map: Transform2D(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
  }

  /// A path, the resolution and a guide.
  private static func positions(
    knot: [UInt8], resolution: [UInt8], guides: [UInt8]
  ) -> [UInt8] {
    let path = resource(2_000, length + knot)
    return path + resource(1_005, resolution) + resource(1_032, guides)
  }

  /// Each tag's corner rule (TIFF 6.0, Orientation), for the point at a quarter of the width
  /// and a half of the height from the top left.
  @Test(arguments: [
    (1, 0.5, 0.25), (2, 0.5, 0.75), (3, 0.5, 0.75), (4, 0.5, 0.25), (5, 0.25, 0.5), (6, 0.25, 0.5), (7, 0.75, 0.5),
    (8, 0.75, 0.5),
  ])
  func aPathFollows(_ tag: Int, _ down: Double, _ across: Double) throws {
    let edit = Self.edit(try #require(ExifOrientation(rawValue: UInt8(tag))))
    let text = Self.resource(1_008, Array("caption".utf8))
    let thumbnail = Self.resource(1_036, [1, 2, 3])
    let before =
      text + thumbnail
      + Self.positions(
        knot: Self.knot(0.5, 0.25), resolution: Self.resolution, guides: Self.guides(6, 0, grid: [576, 288]))
    let image = TinyImage(width: 24, height: 16, filledWith: [9])
    let file = TinyTIFFFile(pages: [
      .init(image, entries: [.orientation(tag), TinyEntry(34_377, .byte, before.map(Int.init))])
    ]).bytes
    let swaps = tag >= 5
    let resolution = swaps ? Array(Self.resolution[8...] + Self.resolution[..<8]) : Self.resolution
    // The guide is an upright line at column 6 of 24.
    let column = [1: 6, 2: 18, 3: 18, 4: 6, 5: 6, 6: 6, 7: 18, 8: 18][tag] ?? 0
    let guides = Self.guides(column, swaps ? 1 : 0, grid: swaps ? [288, 576] : [576, 288])
    let after = text + Self.positions(knot: Self.knot(down, across), resolution: resolution, guides: guides)
    let carried = try Probe(file).carry(edit, from: file)
    #expect(carried.photoshop == after)
    let payload = Array("Photoshop 3.0\0".utf8) + after
    #expect(carried.segments.contains { $0.marker == 0xED && $0.payload == payload })
    let frame = TIFFFrame(width: 1, height: 1, stripRows: 1, colors: .gray, depth: 8, metadata: carried)
    let made = frame.opening(stripSizes: [1]) + [0] + frame.closing(stripSizes: [1])
    let entry = try #require(try TIFFHeader(made).first.table.directory.first(.photoshop))
    #expect(entry.type == 1)
    #expect(Array(made[entry.valueOffset..<entry.valueOffset + entry.count]) == after)
  }

  @Test func whatIsNotAResourceStays() throws {
    let move = ImageMove(storedSize: Self.size, orientation: .identity, edit: Self.edit(.rightTop))
    let odd: [[UInt8]] = [
      [], [1, 2, 3], Self.resource(2_000, [1]), Self.resource(1_032, [0, 0, 0, 1]), Self.resource(1_005, [7]),
    ]
    for bytes in odd {
      #expect(PhotoshopResources.moved(bytes, by: move) == bytes)
    }
    let count = Self.resource(1_032, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9])
    #expect(PhotoshopResources.moved(count, by: move) == count)
  }
}
