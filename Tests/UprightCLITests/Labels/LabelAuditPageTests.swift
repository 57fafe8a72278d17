// The page of a label audit: complete, safe, and with both spaces of each image that needs review.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

@Suite(.inOptions) struct LabelAuditPageTests {
  private func page(
    _ samples: LabelledSamples, drawn: Bool = true, title: String = "a.json", unread: [LabelFinding] = []
  ) throws -> String {
    let views = try samples.views()
    let files = try LabelFiles(samples.album.folder.path("a.json"), format: nil, names: nil)
    let drawings =
      drawn
      ? LabelAuditPage.drawings(
        .inMemory(), of: views, rules: OrientationRules(), pipeline: Pipeline(codecs: ImageCodecs.all()), width: 1
      ).drawings : [:]
    return LabelAuditPage(
      title: title, files: files, views: views, unread: unread, audit: views.audit, drawings: drawings
    ).text
  }

  private func images(_ page: String) -> [[UInt8]] {
    page.components(separatedBy: "base64,").dropFirst().compactMap { part in
      Data(base64Encoded: String(part.prefix { $0 != "\"" })).map(Array.init)
    }
  }

  @Test func eachDoubtfulImageIsThereInBothSpaces() throws {
    let samples = try LabelledSamples()
    let box = [40, 60, 100, 50]
    try samples.write([box], classes: [], stating: .displayed)
    let views = try samples.views()
    #expect(LabelAuditPage.ambiguous(views).map(\.name) == (2...4).map { "landscape_\($0).jpg" })
    let page = try page(samples)
    let images = images(page)
    #expect(images.count == 6)
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    for (index, bytes) in images.enumerated() {
      let tag = 2 + index / 2
      let canvas = try ImagePair(of: Probe(checking: bytes), from: bytes, pipeline, box: 999).displayed
      #expect(canvas.size == PixelSize(width: 420, height: 315))
      let seen = index % 2 == 1 ? box : TagFormula.displayed(box, stored: (512, 384), tag: tag)
      let (x, y) = (seen[0] * 420 / 512, (seen[1] + seen[3] / 2) * 420 / 512)
      let color = canvas.color(x: x, y: y)
      #expect([color.red, color.green, color.blue].allSatisfy { $0 > 180 }, "tag \(tag), \(index): \(color)")
    }
    #expect(page.components(separatedBy: "Undecidable: the rotation keeps width and height").count == 4)
    #expect(page.contains("Images to review <span class=\"count\">3</span>") && page.contains("tag 4 · 1 region<"))
  }

