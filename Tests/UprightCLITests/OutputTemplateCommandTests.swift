// `--output-template`: all names are decided before the first result is written, and all are inside the folder.

import Testing
import Upright
import UprightTestTools

@Suite struct OutputTemplateCommandTests {
  private func run(_ line: String, _ template: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(
      line.split(separator: " ").map(String.init) + ["--output-template", template], in: album.folder)
  }

  private func results(_ album: Album) throws -> [String] {
    try album.contents().keys.filter { $0.hasPrefix("out/") }.sorted()
  }

  @Test(arguments: [
    ("fix -r in -o out", "{dir}/{stem}-{w}x{h}.{ext}", ["out/a/6-48x32.jpg", "out/a/b/3-48x32.jpg"]),
    ("fix -r in -o out/", "{orientation}/{stem}.{ext}", ["out/3/3.jpg", "out/6/6.jpg"]),
    ("thumb 24 -r in -o out", "{stem}_{w}.{format}", ["out/3_24.jpeg", "out/6_24.jpeg"]),
    ("thumb 24 --format png -r in -o out", "{stem}.{ext}", ["out/3.png", "out/6.png"]),
    ("thumb 24 -r in -o out", "{stem}.png", ["out/3.png", "out/6.png"]),
    ("rotate cw -r in -o out", "{stem} {{{w}}}.{ext}", ["out/3 {32}.jpg", "out/6 {32}.jpg"]),
    ("crop 16,0,16,16 in/a/6.jpg -o out", "{dir}/{stem}.{ext}", ["out/6.jpg"]),
  ])
  func resultsGetTheirNames(line: String, template: String, names: [String]) throws {
    let album = try Album("in/a/6.jpg", "in/a/b/3.jpg")
    let answer = try run(line, template, in: album)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try results(album) == names)
    for name in names {
      let probe = try Probe(album.folder.read(name))
      #expect((probe.format == .png) == name.hasSuffix("png"))
      if name.contains("-48x32") { #expect(probe.displayedSize == PixelSize(width: 48, height: 32)) }
    }
  }

  @Test(arguments: [
    ("{orientation}.{ext}", "would both be written to out/6.jpg"), ("../{stem}.{ext}", "cannot contain .."),
    ("/{stem}.{ext}", "begin with /"), ("{nonsense}.{ext}", "there is no {nonsense}"), ("{stem}", "must end in .{ext}"),
    ("{stem}/x.{ext}", "...jpg, it contains .."), ("{stem}.txt", "must end in .{ext}"),
  ])
  func nothingIsWrittenIfANameIsWrong(template: String, reason: String) throws {
    let album = try Album("in/6.jpg", "in/6-ragged.jpg")
    try album.folder.write(Album.photo(3), as: "in/...jpg")
    let before = try album.contents()
    let answer = try run("fix in/6.jpg in/6-ragged.jpg in/...jpg -o out", template, in: album)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains(reason), "\(answer.complaints)")
    let isUnchanged = try album.contents() == before
    #expect(isUnchanged)
  }

  @Test func aResultCannotBeTheFolderOfAnother() throws {
    let album = try Album("one/3.jpg", "two/3.jpg/6.jpg")
    let answer = try run("fix -r one two -o out", "{dir}/{stem}.{ext}", in: album)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("3.jpg/6.jpg would be in a folder that has the name of another result"))
    #expect(try results(album).isEmpty)
  }

  @Test func aSourceInTheFolderIsNotOverwritten() throws {
    let album = try Album("out/6.jpg", "out/3.jpg")
    let before = try album.contents()
    let answer = try run("fix out/6.jpg -o out --force", "3.jpg", in: album)
    #expect(answer.status == 0)
    let source = try run("fix out/6.jpg -o out --force", "6.jpg", in: album)
    #expect(source.status == 64 && source.complaints.contains("is one of the input files"))
    let isUnchanged = try album.folder.read("out/6.jpg") == before["out/6.jpg"]
    #expect(isUnchanged)
  }

  @Test func aFileWithoutAPlanFailsAlone() throws {
    let album = try Album("6.jpg", "3.jpg")
    try album.folder.write(Array("no picture".utf8), as: "text.jpg")
    let answer = try run("fix 6.jpg text.jpg missing.jpg 3.jpg -o out", "{w}-{stem}.{ext}", in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("text.jpg: ") && answer.complaints.contains("missing.jpg: "))
    #expect(try results(album) == ["out/48-3.jpg", "out/48-6.jpg"])
  }

  @Test func aFileGivenTwiceIsWrittenOnce() throws {
    let album = try Album("6.jpg")
    #expect(try run("fix 6.jpg ./6.jpg -o out", "{stem}.{ext}", in: album).status == 0)
    #expect(try results(album) == ["out/6.jpg"])
  }

  @Test func aDryRunPrintsTheNames() throws {
    let album = try Album("6.jpg")
    let answer = try run("thumb 24 -n 6.jpg -o out", "{stem}-{w}x{h}.{ext}", in: album)
    #expect(answer.text.hasPrefix("6.jpg -> out/6-24x16.jpg: "))
    #expect(try album.contents().count == 1)
  }

  @Test func standardInputHasAStem() throws {
    let album = try Album("6.jpg")
    let line = "cat 6.jpg | \"$0\" thumb 24 - -o out --output-template '{dir}/{stem}-{w}.{ext}'"
    let answer = try OutsideTool.run("/bin/sh", ["-c", line, try #require(UprightTool.path)], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try results(album) == ["out/stdin-24.jpg"])
  }

  @Test func aBatchIsResumedAndUndoneWithItsTemplate() throws {
    let album = try Album("6.jpg", "3.jpg")
    let before = try album.contents()
    let line = "fix 6.jpg 3.jpg -o out --journal j"
    #expect(try run(line, "{stem}-{w}.{ext}", in: album).status == 0)
    #expect(try run(line + " --resume", "{stem}.{ext}", in: album).status == 64)
    #expect(try run(line + " --resume", "{stem}-{w}.{ext}", in: album).status == 0)
    #expect(try results(album) == ["out/3-48.jpg", "out/6-48.jpg"])
    #expect(try album.run("undo", "j").status == 0)
    let isUnchanged = try album.contents().filter { $0.key != "j" } == before
    #expect(isUnchanged)
  }

  @Test(arguments: ["fix 6.jpg -i", "fix 6.jpg -o -", "fix 6.jpg -n", "fix --all . -o out"])
  func itNeedsAFolder(_ line: String) throws {
    let album = try Album("6.jpg")
    #expect(try run(line, "{stem}.{ext}", in: album).status == 64)
    #expect(try album.contents().count == 1)
  }
}
