// The sentence about what is lost names each kind, and how many there are.

import Testing

@testable import Upright

@Suite struct LossSentenceTests {
  private static func part(_ kind: FilePart.Kind, _ name: String = "") -> FilePart {
    FilePart(kind, name: name, ranges: [])
  }

  @Test func severalOfAKindAreCounted() {
    let thumbnails = [Self.part(.thumbnail, "Exif"), Self.part(.thumbnail, "8BIM:1036")]
    #expect(Account.sentence(thumbnails) == "2 parts lost: thumbnail (2)")
    #expect(Account.sentence([Self.part(.comment)] + thumbnails) == "3 parts lost: comment and thumbnail (2)")
    #expect(Account.sentence([Self.part(.comment)]) == "1 part lost: comment")
    #expect(Account.sentence([]) == nil)
  }

  @Test func aBoxIsNamedByWhatItIsFor() {
    #expect(Account.sentence([Self.part(.item, "jbrd")]) == "1 part lost: data that reconstructs the JPEG")
  }
}
