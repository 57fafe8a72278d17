// Drawings and crops of labeled images: if one cannot be written, none is.

import Foundation
import Testing
import UprightTestTools

@Suite(.inProcess) struct LabelResultsTests {
  private static let commands = [["overlay"], ["crop", "--space", "displayed"]]

  private func samples() throws -> LabelledSamples {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 48]], classes: [])
    return samples
  }

  private func run(_ words: [String], _ samples: LabelledSamples) throws -> OutsideTool.Answer {
    try UprightTool.run(["labels"] + words + ["--images", "photos", "-o", "out", "a.json"], in: samples.album.folder)
  }

  private func names(_ samples: LabelledSamples) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: samples.album.folder.path("out")).sorted()
  }

  @Test(arguments: commands)
  func whereOneNameIsTakenNothingIsWritten(_ command: [String]) throws {
    let samples = try samples()
    #expect(try run(command, samples).status == 0)
    let all = try names(samples)
    #expect(all.count == 8)
    for name in all.dropLast() { try FileManager.default.removeItem(atPath: samples.album.folder.path("out/\(name)")) }
    let answer = try run(command, samples)
    let last = try #require(all.last)
    #expect(answer.status == 74 && answer.text == "")
    #expect(answer.complaints.contains("\(last): a file with this name already exists"), "\(answer.complaints)")
    #expect(try names(samples) == [last])
    #expect(try run(command + ["--force"], samples).status == 0)
    #expect(try names(samples) == all)
  }

  @Test(arguments: commands)
  func whereOneNameIsAFolderNothingIsWritten(_ command: [String]) throws {
    let samples = try samples()
    #expect(try run(command, samples).status == 0)
    let last = try #require(try names(samples).last)
    try FileManager.default.removeItem(atPath: samples.album.folder.path("out"))
    try FileManager.default.createDirectory(
      atPath: samples.album.folder.path("out/\(last)"), withIntermediateDirectories: true)
    let answer = try run(command + ["--force"], samples)
    #expect(answer.status == 74 && answer.complaints.contains("\(last): Is a directory"), "\(answer.complaints)")
    #expect(try names(samples) == [last])
  }
}
