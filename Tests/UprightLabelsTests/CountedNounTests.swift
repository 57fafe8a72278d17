// Counted nouns: singular and plural, with their verbs.

import Testing

@testable import UprightLabels

@Suite struct CountedNounTests {
  @Test(arguments: [
    ("region", 0, "0 regions"), ("region", 1, "1 region"), ("region", 2, "2 regions"), ("picture", -1, "-1 pictures"),
    ("box", 1, "1 box"), ("box", 3, "3 boxes"), ("file", 1, "1 file"), ("file", 1_000_000, "1000000 files"),
  ])
  func oneIsSingular(noun: String, count: Int, wanted: String) { #expect("\(CountedNoun(noun, count))" == wanted) }

  @Test func whatOneDoesHasAnS() {
    #expect(
      CountedNoun("box", 1).withVerb("fit") == "1 box fits" && CountedNoun("box", 2).withVerb("fit") == "2 boxes fit")
    #expect(CountedNoun("region", 1).withVerb("match") == "1 region matches")
    #expect(CountedNoun("region", 0).withVerb("match") == "0 regions match")
    #expect(CountedNoun("picture", 1).withVerb("differ") == "1 picture differs")
  }
}
