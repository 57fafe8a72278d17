// Real files of every format that is read, through the command line: what is said of them, and a turn and back.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
struct EveryFormatTests {
  /// Small files whose headers are read, with what they are.
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
    for file in Self.files {
      let folder = try ScratchFolder()
      let name = "a." + file.url.pathExtension
      try folder.write(file.bytes, as: name)
      let turned = try UprightTool.run(["rotate", "cw", "-i", name], in: folder)
      guard (try? file.probe.retag(to: .identity)) != nil else { continue }
      let after = try Probe(folder.read(name))
      if turned.status != 0 {
        #expect(turned.complaints.contains("cannot be rewritten safely") || turned.complaints.contains("cannot say"))
        #expect(try folder.read(name) == file.bytes)
        continue
      }
      #expect(after.orientation == file.probe.orientation.then(.rotate90), "\(file.url.path)")
      #expect(try UprightTool.run(["rotate", "ccw", "-i", name], in: folder).status == 0)
      let back = try folder.read(name)
      let patch = try file.probe.retag(to: file.probe.orientation.then(.rotate90))
      // What was inserted into tables of boxes, or into a codestream's header, says 1 afterwards and stays.
      let comesBack = patch.isInPlace || [.jpeg, .png, .webp, .tiff].contains(file.probe.format)
      if file.probe.findings.isEmpty, comesBack { #expect(back == file.bytes, "\(file.url.path)") }
      #expect(try Probe(back).orientation == file.probe.orientation)
    }
  }
}
