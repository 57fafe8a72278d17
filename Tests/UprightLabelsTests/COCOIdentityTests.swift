// Ids of COCO in every spelling of a number.

import Testing
import UprightGeometry

@testable import UprightLabels

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
