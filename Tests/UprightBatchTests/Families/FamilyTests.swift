// Which files form a family, by their names alone.

import Testing

@testable import UprightBatch

@Suite struct FamilyTests {
  /// Each family as its members' names, with what a sidecar describes.
  private func families(_ names: String...) -> [[String]] {
    Family.families(of: names).map { family in
      family.members.map { member in
        let described = member.described.map { family.members[$0].name }
        return member.name + (described.isEmpty ? "" : " > " + described.joined(separator: " "))
      }
    }
  }

  @Test func aRawPhotoItsJPEGAndItsSidecarAreOne() {
    #expect(
      families("IMG_1.CR2", "IMG_1.JPG", "IMG_1.xmp", "IMG_2.JPG")
        == [["IMG_1.CR2", "IMG_1.JPG", "IMG_1.xmp > IMG_1.CR2"], ["IMG_2.JPG"]])
  }

  @Test func aLivePhotoAndItsVideoAreOne() {
    #expect(families("a.HEIC", "a.MOV", "a.xmp") == [["a.HEIC", "a.MOV", "a.xmp > a.HEIC"]])
    #expect(families("a.jpg", "a.mov") == [["a.jpg", "a.mov"]])
  }

  @Test func theLongNameOfASidecarNamesItsFile() {
    #expect(
      families("a.CR2", "a.JPG", "a.CR2.xmp", "a.JPG.xmp")
        == [["a.CR2", "a.JPG", "a.CR2.xmp > a.CR2", "a.JPG.xmp > a.JPG"]])
  }

  @Test func theLongNameMayAlsoBeAStem() {
    #expect(
      families("a.CR2.jpg", "a.CR2.xmp", "a.JPG") == [["a.CR2.jpg", "a.CR2.xmp > a.CR2.jpg"], ["a.JPG"]])
  }

  @Test func aSidecarWithoutItsFileIsInNoFamily() {
    #expect(families("a.CR2.xmp", "a.JPG") == [["a.JPG"]])
    #expect(families("b.xmp", "a.JPG", "a.xml") == [["a.JPG"]])
  }

  @Test func extensionsAreReadInAnyCaseAndNamesAreNot() {
    #expect(families("a.JPG", "a.cr2", "a.XMP", "A.jpg") == [["a.JPG", "a.cr2", "a.XMP > a.cr2"], ["A.jpg"]])
    #expect(families("a.JPG", "a.jpg.xmp") == [["a.JPG", "a.jpg.xmp > a.JPG"]])
  }

  @Test func severalJPEGsWithOneNameAreOneFamily() {
    #expect(families("a.JPG", "a.jpeg", "a.xmp") == [["a.JPG", "a.jpeg", "a.xmp > a.JPG a.jpeg"]])
    #expect(families("a.JPG", "a.jpg", "a.jpg.xmp") == [["a.JPG", "a.jpg", "a.jpg.xmp > a.jpg"]])
  }

  @Test func rawFormatsThatAreNotReadAreMembers() {
    for ending in ["CR3", "RAF", "orf", "rw2", "dng", "NEF", "arw"] {
      #expect(families("a.\(ending)", "a.jpg", "a.xmp").first?.last == "a.xmp > a.\(ending)", "\(ending)")
    }
  }

  @Test(arguments: ["", ".", "..", ".jpg", ".xmp", "jpg", "a.", "a/b.jpg", "a.txt", ".a.jpg", "a.aae", "xmp", "a.jpg "])
  func aNameThatIsNoMembersIsInNoFamily(name: String) {
    #expect(FamilyName(name) == nil)
    #expect(Family.families(of: [name]).isEmpty)
  }

  @Test(arguments: ["\u{10FEFF}.jpg", "a\nb.jpg", "e\u{301}.jpg", "a.b.c.jpg", "-.jpg", " .jpg", "a.jpg.jpg"])
  func anyNameWithAnImagesExtensionIsAMember(name: String) {
    let family = Family.families(of: [name, name + ".xmp"]).first
    #expect(family?.members.map(\.name) == [name, name + ".xmp"])
    #expect(family?.members.last?.described == [0])
  }

  @Test func namesOfEqualLookAndOtherBytesAreNotOne() {
    #expect(families("\u{E9}.jpg", "e\u{301}.cr2").count == 2)
  }

  @Test func everyMemberIsInOneFamilyWhateverTheOrder() {
    let names = ["b.mov", "a.CR2.xmp", "a.xmp", "a.jpg", "a.CR2", "b.heic", "c.txt", "a.JPG", "b.heic.XMP"]
    let sorted = Set(families("a.CR2", "a.CR2.xmp", "a.JPG", "a.jpg", "a.xmp", "b.heic", "b.heic.XMP", "b.mov"))
    for turn in names.indices {
      let turned = Array(names[turn...] + names[..<turn])
      let found = Family.families(of: turned)
      #expect(
        Set(
          found.map { family in
            family.members.map { member in
              let described = member.described.map { family.members[$0].name }
              return member.name + (described.isEmpty ? "" : " > " + described.joined(separator: " "))
            }
          }) == sorted)
      #expect(found.allSatisfy { family in family.members.allSatisfy { turned[$0.index] == $0.name } })
    }
  }

  @Test func aFamilyHasALimit() {
    let raw = ["3fr", "arw", "cr2", "cr3", "dng", "erf", "fff", "iiq", "nef", "orf", "pef", "raf", "rw2", "srw", "x3f"]
    let names = raw.map { "a.\($0)" }
    #expect(Family.families(of: names + ["a.jpg"]).first?.isTooLarge == false)
    #expect(Family.families(of: names + ["a.jpg", "a.xmp"]).first?.isTooLarge == true)
  }
}
