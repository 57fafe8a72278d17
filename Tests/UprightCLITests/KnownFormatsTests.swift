// Images and videos in formats that are recognized, not supported: named by every command, and copied with the others.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite(.inProcess) struct KnownFormatsTests {
  private static let samples: [KnownFormat] = [.cr3, .raf, .jp2, .psd, .pdf, .matroska, .svg, .ico]

  private func album() throws -> Album {
    let album = try Album("d/1.jpg", "d/6.jpg")
    for format in Self.samples { try album.folder.write(format.sample, as: "d/\(format.rawValue)-file") }
    try album.folder.write(Array("words".utf8), as: "d/notes.txt")
    return album
  }

  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  private static let note =
    "d: 8 files skipped: recognized, not supported: Canon CR3 raw (1), Fujifilm RAF raw (1), JPEG 2000 (1), "
    + "Photoshop PSD (1), PDF (1), SVG (1), Windows icon (1), Matroska or WebM (1)\n"

  @Test(arguments: [
    "info", "audit --fail-on none", "fix -i", "fix --check", "thumb 8 -o out", "crop square -o out", "rotate cw -i",
    "orient 3 -i", "sheet -o s.png", "plan fix", "digest", "fix -n",
  ])
  func everyCommandNamesTheFormats(_ command: String) throws {
    let answer = try run(command + " d", in: album())
    #expect(answer.complaints.contains("upright: " + Self.note), "\(answer.complaints)")
    #expect(answer.complaints.contains("1 file skipped: not an image in a known format"))
  }

  @Test(arguments: [
    "info", "audit", "plan fix", "digest", "thumb 8 -o b.png", "fix -o b.png", "fix -i", "crop square -o b.png",
  ])
  func aNamedFileIsCalledByItsFormat(_ command: String) throws {
    let album = try album()
    let answer = try run(command + " d/cr3-file", in: album)
    #expect(answer.status == 69)
    #expect((answer.complaints + answer.text).contains("Canon CR3 raw: recognized, not supported"))
    #expect(try run("info --json d/psd-file", in: album).text.contains(#""code":"unsupported-format""#))
  }

  @Test func aNewFolderHasThemToo() throws {
    let album = try album()
    let answer = try run("fix d -o out --json", in: album)
    #expect(answer.status == 0, "\(answer.complaints)")
    for format in Self.samples {
      #expect(try album.folder.read("out/\(format.rawValue)-file") == format.sample)
      let line = try answer.objects().first { $0["path"] as? String == "d/\(format.rawValue)-file" }
      #expect(line?["unsupported"] as? String == format.rawValue && line?["route"] as? String == "copy")
    }
    #expect(!FileManager.default.fileExists(atPath: album.folder.path("out/notes.txt")))
    let text = try run("fix d -o out2 --summary", in: album)
    #expect(
      text.text.contains("d/cr3-file -> out2/cr3-file: copied unchanged (Canon CR3 raw: recognized, not supported)"))
    #expect(text.complaints.contains("8 copied as is"))
  }

  @Test func imagesThatNobodyLookedAtAreNoSuccess() throws {
    let album = try album()
    #expect(try run("fix --check d", in: try Album("d/1.jpg")).status == 0)
    try FileManager.default.removeItem(atPath: album.folder.path("d/6.jpg"))
    let mixed = try run("fix --check d", in: album)
    #expect(mixed.status == 2)
    #expect(
      mixed.complaints.hasSuffix(
        "upright: 1 file, all upright\nupright: 5 images were not looked at, because their formats are not supported: "
          + "d/cr3-file, d/ico-file, d/jp2-file and 2 more\n"), "\(mixed.complaints)")
    for name in ["documents/1.jpg", "layers/1.jpg"] { try album.add(name) }
    try album.folder.write(KnownFormat.pdf.sample, as: "documents/a.pdf")
    #expect(try run("fix --check documents", in: album).status == 0)
    try album.folder.write(KnownFormat.psd.sample, as: "layers/a.psd")
    let alone = try run("fix --check -q layers", in: album)
    #expect(alone.status == 2 && alone.complaints.contains("Photoshop PSD (1)"))
  }

  @Test(arguments: [
    "fix -i", "fix -n", "thumb 8 -o out/", "crop square -o out/",
    "rotate cw -i", "orient 3 -i", "sheet -o s.png", "thumb 8 --json -o out/ -q", "index --cache indexes",
    "compat jhead -autorot", "compat exiftran -ai", "plan fix", "plan thumb 8 --json",
  ])
  func aCommandThatMakesNothingOfAFolderFails(_ command: String) throws {
    let album = try Album("d/1.jpg")
    try FileManager.default.removeItem(atPath: album.folder.path("d/1.jpg"))
    for format in [KnownFormat.jp2, .psd] { try album.folder.write(format.sample, as: "d/a.\(format.rawValue)") }
    let answer = try run(command + " d", in: album)
    #expect(answer.status == 2)
    let outcome = command.hasPrefix("plan") ? "nothing was planned" : "no result was made"
    #expect(answer.complaints.hasSuffix("upright: \(outcome): 2 files are not supported\n"))
    #expect(!FileManager.default.fileExists(atPath: album.folder.path("s.png")))
    // Copies are results, and so is what is made of other files.
    #expect(try run("fix d -o copies/", in: album).status == 0)
    try album.folder.write(Album.photo(1), as: "d/1.jpg")
    #expect(try run("thumb 8 d -o small/", in: album).status == 0)
  }

  @Test(arguments: [
    "info", "info --json", "audit --fail-on not-upright", "audit --fail-on none", "digest", "digest -q",
  ])
  func aCommandThatReadsNothingOfAFolderFails(_ command: String) throws {
    let album = try Album("others/1.jpg")
    for name in ["d", "documents"] {
      try FileManager.default.createDirectory(atPath: album.folder.path(name), withIntermediateDirectories: true)
    }
    try album.folder.write(KnownFormat.jp2.sample, as: "d/a.jp2")
    try album.folder.write(KnownFormat.svg.sample, as: "documents/a.svg")
    try album.folder.write(KnownFormat.jp2.sample, as: "others/a.jp2")
    let answer = try run(command + " d", in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.hasSuffix("upright: no file was read: 1 file is not supported\n"))
    #expect(try run(command + " documents", in: album).status == 0, "it has no image")
    #expect(try run(command + " others", in: album).status == 0)
  }

  /// A copy would keep what was to be removed.
  @Test func whatCannotBeStrippedFails() throws {
    let album = try album()
    let answer = try run("fix d -o out --strip gps", in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("d/cr3-file: Canon CR3 raw: recognized, not supported"))
    #expect(!FileManager.default.fileExists(atPath: album.folder.path("out/cr3-file")))
  }

  @Test func programsAreToldHowMany() throws {
    let album = try album()
    for command in ["info --json", "audit --json"] {
      let folder = try run(command + " d", in: album).objects().first?["folder"] as? [String: Any]
      let counts = folder?["unsupported"] as? [String: Int]
      #expect(counts == Dictionary(uniqueKeysWithValues: Self.samples.map { ($0.rawValue, 1) }), "\(command)")
    }
    let verbose = try run("audit d --verbose", in: album).text
    #expect(verbose.contains("skipped, an image or video in a format that is recognized, not supported: 8\n"))
    #expect(verbose.contains("    d/cr3-file: Canon CR3 raw\n"))
  }

  /// Nothing in a folder of real files is left out without a word.
  @Test(.enabled(if: Corpus.folder != nil, "needs UPRIGHT_CORPUS"))
  func everyRealFileIsAccountedFor() throws {
    guard let corpus = Corpus.folder else { return }
    let answer = try UprightTool.run([
      "audit", "--json", "--fail-on", "none", corpus.appendingPathComponent("real").path,
    ])
    let objects = try answer.objects()
    let summary = objects.last?["summary"] as? [String: Any]
    let unsupported = (objects.first?["folder"] as? [String: Any])?["unsupported"] as? [String: Int] ?? [:]
    let walk = FileManager.default.enumerator(atPath: corpus.appendingPathComponent("real").path)
    var images = 0
    while let name = walk?.nextObject() as? String {
      let tail = (name as NSString).pathExtension.lowercased()
      if ContainerFormat(fileExtension: tail) != nil || KnownFormat(fileExtension: tail) != nil { images += 1 }
    }
    #expect(images > 0)
    #expect((summary?["files"] as? Int ?? 0) + unsupported.values.reduce(0, +) == images)
  }
}
