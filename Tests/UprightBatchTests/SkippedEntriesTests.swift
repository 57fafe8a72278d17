// What is counted of skipped entries, and what is kept.

import Testing
import UprightFiles

@testable import UprightBatch

@Suite struct SkippedEntriesTests {
  private func entries(areNamed: Bool) -> SkippedEntries {
    var (all, other) = (SkippedEntries(areNamed: areNamed), SkippedEntries(areNamed: areNamed))
    all.add("a/.b", because: .hidden)
    other.add("c.txt", because: .notAnImage)
    other.add("d.txt", because: .notAnImage)
    all.add(other)
    return all
  }

  @Test(arguments: [true, false]) func allAreCountedWhetherOrNotTheyAreNamed(areNamed: Bool) {
    #expect(entries(areNamed: areNamed).counts == [.hidden: 1, .notAnImage: 2])
    #expect(entries(areNamed: areNamed).json.line == "{\"notAnImage\":2,\"hidden\":1}")
  }

  @Test func pathsAreKeptOnlyToBeNamed() {
    #expect(entries(areNamed: false).paths.isEmpty)
    #expect(entries(areNamed: true).paths == [.hidden: ["a/.b"], .notAnImage: ["c.txt", "d.txt"]])
    #expect(entries(areNamed: true).lines.contains("    d.txt"))
  }
}
