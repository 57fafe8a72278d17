// Orientations as typed, and as text.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct OrientationArgumentTests {
  @Test func tagsWordsAndRotationsAreUnderstood() {
    for tag in ExifOrientation.allCases {
      let iiif = IIIFRotation(exif: tag).description
      for text in ["\(tag.rawValue)", tag.word, iiif == "0" ? "1" : iiif] {
        #expect(OrientationArgument(argument: text)?.exif == tag, "\(text)")
      }
    }
    for operation in RotationParameter.allCases {
      let turn = OrientationArgument(argument: operation.rawValue).map { Orientation<Stored, Displayed>(exif: $0.exif) }
      #expect(turn.map { Orientation(asDisplayed: $0) } == operation.rotation)
    }
  }

  @Test func leftAndRightAreQuarterTurns() {
    #expect(OrientationArgument(argument: "left")?.exif == .leftBottom)
    #expect(OrientationArgument(argument: "right")?.exif == .rightTop)
    for (word, operation) in RotationParameter.synonyms {
      #expect(OrientationArgument(argument: word) == OrientationArgument(argument: operation.rawValue))
    }
  }

  // 0 is an invalid tag, and IIIF's value for no rotation: the user may mean either.
  @Test(arguments: [
    "", "0", "9", "10", "255", "-1", "+6", "06", "6.0", "Left", "up", "CW", "topLeft", "45", "!", "!6", "٦", " 6",
  ])
  func whatMakesNoSenseIsRefused(_ text: String) {
    #expect(OrientationArgument(argument: text) == nil)
  }

  @Test func meaningsAreDoneInTheirOrder() throws {
    for tag in ExifOrientation.allCases {
      var image = CornerRule.stored[Int(tag.rawValue) - 1]
      for step in tag.meaning.split(separator: ", then ") where step != "as stored" {
        guard step.hasPrefix("rotate ") else {
          #expect(step == "mirror left to right")
          image = image.map { $0.reversed() }
          continue
        }
        let degrees = try #require(Int(step.filter { $0.isNumber }))
        for _ in 0..<degrees / 90 { image = CornerRule.displayed(image, tag: 6) }
      }
      #expect(image == [[0, 1, 2], [3, 4, 5]], "\(tag.meaning)")
    }
  }
}
