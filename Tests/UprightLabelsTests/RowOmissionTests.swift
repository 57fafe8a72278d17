// Rows that are no regions on purpose are named, once for each reason and file, with their number.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Rows that are left out on purpose")
struct RowOmissionTests {
  private func skipped(_ coding: some LabelCoding, _ text: String) throws -> [LabelFinding] {
    let set = try Labels.read(coding, Labels.file("a", text))
    #expect(set.findings.allSatisfy { $0.code == .rowSkipped && !$0.code.dropsRow }, "\(set.findings)")
    #expect(set.regionCount == 1)
    return set.findings
  }

  private func says(_ finding: LabelFinding, _ omission: RowOmission, _ count: Int, _ field: String) -> Bool {
    (finding.note, finding.count, finding.field) == (omission.note, count, field)
  }

  @Test("Label Studio: cancelled annotations, predictions beside others, and what belongs to no region")
  func labelStudio() throws {
    let value = #""value":{"x":1,"y":2,"width":3,"height":4,"rectanglelabels":["c"]}"#
    func box(_ id: String) -> String { #"{"id":"\#(id)","type":"rectanglelabels",\#(value)}"# }
    let relation = #"{"type":"relation","from_id":"a","to_id":"b"}"#
    let text =
      #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(box("a")),\#(relation)]},"#
      + #"{"was_cancelled":true,"result":[\#(box("a")),\#(box("b"))]}],"predictions":[{"result":[\#(box("a"))]}]}]"#
    let found = try skipped(LabelStudioFormat(), text)
    try #require(found.count == 3)
    #expect(says(found[0], .cancelled, 2, "[0].annotations[1].result[0]"), "\(found[0])")
    #expect(says(found[1], .predicted, 1, "[0].predictions[0].result[0]"), "\(found[1])")
    #expect(says(found[2], .regionless, 1, "[0].annotations[0].result[1]"), "\(found[2])")
    #expect(found[0].description == "2 rows, the first in a, [0].annotations[1].result[0]: " + found[0].note)
  }

  @Test("Label Studio: drafts and predictions beside annotations, and in them, are turned with their image")
  func labelStudioDrafts() throws {
    func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
      #"{"type":"rectanglelabels","value":{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height),"#
        + #""rectanglelabels":["c"]}}"#
    }
    func text(_ box: String) -> String {
      let result = #""result":[\#(box)]"#
      return #"[{"data":{"image":"a.jpg"},"annotations":[{\#(result),"prediction":{\#(result)},"draft":[\#(box)]}],"#
        + #""drafts":[{\#(result),"annotation":1},{\#(result)}],"predictions":[{\#(result)}]}]"#
    }
    let found = try skipped(LabelStudioFormat(), text(box(1, 2, 3, 4)))
    try #require(found.count == 2)
    #expect(says(found[0], .drafted, 3, "[0].annotations[0].draft[0]"), "\(found[0])")
    #expect(says(found[1], .predicted, 2, "[0].annotations[0].prediction.result[0]"), "\(found[1])")
    let edit = try LabelStudioFormat().reoriented(Labels.file("a", text(box(1, 2, 3, 4)))) { _ in Labels.turn(.rightTop)
    }
    #expect(String(decoding: edit.bytes, as: UTF8.self) == text(box(94, 1, 4, 3)))
    #expect(edit.reorientedRows == 6 && edit.unchangedRows == 0 && edit.findings.isEmpty)
  }

  @Test("Label Studio: a class that stands before its region is that of the region")
  func early() throws {
    let place = #""x":1,"y":2,"width":3,"height":4"#
    let text =
      #"[{"data":{"image":"a.jpg"},"annotations":[{"result":["#
      + #"{"id":"c","type":"labels","value":{\#(place),"labels":["late"]}},"#
      + #"{"id":"c","type":"rectangle","value":{\#(place)}}]}]}]"#
    let set = try Labels.read(LabelStudioFormat(), Labels.file("a", text))
    #expect(set.findings.isEmpty && set.names == ["late"] && set.images[0].regions.map(\.label) == [0])
  }

  @Test("Label Studio: what belongs to none of several images is named too")
  func severalImages() throws {
    let value = #""value":{"x":1,"y":2,"width":3,"height":4,"rectanglelabels":["c"]}"#
    let text =
      #"[{"data":{"one":"a.jpg","two":"b.jpg"},"annotations":[{"result":["#
      + #"{"to_name":"one","type":"rectanglelabels",\#(value)},{"to_name":"two","type":"rectanglelabels",\#(value)},"#
      + #"{"type":"choices","original_width":9,"original_height":9,"value":{"choices":["x"]}}]}]}]"#
    let set = try Labels.read(LabelStudioFormat(), Labels.file("a", text))
    #expect(set.images.map(\.name) == ["a.jpg", "b.jpg"] && set.images.map(\.regions.count) == [1, 1])
    #expect(set.findings.map(\.note) == [RowOmission.regionless.note], "\(set.findings)")
  }

  @Test("CVAT: tags of the image, and tracks beside images")
  func cvat() throws {
    let text = """
      <annotations>
      <image name="a"><tag label="x"/><tag label="y"/><box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/></image>
      <track/><image name="b"><tag label="z"/></image></annotations>
      """
    let found = try skipped(CVATFormat(), text)
    try #require(found.count == 2)
    #expect(says(found[0], .imageTag, 3, "image[0].tag") && found[0].line == 2)
    #expect(says(found[1], .track, 1, "track") && found[1].line == 3)
  }

  @Test("LabelMe: flags of the image that are true")
  func labelMe() throws {
    let text =
      #"{"flags":{"blurred":true,"sharp":false,"dark":true},"imagePath":"a.jpg","#
      + #""shapes":[{"label":"x","points":[[1,2],[3,4]],"shape_type":"rectangle"}]}"#
    let found = try skipped(LabelMeFormat(), text)
    #expect(found.count == 1 && says(found[0], .imageFlag, 2, "flags"))
  }

  @Test("Pascal VOC: parts of an object")
  func voc() throws {
    let box = "<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox>"
    let text = "<annotation><object>\(box)<part>\(box)</part><part>\(box)</part></object></annotation>"
    let found = try skipped(VOCFormat(), text)
    #expect(found.count == 1 && says(found[0], .part, 2, "object[0].part"))
  }

  @Test("They take no place of other findings")
  func limit() {
    var list = FindingList("f", LabelLimits(findings: 1))
    for line in 1...5 { list.leaveOut(.cancelled, line: line) }
    list.add(.rowMalformed, line: 6)
    list.add(.rowMalformed, line: 7)
    list.leaveOut(.track, count: 0)
    #expect(list.all.map(\.code) == [.rowMalformed, .moreLost, .rowSkipped])
    #expect(list.all.map(\.count) == [1, 1, 5] && list.all[2].line == 1)
  }
}
