// COCO's JSON from front to back.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

/// Records the findings of a scan, as text.
private struct Recorder: COCOConsumer {
  var events: [String] = []

  mutating func take(_ image: COCOImage) {
    events.append(
      "image \(image.id?.name ?? "-") \(image.name) \(image.width?.value ?? -1) \(image.height?.value ?? -1)")
  }

  mutating func take(_ category: COCOCategory) {
    events.append("category \(category.id?.name ?? "-") \(category.name) \(category.keypoints.joined(separator: "/"))")
  }

  mutating func take(_ row: borrowing COCORow) {
    let box = row.box.map { String($0.value) }.joined(separator: " ")
    let faults = row.faults.map { "\($0.code.rawValue) \($0.field)" }.joined(separator: "; ")
    let attributes = row.attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    events.append(
      "row \(row.row) line \(row.line) \(row.image?.name ?? "-") \(row.category?.name ?? "-") [\(box)] \(row.ringEnds) "
        + "\(row.points.count) \(row.keypoints.count) \(attributes) \(faults)")
  }

  mutating func takeDuplicate(_ key: String, line: Int) { events.append("twice \(key) \(line)") }
}

@Suite("Scanning COCO")
struct COCOScanTests {
  private func events(_ text: String, inOrder: Bool = false, _ limits: LabelLimits = LabelLimits()) throws -> [String] {
    var recorder = Recorder()
    try COCOScan.run(Labels.file("f.json", text), limits, inOrder: inOrder, &recorder)
    return recorder.events
  }

