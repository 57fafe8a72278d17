// NumPy's calls, compared with NumPy's results.

import Testing
import UprightGeometry
import UprightTestTools

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
