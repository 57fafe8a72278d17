// Sizes of images that labels state but no image can have.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Sizes that are stated")
struct StatedSizeTests {
  /// A file for an image of 100 by 40 with one box, and the name of an error in its width.
  private struct Sample {
    let coding: any LabelCoding
    let text: String
    let field: String
    /// Whether the width is between quotes or tags, so that a text is one without quotes.
    var isText = false

    func with(_ width: String, _ height: String = "40") -> LabelFile {
      Labels.file("f", text.replacing("WIDE", with: width).replacing("HIGH", with: height))
    }
  }

  private static let samples = [
    Sample(
      coding: COCOFormat(),
      text: """
        {"images":[
        {"id":1,"file_name":"a","width":WIDE,"height":HIGH}],
        "annotations":[{"image_id":1,"bbox":[1,2,3,4]}]}
        """, field: "images[0].width"),
    Sample(
      coding: VOCFormat(),
      text: """
        <annotation><filename>a</filename>
        <size><width>WIDE</width><height>HIGH</height></size>
        <object><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox></object></annotation>
        """, field: "size.width", isText: true),
    Sample(
      coding: CVATFormat(),
      text: """
        <annotations>
        <image name="a" width="WIDE" height="HIGH"><box label="c" xtl="1" ytl="2" xbr="3" ybr="4"/></image></annotations>
        """, field: "image[0].width", isText: true),
    Sample(
      coding: WebAnnotationFormat(),
      text: """
        [
        {"target":{"source":{"id":"a","width":WIDE,"height":HIGH},"selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4"}}}]
        """, field: "annotation[0].target[0].width"),
    Sample(
      coding: LabelMeFormat(),
      text: """
        {"shapes":[{"points":[[1,2],[3,4]],"shape_type":"rectangle"}],
        "imagePath":"a","imageHeight":HIGH,"imageWidth":WIDE}
        """, field: "imageWidth"),
    Sample(
      coding: LabelStudioFormat(),
      text: """
        [{"data":{"image":"a"},"annotations":[{"result":[
        {"original_width":WIDE,"original_height":HIGH,"type":"rectanglelabels","value":{"x":1,"y":2,"width":3,"height":4,"rectanglelabels":["c"]}}]}]}]
        """, field: "[0].annotations[0].result[0].original_width"),
    Sample(
      coding: BoxLinesFormat(.tensorFlow),
      text: """

        {"image":"a","width":WIDE,"height":HIGH,"ymin":0.1,"xmin":0.2,"ymax":0.3,"xmax":0.5}
        """, field: "width"),
  ]

  private func read(
    _ sample: Sample, _ file: LabelFile, size: PixelSize<Stored>? = Labels.size
  ) throws -> LabelSet<Stored> {
    var set = LabelSet<Stored>()
    try sample.coding.read(file, into: &set) { _ in size }
    return set
  }

  @Test("What no picture can have is named, and its rows are not turned", arguments: samples.indices)
  func malformed(index: Int) throws {
    let sample = Self.samples[index]
    for width in ["-240", "1e30", "240.5", "0", "\"240\"", "true"] where !sample.isText || !width.contains("\"") {
      let file = sample.with(width)
      let set = try read(sample, file, size: nil)
      let found = try #require(set.findings.first { $0.code == .sizeMalformed }, "\(width)")
      #expect(found.file == "f" && found.field == sample.field, "\(width): \(found)")
      for tag in ExifOrientation.allCases {
        let edit = try sample.coding.reoriented(file) { _ in Labels.turn(tag) }
        #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 1), "\(width), \(tag)")
        #expect(edit.findings.map(\.code) == [.sizeMalformed], "\(width), \(tag)")
      }
    }
  }

  @Test(
    "Its labels go into no other space and format, even where the header states the size", arguments: samples.indices)
  func left(index: Int) throws {
    let sample = Self.samples[index]
    let set = try read(sample, sample.with("-100"))
    let turned: LabelSet<Displayed> = set.applying { _ in Labels.turn(.rightTop).orientation }
    #expect(turned.regionCount == 0 && turned.findings.contains { $0.code == .sizeMalformed })
    #expect(!turned.findings.contains { $0.code == .imageUnknown }, "the image is there: \(turned.findings)")
  }

  @Test("Heights, and sides that stand alone, are as bad", arguments: samples.indices)
  func sides(index: Int) throws {
    let sample = Self.samples[index]
    let set = try read(sample, sample.with("100", "-40"), size: nil)
    let field = sample.field.replacing("width", with: "height").replacing("Width", with: "Height")
    #expect(set.findings.first { $0.code == .sizeMalformed }?.field == field)
    guard !sample.isText else { return }
    let alone = try read(sample, sample.with("100", "null"), size: nil)
    #expect(alone.findings.first { $0.code == .sizeMalformed }?.note == "only one side of the image is stated")
    let neither = try read(sample, sample.with("null", "null"))
    #expect(neither.findings.isEmpty && neither.regionCount == 1)
  }

