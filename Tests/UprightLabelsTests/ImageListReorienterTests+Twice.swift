// Duplicate keys in files of listed images: nothing is rotated that another reader would not see rotated.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

extension ImageListReorienterTests {
  /// A format, a file of it whose first row is valid, and what is ambiguous in it.
  struct Ambiguity: Sendable, CustomTestStringConvertible {
    let coding: any LabelCoding
    let text: String
    /// The fields of the findings that reading and rotating share.
    let field: String
    let code: LabelFinding.Code
    /// Whether the image as a whole is ambiguous, and not one of its rows.
    let isOfPicture: Bool
    var testDescription: String { field }
  }

  private static func labelMe(_ fields: String, _ field: String, _ code: LabelFinding.Code, picture: Bool) -> Ambiguity
  {
    let sound = #"{"label":"a","shape_type":"rectangle","points":[[1,2],[5,6]]}"#
    let text =
      picture
      ? #"{"imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100,"shapes":[\#(sound)],\#(fields)}"#
      : #"{"imagePath":"a.jpg","shapes":[\#(sound),{\#(fields)}]}"#
    return Ambiguity(coding: LabelMeFormat(), text: text, field: field, code: code, isOfPicture: picture)
  }

  private static func createML(_ fields: String, _ field: String, _ code: LabelFinding.Code, picture: Bool) -> Ambiguity
  {
    let sound = #"{"label":"a","coordinates":{"x":9,"y":8,"width":4,"height":2}}"#
    let text =
      picture
      ? #"[{"image":"a.jpg","annotations":[\#(sound)],\#(fields)}]"#
      : #"[{"image":"a.jpg","annotations":[\#(sound),{"label":"b",\#(fields)}]}]"#
    return Ambiguity(coding: CreateMLFormat(), text: text, field: field, code: code, isOfPicture: picture)
  }

  private static func studio(_ fields: String, _ field: String, _ code: LabelFinding.Code, picture: Bool) -> Ambiguity {
    let begin = #""type":"rectangle","original_width":100,"original_height":40"#
    let sound = #"{\#(begin),"value":{"x":1,"y":5,"width":3,"height":5}}"#
    let text =
      picture
      ? #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound)]}],\#(fields)}]"#
      : #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound),{\#(begin),\#(fields)}]}]}]"#
    return Ambiguity(coding: LabelStudioFormat(), text: text, field: field, code: code, isOfPicture: picture)
  }

  static let ambiguities: [Ambiguity] = [
    labelMe(
      #""points":[[1,2]],"points":[[3,4]],"shape_type":"point""#, "shapes[1].points", .rowMalformed, picture: false),
    labelMe(
      #""points":[[1,2],[3,4]],"shape_type":"circle","shape_type":"line""#, "shapes[1].shape_type", .rowMalformed,
      picture: false),
    labelMe(#""shapes":[]"#, ".shapes", .rowMalformed, picture: true),
    labelMe(#""imageWidth":40"#, ".imageWidth", .rowMalformed, picture: true),
    labelMe(#""imageHeight":100"#, ".imageHeight", .rowMalformed, picture: true),
    labelMe(#""imageData":"/9j/4A==""#, ".imageData", .rowMalformed, picture: true),
    labelMe(#""imagePath":"b.jpg""#, ".imagePath", .imageMissing, picture: true),
    createML(
      #""coordinates":{"x":1,"x":2,"y":3,"width":4,"height":5}"#, "[0].annotations[1].coordinates.x", .rowMalformed,
      picture: false),
    createML(
      #""coordinates":{"x":1,"y":3,"width":4,"height":5},"coordinates":{"x":9,"y":3,"width":4,"height":5}"#,
      "[0].annotations[1].coordinates", .rowMalformed, picture: false),
    createML(#""annotations":[]"#, "[0].annotations", .rowMalformed, picture: true),
    createML(#""image":"b.jpg""#, "[0].image", .imageMissing, picture: true),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4,"height":5}"#, "[0].annotations[0].result[1].value.height",
      .rowMalformed, picture: false),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4},"value":{"x":2,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].value", .rowMalformed, picture: false),
    studio(
      #""original_width":40,"value":{"x":1,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].original_width", .rowMalformed, picture: false),
    studio(#""annotations":[]"#, "[0].annotations", .rowMalformed, picture: true),
    studio(#""data":{"image":"b.jpg"}"#, "[0].data", .imageMissing, picture: true),
  ]

  @Test("What is in doubt stays byte for byte and is named, and the sound row beside it turns", arguments: ambiguities)
  func twice(ambiguity: Ambiguity) throws {
    let file = Labels.file("a.json", ambiguity.text)
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try ambiguity.coding.reoriented(file) { _ in Labels.turn(tag) }
      #expect(edit.findings.filter { $0.code.dropsRow }.map(\.field) == [ambiguity.field], "\(tag) \(edit.findings)")
      #expect(
        edit.findings.first?.code == ambiguity.code && edit.findings.first?.note.hasPrefix(JSONKeys.twice) == true)
      guard !ambiguity.isOfPicture else {
        #expect(Labels.text(edit.bytes) == ambiguity.text && edit.reorientedRows == 0 && edit.unchangedRows == 1)
        continue
      }
      #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes) != ambiguity.text)
      let tail = try #require(ambiguity.text.firstRange(of: "},{").map { ambiguity.text[$0.upperBound...] })
      #expect(Labels.text(edit.bytes).hasSuffix(tail), "\(tag): \(Labels.text(edit.bytes))")
      let back = try ambiguity.coding.reoriented(LabelFile(name: "a.json", bytes: edit.bytes)) { _ in Labels.back(tag) }
      #expect(Labels.text(back.bytes) == ambiguity.text)
    }
  }

  @Test("What is in doubt is not read, and what is sound is", arguments: ambiguities)
  func reading(ambiguity: Ambiguity) throws {
    let set = try Labels.read(ambiguity.coding, Labels.file("a.json", ambiguity.text))
    #expect(set.findings.filter { $0.code.dropsRow }.map(\.field) == [ambiguity.field])
    #expect(set.regionCount == (ambiguity.isOfPicture ? 0 : 1))
  }

  @Test("Who turns pictures hears of all names, also of those whose labels stay", arguments: ambiguities)
  func names(ambiguity: Ambiguity) throws {
    var names: Set<String> = []
    _ = try ambiguity.coding.reoriented(Labels.file("a.json", ambiguity.text)) {
      name -> LabelReorientation<Stored, Displayed>? in
      names.insert(name)
      return nil
    }
    #expect(names == (ambiguity.code == .imageMissing ? [] : ["a.jpg"]))
  }
}
