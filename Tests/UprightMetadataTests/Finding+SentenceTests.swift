// The sentences for kinds of findings, which fit after a colon.

import Testing
import UprightMetadata

@Suite struct FindingSentenceTests {
  @Test func everyKindHasItsOwnSentence() {
    let sentences = Finding.Code.allCases.map(\.sentence)
    #expect(Set(sentences).count == Finding.Code.allCases.count)
    for sentence in sentences {
      #expect(sentence.split(separator: " ").count >= 5, "\(sentence)")
      #expect(!sentence.hasSuffix(".") && !sentence.contains("\n"), "\(sentence)")
      let isWord = sentence.first?.isLowercase == true || ["Exif", "XMP"].contains(where: sentence.hasPrefix)
      #expect(isWord, "\(sentence)")
    }
  }
}
