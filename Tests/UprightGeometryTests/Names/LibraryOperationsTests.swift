// What libraries do to pixels, by the names and codes of their calls.

import Testing
import UprightGeometry
import UprightTestTools

// NumPy's calls, compared with NumPy's results.

@Suite struct NumPyOperationTests {
  private static let hasNumPy =
    (try? OutsideTool.pillow.run(["-c", "import numpy"]))?.status == 0

  @Test(.enabled(if: hasNumPy, "needs python3 with Pillow and numpy"))
  func numPyMakesEveryStoredImageUpright() throws {
    var lines = ["import numpy"]
    for tag in ExifOrientation.allCases {
      lines.append("a = numpy.array(\(CornerRule.stored[Int(tag.rawValue) - 1]))")
      for operation in NumPyOperation.operations(for: tag) {
        switch operation {
        case .fliplr: lines.append("a = numpy.fliplr(a)")
        case .flipud: lines.append("a = numpy.flipud(a)")
        case .rot90(let k): lines.append("a = numpy.rot90(a, k=\(k))")
        case .transpose: lines.append("a = a.T")
        }
      }
      lines.append("print(a.tolist())")
    }
    let answer = try OutsideTool.pillow.run(["-c", lines.joined(separator: "\n")])
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.split(separator: "\n") == Array(repeating: "[[0, 1, 2], [3, 4, 5]]", count: 8))
  }

  @Test func rot90CountsAnyQuartersAnticlockwise() {
    for k in [Int.min, -5, -1, 0, 1, 2, 3, 4, 1001, Int.max] {
      #expect(NumPyOperation.rot90(k: k).turn == NumPyOperation.rot90(k: k & 3).turn)
    }
    #expect(NumPyOperation.rot90(k: 1).turn == .rotate270)
  }
}

// OpenCV's codes and calls.

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

// Pillow's constants, by number and name, compared with Pillow's results.

@Suite struct PillowTransposeTests {
  @Test func constantsReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("Pillow_Transpose")) {
      let constant = PillowTranspose(exif: tag)
      #expect((constant.map { "\($0.name)=\($0.rawValue)" } ?? "none") == cell)
      #expect(constant.flatMap { PillowTranspose(name: $0.name) } == constant)
      #expect(constant.flatMap { PillowTranspose(rawValue: $0.rawValue) } == constant)
    }
    for raw in [-1, 7, 9, 255] { #expect(PillowTranspose(rawValue: raw) == nil) }
    for name in ["", "ROTATE", "rotate_90"] { #expect(PillowTranspose(name: name) == nil) }
  }

  /// Pillow itself, on the stored image of every tag.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func pillowMakesEveryStoredImageUpright() throws {
    var lines = ["from PIL import Image", "def show(rows, ops):"]
    lines += [
      "  picture = Image.new('L', (len(rows[0]), len(rows)))",
      "  picture.putdata([label for row in rows for label in row])",
      "  for op in ops: picture = picture.transpose(Image.Transpose(op))",
      "  print(picture.width, list(picture.tobytes()))",
    ]
    for tag in ExifOrientation.allCases {
      let operations = PillowTranspose.operations(for: tag).map(\.rawValue)
      lines.append("show(\(CornerRule.stored[Int(tag.rawValue) - 1]), \(operations))")
    }
    let answer = try OutsideTool.pillow.run(["-c", lines.joined(separator: "\n")])
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.split(separator: "\n") == Array(repeating: "3 [0, 1, 2, 3, 4, 5]", count: 8))
  }
}
