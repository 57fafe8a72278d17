// What a plan says a run will take, against what the system says it took: whole processes, by every route.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct MemoryTests {
  /// Six megapixels with ragged edges, stored under tag 6: planes of chroma, and bands, that are no whole blocks.
  private static func photo(progressive: Bool, sampling: Subsampling) throws -> [UInt8] {
    guard var picture = Raster<Output>(size: PixelSize(width: 2_990, height: 1_994), layout: SampleLayout(.rgb)) else {
      throw UprightError.unsupported("no memory for the picture")
    }
    picture.fill([200, 120, 40])
    let exif = CarriedMetadata.Segment(
      marker: 0xE1, payload: Array("Exif\0\0".utf8) + TinyTIFF(orientation: 6).bytes)
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(80), sampling: sampling, progressive: progressive)
    var bytes: [UInt8] = []
    try JPEGCodec().encode(
      picture, settings: settings, metadata: CarriedMetadata(segments: [exif]), limits: Limits(), into: &bytes)
    return bytes
  }

  static let jobs: [(words: String, route: String)] = [
    ("fix --to tag", "copy"), ("rotate cw", "retag"), ("fix --edge trim", "transform"),
    ("fix --edge recode", "transcode"), ("crop 1,1,1501,2001", "transcode"),
    ("crop 16,16,1994,2990 --pad #ffffff", "transcode"),
    ("thumb 300", "transcode"), ("crop 100,100,800,800 --size 200x200", "transcode"),
    ("thumb 300 --format png", "transcode"),
  ]

  /// Peak bytes of a process that has to succeed: the least of five runs, because the kernel now and then gives a process whole
  /// pages of 2 MiB, or pages of code around those it asked for.
  private func peak(_ arguments: [String], in folder: ScratchFolder) throws -> Int {
    let program = try #require(UprightTool.path)
    let peaks = try (0..<5).map { _ in
      let answer = try OutsideTool.time.run(["-f", "%M", program] + arguments, in: folder)
      guard answer.status == 0 else { throw answer }
      return try #require(answer.complaints.split(separator: "\n").last.flatMap { Int($0) }) * 1_024
    }
    return try #require(peaks.min())
  }

  /// The peak bytes that a plan says.
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
    // What a process is before it does anything.
    var before = try peak(["plan"] + words + ["in.jpg"], in: folder)
    if words.contains("png") {
      // libpng and zlib have pages of code, too, which a plan does not touch: those of a picture that takes next to nothing.
      try folder.write(
        TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: TinyTIFF(orientation: 6)).bytes, as: "s.jpg")
      let small = ["thumb", "8", "--format", "png", "s.jpg"]
      said -= try planned(small, route: "transcode", in: folder)
      before = try peak(small + ["-o", output, "--force"], in: folder)
    }
    let taken = try peak(words + ["in.jpg", "-o", output, "--force"], in: folder) - before
    // A program that is built for debugging has more pages of its own to touch.
    #expect(taken <= said + 1 << 19, "\(taken) of \(said) bytes for \(probe.storedSize)")
    #expect(said - taken <= taken / 10 + 2 << 20, "\(taken) of \(said) bytes for \(probe.storedSize)")
  }
}
