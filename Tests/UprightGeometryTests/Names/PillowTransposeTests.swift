// Pillow's constants, by number and name, compared with Pillow's results.

import Testing
import UprightGeometry
import UprightTestTools

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
