// The letters of the samples: all that are written exist, and none resembles another when rotated or mirrored.

import Testing
import UprightGeometry

@testable import UprightSamples

@Suite struct SampleFontTests {
  private func drawn(_ character: Character) -> TinyImage {
    var image = TinyImage(width: 5, height: 7, filledWith: [255])
    image.write(String(character), x: 0, y: 0, dot: 1, color: [0])
    return image
  }

  @Test(arguments: ["TAG", "UP", "0123456789"] + ExifOrientation.allCases.map(SampleImage.words))
  func writtenLettersAreThere(text: String) {
    for character in text where character != " " {
      let image = drawn(character)
      #expect(image != TinyImage(width: 5, height: 7, filledWith: [0]), "\(character) has no dots of its own")
      #expect(image.samples.contains(0))
    }
  }

  @Test func digitsDiffer() {
    #expect(Set("0123456789".map(drawn)).count == 10)
  }

  @Test(arguments: ["2", "4", "5", "7", "F", "G", "P", "R"] as [Character])
  func lopsidedLettersShowEveryMirror(character: Character) {
    let image = drawn(character)
    for tag in [ExifOrientation.topRight, .bottomLeft] { #expect(image.stored(as: tag) != image) }
  }

  @Test func textRunsToTheRight() {
    var image = TinyImage(width: 24, height: 14, filledWith: [255])
    image.write("LI", x: 0, y: 0, dot: 2, color: [0])
    #expect(image[0, 0] == [0])
    #expect(image[1, 13] == [0])
    #expect(image[9, 13] == [0])
    #expect(image[10, 13] == [255])
    #expect(image[14, 0] == [0])
    #expect(image[18, 6] == [0] || image[16, 6] == [0])
  }
}
