// Orientations by their names: every name of every convention leads back to its orientation.

import Testing
import Upright

@testable import UprightBatch

@Suite struct OrientationLookupTests {
  private static func tags(_ text: String) -> [Int]? {
    OrientationLookup(argument: text)?.tags.map { Int($0.rawValue) }
  }

  @Test(arguments: [
    ("6", [6]), ("cw", [6]), ("!90", [7]), ("left", [8]), ("upright", [1]), ("rightMirrored", [7]),
    ("RIGHTMIRRORED", [7]),
    (".leftMirrored", [5]), ("UIImageOrientationLeftMirrored", [5]), ("kCGImagePropertyOrientationRight", [6]),
    ("right-top", []), ("LeftTop", [5]), ("-transverse", [7]), ("ROTATE_90_CLOCKWISE", [6]),
    ("cv2.ROTATE_90_CLOCKWISE", [6]),
    ("Rotate 90 CW", [6]), ("Mirror horizontal and rotate 270 CW", [5]), ("ORIENTATION_TRANSVERSE", [7]),
    ("Rotate90FlipX", [5]), ("rot90CW", [6]), ("UIImage=3", [6]), ("uiimage.orientation_raw=2", [8]),
    ("SwiftUI=7", [6]),
    ("CGImagePropertyOrientation_raw=7", [7]), ("Pillow=ROTATE_90", [8]), ("androidx=ROTATE_90", [6]),
    ("Pillow=4", [6]), ("Android_rotationDegrees=90", [6]), ("nonsense", []), ("", []), ("none", []), ("-", []),
    ("=", []),
    ("transpose=0", [5]), ("transpose=1", [6]), ("transpose=2", [8]), ("transpose=3", [7]),
    ("transpose=1 (clock)", [6]), ("clock", [6]), ("Pillow_Transpose=4", [6]),
    ("UIImage=8", []), ("UIImage=", []), ("Elsewhere=3", []), ("0", []), ("9", []), ("1920", []),
  ])
  func aNameIsItsOrientation(text: String, expected: [Int]) {
    #expect(Self.tags(text) ?? [] == expected, "\(text)")
  }

  /// Pillow rotates counterclockwise, Android clockwise.
  @Test func conventionsThatDisagreeAreShownTogether() throws {
    let lookup = try #require(OrientationLookup(argument: "ROTATE_90"))
    #expect(lookup.matches.map(\.tag) == [.rightTop, .leftBottom])
    #expect(lookup.matches.map(\.titles) == [["androidx_ExifInterface"], ["Pillow_Transpose"]])
    #expect(
      lookup.page
        == ExifOrientation.rightTop.line + "\n    androidx_ExifInterface\n" + ExifOrientation.leftBottom.line
        + "\n    Pillow_Transpose\n")
  }

  /// Every cell, by its convention's title, unless the convention has the same cell for several orientations.
  @Test func everyCellLeadsBack() {
    var count = 0
    for naming in Naming.all {
      let cells = ExifOrientation.allCases.map { naming.name(of: $0) }
      for (tag, cell) in zip(ExifOrientation.allCases, cells) where cells.count(where: { $0 == cell }) == 1 {
        guard let found = OrientationLookup(argument: "\(naming.title)=\(cell)") else { continue }
        if naming.title.contains("=") { continue }
        #expect(found.tags.contains(tag), "\(naming.title)=\(cell)")
        count += 1
      }
    }
    #expect(count > 200, "\(count)")
  }

  @Test func theAnswerToOneIsItsPage() throws {
    #expect(try #require(OrientationLookup(argument: "rightMirrored")).page == OrientationNames.page(.rightBottom))
    #expect(OrientationLookup(argument: "7")?.matches == [OrientationLookup.Match(tag: .rightBottom, titles: [])])
  }
}
