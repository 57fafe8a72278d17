// Names in label files and the pictures they mean: the longest end in common, and never a guess between two.

import Testing

@testable import UprightCLI

@Suite struct LabelLinksTests {
  /// Links names of one label file each to the pictures at `paths`: the number of each name's picture, nil where it means none, and the doubtful names.
  private func links(_ names: [String], _ paths: [String]) -> (found: [Int?], doubts: [String: [Int]]) {
    let mentions = names.enumerated().map { (LabelLinks.Mention(file: $0.offset, name: $0.element), $0.element) }
    let links = LabelLinks(Dictionary(uniqueKeysWithValues: mentions), to: paths)
    let doubts = links.doubts.map { ($0.key.name, $0.value) }
    return (names.enumerated().map { links.pictures[$0.offset]?[$0.element] }, Dictionary(uniqueKeysWithValues: doubts))
  }

  private let photos = ["/data/train/6.jpg", "/data/val/6.jpg", "/data/val/8.jpg"]

  @Test(arguments: [
    ("train/6.jpg", 0), ("val/6.jpg", 1), ("/data/val/6.jpg", 1), ("val/6", 1), (#"val\6.jpg"#, 1),
    ("./val/../val/6.jpg", 1),
    ("8.jpg", 2), ("8", 2), ("elsewhere/8.jpg", 2), ("8.png", 2), ("7.jpg", nil), ("", nil), ("/", nil),
    ("88.jpg", nil),
  ])
  func aNameMeansThePictureWhosePathEndsLikeIt(_ name: String, index: Int?) {
    let (found, doubts) = links([name], photos)
    #expect(found == [index] && doubts.isEmpty)
  }

  @Test func aNameOfSeveralMeansNone() {
    for name in ["6.jpg", "6", "other/6.jpg"] {
      let (found, doubts) = links([name, "8.jpg"], photos)
      #expect(found == [nil, 2] && doubts == [name: [0, 1]], "\(name)")
    }
  }

  // A picture that is not in the batch must not lend its rows to one that is.
  @Test func aPictureIsMeantByTheNameThatFitsItBest() {
    let (found, doubts) = links(["a/6.jpg", "b/6.jpg", "6.png"], ["/x/a/6.jpg"])
    #expect(found == [0, nil, nil] && doubts.isEmpty)
    let (equal, both) = links(["a/6.jpg", "b/6.jpg"], ["/x/c/6.jpg"])
    #expect(equal == [nil, nil] && both == ["a/6.jpg": [0], "b/6.jpg": [0]])
    // Two label files may both speak of it.
    #expect(links(["6.jpg", "6.jpg"], ["/x/6.jpg"]).found == [0, 0])
  }

  @Test func theExtensionCountsBeforeTheFolder() {
    let paths = ["/x/a/6.png", "/x/b/6.jpg"]
    #expect(links(["a/6.jpg"], paths).found == [1])
    #expect(links(["a/6"], paths).found == [0])
    #expect(links(["6"], paths).doubts == ["6": [0, 1]])
    // A dot in a name that has no extension.
    #expect(links(["day.1"], ["/x/day.1.jpg", "/x/day.2.jpg"]).found == [0])
  }
}
