// Names in label files and the pictures of a batch: one picture for a name, one name for a picture, and never a guess.

import Testing

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LabelLinksTests {
  /// Links names, each in a label file of its own in `folders`, to the pictures at `paths`: the number of each name's picture, nil where it means none, and the doubts.
  private func links(
    _ names: [String], in folders: [String] = [], _ paths: [String], hardLinks: [Int: Int] = [:]
  ) -> (found: [Int?], ambiguities: [Int: LabelLinks.Ambiguity]) {
    var mentions: [LabelLinks.Reference: String] = [:]
    for (index, name) in names.enumerated() {
      mentions[.init(file: index, name: name)] = folders.isEmpty ? "." : folders[index]
    }
    let files = paths.map { InputFile(path: $0, relativePath: String($0.split(separator: "/").last ?? "")) }
    let links = LabelLinks(mentions, to: ImageNames(files), hardLinks: hardLinks)
    let ambiguities = Dictionary(uniqueKeysWithValues: links.ambiguities.map { ($0.key.file, $0.value) })
    return (names.enumerated().map { links.pictures[$0.offset]?[$0.element] }, ambiguities)
  }

  private let photos = ["/data/train/6.jpg", "/data/val/6.jpg", "/data/val/8.jpg"]

  @Test func aNameOfSeveralMeansNone() {
    for name in ["6.jpg", "6"] {
      let (found, ambiguities) = links([name, "8.jpg"], photos)
      #expect(found == [nil, 2] && ambiguities == [0: .several([0, 1])], "\(name)")
    }
  }

  // A picture that is not in the batch must not lend its rows to one that is.
  @Test func otherFoldersAndExtensionsAreOtherPictures() {
    let (found, ambiguities) = links(["a/6.jpg", "b/6.jpg", "a/6.png"], ["/x/a/6.jpg"])
    #expect(found == [0, nil, nil] && ambiguities.isEmpty)
    // Others show what folders and extensions are called.
    let (others, none) = links(["a/6.jpg", "b/8.jpg", "a/8.png"], ["/x/a/6.jpg", "/x/a/8.jpg"])
    #expect(others == [0, nil, nil] && none.isEmpty)
  }

  @Test(arguments: ["b/6.jpg", "6.png", "/mnt/c/6.jpg", "b/6.png"])
  func whereNothingShowsWhatFoldersAreCalledItIsADoubt(_ name: String) {
    let (found, ambiguities) = links([name], ["/x/a/6.jpg"])
    #expect(found == [nil] && ambiguities == [0: .otherwise(0)])
    let (both, further) = links([name, "8.jpg"], ["/x/a/6.jpg", "/y/8.png"])
    #expect(both == [nil, nil] && further == [0: .otherwise(0), 1: .otherwise(1)])
  }

  @Test func twoFilesThatClaimAPictureAlikeAreADoubt() {
    let (found, ambiguities) = links(["6.jpg", "6.jpg"], ["/x/train/6.jpg"])
    #expect(found == [nil, nil] && ambiguities == [0: .shared(0), 1: .shared(0)])
    // Both say which one it is.
    #expect(links(["train/6.jpg", "train/6.jpg"], ["/x/train/6.jpg"]).found == [0, 0])
    // Two names of one file are no two claims.
    let (one, none) = links(["6.jpg", "6.jpg"], ["/x/train/6.jpg"], hardLinks: [0: 0, 1: 0])
    #expect(one == [0, 0] && none.isEmpty)
  }

  @Test func theFolderOfTheLabelFileTellsThemApart() {
    let (found, ambiguities) = links(["6", "6"], in: ["train", "val"], ["/x/train/6.jpg"])
    #expect(found == [0, nil] && ambiguities.isEmpty)
    let (both, none) = links(["6", "6"], in: ["val", "train"], photos)
    #expect(both == [1, 0] && none.isEmpty)
    let (other, further) = links(["6"], in: ["val"], ["/x/train/6.jpg"])
    #expect(other == [nil] && further == [0: .otherwise(0)])
    // Beside one that fits, folders that fit nothing are still no answer.
    let (beside, left) = links(["6", "6"], in: [".", "deep"], ["/x/6.jpg"])
    #expect(beside == [0, nil] && left == [1: .otherwise(0)])
  }

  @Test func theExtensionThatIsStatedCountsBeforeOneThatIsNot() {
    let (found, ambiguities) = links(["6.jpg", "6"], ["/x/6.jpg"])
    #expect(found == [0, nil] && ambiguities.isEmpty)
  }
}
