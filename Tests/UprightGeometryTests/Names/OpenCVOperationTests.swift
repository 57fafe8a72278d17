// OpenCV's codes and calls.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct OpenCVOperationTests {
  @Test func callsReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("OpenCV_op")) {
      let calls = OpenCVOperation.operations(for: tag)
      let written = cell == "none" ? [] : cell.components(apart: " or ")[0].components(apart: "+")
      #expect(calls.map(\.description) == written)
    }
    #expect(Orientation([OpenCVOperation.flipBoth]).exif == .bottomRight)
  }

  @Test func flipTakesTheSignOfItsCode() {
    #expect(OpenCVOperation(flipCode: 0) == .flipVertical)
    for code in [1, 2, Int.max] { #expect(OpenCVOperation(flipCode: code) == .flipHorizontal) }
    for code in [-1, -7, Int.min] { #expect(OpenCVOperation(flipCode: code) == .flipBoth) }
    for call in [OpenCVOperation.flipHorizontal, .flipVertical, .flipBoth] {
      #expect(call.code.map(OpenCVOperation.init(flipCode:)) == call)
    }
  }

  @Test func rotateTakesZeroToTwo() {
    let calls = (-1...9).map { OpenCVOperation(rotateCode: $0) }
    #expect(
      calls == [nil, .rotate90Clockwise, .rotate180, .rotate90Counterclockwise] + Array(repeating: nil, count: 7))
    for call in calls { #expect(call.flatMap(\.code).flatMap(OpenCVOperation.init(rotateCode:)) == call) }
    #expect(OpenCVOperation.transpose.code == nil)
  }
}

extension String {
  fileprivate func components(apart separator: String) -> [String] { split(separator: separator).map(String.init) }
}
