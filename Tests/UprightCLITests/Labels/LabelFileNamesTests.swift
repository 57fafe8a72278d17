// Label files with several names: symbolic links, and hard links, which are equals.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelFileNamesTests {
  private func names(_ folder: ScratchFolder, _ names: [String]) -> LabelFileNames {
    LabelFileNames(names.map(folder.path))
  }

  @Test func filesOfTheirOwnAllCount() throws {
    let folder = try ScratchFolder()
    for name in ["a", "b", "c"] { try folder.write([1], as: name) }
    let found = names(folder, ["a", "b", "c", "nowhere", "no/where"])
    #expect(found.leading == [0, 1, 2, 3, 4] && found.hardLinks.isEmpty)
  }

  @Test func linksLeadToTheFileThatIsThere() throws {
    let folder = try ScratchFolder()
    try folder.write([1], as: "b")
    try folder.link("a", to: "b")
    try folder.link("c", to: "a")
    #expect(names(folder, ["a", "b", "c"]).leading == [1])
    #expect(names(folder, ["b", "a"]).leading == [0])
    // If the file itself is not among them, any of the links will do.
    #expect(names(folder, ["a", "c"]).leading.count == 1 && names(folder, ["a", "c"]).hardLinks.isEmpty)
    #expect(names(folder, ["./b", "b"]).leading.count == 1)
  }

  @Test func hardLinksAreTwins() throws {
    let folder = try ScratchFolder()
    for name in ["a", "c"] { try folder.write([1], as: name) }
    for name in ["b", "d"] { try folder.hardLink(name, to: "a") }
    try folder.link("e", to: "b")
    let found = names(folder, ["c", "a", "b", "d", "e"])
    #expect(found.leading == [0, 1, 2, 3])
    #expect(found.hardLinks == [1: 1, 2: 1, 3: 1])
  }
}
