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
    let isOfImage: Bool
    /// Whether the sound row states a size, so that it stays with the other.
    var isWhole: Bool { !isOfImage && coding is LabelStudioFormat }
    var testDescription: String { field }
  }

  private static func labelMe(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let sound = #"{"label":"a","shape_type":"rectangle","points":[[1,2],[5,6]]}"#
    let text =
      image
      ? #"{"imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100,"shapes":[\#(sound)],\#(fields)}"#
      : #"{"imagePath":"a.jpg","shapes":[\#(sound),{\#(fields)}]}"#
    return Ambiguity(coding: LabelMeFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  private static func createML(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let sound = #"{"label":"a","coordinates":{"x":9,"y":8,"width":4,"height":2}}"#
    let text =
      image
      ? #"[{"image":"a.jpg","annotations":[\#(sound)],\#(fields)}]"#
      : #"[{"image":"a.jpg","annotations":[\#(sound),{"label":"b",\#(fields)}]}]"#
    return Ambiguity(coding: CreateMLFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  private static func studio(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let begin = #""type":"rectangle","original_width":100,"original_height":40"#
    let sound = #"{\#(begin),"value":{"x":1,"y":5,"width":3,"height":5}}"#
    let text =
      image
      ? #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound)]}],\#(fields)}]"#
      : #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound),{\#(begin),\#(fields)}]}]}]"#
    return Ambiguity(coding: LabelStudioFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  static let ambiguities: [Ambiguity] = [
    labelMe(
      #""points":[[1,2]],"points":[[3,4]],"shape_type":"point""#, "shapes[1].points", .rowMalformed, image: false),
    labelMe(
      #""points":[[1,2],[3,4]],"shape_type":"circle","shape_type":"line""#, "shapes[1].shape_type", .rowMalformed,
      image: false),
    labelMe(#""shapes":[]"#, ".shapes", .rowMalformed, image: true),
    labelMe(#""imageWidth":40"#, ".imageWidth", .rowMalformed, image: true),
    labelMe(#""imageHeight":100"#, ".imageHeight", .rowMalformed, image: true),
    labelMe(#""imageData":"/9j/4A==""#, ".imageData", .rowMalformed, image: true),
    labelMe(#""imagePath":"b.jpg""#, ".imagePath", .imageMissing, image: true),
    createML(
      #""coordinates":{"x":1,"x":2,"y":3,"width":4,"height":5}"#, "[0].annotations[1].coordinates.x", .rowMalformed,
      image: false),
    createML(
      #""coordinates":{"x":1,"y":3,"width":4,"height":5},"coordinates":{"x":9,"y":3,"width":4,"height":5}"#,
      "[0].annotations[1].coordinates", .rowMalformed, image: false),
    createML(#""annotations":[]"#, "[0].annotations", .rowMalformed, image: true),
    createML(#""image":"b.jpg""#, "[0].image", .imageMissing, image: true),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4,"height":5}"#, "[0].annotations[0].result[1].value.height",
      .rowMalformed, image: false),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4},"value":{"x":2,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].value", .rowMalformed, image: false),
    studio(
      #""original_width":40,"value":{"x":1,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].original_width", .rowMalformed, image: false),
    studio(#""annotations":[]"#, "[0].annotations", .rowMalformed, image: true),
    studio(#""data":{"image":"b.jpg"}"#, "[0].data", .imageMissing, image: true),
  ]

  @Test("What is in doubt stays and is named, and a sound row without a size turns", arguments: ambiguities)
  func twice(ambiguity: Ambiguity) throws {
    let file = Labels.file("a.json", ambiguity.text)
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try ambiguity.coding.reoriented(file) { _ in Labels.turn(tag) }
      let fields = [ambiguity.field] + (ambiguity.isWhole ? ["[0]"] : [])
      #expect(edit.findings.filter { $0.code.dropsRow }.map(\.field) == fields, "\(tag) \(edit.findings)")
      #expect(
        edit.findings.first?.code == ambiguity.code && edit.findings.first?.note.hasPrefix(JSONKeys.twice) == true)
      guard !ambiguity.isOfImage, !ambiguity.isWhole else {
        #expect(Labels.text(edit.bytes) == ambiguity.text)
        #expect((edit.reorientedRows, edit.unchangedRows) == (0, ambiguity.isWhole ? 2 : 1))
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
    #expect(set.regionCount == (ambiguity.isOfImage ? 0 : 1))
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