  @Test func whatIsToldNeedsNoLook() throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 50]], stating: .stored, tags: 5...8)
    let page = try page(samples)
    #expect(images(page).isEmpty && page.contains("The space of all images is known."))
    #expect(page.contains("the labels are: <b>stored</b>") && page.contains("<strong>4</strong> stored"))
    #expect(page.contains("<code>class-unused</code>"))
  }

  @Test func contradictionsAreSaid() throws {
    let samples = try LabelledSamples()
    try samples.write([[400, 10, 20, 20], [10, 400, 20, 20]], tags: 6...6)
    let page = try page(samples)
    #expect(images(page).count == 2 && page.contains("Contradiction: 1 box fits only the stored image"))
    #expect(page.contains("as stored: 1 outside the image") && page.contains("as displayed: 1 outside the image"))
    #expect(page.contains("<li class=\"bad\"><strong>1</strong> contradiction</li>") && page.contains("id=\"defects\""))
  }

  // Each image is decided; the set has no single space.
  @Test func whatContradictsTheOthersIsDrawnInBothSpaces() throws {
    let samples = try LabelledSamples()
    let box = [40, 60, 100, 50]
    try samples.write([box], classes: [], stating: .stored)
    try samples.contradict()
    let views = try samples.views()
    #expect(LabelAuditPage.ambiguous(views).map(\.name) == [7, 2, 3, 4].map { "landscape_\($0).jpg" })
    let page = try page(samples)
    let images = images(page)
    #expect(images.count == 8)
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    for (index, bytes) in images.prefix(2).enumerated() {
      let canvas = try ImagePair(of: Probe(checking: bytes), from: bytes, pipeline, box: 999).displayed
      let seen = index == 1 ? box : TagFormula.displayed(box, stored: (384, 512), tag: 7)
      let color = canvas.color(x: seen[0] * 420 / 512, y: (seen[1] + seen[3] / 2) * 420 / 512)
      #expect([color.red, color.green, color.blue].allSatisfy { $0 > 180 }, "\(index): \(color)")
    }
    #expect(page.contains("Contradiction: labeled as displayed, like 1 of 4 images.</span>"))
    let sections = page.components(separatedBy: "<section id=\"")
    let titles = sections.map { $0.prefix { $0 != "\"" } }
    #expect(titles.contains("contradictions") && titles.contains("pictures"))
    for section in sections where section.hasPrefix("contradictions\"") {
      #expect(section.contains("Contradictions <span class=\"count\">1</span>"))
      #expect(section.components(separatedBy: "<figure>").count == 2 && section.contains("landscape_7.jpg"))
    }
    #expect(page.contains("the labels are: <b>contradiction</b>"))
  }

  // Undecidable images, however many, take no room from contradicting ones, and none is drawn beyond the limit.
  @Test func eachKindHasItsOwnLimit() throws {
    let samples = try LabelledSamples()
    let limit = LabelAuditPage.imageLimit
    let images = (0..<2 * limit + 4).map { index -> String in
      let (tag, width, height) = index.isMultiple(of: 2) ? (3, 512, 384) : (6, 9, 9)
      let name = "many/landscape_\(tag)_\(index).jpg"
      return #"{"id":\#(index),"file_name":"\#(name)","width":\#(width),"height":\#(height)}"#
    }
    try samples.write("a.json", text: #"{"images":[\#(images.joined(separator: ","))],"annotations":[]}"#)
    let files = try LabelFiles(samples.album.folder.path("a.json"), format: nil, names: nil)
    let views = LabelViews(
      files,
      facts: { name in
        let tag = name.contains("_3_") ? ExifOrientation.bottomRight : .rightTop
        return ImageFacts(size: PixelSize(width: 512, height: 384), orientation: Orientation(exif: tag))
      }, file: { InputFile(path: $0, relativePath: $0) })
    let doubtful = LabelAuditPage.ambiguous(views)
    #expect(doubtful.count == 2 * limit)
    #expect(
      doubtful.prefix(limit).allSatisfy {
        $0.contradiction != nil && $0.reason.hasPrefix("Contradiction: the labels state 9x9")
      })
    #expect(doubtful.suffix(limit).allSatisfy { $0.contradiction == nil && $0.reason.hasPrefix("Undecidable: ") })
    let page = LabelAuditPage(title: "a", files: files, views: views, unread: [], audit: views.audit, drawings: [:])
      .text
    #expect(page.components(separatedBy: "\(limit + 2) more; <code>upright labels overlay --doubtful").count == 3)
  }

  @Test func whereImagesAreMissingNothingIsTold() throws {
    let samples = try LabelledSamples()
    try samples.write("a.json", text: #"{"images":[{"id":1,"file_name":"gone.jpg"}],"annotations":[]}"#)
    let page = try page(samples)
    #expect(!page.contains("The space of all images is known.") && images(page).isEmpty)
    #expect(page.contains("<p class=\"fine\">none: no image with readable labels was found</p>"))
  }

  @Test func nothingFromAFileIsMarkup() throws {
    let samples = try LabelledSamples()
    let evil = "<script>alert(1)</script>\\\" onload=x"
    try samples.write([[40, 60, 100, 50]], classes: ["a", evil], tags: 3...3)
    let finding = LabelFinding(.rowMalformed, in: "<b>.json", line: 1, note: "<i>&\u{1B}[2J")
    let page = try page(samples, title: "<u>\"x\"</u>", unread: [finding])
    #expect(!page.contains("<script") && !page.contains("<i>") && !page.contains("<u>") && !page.contains("<b>.json"))
    #expect(page.contains("&lt;b&gt;.json, line 1: &lt;i&gt;&amp;\\x1B[2J") && page.contains("Unreadable rows"))
    #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none'; img-src data:"))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src=\"photos"))
  }

  @Test func whatIsNotShownIsCounted() throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 50]], stating: .displayed)
    let page = try page(samples, drawn: false)
    #expect(images(page).isEmpty && page.contains("3 more; <code>upright labels overlay --doubtful</code>"))
    let many = (0..<20).map { _ in LabelFinding(.rowMalformed, in: "a.json") }
    #expect(try self.page(samples, drawn: false, unread: many).contains("<li class=\"rest\">and 8 more</li>"))
  }

  @Test func eachTagIsClosed() throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 100, 50], [0, 0, 0, 9]])
    let page = try page(samples)
    for tag in ["html", "head", "body", "main", "section", "figure", "div", "ul", "li", "small", "figcaption", "h2"] {
      let (opened, closed) = (
        page.components(separatedBy: "<\(tag)").count, page.components(separatedBy: "</\(tag)>").count
      )
      let others = tag == "head" ? page.components(separatedBy: "<header").count - 1 : 0
      #expect(opened - others == closed, "\(tag)")
    }
  }

  @Test func eachDoubtHasAReason() {
    func view(_ verdict: LabelSpaceVerdict, _ contradiction: String? = nil) -> LabelView {
      let facts = ImageFacts(size: PixelSize(width: 1, height: 1), orientation: Orientation(exif: .topLeft))
      return LabelView(
        name: "a", file: InputFile(path: "a", relativePath: "a"), facts: facts, verdict: verdict,
        contradiction: contradiction)
    }
    for ambiguity in LabelSpaceVerdict.Ambiguity.allCases {
      let view = view(.undecidable(ambiguity))
      #expect(view.reason.hasPrefix("Undecidable: ") && view.isAmbiguous)
    }
    for verdict in [LabelSpaceVerdict.stored, .displayed, .either, .contradiction("x")] {
      #expect(view(verdict, "x").reason == "Contradiction: x." && view(verdict, "x").isAmbiguous)
    }
    for verdict in [LabelSpaceVerdict.stored, .displayed, .either] {
      #expect(view(verdict).reason == "" && !view(verdict).isAmbiguous)
    }
  }
}