  @Test(
    "Numbers behind what is no list of numbers are a polygon without it",
    arguments: [
      (#"["x",5]"#, "[1]"), (#"[{"a":1},5,6]"#, "[2]"), ("[null,5]", "[1]"), (#"[5,"x",6]"#, "[2]"),
      (#"[[1,2],"x",6]"#, "[3]"), (#"["x"]"#, "[]"), (#"["x",[1,2]]"#, "[2]"), (#"["x",5,[1,2]]"#, "[1, 3]"),
    ])
  func mixedSegmentation(text: String, ends: String) throws {
    let row = #"{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"segmentation":\#(text)}"#
    let found = try events(#"{"annotations":[\#(row)]}"#)
    #expect(found.count == 1 && found[0].contains("] \(ends) "), "\(found)")
    #expect(found[0].contains("row-malformed segmentation["), "\(found)")
  }

  @Test("All that matters is found, with its lines")
  func all() throws {
    #expect(
      try events(Labels.coco) == [
        "image 7 a.jpg 100.0 40.0",
        "category 3 person nose/left_eye/right_eye",
        "row 0 line 6 7 3 [30.25 16.0 40.0 8.5] [] 0 0  ",
        "row 1 line 7 7 3 [10.5 0.0 20.0 30.0] [6, 12] 12 0  ",
        "row 2 line 8 7 3 [5.0 5.0 10.0 10.0] [] 0 9  ",
        "row 3 line 9 7 3 [0.0 0.0 2.0 3.0] [] 0 0 iscrowd=1 ",
        "row 4 line 10 7 3 [0.0 0.0 2.0 3.0] [] 0 0  ",
      ])
  }

  @Test("Annotations in front of the pictures come last, or where they stand")
  func order() throws {
    let text = "{\"annotations\":[{\"image_id\":1}],\"x\":[1,{}],\n\"images\":[{\"id\":1}],\"categories\":[]}"
    #expect(try events(text) == ["image 1  -1.0 -1.0", "row 0 line 1 1 - [] [] 0 0  "])
    #expect(try events(text, inOrder: true) == ["row 0 line 1 1 - [] [] 0 0  ", "image 1  -1.0 -1.0"])
  }

  @Test("Fields of the wrong kind are faults of their row, and nothing else")
  func kinds() throws {
    for (row, fault) in [
      ("{\"bbox\":5}", "row-malformed bbox"), ("{\"bbox\":null}", ""),
      ("{\"bbox\":[1,null]}", "number-invalid bbox[1]"),
      ("{\"bbox\":[1,{}]}", "number-invalid bbox[1]"), ("{\"bbox\":[2e9]}", "number-invalid bbox[0]"),
      ("{\"segmentation\":[[1,\"x\"]]}", "number-invalid segmentation[0][1]"),
      ("{\"segmentation\":[[],[true]]}", "number-invalid segmentation[1][0]"),
      ("{\"segmentation\":[\"x\"]}", "row-malformed segmentation[0]"), ("{\"segmentation\":null}", ""),
      ("{\"segmentation\":\"x\"}", "row-malformed segmentation"), ("{\"keypoints\":{}}", "row-malformed keypoints"),
      ("[]", "row-malformed "), ("null", "row-malformed "), ("{\"id\":1,\"id\":2}", "duplicate-key id"),
      ("{\"image_id\":1.5}", ""), ("{\"image_id\":[1]}", ""),
    ] {
      let found = try events("{\"annotations\":[\(row)],\"images\":[]}")
      #expect(found.count == 1 && found[0].hasSuffix(" \(fault)"), "\(row): \(found)")
    }
  }

  @Test("A flat list of numbers is one ring")
  func flat() throws {
    #expect(try events("{\"images\":[],\"annotations\":[{\"segmentation\":[1,2,3,4,5,6]}]}")[0].contains("[6] 6"))
  }

  @Test("Attributes are simple values; others and zeros say nothing")
  func attributes() throws {
    let row =
      "{\"score\":0.25,\"iscrowd\":0,\"attributes\":{\"occluded\":true,\"color\":\"r\\u00e9d\",\"n\":3,\"o\":{},\"z\":null}}"
    #expect(
      try events("{\"images\":[],\"annotations\":[\(row)]}")[0].hasSuffix("score=0.25 occluded=true color=réd n=3 "))
  }

  @Test("Lists of pictures and classes may hold what is none")
  func others() throws {
    let text =
      "{\"images\":[5,{\"id\":\"x\",\"width\":\"w\",\"file_name\":3}],\"categories\":[7,{\"name\":\"n\",\"keypoints\":5}]}"
    #expect(try events(text) == ["image -  -1.0 -1.0", "image x  nan -1.0", "category - n "])
  }

  @Test("What is no COCO is an error")
  func wrong() {
    for (text, code) in [
      ("{}", .wrongFormat), ("{\"a\":1}", .wrongFormat), ("5", .wrongFormat), ("{\"images\":5}", .wrongFormat),
      ("{\"annotations\":{}}", .wrongFormat), ("", .truncated), ("{\"images\":[NaN]}", .notANumber), ("[1]2", .syntax),
      ("{\"images\":[]}x", .syntax),
    ] as [(String, LabelError.Code)] {
      do {
        _ = try events(text)
        Issue.record("\(text) was read")
      } catch let error as LabelError { #expect(error.code == code, "\(text)") } catch { Issue.record("\(error)") }
    }
  }

  @Test("Deep, long and endless fields cost no more than their bytes")
  func hostile() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(throws: LabelError.self) { try events("{\"annotations\":[{\"bbox\":\(deep)") }
    #expect(throws: LabelError.self) { try events("{\"annotations\":[{\"mine\":\(deep)") }
    let many = String(repeating: "x,", count: 100_000).dropLast()
    #expect(throws: LabelError.self) { try events("{\"annotations\":[{\"bbox\":[\(many)]}]}") }
    let texts = [String](repeating: "\"x\"", count: 50_000).joined(separator: ",")
    #expect(try events("{\"images\":[],\"annotations\":[{\"bbox\":[\(texts)]}]}").count == 1)
  }

  @Test("Every prefix is an error, and no trap")
  func prefixes() {
    let bytes = Array(Labels.coco.utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 3) {
      var recorder = Recorder()
      #expect(throws: LabelError.self, "\(end)") {
        try COCOScan.run(LabelFile(name: "f", bytes: Array(bytes[..<end])), LabelLimits(), &recorder)
      }
    }
  }

