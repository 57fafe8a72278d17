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
    ("right-top", [6]), ("right top", [6]), ("rotate270cw", [8]),
    ("UIImage=right", [6]), ("LeftTop", [5]), ("-transverse", [7]), ("ROTATE_90_CLOCKWISE", [6]),
    ("cv2.ROTATE_90_CLOCKWISE", [6]),
    ("Rotate 90 CW", [6]), ("Mirror horizontal and rotate 270 CW", [5]), ("ORIENTATION_TRANSVERSE", [7]),
    ("Rotate90FlipX", [5]), ("rot90CW", [6]), ("UIImage=3", [6]), ("uiimage.orientation_raw=2", [8]),
    ("SwiftUI=7", [6]),
    ("CGImagePropertyOrientation_raw=7", [7]), ("Pillow=ROTATE_90", [8]), ("androidx=ROTATE_90", [6]),
    ("Pillow=4", [6]), ("Android_rotationDegrees=90", [6]), ("nonsense", []), ("", []), ("none", [1]), ("-", [1]),
    ("=", []), ("copy", [1]), ("d0=0", [1]), ("Mirror=1", [2]), ("-90", [6]), ("-180", [3]), ("W-x", [2, 3]),
    ("n/a", []), ("lossy", []), ("HEIF_irot=irot2", [3]),
    ("transpose=0", [5]), ("transpose=1", [6]), ("transpose=2", [8]), ("transpose=3", [7]),
    ("transpose=1 (clock)", [6]), ("clock", [6]), ("Pillow_Transpose=4", [6]),
    ("UIImage=8", []), ("UIImage=", []), ("Elsewhere=3", []), ("9", []), ("1920", []),
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

  /// Every name that is printed leads back, alone or with its convention's title: to its orientation, or to several of
  /// which it is one, and the answer names them all.
  @Test(arguments: Naming.all.indices)
  func everyPrintedNameLeadsBack(index: Int) throws {
    let naming = Naming.all[index]
    guard !naming.isFlag else { return }
    for tag in ExifOrientation.allCases {
      let cell = naming.name(of: tag)
      guard !["", "n/a", "lossy"].contains(cell) else { continue }
      // A number 1…8 alone is a tag; what else it means is listed for conventions of orientations.
      let isConsequence = !naming.namesOrientations && ExifOrientation(typed: cell) != nil
      for text in ["\(naming.title)=\(cell)"] + (isConsequence ? [] : [cell]) {
        let lookup = try #require(OrientationLookup(argument: text), "\(text)")
        let all = lookup.matches + lookup.elsewhere
        #expect(all.contains { $0.tag == tag }, "\(text): \(tag)")
        #expect(Set(all.map(\.tag)).count == all.count, "\(text)")
        for match in lookup.matches { #expect(lookup.page.contains(match.tag.line), "\(text)") }
        for match in lookup.elsewhere {
          for title in match.titles { #expect(lookup.page.contains("\(match.tag.rawValue) \(title)"), "\(text)") }
        }
      }
    }
  }

  @Test func aNumberThatIsATagHasItsOtherMeaningsBelow() throws {
    let lookup = try #require(OrientationLookup(argument: "3"))
    #expect(lookup.tags == [.bottomRight])
    #expect(lookup.elsewhere.contains { $0.tag == .rightTop && $0.titles.contains("UIImage.Orientation_raw") })
    #expect(lookup.page.hasPrefix(OrientationNames.page(.bottomRight)))
    #expect(lookup.page.contains("Other orientations that 3 names"))
    let zero = try #require(OrientationLookup(argument: "0"))
    #expect(zero.tags.contains(.topLeft) && zero.tags.contains(.topRight))
  }

  @Test func theAnswerToOneIsItsPage() throws {
    #expect(try #require(OrientationLookup(argument: "rightMirrored")).page == OrientationNames.page(.rightBottom))
    #expect(OrientationLookup(argument: "7")?.matches == [OrientationLookup.Match(tag: .rightBottom, titles: [])])
  }
}
