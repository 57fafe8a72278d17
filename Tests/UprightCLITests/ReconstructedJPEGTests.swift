// A JPEG that can be reconstructed from a JPEG XL may not show the image as the file does.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct ReconstructedJPEGTests {
  private static let code = "orientation-conflict-jpeg"

  /// A file with the data to reconstruct a JPEG, whose Exif has `tag`; without Exif for nil.
  private static func file(_ tag: Int?) -> [UInt8] {
    var file = TinyJXL(as: tag == nil ? .topLeft : .rightTop)
    file.container = .box(.short)
    file.exif = tag.map { TinyTIFF(.big, orientation: $0) }
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    return file.bytes
  }

  /// The image's new tag after a rotation to the right, and what the JPEG says; nil if that is the same.
  @Test(arguments: [(nil, 6, 1), (6, 3, nil), (3, 3, nil), (1, 3, 1), (9, 3, 1)] as [(Int?, Int, Int?)])
  func aRotationNamesWhatItDoesNotReach(_ tag: Int?, _ made: Int, _ said: Int?) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.file(tag), as: "a.jxl")
    let sentence = said.map { "the JPEG that can be reconstructed has orientation \($0), the image has \(made)" }
    let planned = try UprightTool.run(["rotate", "cw", "--explain", "-n", "a.jxl", "-i"], in: folder)
    let fate = "data that reconstructs the JPEG: kept as it is" + (sentence.map { ": \($0)" } ?? "") + "\n"
    #expect(planned.text.contains(fate), "\(planned.text)")
    let answer = try UprightTool.run(["rotate", "cw", "-i", "--json", "a.jxl"], in: folder)
    #expect(answer.status == 0)
    let object = try #require(try answer.objects().first)
    let notes = (object["notes"] as? [[String: Any]])?.compactMap { $0["message"] as? String } ?? []
    #expect(notes == (sentence.map { [$0] } ?? []), "\(object)")
    #expect(object["lossCount"] as? Int == 0)
    let info = try UprightTool.run(["info", "a.jxl"], in: folder)
    #expect(info.text.contains(Self.code) == (said != nil) && info.text.contains("tag \(made) "), "\(info.text)")
  }
}