  @Test("Whole numbers of any spelling are sizes", arguments: samples.indices)
  func fine(index: Int) throws {
    let sample = Self.samples[index]
    for width in ["100", "100.0", "1e2"] {
      #expect(try read(sample, sample.with(width)).findings.isEmpty, "\(width)")
      let edit = try sample.coding.reoriented(sample.with(width)) { _ in Labels.turn(.rightTop) }
      #expect(edit.findings.isEmpty && edit.reorientedRows == 1 && Labels.text(edit.bytes).contains(width))
    }
  }

  @Test("One picture's size does not touch the rows of the others", arguments: ExifOrientation.allCases)
  func others(tag: ExifOrientation) throws {
    let files: [(coding: any LabelCoding, bad: String, good: String, around: (String, String))] = [
      (
        COCOFormat(), "{\"id\":1,\"file_name\":\"a\",\"width\":\"100\",\"height\":40}",
        "{\"id\":2,\"file_name\":\"b\",\"width\":100,\"height\":40}",
        (
          "{\"images\":[",
          "],\"annotations\":[{\"image_id\":1,\"bbox\":[1,2,3,4]},\n{\"image_id\":2,\"bbox\":[5,6,7,8]}]}"
        )
      ),
      (
        CVATFormat(), "<image name=\"a\" width=\"-100\" height=\"40\"><points label=\"c\" points=\"1,2\"/></image>",
        "<image name=\"b\" width=\"100\" height=\"40\"><points label=\"c\" points=\"5,6\"/></image>",
        ("<annotations>", "</annotations>")
      ),
      (
        WebAnnotationFormat(), "{\"target\":{\"source\":{\"id\":\"a#xywh=1,2,3,4\",\"width\":0,\"height\":40}}}",
        "{\"target\":{\"source\":{\"id\":\"b#xywh=5,6,7,8\",\"width\":100,\"height\":40}}}", ("[", "]")
      ),
      (
        BoxLinesFormat(.tensorFlow),
        "{\"image\":\"a\",\"width\":1.5,\"height\":40,\"boxes\":[[0.1,0.2,0.3,0.4]],\"classes\":[\"c\"]}",
        "{\"image\":\"b\",\"width\":100,\"height\":40,\"boxes\":[[0.1,0.2,0.3,0.4]],\"classes\":[\"c\"]}", ("", "")
      ),
    ]
    for (coding, bad, good, around) in files {
      let between = coding is COCOFormat || coding is WebAnnotationFormat ? ",\n" : "\n"
      let file = Labels.file("f", around.0 + bad + between + good + around.1)
      let edit = try coding.reoriented(file) { _ in Labels.turn(tag) }
      #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && edit.findings.map(\.code) == [.sizeMalformed])
      #expect(Labels.text(edit.bytes).contains(bad), "\(tag)")
      let swaps = tag.rawValue > 4
      #expect(Labels.text(edit.bytes).contains(good) == (tag == .topLeft || coding is COCOFormat && !swaps), "\(tag)")
      let back = try coding.reoriented(LabelFile(name: "f", bytes: edit.bytes)) { _ in Labels.back(tag) }
      #expect(back.bytes == file.bytes)
    }
  }

  @Test("Where nothing is to be turned, it is not the size that keeps a picture's rows")
  func unasked() throws {
    for sample in Self.samples {
      let file = sample.with("-100")
      let edit = try sample.coding.reoriented(file) { _ -> LabelReorientation<Stored, Displayed>? in nil }
      #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 1))
      #expect(!edit.findings.isEmpty)
    }
  }

  @Test("The limits of a side")
  func limits() {
    func token(_ text: String) -> NumberToken? { NumberToken(text) }
    for text in ["1", "1e9", "65535"] { #expect(token(text)?.isSide == true, "\(text)") }
    for text in ["0", "-1", "1.5", "1e10", "1e300"] { #expect(token(text)?.isSide == false, "\(text)") }
    #expect(!NumberToken.none(0..<1).isSide && FieldFault(size: nil, nil) == nil)
    #expect(FieldFault(size: token("5"), token("5")) == nil)
    #expect(FieldFault(size: token("5"), token("-5"))?.field == "height")
    #expect(FieldFault(size: nil, token("-5"), ("w", "h"))?.field == "w")
  }
}
