// Names of label formats, and their properties.

import Testing
import UprightGeometry
import UprightLabels

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelFormatNameTests {
  @Test func eachExtensionHasItsUsualFormat() {
    #expect(LabelFormatName(fileExtension: "JSON") == .coco)
    #expect(LabelFormatName(fileExtension: "txt") == .yolo)
    #expect(LabelFormatName(fileExtension: "xml") == .voc)
    #expect(LabelFormatName(fileExtension: "jsonl") == .boxLines)
    #expect(LabelFormatName(fileExtension: "jpg") == nil)
    for format in LabelFormatName.allCases {
      #expect(LabelFormatName(fileExtension: format.fileExtension)?.fileExtension == format.fileExtension)
    }
  }

  @Test func fewCountInShares() {
    let shares = LabelFormatName.allCases.filter { $0.unit == .shares }
    #expect(shares == [.yolo, .yoloSegment, .yoloOBB, .w3cPercent, .tensorFlow, .vision])
    #expect(shares.allSatisfy { $0.isInShares })
    #expect(LabelFormatName.allCases.filter(\.hasNamesElsewhere) == [.yolo, .yoloSegment, .yoloOBB])
    let single = LabelFormatName.allCases.filter { !$0.isFilePerImage }
    #expect(
      single == [.coco, .cvat, .w3c, .w3cPercent, .labelStudio, .createML, .boxLines, .tensorFlow, .vision])
  }

  @Test func eachNameHasACodingOfItsOwn() {
    var set = LabelSet<Labelled>(names: ["cat"])
    let box = Region<Labelled>(box: .init(x: 10, y: 20, width: 30, height: 40), label: 0)
    set.images = [LabelledImage(name: "a.jpg", size: .init(width: 100, height: 80), regions: [box])]
    let texts = LabelFormatName.allCases.map { format in
      String(decoding: format.coding().written(set).files.flatMap(\.bytes), as: UTF8.self)
    }
    #expect(texts[0].contains("\"bbox\":[10,20,30,40]"))
    #expect(texts[1].contains("0 0.250000 0.500000 0.300000 0.500000"))
    #expect(texts[2].contains("0 0.100000 0.250000") && texts[2] != texts[1])
    #expect(texts[4].contains("<xmin>11</xmin>") && texts[4].contains("<xmax>40</xmax>"))
    #expect(texts[5].contains("<xmin>10</xmin>") && texts[5].contains("<xmax>40</xmax>"))
    func text(_ format: LabelFormatName) -> String {
      LabelFormatName.allCases.firstIndex(of: format).map { texts[$0] } ?? ""
    }
    #expect(text(.cvat).contains(#"xtl="10" ytl="20" xbr="40" ybr="60""#))
    #expect(text(.w3c).contains("xywh=pixel:10,20,30,40"))
    #expect(text(.w3cPercent).contains("xywh=percent:10,25,30,50"))
    #expect(text(.labelMe).contains("\"points\":[[10,20],[40,60]]"))
    #expect(text(.labelStudio).contains("\"value\":{\"x\":10,\"y\":25,\"width\":30,\"height\":50,"))
    #expect(text(.createML).contains("\"coordinates\":{\"x\":25,\"y\":40,\"width\":30,\"height\":40}"))
    #expect(text(.boxLines) == "{\"image\":\"a.jpg\",\"x\":10,\"y\":20,\"w\":30,\"h\":40,\"label\":\"cat\"}\n")
    #expect(text(.tensorFlow) == "{\"image\":\"a.jpg\",\"boxes\":[[0.25,0.1,0.75,0.4]],\"classes\":[\"cat\"]}\n")
    #expect(text(.vision).contains("\"boundingBox\":{\"x\":0.1,\"y\":0.25,\"width\":0.3,\"height\":0.5}"))
  }
}
