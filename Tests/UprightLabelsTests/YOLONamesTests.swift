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

  @Test func keypoints() throws {
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

  @Test(
    "One name a line; an empty one keeps the numbers of those behind it, but for those at the end",
    arguments: [
      ("cat\r\n black dog \n", ["cat", "black dog"]), ("cat\n\ndog", ["cat", "1", "dog"]),
      ("\n  \ndog\n\n \n", ["0", "1", "dog"]), ("cat\r\n\r\ndog\r\n\r\n", ["cat", "1", "dog"]), ("", []), ("\n\n", []),
    ])
  func lines(text: String, names: [String]) throws {
    #expect(try YOLONames(Labels.file("classes.txt", text)).names == names)
  }

  @Test(
    "A kpt_shape as a list in a block, or in brackets over several lines",
    arguments: [
      "kpt_shape:\n- 2\n- 3\nnames: [p]", "names:\n- p\nkpt_shape:\n  - 2\n  - 3\n",
      "kpt_shape: [2,\n  3]\nnames:\n  0: p",
      "kpt_shape:\n\n- 2 # points\n- 3\nflip_idx:\n- 1\n- 0\nnames:\n- p\n",
    ])
  func blocks(text: String) throws {
    let names = try YOLONames(Labels.file("d.yaml", text))
    #expect(names == YOLONames(names: ["p"], keypoints: YOLOKeypoints(count: 2, hasVisibility: true)))
  }

  @Test(
    "What is no shape of keypoints is none",
    arguments: [
      "kpt_shape:\n- 2\n", "kpt_shape:\n- 2\n- x\n", "kpt_shape:\n- 2\n- 3\n- 4\n", "kpt_shape: {0: 2, 1: 3}\n",
    ])
  func noShapes(text: String) throws {
    #expect(try YOLONames(Labels.file("d.yaml", text + "names: [p]")) == YOLONames(names: ["p"]))
  }

  @Test("A list in brackets without an end is an error of its last line, and no list without names")
  func unterminated() {
    for text in ["names: [a, b", "path: x\nnames: {0: a,", "names: [a]\nkpt_shape: [2"] {
      do {
        _ = try YOLONames(Labels.file("data.yaml", text))
        Issue.record("\(text) was read")
      } catch { #expect(error.code == .truncated && error.line == text.split(separator: "\n").count) }
    }
    #expect((try? YOLONames(Labels.file("data.yaml", "names: a\nnc: 1")).names) == [])
  }

  @Test(
    "Escapes that are none are taken as they stand",
    arguments: [
      (#""\""#, #"\"#), (#""\u1""#, #"\u1"#), (#""a\u12""#, #"a\u12"#), (#""\ud83d\u1""#, "\u{FFFD}\\u1"),
      (#""\u0041""#, "A"),
    ])
  func escapes(written: String, name: String) throws {
    for text in ["names:\n  0: \(written)", "names:\n- \(written)\n", "names: [\(written)]"] {
      #expect(try YOLONames(Labels.file("data.yaml", text)).names == [name], "\(text)")
    }
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
      "", "nc: 3", "names", "name: [a]", "names:\n  999999999999: a", "names:\n  1000001: a",
    ] {
      let names = try? YOLONames(Labels.file("data.yaml", text)).names
      #expect(names == nil || names == [], "\(text)")
    }
    #expect(throws: LabelError.self) { try YOLONames(LabelFile(name: "d.yaml", bytes: [0xFF, 0xFE, 0x61, 0])) }
    #expect(throws: LabelError.self) { try YOLONames(LabelFile(name: "d.yaml", bytes: [0x80])) }
  }
}
