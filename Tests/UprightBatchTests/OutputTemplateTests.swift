// Templates name results inside the output folder, and nowhere else.

import Testing
import Upright

@testable import UprightBatch

@Suite struct OutputTemplateTests {
  private static let facts = OutputTemplate.Facts(
    size: PixelSize(width: 40, height: 30), format: .jpeg, orientation: .rightTop)

  private func path(_ template: String, _ file: String, _ facts: OutputTemplate.Facts = facts) throws -> String {
    try OutputTemplate(template).path(of: InputFile(path: "in/" + file, relativePath: file), facts)
  }

  @Test(arguments: [
    ("{dir}/{stem}-{w}x{h}.{ext}", "a/b/photo.jpg", "a/b/photo-40x30.jpg"), ("{dir}/{stem}.{ext}", "p.JPEG", "p.JPEG"),
    ("{stem}.{ext}", "p.png", "p.jpg"), ("{stem}.{ext}", "p", "p.jpg"), ("{stem}.{ext}", "a.b.jpg", "a.b.jpg"),
    ("{orientation}/{stem}.{format}", "p.jpg", "6/p.jpeg"), ("x{{{stem}}}.jpg", "p.jpg", "x{p}.jpg"),
    ("{dir}//./{stem}.{ext}", "a/p.jpg", "a/p.jpg"), ("{stem}.{ext}", ".jpg", ".jpg.jpg"),
    ("{stem}.{ext}", "e\u{301}.jpg", "e\u{301}.jpg"), ("{stem}.{ext}", "x.\u{301}jpg", "x.jpg"),
  ])
  func placeholdersAreFilled(template: String, file: String, result: String) throws {
    #expect(try path(template, file) == result)
  }

  @Test(arguments: [
    ("{stem}", "must end in .{ext}"), ("{stem}{ext}", "must end in .{ext}"), ("{stem}.txt", "must end in .{ext}"),
    ("", "must end in .{ext}"), ("a.{w}", "must end in .{ext}"), ("{nam}.jpg", "there is no {nam}"),
    ("{}.jpg", "there is no {}"), ("{stem.jpg", "a brace"), ("stem}.jpg", "a brace"), ("/{stem}.jpg", "begin with /"),
    ("../{stem}.jpg", "contain .."), ("a/../../{stem}.jpg", "contain .."), ("{{stem}.jpg", "a brace"),
    (String(repeating: "a", count: 4_096) + ".jpg", "more than 4096 bytes"), ("{stem}.jpg/", "must end in .{ext}"),
  ])
  func whatIsNoTemplateIsRefused(template: String, reason: String) {
    let error = #expect(throws: DestinationConflict.self) { try OutputTemplate(template) }
    #expect(error?.reason.hasPrefix("outputTemplate: ") == true)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    ("{stem}/a.{ext}", "...jpg", "contains .."), ("{dir}/{stem}.{ext}", "../p.jpg", "contains .."),
    ("{stem}{stem}.{ext}", String(repeating: "b", count: 130) + ".jpg", "has 264 bytes"),
  ])
  func noNameOfAFileLeadsOut(template: String, file: String, reason: String) {
    let error = #expect(throws: DestinationConflict.self) { try path(template, file) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func aFixedExtensionSetsTheFormat() throws {
    let template = try OutputTemplate("{stem}.png")
    #expect(try template.format(asked: nil) == .png && template.format(asked: .png) == .png)
    #expect(throws: DestinationConflict.self) { try template.format(asked: .jpeg) }
    #expect(try OutputTemplate("{stem}.{ext}").format(asked: .webp) == .webp)
    #expect(try OutputTemplate("{stem}.{format}").format(asked: nil) == nil)
  }
}