  @Test("Any byte at any place gives an answer, of reading and of turning", arguments: 0..<4)
  func mutations(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let source = Array(Labels.coco.utf8)
    var read = 0
    for _ in 0..<400 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          "0123456789.-e,[]{}\":".utf8.randomElement(using: &random) ?? UInt8.random(in: 0...255, using: &random)
      }
      let file = LabelFile(name: "f", bytes: bytes)
      if (try? Labels.read(COCOFormat(), file)) != nil { read += 1 }
      _ = try? COCOFormat().reoriented(file) { _ in Labels.turn(.leftBottom) }
    }
    #expect(read > 0)
  }
}

// Ids of COCO in every spelling of a number.

@Suite("Ids of COCO")
struct COCOIdentityTests {
  private func identity(_ text: String) throws -> COCOIdentity? {
    var scanner = try JSONScanner(Labels.file("f", text))
    let identity = try COCOIdentity(&scanner)
    try scanner.finish()
    return identity
  }

  @Test(
    "A whole number is the same id however it is spelled",
    arguments: [
      ("7", "7.0"), ("7", "7.000"), ("7", "70e-1"), ("700", "7e2"), ("0", "-0"), ("0", "0.0"), ("-3", "-3.0"),
      ("12345678901234567890", "12345678901234567890.0"), ("12345678901234567890", "1234567890123456789.0e1"),
      ("1.5", "1.50"), ("100000000000000000000", "1e20"),
    ])
  func spellings(one: String, two: String) throws {
    let (one, two) = (try #require(try identity(one)), try #require(try identity(two)))
    #expect(one == two && one.hashValue == two.hashValue && one.name == two.name)
  }

  @Test("Numbers that differ in the last of many digits, and numbers and texts, are different ids")
  func different() throws {
    let texts = [
      "1", "\"1\"", "2", "-1", "12345678901234567890", "12345678901234567891", "-12345678901234567890",
      "\"12345678901234567890\"", "1.5", "9007199254740993.0", "9007199254740992",
    ]
    let ids = try texts.map { try #require(try identity($0)) }
    #expect(Set(ids).count == texts.count)
    #expect(ids[4].name == "12345678901234567890" && ids[6].name == "-12345678901234567890" && ids[0].name == "1")
  }

  @Test("What is neither a number nor a text is no id", arguments: ["null", "true", "[1]", "{\"id\":1}", "1e999"])
  func none(text: String) throws { #expect(try identity(text) == nil) }

  @Test(
    "Labels are found by ids as pandas and databases write them, and turned with them",
    arguments: [("1.0", "1"), ("1.0", "1.0"), ("12345678901234567890", "12345678901234567890"), ("1", "1e0")])
  func labels(image: String, row: String) throws {
    let text = """
      {"images":[{"id":\(image),"file_name":"a.jpg","width":100,"height":40}],"categories":[{"id":\(image),"name":"cat"}],
      "annotations":[{"image_id":\(row),"category_id":\(row),"bbox":[10,20,30,5]}]}
      """
    let set = try Labels.read(COCOFormat(), Labels.file("f", text))
    #expect(set.findings.isEmpty && set.regionCount == 1 && set.names == ["cat"])
    #expect(set.images[0].regions[0].label == 0)
    let edit = try COCOFormat().reoriented(Labels.file("f", text)) { $0 == "a.jpg" ? Labels.turn(.topRight) : nil }
    #expect(edit.findings.isEmpty && edit.reorientedRows == 1)
    #expect(Labels.text(edit.bytes) == text.replacing("[10,", with: "[60,"))
  }

  @Test("A picture without an id is asked for all the same, so that who turns it knows of its labels")
  func asked() throws {
    let text =
      "{\"images\":[{\"id\":true,\"file_name\":\"a.jpg\"}],\"annotations\":[{\"image_id\":true,\"bbox\":[1,2,3,4]}]}"
    var asked: [String] = []
    let edit = try COCOFormat().reoriented(Labels.file("f", text)) { name in
      asked.append(name)
      return Labels.turn(.topRight)
    }
    #expect(asked == ["a.jpg"] && edit.reorientedRows == 0 && edit.unchangedRows == 1)
    #expect(edit.findings.contains { $0.code == .imageUnknown } && edit.bytes == Array(text.utf8))
  }
}
