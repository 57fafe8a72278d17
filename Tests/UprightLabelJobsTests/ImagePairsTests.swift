// Names of two sets: one image if nothing contradicts it and nothing else could match, otherwise two.

import Testing

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct ImagePairsTests {
  /// The partners by name, in the order of the first set; `-` for none. Both orders must give the same pairs.
  private func paired(_ first: [String], _ second: [String]) -> [String] {
    let (there, back) = (ImagePairs(first, second), ImagePairs(second, first))
    for (index, partner) in there.partners.enumerated() {
      #expect(partner.map { back.partners[$0] == index } ?? !back.taken.contains(index), "\(first[index])")
    }
    #expect(there.taken == Set(there.partners.compactMap { $0 }))
    #expect(there.taken.count == there.partners.count { $0 != nil })
    return there.partners.map { $0.map { second[$0] } ?? "-" }
  }

  @Test(arguments: [
    ("x.jpg", "x.jpg"), ("x.jpg", "x.png"), ("x", "x.jpg"), ("train/x.jpg", "x"), ("a/train/x.jpg", "train/x"),
    ("labels/train/x", "images/train/x.jpg"), ("train/labels/x", "train/x.jpg"), ("./train/x", #"train\x.png"#),
    ("train/../val/x", "val/x"), ("/disk/me/train/x.jpg", "/data/train/x.jpg"), ("/data/a/x.jpg", "a/x"),
    (#"C:\set\train\x.jpg"#, "/data/train/x.jpg"), ("https://host.example/train/x.jpg", "mine/train/x"),
  ])
  func nothingSpeaksAgainstOneImage(one: String, other: String) {
    #expect(paired([one], [other]) == [other])
    let (first, second) = (StemName(one), StemName(other))
    #expect(first.agreement(with: second) != nil && first.agreement(with: second) == second.agreement(with: first))
  }

  @Test(arguments: [
    ("train/x.jpg", "val/x.jpg"), ("train/x", "val/x.jpg"), ("a/train/x", "b/train/x"), ("x.jpg", "y.jpg"),
    ("/disk/me/train/x.jpg", "/data/val/x.jpg"), ("train/x.jpg", "x/train.jpg"), ("train/x", "X"),
  ])
  func anotherFolderOrNameIsAnotherImage(one: String, other: String) {
    #expect(paired([one], [other]) == ["-"])
    #expect(StemName(one).agreement(with: StemName(other)) == nil)
  }

  @Test func onesOfEqualNameKeepToTheirFolders() {
    let first = ["train/1", "val/1", "train/2", "test/1"]
    #expect(
      paired(first, ["data/val/1.jpg", "data/train/1.jpg", "data/train/2.jpg"])
        == ["data/train/1.jpg", "data/val/1.jpg", "data/train/2.jpg", "-"])
    #expect(paired(first, first.reversed()) == first)
    #expect(paired(["a/x", "b/x"], ["a/x", "c/x"]) == ["a/x", "-"])
  }

  @Test func whatSeveralCouldMeanIsNobodys() {
    #expect(paired(["x"], ["a/x", "b/x"]) == ["-"])
    #expect(paired(["a/x", "a/x"], ["a/x.jpg"]) == ["-", "-"])
    #expect(paired(["b/x"], ["1/b/x", "2/b/x", "x"]) == ["-"])
    // The remaining one, once the others are paired.
    #expect(paired(["a/x", "b/x"], ["a/x.jpg", "x"]) == ["a/x.jpg", "x"])
    #expect(paired(["x.jpg", "x.png"], ["x.png", "x.jpg"]) == ["x.jpg", "x.png"])
  }

  @Test func moreFoldersInCommonCountMore() {
    #expect(paired(["a/b/x", "b/x"], ["c/b/x", "a/b/x"]) == ["a/b/x", "c/b/x"])
    #expect(paired(["p/a/x", "p/b/x"], ["a/x", "b/x"]) == ["a/x", "b/x"])
    #expect(StemName("p/a/x").agreement(with: StemName("q/p/a/x")) == 2)
    #expect(StemName("/p/a/x").agreement(with: StemName("/q/a/x")) == 1)
  }

  @Test func noNamesAreNoPairs() {
    #expect(paired([], []).isEmpty && paired([], ["a"]).isEmpty && paired(["a"], []) == ["-"])
    #expect(paired(["", "/"], ["", "/"]) == ["", "/"])
  }

  @Test func deepFoldersCostNoMoreThanTheyAreLong() {
    let deep = String(repeating: "d/", count: 20_000)
    #expect(StemName(deep + "x").folders.count == 32)
    #expect(paired([deep + "x", "e/x"], ["d/x.jpg"]) == ["d/x.jpg", "-"])
    let (many, other) = ((0..<20_000).map { "set\($0)/frame.jpg" }, (0..<20_000).map { "set\($0)/frame" })
    #expect(paired(many, other.reversed()) == other)
  }
}
