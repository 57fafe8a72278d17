// Names in label files and the images of a batch: one image per name, one name per image, and never a guess.

import Testing

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelLinksTests {
  /// Links names, each in its own label file in `folders`, to the images at `paths`: the number of each name's image,
  /// nil for none, and the ambiguities.
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
    return (names.enumerated().map { links.images[$0.offset]?[$0.element] }, ambiguities)
  }

  private let photos = ["/data/train/6.jpg", "/data/val/6.jpg", "/data/val/8.jpg"]

  @Test func aNameOfSeveralMeansNone() {
    for name in ["6.jpg", "6"] {
      let (found, ambiguities) = links([name, "8.jpg"], photos)
      #expect(found == [nil, 2] && ambiguities == [0: .several([0, 1])], "\(name)")
    }
  }

  /// An image that was given by several links has labels under each name, and none by names that it does not have.
  @Test func eachNameOfAnImageHasItsLabels() {
    var image = InputFile(path: "/store/123.jpg", relativePath: "123.jpg")
    image.otherNames = ["6", "7"].map { .init(path: "/set/images/\($0).jpg", relativePath: "images/\($0).jpg") }
    let names = ImageNames([InputFile(path: "/set/5.jpg", relativePath: "5.jpg"), image])
    var mentions: [LabelLinks.Reference: String] = [:]
    for (index, name) in ["6", "7", "123", "5", "8"].enumerated() { mentions[.init(file: index, name: name)] = "." }
    let links = LabelLinks(mentions, to: names)
    #expect(links.images == [0: ["6": 1], 1: ["7": 1], 2: ["123": 1], 3: ["5": 0]] && links.ambiguities.isEmpty)
  }

  // An image outside the batch must not give its rows to one inside.
  @Test func otherFoldersAndExtensionsAreOtherImages() {
    let (found, ambiguities) = links(["a/6.jpg", "b/6.jpg", "a/6.png"], ["/x/a/6.jpg"])
    #expect(found == [0, nil, nil] && ambiguities.isEmpty)
    // Others show the folders' names and extensions.
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

  @Test func twoFilesThatClaimAnImageAlikeAreADoubt() {
    let (found, ambiguities) = links(["6.jpg", "6.jpg"], ["/x/train/6.jpg"])
    #expect(found == [nil, nil] && ambiguities == [0: .shared(0), 1: .shared(0)])
    // Both identify the same one.
    #expect(links(["train/6.jpg", "train/6.jpg"], ["/x/train/6.jpg"]).found == [0, 0])
    // Two names of one file are not two claims.
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
    // Next to one that fits, folders that fit nothing are still not a match.
    let (beside, left) = links(["6", "6"], in: [".", "deep"], ["/x/6.jpg"])
    #expect(beside == [0, nil] && left == [1: .otherwise(0)])
  }

  @Test func theExtensionThatIsStatedCountsBeforeOneThatIsNot() {
    let (found, ambiguities) = links(["6.jpg", "6"], ["/x/6.jpg"])
    #expect(found == [0, nil] && ambiguities.isEmpty)
  }
}
