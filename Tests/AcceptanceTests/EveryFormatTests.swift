// Real files of every format that can be read, on the command line: their description, and a rotation and back.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct EveryFormatTests {
  /// Small files of which only headers are read, with their expected description.
  private static let files: [(url: URL, bytes: [UInt8], probe: Probe)] = ["real", "eightway"].flatMap {
    Corpus.files($0)
  }
  .compactMap { url in
    guard let data = try? Data(contentsOf: url), data.count < 4 << 20 else { return nil }
    let bytes = [UInt8](data)
    return (try? Probe(bytes)).map { (url, bytes, $0) }
  }

  @Test func infoSaysWhatTheProbeSays() throws {
    let answer = try UprightTool.run(["info", "--json", "--"] + Self.files.map(\.url.path))
    #expect(answer.status == 0)
    let lines = answer.output.split(separator: 10)
    try #require(lines.count == Self.files.count && !lines.isEmpty)
    for (line, file) in zip(lines, Self.files) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let size = object["displayed"] as? [String: Int]
      #expect(object["orientation"] as? Int == Int(file.probe.orientation.exif.rawValue), "\(file.url.path)")
      #expect(object["format"] as? String == file.probe.format.rawValue)
      #expect(size == ["width": file.probe.displayedSize.width, "height": file.probe.displayedSize.height])
    }
  }

  @Test func aTurnAndBackGivesTheSameBytes() throws {
    let folder = try ScratchFolder()
    let names = try Self.files.enumerated().map { index, file in
      let name = "\(index)." + file.url.pathExtension
      try folder.write(file.bytes, as: name)
      return name
    }
    let refused = try turn("cw", names, in: folder)
    for (name, file) in zip(names, Self.files) where refused.contains(name) {
      #expect(try folder.read(name) == file.bytes)
    }
    let turned = zip(names, Self.files).filter { !refused.contains($0.0) }
    for (name, file) in turned {
      #expect(try Probe(folder.read(name)).orientation == file.probe.orientation.then(.rotate90), "\(file.url.path)")
    }
    try #require(turned.count > 40)
    #expect(try turn("ccw", turned.map(\.0), in: folder).isEmpty)
    for (name, file) in turned {
      let back = try folder.read(name)
      let patch = try file.probe.retag(to: file.probe.orientation.then(.rotate90))
      // A field inserted into box tables or a codestream's header stays, with the value 1.
      let comesBack = patch.isInPlace || [.jpeg, .png, .webp, .tiff].contains(file.probe.format)
      if file.probe.findings.isEmpty, comesBack { #expect(back == file.bytes, "\(file.url.path)") }
      #expect(try Probe(back).orientation == file.probe.orientation)
    }
  }

  /// Rotates files by their tag; returns the names of those that cannot express it. Damaged files are rotated, too.
  private func turn(_ turn: String, _ names: [String], in folder: ScratchFolder) throws -> Set<String> {
    let answer = try UprightTool.run(["rotate", turn, "-i", "--"] + names, in: folder)
    let complaints = answer.complaints.split(separator: "\n").map(String.init)
    let reasons = ["cannot be changed safely", "cannot store", ": page 8: there are more"]
    let refused = complaints.filter { line in reasons.contains { line.contains($0) } }
    let named = Set(refused.compactMap { line in names.first { line.contains(" \($0):") } })
    let tellsDamage = complaints.contains { $0.hasSuffix("its end is missing") }
    #expect((answer.status == 0) == (named.isEmpty && !tellsDamage))
    return named
  }
}
