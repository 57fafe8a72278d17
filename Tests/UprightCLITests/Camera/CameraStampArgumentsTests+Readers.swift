// Movie files of all 64 captures and a real HEIC and AVIF of every tag, stamped, and then read by other programs.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

extension CameraStampArgumentsTests {
  /// 96 × 64, six squares of 32 in the colors of `TinyImage.sixColors`: HEVC, coded by `heif-enc` (libheif 1.15.1, x265
  /// 3.5).
  private static let heic = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
    AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAVgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
    AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA
    AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl
    AAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABebWRhdAAAAFIoAa8TgOaocNP//iaU
    f/0654fp5b0St+NFT/74jf/zBTAhE/gxwX/Zd+/8sEym//37bv/iuOYfSOsHL/+V47f+g2Iz84Vp1If8E40P1sWk7q8w
    """

  /// A capture of each tag.
  private static func captureOfEveryTag() throws -> [Capture] {
    let captures = try Capture.all()
    return try ExifOrientation.allCases.map { tag in try #require(captures.last { $0.tag == tag }) }
  }

  /// An MP4 of one frame as ffmpeg writes it, MPEG-4 Part 2.
  private static func mp4(_ image: TinyImage) throws -> [UInt8] {
    try OutsideTool.ffmpeg.run(
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(image.width)x\(image.height)", "-i", "{in}",
        "-frames:v", "1", "-c:v", "mpeg4", "-q:v", "2", "-pix_fmt", "yuv420p", "-f", "mp4", "{out}",
      ], input: image.samples)
  }

  @Test(.enabled(if: OutsideTool.ffmpeg.isInstalled && OutsideTool.ffprobe.isInstalled, "needs ffmpeg"))
  func ffprobeReadsTheMatrixOfEveryCapture() throws {
    let captures = try Capture.all()
    let folder = try ScratchFolder()
    var movies: [TinyImage: [UInt8]] = [:]
    var played: Set<ExifOrientation> = []
    for capture in captures {
      let buffer = try Self.buffer(capture, captures)
      let movie = try movies[buffer] ?? Self.mp4(buffer)
      movies[buffer] = movie
      let path = try folder.write(movie, as: "movie.mp4")
      let answer = try UprightTool.run(["camera", "stamp"] + capture.words + ["-i", "movie.mp4"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
      let matrix = try Player.matrix(of: path)
      let expected = OrientationMatrix(exif: capture.tag)
      #expect(matrix == [expected.a, expected.b, expected.c, expected.d], "\(capture.name)")
      #expect(matrix[0] * matrix[3] - matrix[1] * matrix[2] == (capture.isMirrored ? -1 : 1), "\(capture.name)")
      played.insert(capture.tag)
      let seen = try Player.image(of: path, width: 48, height: 32)
      let mirrored = DecodedByPillow.corners("rbwy", after: "mirror-horizontal")
      #expect(seen.corners(inset: 6) == (capture.isMirrored ? mirrored : "rbwy"), "\(capture.name)")
    }
    #expect(played.count == 8 && movies.count == 4)
  }

  // For players that ignore mirrors: the pixels are mirrored, the matrix only rotates, and the displayed image is the
  // same.
  @Test(.enabled(if: OutsideTool.ffmpeg.isInstalled && OutsideTool.ffprobe.isInstalled, "needs ffmpeg"))
  func aMatrixThatOnlyTurnsShowsTheSameOfMirroredPixels() throws {
    let captures = try Capture.all()
    let folder = try ScratchFolder()
    for capture in try Self.captureOfEveryTag() {
      let words = capture.words + ["--json"]
      let said = try #require(try UprightTool.run(["camera", "explain"] + words).objects().first)
      let (mirrors, turn) = (
        try #require(said["mirrorsPixelsFirst"] as? Bool), try #require(said["thenClockwise"] as? Int)
      )
      #expect(mirrors == capture.isMirrored)
      let buffer = try Self.buffer(capture, captures)
      let pixels = mirrors ? buffer.stored(as: .topRight) : buffer
      let size = PixelSize<Stored>(width: pixels.width, height: pixels.height)
      let matrix = try #require(TrackMatrix(Orientation(clockwise: turn / 90), in: size))
      let path = try folder.write(TinyMovie([TinyTrack(pixels, matrix: matrix)]).bytes, as: "turned.mov")
      let read = try Player.matrix(of: path)
      #expect(read[0] * read[3] - read[1] * read[2] == 1, "\(capture.name)")
      let mirrored = DecodedByPillow.corners("rbwy", after: "mirror-horizontal")
      let seen = try Player.image(of: path, width: 48, height: 32)
      #expect(seen.corners(inset: 6) == (capture.isMirrored ? mirrored : "rbwy"), "\(capture.name)")
    }
  }

  // The pixels of a mirrored capture are mirrored before, and no matrix has a negative determinant.
  @Test(.enabled(if: OutsideTool.ffmpeg.isInstalled && OutsideTool.ffprobe.isInstalled, "needs ffmpeg"))
  func ffprobeReadsATurnAloneOfEveryCapture() throws {
    let (captures, turns) = (try Capture.all(), try Self.turnsAfterAMirror())
    let folder = try ScratchFolder()
    var movies: [TinyImage: [UInt8]] = [:]
    var played: Set<ExifOrientation> = []
    for (capture, turn) in zip(captures, turns) {
      let buffer = try Self.buffer(capture, captures)
      let pixels = capture.isMirrored ? buffer.stored(as: .topRight) : buffer
      let movie = try movies[pixels] ?? Self.mp4(pixels)
      movies[pixels] = movie
      let path = try folder.write(movie, as: "movie.mp4")
      let words = ["camera", "stamp", "--matrix", "turn-only"] + capture.words + ["-i", "movie.mp4"]
      if capture.isMirrored {
        let refused = try UprightTool.run(words, in: folder)
        #expect(refused.status == 64 && refused.complaints.contains("--applied mirror-horizontal"), "\(capture.name)")
        #expect(try folder.read("movie.mp4") == movie)
      }
      let answer = try UprightTool.run(
        words + (capture.isMirrored ? ["--applied", "mirror-horizontal"] : []), in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
      // Clockwise in an image whose y axis points down, in the order a, b, c, d.
      let expected = [0: [1, 0, 0, 1], 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0]][turn]
      #expect(try Player.matrix(of: path) == expected, "\(capture.name)")
      guard played.insert(capture.tag).inserted else { continue }
      let seen = try Player.image(of: path, width: 48, height: 32)
      let mirrored = DecodedByPillow.corners("rbwy", after: "mirror-horizontal")
      #expect(seen.corners(inset: 6) == (capture.isMirrored ? mirrored : "rbwy"), "\(capture.name)")
    }
    #expect(turns.count == 64 && played.count == 8 && movies.count == 8)
  }

  /// The table's rotation, clockwise, of pixels that are mirrored first if a mirror is requested.
  private static func turnsAfterAMirror() throws -> [Int] {
    let records = try Conventions.records(of: "camera-vectors.csv")
    let column = try #require(records[0].firstIndex(of: "flip_first_rotate_cw"))
    return try records.dropFirst().map { try #require(Int($0[column])) }
  }

  private static func photo() throws -> [UInt8] {
    [UInt8](try #require(Data(base64Encoded: heic, options: .ignoreUnknownCharacters)))
  }

  /// Whether vips can display the photo before anything is written into it: without libheif's decoder, it reports no
  /// orientations.
  private static let seesHEIC =
    OutsideTool.vips.isInstalled && OutsideTool.exiftool.isInstalled && OutsideTool.pillow.isInstalled
    && (try? OutsideTool.vips.run(["avg", "{in}"], input: photo())) != nil

  @Test(.enabled(if: seesHEIC, "needs exiftool, Pillow and a vips that decodes HEIC"))
  func aHEICOfEveryTagIsSeenAsItWasCaptured() throws {
    let folder = try ScratchFolder()
    let file = try Self.photo()
    let captures = try Self.captureOfEveryTag()
    for capture in captures {
      try folder.write(file, as: "\(capture.tag).heic")
      let answer = try UprightTool.run(
        ["camera", "stamp"] + capture.words + ["-i", "\(capture.tag).heic"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
      let copied = try OutsideTool.vips.run(["copy", "\(capture.tag).heic", "\(capture.tag).png"], in: folder)
      try #require(copied.status == 0, "\(capture.name): \(copied.complaints)")
    }
    let names = captures.map { "\($0.tag).png" }
    for (capture, seen) in zip(captures, try DecodedByPillow.of(names, in: folder, as: .stored)) {
      // The corners of the stored image are r, b, w, y; the tag's own text states where each is displayed (TIFF 6.0).
      let image = TinyImage.sixColors.enlarged(by: 32).stored(as: Self.undoing(capture.tag))
      #expect((seen.width, seen.height) == (image.width, image.height), "\(capture.tag)")
      let expected = DecodedByPillow(width: image.width, height: image.height, samples: image.samples)
      #expect(seen.corners(inset: 8) == expected.corners(inset: 8), "\(capture.tag)")
    }
    let turns = try OutsideTool.exiftool.run(
      ["-n", "-T", "-Rotation"] + captures.map { "\($0.tag).heic" }, in: folder
    ).text.split(separator: "\n")
    for (capture, turn) in zip(captures, turns) where !capture.isMirrored {
      // Counterclockwise, as in ISO 23008-12; nothing is written for no rotation.
      let expected = [1: "-", 3: "180", 6: "270", 8: "90"][Int(capture.tag.rawValue)]
      #expect(turn == expected ?? "", "\(capture.tag)")
    }
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, "\(OutsideTool.avifdec.reason)"))
  func avifdecReadsTheTurnAndTheMirrorOfEveryTag() throws {
    let folder = try ScratchFolder()
    for capture in try Self.captureOfEveryTag() {
      try folder.write(TinyHEIF(.bottomRight).bytes, as: "photo.avif")
      let answer = try UprightTool.run(["camera", "stamp"] + capture.words + ["-i", "photo.avif"], in: folder)
      #expect(answer.status == 0 && answer.complaints == "", "\(capture.name)")
      let text = try OutsideTool.avifdec.run(["--info", "photo.avif"], in: folder).text
      func number(_ name: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.contains("* \(name) ") }
        return line.flatMap { $0.split(separator: ":").last?.first { $0.isNumber }?.wholeNumberValue }
      }
      // Quarters counterclockwise first, then a mirror: 0 top to bottom, 1 left to right (ISO 23008-12:2022).
      var tag = [0: 1, 1: 8, 2: 3, 3: 6][number("irot") ?? 0] ?? 0
      let mirrors = [0: [1: 4, 8: 5, 3: 2, 6: 7], 1: [1: 2, 8: 7, 3: 4, 6: 5]]
      if let axis = number("imir") { tag = mirrors[axis]?[tag] ?? 0 }
      #expect(tag == Int(capture.tag.rawValue), "\(text)")
    }
  }

  /// The tag that stores an image as `tag` displays it.
  private static func undoing(_ tag: ExifOrientation) -> ExifOrientation {
    switch tag {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: tag
    }
  }
}

/// ffmpeg's tools as an independent player.
private enum Player {
  /// a, b, c and d of the display matrix as integers; without one, the identity.
  static func matrix(of path: String) throws -> [Int] {
    let answer = try OutsideTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream_side_data=displaymatrix", "-of", "json", path,
    ])
    let whole = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    let stream = try #require((whole?["streams"] as? [[String: Any]])?.first, "\(answer.complaints)")
    let sides = stream["side_data_list"] as? [[String: Any]] ?? []
    guard let text = sides.lazy.compactMap({ $0["displaymatrix"] as? String }).first else { return [1, 0, 0, 1] }
    // Three rows, each after its number and a colon.
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().compactMap { Int($0) } }
    try #require(rows.count == 3 && rows.allSatisfy { $0.count == 3 }, "\(text)")
    return [rows[0][0], rows[0][1], rows[1][0], rows[1][1]].map { $0 / 65_536 }
  }

  /// The first frame as played.
  static func image(of path: String, width: Int, height: Int) throws -> DecodedByPillow {
    let frame = try OutsideTool.ffmpeg.run([
      "-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
    ])
    try #require(frame.output.count == width * height * 3, "\(frame.complaints)")
    return DecodedByPillow(width: width, height: height, samples: frame.output)
  }
}
