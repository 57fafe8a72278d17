// Compares the peak memory in a plan with that reported by the system: whole processes, by every route.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct MemoryTests {
  /// Six megapixels with partial edge blocks, stored with tag 6: chroma planes and bands that are not whole blocks.
  private static func photo(progressive: Bool, sampling: Subsampling) throws -> [UInt8] {
    guard var image = Raster<Output>(size: PixelSize(width: 2_990, height: 1_994), layout: SampleLayout(.rgb)) else {
      throw UprightError.unsupported("no memory for the picture")
    }
    image.fill([200, 120, 40])
    let exif = CarriedMetadata.Segment(
      marker: 0xE1, payload: Array("Exif\0\0".utf8) + TinyTIFF(orientation: 6).bytes)
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(80), sampling: sampling, progressive: progressive)
    var bytes: [UInt8] = []
    try JPEGCodec().encode(
      image, settings: settings, metadata: CarriedMetadata(segments: [exif]), limits: Limits(), into: &bytes)
    return bytes
  }

  static let jobs: [(words: String, route: String)] = [
    ("fix --to tag", "copy"), ("rotate cw", "retag"), ("fix --edge trim", "transform"),
    ("fix --edge recode", "transcode"), ("crop 1,1,1501,2001", "transcode"),
    ("crop 16,16,1994,2990 --pad #ffffff", "transcode"),
    ("thumb 300", "transcode"), ("crop 100,100,800,800 --size 200x200", "transcode"),
    ("thumb 300 --format png", "transcode"),
  ]

  /// Peak bytes of a process that must succeed: the least of some runs, or the first that is at most `bound`. The kernel
  /// sometimes gives a process whole pages of 2 MiB, or pages of code around those it requested.
  private func peak(
    _ arguments: [String], in folder: ScratchFolder, runs: Int = 2, orFirstBelow bound: Int = 0
  ) throws -> Int {
    let program = try #require(UprightTool.path)
    var least = Int.max
    for _ in 0..<runs where least > bound {
      let answer = try OutsideTool.time.run(["-f", "%M", program] + arguments, in: folder)
      guard answer.status == 0 else { throw answer }
      let kilobytes = try #require(answer.complaints.split(separator: "\n").last.flatMap { Int($0) })
      least = min(least, kilobytes * 1_024)
    }
    return least
  }

  // MARK: Metadata

  /// As large as whole images, and fast to read: a packet of spaces.
  private static let packetBytes = 3_000_000

  /// Small images with a packet of that size in each container.
  static let packets: [String: @Sendable () throws -> [UInt8]] = [
    "x.png": { TinyPNG(.sixColors, chunks: [.exif(TinyTIFF(orientation: 6).bytes), .xmp(packet)]).bytes },
    "packed.png": {
      TinyPNG(.sixColors, chunks: [.exif(TinyTIFF(orientation: 6).bytes), .xmp(packet, .internationalPacked)]).bytes
    },
    "x.webp": { TinyWebP(.sixColors, chunks: [.exif(TinyTIFF(orientation: 6).bytes), .xmp(packet)]).bytes },
  ]

  private static let packet = [UInt8](repeating: UInt8(ascii: " "), count: packetBytes)

  /// The same numbers as twelve files of 15 MB with a limit of 64 MB, a fifth of each: the files that are not refused
  /// stay within the limit together, and the others take no memory.
  @Test(
    .enabled(if: OutsideTool.time.isInstalled && UprightTool.path != nil, "needs GNU time and the program upright"),
    arguments: packets.keys.sorted(), ["fix --to tag", "rotate cw --bake", "thumb 2 --keep-metadata"])
  func filesOfLargeMetadataShareTheBound(name: String, words: String) throws {
    let folder = try ScratchFolder()
    let make = try #require(Self.packets[name])
    let source = try make()
    let small = TinyPNG(.sixColors, chunks: [.exif(TinyTIFF(orientation: 6).bytes)]).bytes
    let names = (0..<12).map { "\($0)-\(name)" }
    for name in names { try folder.write(source, as: name) }
    try folder.write(small, as: "small.png")
    let program = try #require(UprightTool.path)
    func peak(_ files: [String], bound: Int) throws -> Int {
      let options = ["-o", "out/", "--force", "-j", "12", "--max-memory", "\(bound)"]
      let answer = try OutsideTool.time.run(
        ["-f", "%M", program] + words.split(separator: " ").map(String.init) + files + options, in: folder)
      #expect([0, 1, 2].contains(answer.status), "\(answer.complaints)")
      #expect(!answer.complaints.contains("jpeg:") && !answer.complaints.contains("signal"))
      return try #require(answer.complaints.split(separator: "\n").last.flatMap { Int($0) }) * 1_024
    }
    let before = try (0..<3).map { _ in try peak(["small.png"], bound: 1 << 30) }.min() ?? 0
    let bound = 12_800_000
    let taken = try peak(names, bound: bound) - before
    // 96 MB are 64 and half as much, the program's own included.
    #expect(taken <= bound + bound / 4, "\(taken) bytes of \(bound)")
  }

  // MARK: Labels

  /// A COCO file of this many bytes: the smallest rows, which need the most memory per byte.
  private static func labels(_ byteCount: Int) -> [UInt8] {
    var rows: [UInt8] = []
    var number = 0
    while rows.count < byteCount {
      rows += "\(number == 0 ? "" : ","){\"id\":\(number),\"image_id\":\(number % 8),\"bbox\":[1,2,3,4]}".utf8
      number += 1
    }
    let images = (0..<8).map { "{\"id\":\($0),\"file_name\":\"\($0).jpg\",\"width\":48,\"height\":32}" }
    return Array("{\"images\":[\(images.joined(separator: ","))],\"annotations\":[".utf8) + rows + Array("]}".utf8)
  }

  @Test(
    .enabled(if: OutsideTool.time.isInstalled && UprightTool.path != nil, "needs GNU time and the program upright"),
    arguments: [
      "validate F", "convert --from-space stored --to-space displayed --images photos -o out --force F",
      "convert --from-space stored --to yolo --images photos -o out --force F", "audit --images photos F",
      "overlay --images photos -o out --force F", "crop --space stored --images photos -n -o out F", "diff F F",
      "diff --images photos F F",
    ])
  func labelsTakeTwelveTimesTheirBytesOrAreRefused(line: String) throws {
    let folder = try ScratchFolder()
    let (large, small) = (Self.labels(3_500_000), Self.labels(1_000))
    try folder.write(large, as: "large.json")
    try folder.write(small, as: "small.json")
    try FileManager.default.createDirectory(atPath: folder.path("photos"), withIntermediateDirectories: true)
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: TinyTIFF(orientation: 6)).bytes
    for number in 0..<8 { try folder.write(photo, as: "photos/\(number).jpg") }
    let program = try #require(UprightTool.path)
    func peak(_ name: String) throws -> (bytes: Int, status: Int32) {
      let words = line.split(separator: " ").map { $0 == "F" ? name : String($0) }
      let answer = try OutsideTool.time.run(["-f", "%M", program, "labels"] + words, in: folder)
      let bytes = try #require(answer.complaints.split(separator: "\n").last.flatMap { Int($0) }) * 1_024
      return (bytes, answer.status)
    }
    let (before, taken) = (try peak("small.json"), try peak("large.json"))
    let files = line.hasPrefix("diff") ? 2 : 1
    #expect(
      taken.bytes - before.bytes <= 12 * files * large.count, "\((taken.bytes - before.bytes) / large.count) times")
    #expect([0, 1, 2, 65].contains(taken.status))
  }

  /// The peak bytes stated in a plan.
  private func planned(_ words: [String], route: String, in folder: ScratchFolder) throws -> Int {
    let text = try UprightTool.run(["plan"] + words + ["--json"], in: folder).text
    #expect(text.contains("\"route\":\"\(route)\""))
    return try #require(text.split(separator: "\"peakBytes\":").last.flatMap { Int($0.prefix(while: \.isNumber)) })
  }

  @Test(
    .enabled(if: OutsideTool.time.isInstalled && UprightTool.path != nil, "needs GNU time and the program upright"),
    arguments: jobs, [false, true])
  func aRunTakesNoMoreThanItsPlanSays(job: (words: String, route: String), progressive: Bool) throws {
    let folder = try ScratchFolder()
    let source = try Self.photo(progressive: progressive, sampling: Subsampling(horizontal: 2, vertical: 2))
    let probe = try Probe(source)
    try folder.write(source, as: "in.jpg")
    let words = job.words.split(separator: " ").map(String.init)
    var said = try planned(words + ["in.jpg"], route: job.route, in: folder)
    let output = words.contains("png") ? "out.png" : "out.jpg"
    // The memory of a process before it does anything.
    var before = try peak(["plan"] + words + ["in.jpg"], in: folder)
    if words.contains("png") {
      // libpng and zlib also have pages of code, which a plan does not include: those of an image that needs almost no
      // memory.
      try folder.write(
        TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: TinyTIFF(orientation: 6)).bytes, as: "s.jpg")
      let small = ["thumb", "8", "--format", "png", "s.jpg"]
      said -= try planned(small, route: "transcode", in: folder)
      before = try peak(small + ["-o", output, "--force"], in: folder)
    }
    // A debug build has more pages of its own to touch.
    let bound = before + said + 1 << 20
    let whole = try peak(words + ["in.jpg", "-o", output, "--force"], in: folder, runs: 5, orFirstBelow: bound)
    let taken = whole - before
    #expect(taken <= said + 1 << 20, "\(taken) of \(said) bytes for \(probe.storedSize)")
    // A lossless rotation of a sequential image packs its coefficients, and a plan does not know how many there are.
    if job.route == "transform", !progressive { return }
    // A plan does not know either how many threads there will be.
    let alone = try peak(words + ["in.jpg", "-o", output, "--force", "--jobs", "1"], in: folder)
    // Printing a plan also takes memory, which the run does not need at the same time.
    let most = words.contains("png") ? alone - before : alone - (try peak(["--version"], in: folder))
    #expect(said - most <= most / 10 + 2 << 20, "\(most) of \(said) bytes for \(probe.storedSize)")
  }
}
