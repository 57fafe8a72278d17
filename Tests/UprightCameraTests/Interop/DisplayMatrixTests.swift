// ffmpeg's nine numbers, its angle and the determinant that reveals a mirror, for every tag.

import Foundation
import Testing
import UprightCamera
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct DisplayMatrixTests {
  typealias Row = (tag: UInt8, words: [Int32], rotation: Double, determinant: Double)

  // For a buffer of 4 × 3. The angle is counterclockwise and the direction of x: tags 2 and 4 have that of 3 and 1, 5
  // and 7 that of 6 and 8.
  private static let one: Int32 = 65_536
  private static let table: [Row] = [
    (1, [one, 0, 0, 0, one, 0, 0, 0, 1 << 30], 0, 1),
    (2, [-one, 0, 0, 0, one, 0, 4 * one, 0, 1 << 30], -180, -1),
    (3, [-one, 0, 0, 0, -one, 0, 4 * one, 3 * one, 1 << 30], -180, 1),
    (4, [one, 0, 0, 0, -one, 0, 0, 3 * one, 1 << 30], 0, -1),
    (5, [0, one, 0, one, 0, 0, 0, 0, 1 << 30], -90, -1),
    (6, [0, one, 0, -one, 0, 0, 3 * one, 0, 1 << 30], -90, 1),
    (7, [0, -one, 0, -one, 0, 0, 3 * one, 4 * one, 1 << 30], 90, -1),
    (8, [0, -one, 0, one, 0, 0, 0, 4 * one, 1 << 30], 90, 1),
  ]

  @Test(arguments: table)
  func theSideDataOfATagIsAsWorkedOutByHand(_ row: Row) throws {
    let tag = try #require(ExifOrientation(rawValue: row.tag))
    let before = Orientation<Stored, Displayed>(exif: tag).inverse
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 4, height: 3),
      applied: Orientation(mirrored: before.isMirrored, clockwise: before.clockwiseQuarters))
    let matrix = try #require(Interop.DisplayMatrix(capture))
    #expect(matrix.words == row.words)
    #expect(matrix.rotation == row.rotation)
    #expect(matrix.determinant == row.determinant)
    #expect(matrix.orientation?.exif == tag)
    #expect(Interop.DisplayMatrix(words: row.words) == matrix)
  }

  @Test func otherMatricesHaveAnAngleTooOrNone() throws {
    let slanted = try #require(Interop.DisplayMatrix(words: [46_341, 46_341, 0, -46_341, 46_341, 0, 0, 0, 1 << 30]))
    #expect(abs((slanted.rotation ?? 0) + 45) < 1e-9 && slanted.orientation == nil)
    let doubled = try #require(Interop.DisplayMatrix(words: [0, -131_072, 0, 65_536, 0, 0, 0, 0, 1 << 30]))
    #expect(doubled.rotation == 90 && doubled.determinant == 2)
    #expect(Interop.DisplayMatrix(words: Array(repeating: 0, count: 9))?.rotation == nil)
    #expect(Interop.DisplayMatrix(words: [1, 2, 3]) == nil)
    let long = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 40_000, height: 3))
    #expect(Interop.DisplayMatrix(long) == nil)
  }

  @Test(.enabled(if: OutsideTool.ffprobe.isInstalled, "\(OutsideTool.ffprobe.reason)"), arguments: table.dropFirst())
  func ffprobeSaysTheSameNumbersAndAngle(_ row: Row) throws {
    let folder = try ScratchFolder()
    var file = TinyMovie(TinyImage.sixColors, as: .topLeft)
    file.matrix = try #require(TrackMatrix(words: row.words))
    let path = try folder.write(file.bytes, as: "movie.mov")
    let answer = try OutsideTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream_side_data=displaymatrix,rotation", "-of", "json", path,
    ])
    let whole = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    let stream = try #require((whole?["streams"] as? [[String: Any]])?.first, "\(answer.complaints)")
    let side = try #require((stream["side_data_list"] as? [[String: Any]])?.first)
    let lines = try #require(side["displaymatrix"] as? String).split(separator: "\n")
    #expect(lines.flatMap { $0.split(separator: " ").dropFirst().compactMap { Int32($0) } } == row.words)
    #expect(side["rotation"] as? Double == Interop.DisplayMatrix(words: row.words)?.rotation)
  }
}
