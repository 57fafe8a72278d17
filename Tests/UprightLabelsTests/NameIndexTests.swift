// Indices of names: the first one, whatever has changed in between.

import Testing

@testable import UprightLabels

@Suite("Places of names")
struct NameIndexTests {
  @Test("Of equal names the first counts")
  func first() {
    var places = NameIndex()
    let names = ["a", "b", "a", "b"]
    #expect(places.first(of: "a", in: names) == 0 && places.first(of: "b", in: names) == 1)
    #expect(places.first(of: "c", in: names) == nil && places.first(of: "", in: names) == nil)
  }

  @Test("What was added is found; a list that changed is read again")
  func changes() {
    var places = NameIndex()
    #expect(places.first(of: "b", in: ["a"]) == nil)
    places.forget()
    places.added("b", at: 1)
    #expect(places.first(of: "b", in: ["a", "b"]) == 1)
    #expect(places.first(of: "a", in: ["a", "b"]) == 0)
    places.forget()
    #expect(places.first(of: "a", in: ["b", "a"]) == 1 && places.first(of: "b", in: ["b", "a"]) == 0)
  }

  @Test("All are equal")
  func equality() {
    var one = NameIndex()
    #expect(one.first(of: "a", in: ["a"]) == 0)
    #expect(one == NameIndex() && one.hashValue == NameIndex().hashValue)
  }
}
