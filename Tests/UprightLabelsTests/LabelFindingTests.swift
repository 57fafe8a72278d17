// Findings.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Findings")
struct LabelFindingTests {
  @Test("A finding is one sentence with its place")
  func sentences() {
    #expect(
      LabelFinding(.numberInvalid, in: "a.txt", line: 3, field: "column 2", note: "'x' is no number").description
        == "a.txt, line 3, column 2: 'x' is no number")
    #expect(
      LabelFinding(.imageUnknown, in: "a.txt").description.hasPrefix("a.txt: image not found, so its size is unknown"))
  }

  @Test("Codes are stable words, each with a sentence of its own", arguments: LabelFinding.Code.allCases)
  func codes(code: LabelFinding.Code) {
    #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!code.sentence.isEmpty && !code.sentence.hasSuffix("."))
    #expect(LabelFinding.Code.allCases.count { $0.sentence == code.sentence } == 1)
  }

  @Test("Which of them lose a row")
  func losing() {
    #expect(
      LabelFinding.Code.allCases.filter { !$0.dropsRow } == [
        .classMissing, .duplicateKey, .sizeContradicts, .imageEmbedded, .detailLost, .rowSkipped, .textLong, .more,
      ])
  }

  @Test("Lists keep as many as they may, and count the rest")
  func lists() {
    var list = FindingList("f", LabelLimits(findings: 2))
    #expect(list.all.isEmpty)
    for line in 1...5 { list.add(.rowMalformed, line: line) }
    #expect(list.all.map(\.line) == [1, 2, nil])
    #expect(list.all.last?.note == "3 more findings, 3 of which lose a row")
    var one = FindingList("f", LabelLimits(findings: 0))
    one.add(.rowMalformed)
    #expect(one.all.count == 1)
  }

  @Test("What a format cannot say of a region is named with the picture and the line")
  func losses() {
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    var region = Region<Stored>(box: box)
    region.location = LabelLocation(file: 0, line: 7, row: 2)
    var findings: [LabelFinding] = []
    findings.lostAllButBox(region, "a.jpg")
    #expect(findings.isEmpty)
    findings.lost("holes are filled", region, "a.jpg")
    #expect(findings == [LabelFinding(.detailLost, in: "a.jpg", line: 7, note: "holes are filled")])
    var (outlined, jointed) = (region, region)
    outlined.outline = .points([Point2D(x: 1, y: 2)])
    jointed.keypoints = [Keypoint(Point2D(x: 1, y: 2), .visible)]
    for more in [outlined, jointed] {
      findings = []
      findings.lostAllButBox(more, "b.jpg")
      #expect(findings == [LabelFinding(.detailLost, in: "b.jpg", line: 7, note: "only its box is written")])
    }
  }

  @Test("Whether rows are lost by what is kept no longer is told by its code")
  func droppedFindings() {
    let codes: [([LabelFinding.Code], LabelFinding.Code)] = [
      ([.duplicateKey], .more), ([.duplicateKey, .detailLost, .classMissing], .more), ([.rowMalformed], .moreLost),
      ([.duplicateKey, .numberInvalid], .moreLost), ([.imageUnknown, .sizeContradicts], .moreLost),
    ]
    for (dropped, wanted) in codes {
      var list = FindingList("f", LabelLimits(findings: 1))
      list.add(.rowMalformed, line: 1)
      for code in dropped { list.add(code) }
      #expect(list.all.map(\.code) == [.rowMalformed, wanted], "\(dropped)")
      #expect(list.all[1].code.dropsRow == dropped.contains(where: \.dropsRow))
      #expect(list.all[1].note.hasPrefix("\(dropped.count) more findings") && list.all[1].file == "f")
    }
  }
}
