// Rotations and mirrors in words: each form with each angle, composed like the operations themselves.

import Testing
import Upright

@testable import UprightBatch

@Suite struct RotationWordsTests {
  private static func tag(_ text: String) -> Int? { RotationWords(text).map { Int($0.exif.rawValue) } }

  @Test(arguments: [
    ("90 CW", 6), ("90 cw", 6), ("90 CCW", 8), ("270 CW", 8), ("90cw", 6), ("clockwise", 6), ("counterclockwise", 8),
    ("anticlockwise", 8), ("counter-clockwise", 8), ("anti clockwise", 8), ("rotate left", 8), ("rotate right", 6),
    ("rotateLeft", 8), ("turn right", 6), ("rotate_left", 8), ("rotate 180", 3), ("Rotated 90 CW", 6), ("90°", 6),
    ("180 degrees", 3), ("90 deg", 6), ("-90°", 8), ("+90", 6), ("-90.00", 8), ("-90 ccw", 6), ("rotate -90", 8),
    ("rotate=-90", 8), ("-rot 90", 6), ("jpegtran -rot 270", 8), ("rotate(-90deg)", 8), ("quarter turn clockwise", 6),
    ("half turn", 3), ("upside down", 3), ("Upside-Down", 3), ("flip horizontally", 2), ("flip vertical", 4),
    ("Mirrored horizontally", 2), ("mirror left to right", 2), ("flip top to bottom", 4), ("rotate 90 left", 8),
    ("mirror horizontal and rotate 270 CW", 5), ("rotate 90 CW then flip horizontally", 5), ("0°", 1), ("360", 1),
  ])
  func wordsAreUnderstood(text: String, expected: Int) { #expect(Self.tag(text) == expected, "\(text)") }

  @Test(arguments: [
    "", " ", "rotate", "flip", "mirror", "left", "degrees", "45", "45°", "90.5", "90.", "1080", "6", "90 90", "cw ccw",
    "left left", "flip 90", "flip diagonally", "rotate and", "np.rot90", "img.rotate(90)", "90 CWW", "--90",
    "99999999999999999999", "rotate 0.25turn", "and",
  ])
  func otherWordsAreRefused(text: String) { #expect(Self.tag(text) == nil, "\(text)") }

  /// Every way to state an angle and a direction.
  @Test func everyFormOfEveryAngle() {
    for quarters in -4...4 {
      let tags: [ExifOrientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom]
      let (clockwise, counterclockwise) = (tags[quarters & 3], tags[-quarters & 3])
      for verb in ["", "rotate ", "Rotated ", "turn ", "rotation: "] {
        for unit in ["", "°", " deg", " degrees", ".0", ".00°"] {
          let text = "\(verb)\(quarters * 90)\(unit)"
          for direction in ["", " cw", " Clockwise"] {
            #expect(RotationWords(text + direction)?.exif == clockwise, "\(text)\(direction)")
          }
          for direction in [" CCW", " counterclockwise", " anti-clockwise"] {
            #expect(RotationWords(text + direction)?.exif == counterclockwise, "\(text)\(direction)")
          }
        }
      }
    }
  }

  /// What the first line of a page says leads back to its tag.
  @Test(arguments: ExifOrientation.allCases)
  func everyMeaningLeadsBack(tag: ExifOrientation) {
    #expect(tag == .topLeft || RotationWords(tag.meaning)?.exif == tag)
  }

  /// Clauses compose in their order.
  @Test func clausesCompose() {
    let clauses: [(String, Orientation<Displayed, Displayed>)] = [
      ("rotate 90", .rotate90), ("rotate left", .rotate270), ("180°", .rotate180),
      ("flip horizontally", .mirrorHorizontal),
      ("mirror vertical", .mirrorVertical),
    ]
    for (first, one) in clauses {
      for (second, other) in clauses {
        let expected = Orientation<Stored, Displayed>.identity.then(one).then(other).exif
        for link in [" and ", " then ", ", ", ", then "] {
          #expect(RotationWords(first + link + second)?.exif == expected, "\(first)\(link)\(second)")
        }
      }
    }
  }

  @Test(arguments: [
    ("-90.00 degrees", "-90"), ("90°", "90"), ("90deg", "90"), ("180.0", "180"), ("+90", "90"), ("90", nil),
    ("-90", nil),
    ("90 cw", nil), ("degrees", nil), ("", nil),
  ])
  func anglesAreNumbers(text: String, expected: String?) { #expect(RotationWords.angle(text) == expected) }
}
