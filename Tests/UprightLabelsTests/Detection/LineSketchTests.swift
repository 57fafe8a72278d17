// The convention of boxes in JSON Lines.

import Testing

@testable import UprightLabels

@Suite("A sketch of boxes in JSON Lines")
struct LineSketchTests {
  @Test(
    "Keys and the size of numbers tell them apart",
    arguments: [
      ("{\"image\":\"a\",\"x\":1,\"y\":2,\"w\":3,\"h\":4}", LabelKind.boxLines),
      ("{\"image\":\"a\",\"x\":0,\"y\":0,\"w\":1,\"h\":1}", .boxLines),
      ("{\"image\":\"a\",\"bbox\":[0.25,0.5,0.1,0.1]}\n{\"image\":\"a\",\"bbox\":[9,8,7,6]}", .boxLines),
      ("{\"image\":\"a\",\"bbox\":[0.25,0.5,0.1,0.1]}", .shares),
      ("{\"image\":\"a\",\"x\":0.5,\"y\":-0.1,\"w\":1,\"h\":1.1}", .shares),
      ("{\"image\":\"a\",\"boundingBox\":{\"x\":0.5,\"y\":0,\"width\":0.5,\"height\":1}}", .vision),
      ("{\"image\":\"a\",\"boundingBox\":{\"x\":50.5,\"y\":0,\"width\":5,\"height\":1}}", .boxLines),
      ("{\"image\":\"a\",\"boundingBox\":[0,0,0.5,1]}\n{\"image\":\"a\",\"bbox\":[0,0,0.5,1]}", .shares),
      ("{\"image\":\"a\",\"ymin\":0.625,\"xmin\":0.0667,\"ymax\":0.875,\"xmax\":0.2667}", .tensorFlow),
      ("{\"image\":\"a\",\"boxes\":[]}\n\n{\"image\":\"a\",\"boxes\":[[0,0,1,1]]}", .tensorFlow),
      ("{\"image\":\"a\",\"ymin\":62,\"xmin\":6,\"ymax\":87,\"xmax\":26}", nil),
      ("{\"image\":\"a\",\"boxes\":[[0,0,1,1]]}\n{\"image\":\"a\",\"boxes\":[[0,0,10,10]]}", nil),
      ("{\"image\":\"a\"}\n{\"image\":\"b\"}", nil), ("{\"image\":\"a\",\"mine\":1}", nil), ("", nil), ("[1]", nil),
      ("{\"image\":\"a\",\"bbox\":[1,2,3,4]}\n{\"image\":\"b\",\"bb", .boxLines),
      ("{\"image\":\"a\"}\n{\"image\":\"a\",\"ymin\":0,\"xmin\":0,\"ymax\":1,\"xmax\":1}\n{\"im", .tensorFlow),
    ] as [(String, LabelKind?)])
  func kinds(text: String, kind: LabelKind?) { #expect(LineSketch(Labels.file("f", text)).kind == kind) }
}
