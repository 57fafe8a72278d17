// The names of YOLO's classes.

import Testing

@testable import UprightLabels

@Suite("data.yaml")
struct YOLONamesTests {
  @Test(
    "Names in every form that is used",
    arguments: [
      "names: [cat, 'black dog', \"a, b\"]", "names:\n- cat\n- black dog\n- \"a, b\"\n",
      "names:\n  - cat\n  - black dog  # not white\n  - 'a, b'",
      "names:\n  0: cat\n  2: \"a, b\"\n  1: 'black dog'\n", "names: {0: cat, 1: black dog, 2: \"a, b\"}",
      "names: [cat,\n  'black dog',\n  \"a, b\"]\nnc: 3",
      "# names: [x]\npath: ../x\ntrain: images\nnc: 3\nnames:\n\n  0: cat\n  1: black dog\n  2: a, b\nother:\n  3: no\n",
      "\u{FEFF}names: [cat, black dog, 'a, b']\r\n",
    ])
  func forms(text: String) throws {
    #expect(try YOLONames(Labels.file("data.yaml", text)).names == ["cat", "black dog", "a, b"])
  }

  @Test("A number that is missing gets itself as name")
  func gaps() throws {
    #expect(try YOLONames(Labels.file("d.yaml", "names:\n 2: c\n 0: a")).names == ["a", "1", "c"])
  }

  @Test("Keypoints")
  func keypoints() throws {
    #expect(
      try YOLONames(Labels.file("d.yaml", "kpt_shape: [17, 3]\nnames: [p]")).keypoints
        == YOLOKeypoints(count: 17, hasVisibility: true))
    #expect(
      try YOLONames(Labels.file("d.yaml", "kpt_shape: [4, 2]\nnames: [p]")).keypoints
        == YOLOKeypoints(count: 4, hasVisibility: false))
    for shape in ["[0, 3]", "[4, 4]", "[4]", "[99999999999999999999, 2]", ""] {
      #expect(try YOLONames(Labels.file("d.yaml", "kpt_shape: \(shape)\nnames: [p]")).keypoints == nil)
    }
  }

  @Test("One name a line")
  func lines() throws {
    #expect(try YOLONames(Labels.file("classes.txt", "cat\r\n\n black dog \n")).names == ["cat", "black dog"])
  }

  @Test(
    "What is written is read again",
    arguments: [[], ["a"], ["'", "\"", "a: b", "# c", "é", "[x]", "1", "- d", "\\"]] as [[String]])
  func thereAndBack(names: [String]) throws {
    let written = YOLONames(names: names, keypoints: YOLOKeypoints(count: 5, hasVisibility: true))
    #expect(try YOLONames(LabelFile(name: "data.yaml", bytes: written.bytes)) == written)
  }

  @Test("Without names there is an error, and enormous numbers are not believed")
  func none() {
    for text in [
      "", "nc: 3", "names", "name: [a]", "names:\n  999999999999: a", "names:\n  1000001: a", "names: [a, b",
    ] {
      let names = try? YOLONames(Labels.file("data.yaml", text)).names
      #expect(names == nil || names == [], "\(text)")
    }
    #expect(throws: LabelError.self) { try YOLONames(LabelFile(name: "d.yaml", bytes: [0xFF, 0xFE, 0x61, 0])) }
    #expect(throws: LabelError.self) { try YOLONames(LabelFile(name: "d.yaml", bytes: [0x80])) }
  }
}
