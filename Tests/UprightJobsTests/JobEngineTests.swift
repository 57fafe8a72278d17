// Jobs that are carried out again: the same result, once.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightJobs

@Suite struct JobEngineTests {
  private let folder: ScratchFolder
  private let engine = JobEngine(limits: Limits(), lease: 0)

  init() throws {
    folder = try ScratchFolder()
    for tag in 1...8 { try folder.write(Self.photo(tag), as: "\(tag).jpg") }
  }

  /// Red, green, blue over yellow, magenta, white, 48 by 32 as displayed.
  private static func photo(_ tag: Int) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16)
    let stored = ExifOrientation(rawValue: UInt8(tag)).map(image.stored) ?? image
    return TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes
  }

  private func job(_ op: String, _ name: String, out: String, digest: [UInt8]? = nil) throws -> Job {
    let expected = digest.map { #","if_digest":"\#(SHA256Text.text($0))""# } ?? ""
    return try JobTests.job(
      #""op":{\#(op)},"in":{"path":"\#(folder.path(name))"\#(expected)},"out":{\#(out)}"#)
  }

  private func path(_ name: String) -> String { #""path":"\#(folder.path(name))""# }

  /// The colors in the centers of the fields of a grid, each sample as 0 or 1, and the size.
  private static func fields(_ bytes: [UInt8], columns: Int) throws -> [[Int]] {
    let probe = try Probe(bytes)
    let raster = try Pipeline(codecs: ImageCodecs.all()).raster(Rendition(), of: probe, from: bytes)
    return (0..<6).map { field in
      raster.pixel(x: 8 + 16 * (field % columns), y: 8 + 16 * (field / columns)).map { $0 > 127 ? 1 : 0 }
    }
  }

  private static let six = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [1, 1, 1]]
  /// The same a quarter clockwise: two columns, three rows.
  private static let rotated = [[1, 1, 0], [1, 0, 0], [1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 1]]

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  /// Pages whose tags differ: each becomes an upright image; the reply counts no loss, because one page was requested.
  @Test(arguments: [(#""kind":"fix""#, 2), (#""kind":"fix""#, 3), (#""kind":"rotate","rotation":"cw""#, 2)])
  func aPageOfATIFFBecomesAnImage(op: String, page: Int) throws {
    let pages = [ExifOrientation.topLeft, .rightTop, .bottomRight].map {
      TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 16), as: $0)
    }
    try folder.write(TinyTIFFFile(pages: pages).bytes, as: "pages.tif")
    let result = try engine.perform(try job(op + #","page":\#(page)"#, "pages.tif", out: path("out.png")))
    let isRotated = op.contains("rotate")
    #expect(result.status == .ok && result.lost.isEmpty)
    let probe = try Probe(folder.read("out.png"))
    #expect(probe.displayedSize.width == (isRotated ? 32 : 48))
    let fields = try Self.fields(folder.read("out.png"), columns: isRotated ? 2 : 3)
    #expect(fields == (isRotated ? Self.rotated : Self.six))
  }

  @Test func labelsThatAreNotRotatedWithTheirPhotoAreNamed() throws {
    try folder.write(Array("0 0.5 0.5 0.25 0.25\n".utf8), as: "6.txt")
    let warning = try [
      "labels or masks of this photo were not rotated with it: " + FileName.absolute(folder.path("6.txt"))
    ]
    #expect(try engine.perform(job(#""kind":"fix""#, "6.jpg", out: path("out.jpg"))).warnings == [])
    #expect(try engine.perform(job(#""kind":"fix""#, "8.jpg", out: #""in_place":true"#)).warnings == [])
    let result = try engine.perform(job(#""kind":"fix""#, "6.jpg", out: #""in_place":true"#))
    #expect(result.status == .ok && result.warnings == warning)
    #expect(try Self.fields(folder.read("6.jpg"), columns: 3) == Self.six)
    let again = try engine.perform(job(#""kind":"fix""#, "6.jpg", out: #""in_place":true"#))
    #expect(again.status == .unchanged && again.warnings == [])
  }

  /// A JPEG that can be reconstructed has no tag that could change.
  @Test func aReconstructedJPEGThatStaysUnrotatedIsNamed() throws {
    var file = TinyJXL(as: .topLeft)
    file.container = .box(.short)
    try folder.write(file.bytes, as: "bare.jxl")
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    try folder.write(file.bytes, as: "a.jxl")
    let rotated = #""kind":"rotate","rotation":"cw""#
    func rotate(_ name: String) throws -> JobResult {
      let digest = try SHA256Text.digest(of: folder.read(name))
      return try engine.perform(job(rotated, name, out: #""in_place":true"#, digest: digest))
    }
    #expect(try rotate("bare.jxl").warnings == [])
    let sentence = "the JPEG that can be reconstructed has orientation 1, the image has 6"
    let result = try rotate("a.jxl")
    #expect(result.status == .ok && result.warnings == [sentence] && result.lost.isEmpty)
    #expect(try Probe(folder.read("a.jxl")).orientation.exif == .rightTop)
  }

  @Test func aPageMustExistAndHaveAPlace() throws {
    let file = TinyTIFFFile(pages: [.init(displaying: .sixColors, as: .rightTop)])
    try folder.write(file.bytes, as: "pages.tif")
    #expect(throws: UprightError.self) {
      try engine.perform(try job(#""kind":"fix","page":2"#, "pages.tif", out: path("out.png")))
    }
    #expect(throws: UprightError.self) {
      try job(#""kind":"fix","page":1"#, "pages.tif", out: #""in_place":true"#)
    }
    for op in [#""kind":"orient","tag":6"#, #""kind":"fix","to":"tag""#] {
      #expect(throws: UprightError.self) { try job(op + #","page":1"#, "pages.tif", out: path("out.tif")) }
    }
  }

  @Test(arguments: 1...8)
  func aRepeatedJobFindsItsResult(_ tag: Int) throws {
    let job = try job(#""kind":"fix""#, "\(tag).jpg", out: path("out.jpg"))
    let first = try engine.perform(job)
    let bytes = try folder.read("out.jpg")
    #expect(first.status == .ok)
    #expect(first.resultDigest == SHA256Text.digest(of: bytes))
    #expect(try Self.fields(bytes, columns: 3) == Self.six)
    let second = try engine.perform(job)
    #expect(second.status == .skipped && second.resultDigest == first.resultDigest)
    #expect(try folder.read("out.jpg") == bytes)
    #expect(try names().count == 9)
  }

  @Test func aResultWithoutItsRecordIsMadeAgainAndFoundTheSame() throws {
    let job = try job(#""kind":"fix""#, "6.jpg", out: path("out.jpg"))
    _ = try engine.perform(job)
    let bytes = try folder.read("out.jpg")
    try FileManager.default.removeItem(atPath: folder.path("out.jpg"))
    try folder.write(bytes, as: "out.jpg")
    #expect(try engine.perform(job).status == .unchanged)
    #expect(try names().count == 9)
  }

  @Test func onlyOwnResultsAreReplaced() throws {
    let fix = try job(#""kind":"fix""#, "6.jpg", out: path("out.jpg"))
    try folder.write([1, 2, 3], as: "out.jpg")
    #expect(throws: UprightError.exists(folder.path("out.jpg"))) { try engine.perform(fix) }
    #expect(try folder.read("out.jpg") == [1, 2, 3])
    let forced = try job(#""kind":"fix""#, "6.jpg", out: path("out.jpg") + #","overwrite":true"#)
    #expect(try engine.perform(forced).status == .ok)
    // The result of an earlier job: another operation may take its place.
    let thumb = try job(#""kind":"thumb","size":"24""#, "6.jpg", out: path("out.jpg"))
    #expect(try engine.perform(thumb).status == .ok)
    #expect(try Probe(folder.read("out.jpg")).storedSize == PixelSize(width: 24, height: 16))
    // Somebody has changed it since.
    try folder.write(folder.read("out.jpg") + [0], as: "out.jpg")
    #expect(throws: UprightError.exists(folder.path("out.jpg"))) { try engine.perform(fix) }
  }

  @Test(arguments: [true, false])
  func aResultThatIsFoundIsDescribedAsWhenItWasMade(_ isDamaged: Bool) throws {
    // A tag that a truncated file may hide is known from the headers, damage of the coded data is not.
    let photo = Self.photo(6)
    let damaged = Array(photo.prefix(photo.count - 60)) + [0xFF, 0xD9]
    try folder.write(isDamaged ? damaged : Array(TinyPNG(.sixColors).bytes.dropLast(12)), as: "a")
    let job = try job(#""kind":"fix","allow_damaged":true"#, "a", out: path("out"))
    let first = try engine.perform(job)
    #expect(first.status == .ok && first.shortfall == 65 && !first.warnings.isEmpty)
    for _ in 0..<2 {
      let again = try engine.perform(job)
      #expect(again.status == (isDamaged ? .unchanged : .skipped))
      #expect(again.shortfall == 65 && again.warnings == first.warnings)
    }
  }

  /// Pixels that nobody looked at are said to be unchecked, also when the result is found again.
  @Test func uncheckedPixelsAreSaidToBe() throws {
    let rotate = try job(#""kind":"rotate","rotation":"cw","strip":"thumbnails""#, "6.jpg", out: path("out.jpg"))
    for status in [JobResult.Status.ok, .skipped] {
      let result = try engine.perform(rotate)
      #expect(result.status == status && result.checksPixels == false)
      #expect(JSONLine.object(result.members).line.contains(#""pixels_checked":false"#))
    }
    let rotated = try engine.perform(try job(#""kind":"fix""#, "6.jpg", out: path("other.jpg")))
    #expect(rotated.plan?.pixelCheck == nil && rotated.checksPixels == nil)
    #expect(!JSONLine.object(rotated.members).line.contains("pixels_checked"))
  }

  /// Coded data that ends early, that has other bits, and a file that ends early; each for every operation that decodes.
  @Test(
    arguments: [
      #""kind":"fix""#, #""kind":"fix","edge":"recode""#, #""kind":"rotate","rotation":"cw","bake":true"#,
      #""kind":"crop","region":"0,0,48,32""#, #""kind":"thumb","size":"24""#, #""kind":"thumb","size":"12""#,
    ], 0..<3)
  func aDamagedSourceFailsUnlessThatIsAllowed(_ operation: String, damage: Int) throws {
    let photo = Self.photo(6)
    var bits = photo
    for at in photo.count - 40..<photo.count - 30 { bits[at] = 0x5A }
    let damaged = [Array(photo.dropLast(60)) + [0xFF, 0xD9], bits, Array(photo.dropLast(50))][damage]
    try folder.write(damaged, as: "a.jpg")
    for out in [path("out.jpg"), #""body":true"#] {
      let job = try job(operation, "a.jpg", out: out)
      let error = #expect(throws: UprightError.self) { try engine.perform(job) }
      #expect(error?.jobClass == .permanent && error?.codes.exitCode == 65)
      #expect(try !names().contains("out.jpg"))
      for word in ["allow_damaged", "allowDamaged"] {
        let allowed = try self.job(operation + #",""# + word + #"":true"#, "a.jpg", out: out)
        let result = try engine.perform(allowed)
        #expect(!result.warnings.isEmpty, "\(operation), \(damage)")
      }
      try? FileManager.default.removeItem(atPath: folder.path("out.jpg"))
    }
    #expect(try folder.read("a.jpg") == damaged)
  }

  /// Upright files of which only the end is missing: they would only be copied.
  @Test(arguments: ["a.png", "a.jpg", "a.gif"])
  func anUprightFileThatIsCutOffFailsUnlessThatIsAllowed(_ name: String) throws {
    let png = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 1)).bytes
    let bytes = [
      "a.png": Array(png.dropLast(20)), "a.jpg": Array(Self.photo(1).dropLast(50)),
      "a.gif": Array(TinyGIF(.sixColors).bytes.dropLast(4)),
    ]
    let cut = try #require(bytes[name])
    try folder.write(cut, as: name)
    for out in [path("out-" + name), #""body":true"#, #""in_place":true"#] {
      let error = #expect(throws: UprightError.self) { try engine.perform(try job(#""kind":"fix""#, name, out: out)) }
      #expect(error?.jobClass == .permanent && error?.codes.exitCode == 65)
    }
    let allowed = try job(#""kind":"fix","allow_damaged":true"#, name, out: path("out-" + name))
    for _ in 0..<2 {
      let result = try engine.perform(allowed)
      #expect(result.isDamaged && result.warnings == ["the file is damaged: its end is missing"])
      #expect(try folder.read("out-" + name) == cut)
    }
    #expect(try folder.read(name) == cut)
  }

  @Test func aFrameOfAnAnimationThatIsCutOffIsOfADamagedFile() throws {
    let frames = [TinyGIFFrames.Frame(.sixColors), TinyGIFFrames.Frame(.sixColors)]
    try folder.write(Array(TinyGIFFrames(width: 3, height: 2, frames).bytes.dropLast(4)), as: "a.gif")
    let crop = #""kind":"crop","region":"0,0,2,2","format":"png""#
    #expect(throws: UprightError.self) { try engine.perform(try job(crop, "a.gif", out: path("out.png"))) }
    let result = try engine.perform(job(crop + #","allow_damaged":true"#, "a.gif", out: path("out.png")))
    #expect(result.status == .ok && result.isDamaged)
    #expect(result.warnings.contains("the file is damaged: its end is missing"))
  }

  /// A thumbnail that is not smaller than the photo.
  @Test func aSmallDamagedPhotoBecomesAThumbnailIfThatIsAllowed() throws {
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 64), exif: TinyTIFF(orientation: 1)).bytes
    try folder.write(Array(photo.prefix(photo.count - 60)) + [0xFF, 0xD9], as: "a.jpg")
    let operation = #""kind":"thumb","size":"400""#
    let error = #expect(throws: UprightError.self) {
      try engine.perform(try job(operation, "a.jpg", out: path("out.jpg")))
    }
    #expect(error?.codes.exitCode == 65)
    #expect(try !names().contains("out.jpg"))
    let result = try engine.perform(job(operation + #","allow_damaged":true"#, "a.jpg", out: path("out.jpg")))
    #expect(result.status == .ok && result.isDamaged && result.plan?.route.name == .transcode)
    #expect(result.warnings.contains("image data is damaged; the result shows what could be decoded"))
    #expect(try Self.fields(folder.read("out.jpg"), columns: 3).prefix(1) == [[1, 0, 0]])
  }

  @Test func aDamagedSourceInPlaceStays() throws {
    let photo = Self.photo(6)
    let damaged = Array(photo.dropLast(60)) + [0xFF, 0xD9]
    try folder.write(damaged, as: "a.jpg")
    #expect(throws: UprightError.self) {
      try engine.perform(try job(#""kind":"fix""#, "a.jpg", out: #""in_place":true"#))
    }
    #expect(try folder.read("a.jpg") == damaged)
  }

  @Test func aRepairedSourceReplacesTheResultOfTheDamagedOne() throws {
    let photo = Self.photo(6)
    try folder.write(Array(photo.prefix(photo.count - 60)) + [0xFF, 0xD9], as: "a.jpg")
    let job = try job(#""kind":"fix","allow_damaged":true"#, "a.jpg", out: path("out.jpg"))
    #expect(try engine.perform(job).shortfall == 65)
    try folder.write(photo, as: "a.jpg")
    let repaired = try engine.perform(job)
    #expect(repaired.status == .ok && repaired.shortfall == nil)
    #expect(try Self.fields(folder.read("out.jpg"), columns: 3) == Self.six)
    #expect(try engine.perform(job).status == .skipped)
  }

  @Test func aFileThatTakesTheNameDuringAJobIsNotReplaced() throws {
    let thumb = try job(#""kind":"thumb","size":"24""#, "6.jpg", out: path("out.jpg"))
    _ = try engine.perform(thumb)
    let location = FileLocation(path: folder.path("out.jpg"))
    let fix = try job(#""kind":"fix""#, "6.jpg", out: path("out.jpg"))
    let request = try JobRequest(
      fix, at: FileLocation(path: folder.path("6.jpg")), operationDigest: fix.request.digest)
    let found = try #require(try FoundResult(at: location, of: request))
    try FileManager.default.removeItem(atPath: folder.path("out.jpg"))
    try folder.write([1, 2, 3], as: "out.jpg")
    #expect(throws: UprightError.changedUnderneath(location.path)) {
      try SafeReplace.create(location, by: .init(overwrites: true, only: found.identity)) {
        (sink: inout FileSink) throws(UprightError) in
        try sink.write([4])
      }
    }
    #expect(throws: UprightError.exists(location.path)) { try engine.perform(fix) }
    #expect(try folder.read("out.jpg") == [1, 2, 3])
  }

  @Test func aMessageNamesTheMemberAndNoOption() throws {
    let exists = UprightError.exists("/a/out.jpg").jobJSON(about: "/a/in.jpg").line
    #expect(exists.contains("/a/out.jpg: ") && exists.contains("out.overwrite") && !exists.contains("--"))
    #expect(exists.contains(#""class":"permanent""#) && exists.contains(#""code":"io""#))
    let links = UprightError.io(path: "/a/in.jpg", systemError: EMLINK).jobJSON(about: "/a/in.jpg").line
    #expect(links.contains("out.path") && !links.contains("--") && !links.contains("/a/in.jpg"))
    let full = UprightError.io(path: "/a", systemError: ENOSPC).jobJSON(about: "/a").line
    #expect(full.contains(#""class":"transient""#))
  }

  @Test(arguments: [#""path":"OUT""#, #""in_place":true"#, #""body":true"#])
  func aPlanChangesNothing(_ out: String) throws {
    let out = out.replacing("OUT", with: folder.path("out.jpg"))
    let line =
      #"{"type":"plan","id":"1","op":{"kind":"orient","tag":3},"in":{"path":"\#(folder.path("6.jpg"))"},"out":{\#(out)}}"#
    let plan = try Job(JobFrame(line: Array(line.utf8), number: 1, longestBody: 1 << 20))
    let result = try engine.perform(plan)
    #expect(result.status == .planned && result.body == nil)
    #expect(try folder.read("6.jpg") == Self.photo(6))
    #expect(try names().count == 8)
  }

  @Test func aChangedSourceGivesANewResult() throws {
    let job = try job(#""kind":"orient","tag":3"#, "6.jpg", out: path("out.jpg"))
    #expect(try engine.perform(job).status == .ok)
    try folder.write(Self.photo(8), as: "6.jpg")
    #expect(try engine.perform(job).status == .ok)
    #expect(try engine.perform(job).status == .skipped)
  }

  @Test(arguments: [#""kind":"rotate","rotation":"cw""#, #""kind":"rotate","rotation":"cw","bake":true"#], 1...8)
  func aRotationInPlaceHappensOnce(_ op: String, _ tag: Int) throws {
    let name = "\(tag).jpg"
    let digest = SHA256Text.digest(of: try folder.read(name))
    let job = try job(op, name, out: #""in_place":true"#, digest: digest)
    let first = try engine.perform(job)
    let bytes = try folder.read(name)
    #expect(first.status == .ok && first.resultDigest == SHA256Text.digest(of: bytes))
    #expect(try Self.fields(bytes, columns: 2) == Self.rotated)
    for _ in 0..<3 {
      let again = try engine.perform(job)
      #expect(again.status == .unchanged && again.resultDigest == first.resultDigest)
      #expect(try folder.read(name) == bytes)
    }
    // A new job for what is there now rotates it once more.
    #expect(try engine.perform(self.job(op, name, out: #""in_place":true"#, digest: first.resultDigest)).status == .ok)
    #expect(try folder.read(name) != bytes)
    #expect(throws: UprightError.self) { try engine.perform(job) }
  }

  @Test func anotherFileThanExpectedIsNotRotated() throws {
    let digest = SHA256Text.digest(of: try folder.read("5.jpg"))
    let job = try job(#""kind":"rotate","rotation":"cw""#, "6.jpg", out: #""in_place":true"#, digest: digest)
    #expect(throws: UprightError.self) { try engine.perform(job) }
    #expect(try folder.read("6.jpg") == Self.photo(6))
  }

  @Test func fixInPlaceIsRepeatableByItself() throws {
    let digest = SHA256Text.digest(of: Self.photo(6))
    let plain = try job(#""kind":"fix""#, "6.jpg", out: #""in_place":true"#)
    let known = try job(#""kind":"fix""#, "6.jpg", out: #""in_place":true"#, digest: digest)
    #expect(try engine.perform(known).status == .ok)
    let bytes = try folder.read("6.jpg")
    #expect(try Self.fields(bytes, columns: 3) == Self.six)
    #expect(try engine.perform(plain).status == .unchanged)
    #expect(try engine.perform(known).status == .unchanged)
    #expect(try folder.read("6.jpg") == bytes)
  }

  @Test func planningWritesNothing() throws {
    var engine = engine
    engine.isDryRun = true
    let result = try engine.perform(job(#""kind":"fix""#, "6.jpg", out: path("out.jpg")))
    #expect(result.status == .planned && result.plan?.route.name == .transform)
    #expect(result.sourcePixels == 48 * 32 && result.sourceBytes == Self.photo(6).count)
    #expect(try names().count == 8)
  }

  @Test func bytesGoInAndOut() throws {
    let job = try JobTests.job(
      #""op":{"kind":"fix"},"in":{"body":1},"out":{"body":true}"#, body: Self.photo(6))
    let result = try engine.perform(job)
    let bytes = try #require(result.body)
    #expect(try Self.fields(bytes, columns: 3) == Self.six)
    #expect(result.resultDigest == SHA256Text.digest(of: bytes))
    #expect(result.sourceDigest == SHA256Text.digest(of: Self.photo(6)))
  }

  @Test func theSourceIsNoResult() throws {
    let job = try job(#""kind":"fix""#, "6.jpg", out: path("6.jpg") + #","overwrite":true"#)
    #expect(throws: UprightError.self) { try engine.perform(job) }
    let other = try self.job(#""kind":"fix","format":"png""#, "6.jpg", out: path("out.jpg"))
    #expect(throws: UprightError.self) { try engine.perform(other) }
    #expect(try folder.read("6.jpg") == Self.photo(6))
  }

  @Test func leftoversOfKilledRunsAreRemoved() throws {
    for name in [".upright-new-abcdefghij", ".upright-other"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -10)], ofItemAtPath: folder.write([0], as: name))
    }
    _ = try engine.perform(job(#""kind":"fix""#, "6.jpg", out: path("out.jpg")))
    #expect(try names().filter { $0.hasPrefix(".") } == [".upright-other"])
  }
}
