// Compares YOLO and Pascal VOC with a table of numbers computed in Python.

import Testing
import UprightGeometry

@testable import UprightLabels

extension YOLOFormatTests {
  private func text(_ tag: ExifOrientation) -> String {
    ReorientedNumbers.lines[Int(tag.rawValue) - 1].joined(separator: "\n") + "\n"
  }

  @Test("Every number is the one that Python's decimals find, there and back", arguments: ExifOrientation.allCases)
  func table(tag: ExifOrientation) throws {
    let there = try YOLOFormat().reoriented(Labels.file("a.txt", text(.topLeft))) { _ in Labels.turn(tag) }
    #expect(Labels.text(there.bytes) == text(tag))
    let back = try YOLOFormat().reoriented(Labels.file("a.txt", text(tag))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == text(.topLeft))
  }
}

extension VOCFormatTests {
  private func text(_ tag: ExifOrientation, _ numbering: VOCFormat.Numbering) -> String {
    let objects = ReorientedNumbers.edges[Int(tag.rawValue) - 1].map { one, zero in
      let numbers = (numbering == .fromOne ? one : zero).split(separator: " ")
      return "<object><bndbox><xmin>\(numbers[0])</xmin><ymin>\(numbers[1])</ymin>\n"
        + "<xmax>\(numbers[2])</xmax><ymax>\(numbers[3])</ymax></bndbox></object>"
    }
    return "<annotation>\n\(objects.joined(separator: "\n"))\n</annotation>"
  }

  @Test(
    "Every number is the one that Python's decimals find, there and back", arguments: ExifOrientation.allCases,
    VOCFormat.Numbering.allCases)
  func table(tag: ExifOrientation, numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let there = try coding.reoriented(Labels.file("a.xml", text(.topLeft, numbering))) { _ in Labels.turn(tag) }
    #expect(Labels.text(there.bytes) == text(tag, numbering))
    let back = try coding.reoriented(Labels.file("a.xml", text(tag, numbering))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == text(.topLeft, numbering))
  }
}
