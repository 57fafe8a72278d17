// Images whose format can be read but not written: the resulting format and name, with no silent change.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

#if HEIF
  @Suite(.inProcess) struct ChosenFormatTests {
    /// A HEIF of 24 × 16 as stored.
    private static func heif(_ tag: ExifOrientation) -> [UInt8] {
      var file = TinyHEIF(tag)
      file.brands = ["heic", "mif1"]
      return file.bytes
    }

    private static func album(_ names: String...) throws -> Album {
      let album = try Album()
      for name in names { try album.folder.write(heif(.rightTop), as: name) }
      return album
    }

    @Test(arguments: [["thumb", "12"], ["crop", "square"], ["fix", "--edge", "recode"]], ["a.heic", "a.HEIF", "a"])
    func aResultInAFolderIsAJPEGAndCalledSo(words: [String], name: String) throws {
      let album = try Self.album(name)
      let answer = try UprightTool.run(words + [name, "-o", "out/", "--json"], in: album.folder)
      #expect(answer.status == 0 && answer.complaints == "")
      let object = try #require(try answer.objects().first)
      #expect(object["chosenFormat"] as? String == "jpeg")
      #expect(object["output"] as? String == "out/a.jpg")
      let made = try album.folder.read("out/a.jpg")
      #expect(ContainerFormat(signature: made) == .jpeg)
      #expect(try Probe(made).orientation.isIdentity)
      #expect(try album.folder.read(name) == Self.heif(.rightTop))
    }

    @Test func itIsSaidByThePlan() throws {
      let album = try Self.album("a.heic")
      for words in [
        ["plan", "thumb", "12"], ["thumb", "12", "-n", "--explain"], ["thumb", "12", "-o", "out/", "--explain"],
      ] {
        let answer = try UprightTool.run(words + ["a.heic"], in: album.folder)
        #expect(answer.status == 0)
        #expect(answer.text.contains("  the result is JPEG, because HEIC cannot be written"))
      }
    }

    @Test func twoThatWouldBearOneNameAreRefusedBeforehand() throws {
      let album = try Self.album("a.heic", "a.heif")
      let answer = try album.run("thumb", "12", ".", "-o", "out/", "--force")
      #expect(answer.status == 64)
      #expect(answer.complaints.contains("would both be written to out/a.jpg"))
      try album.add("6.jpg")
      try album.folder.write(Self.heif(.topLeft), as: "6.heic")
      let mixed = try album.run("thumb", "12", "6.jpg", "6.heic", "-o", "out/")
      #expect(mixed.status == 64 && mixed.complaints.contains("6.jpg and 6.heic would both be written to out/6.jpg"))
    }

    @Test func aFileThatChangesItselfKeepsItsFormatAndSaysWhatWouldDo() throws {
      let album = try Self.album("a.heic")
      for words in [["thumb", "12", "--force"], ["crop", "square", "--force"], ["fix", "--edge", "recode"]] {
        let answer = try UprightTool.run(words + ["-i", "a.heic"], in: album.folder)
        #expect(answer.status == 69)
        #expect(answer.complaints.contains("HEIC cannot be written; choose another format"))
        #expect(answer.complaints.contains("-o FOLDER/ converts to one that can be written"))
        #expect(try album.folder.read("a.heic") == Self.heif(.rightTop))
      }
    }

    @Test func whatNeedsNoNewCodingStays() throws {
      let album = try Self.album("a.heic")
      #expect(try album.run("rotate", "cw", "a.heic", "-o", "out/").status == 0)
      #expect(try ContainerFormat(signature: album.folder.read("out/a.heic")) == .heif)
      #expect(try album.run("fix", "--edge", "keep-tag", "a.heic", "-o", "kept/").status == 0)
      #expect(try album.folder.read("kept/a.heic") == Self.heif(.rightTop))
    }

    @Test func aFormatThatIsAskedForIsThatOne() throws {
      let album = try Self.album("a.heic")
      #expect(try album.run("thumb", "12", "a.heic", "-o", "out/", "--format", "png").status == 0)
      #expect(try ContainerFormat(signature: album.folder.read("out/a.png")) == .png)
      #expect(try album.run("thumb", "12", "a.heic", "-o", "b.webp").status == 0)
      #expect(try ContainerFormat(signature: album.folder.read("b.webp")) == .webp)
    }

    @Test func onlyFilesWithoutAWrittenFormatsNameAreLookedAt() throws {
      let album = try Self.album("a.heic", "b.jpg")
      var wish = Rendition(size: .within(12, 12), upright: .pixels)
      wish.mayChangeFormat = true
      let chosen = ChosenFormat(
        pipeline: Pipeline(codecs: ImageCodecs.all()), rules: OrientationRules(), rendition: { [wish] _, _ in wish })
      func format(_ name: String) -> ContainerFormat? {
        chosen.format(InputFile(path: album.folder.path(name), relativePath: name))
      }
      #expect(format("a.heic") == .jpeg)
      #expect(format("b.jpg") == nil)
      #expect(format("none.heic") == nil)
    }
  }
#endif
