// `--labels` with `-o`: the labels of what each result shows, under all tags and in several formats.

import Foundation
import Testing
import UprightTestTools

@Suite struct LabelPlacingTests {
  /// Runs a command on all photos of an album whose labels are of the stored image.
  private func run(_ album: TurnedAlbum, _ words: String...) throws -> OutsideTool.Answer {
    try UprightTool.run(
      words + ["--labels", album.labels, "--label-space", "stored", "photos"], in: album.album.folder)
  }

  private func rows(_ album: TurnedAlbum, in folder: String) throws -> Set<String> {
    try Set((1...8).map { try album.text("\(folder)/\($0).txt") })
  }

  @Test func aCropHasTheLabelsThatItShows() throws {
    let album = try TurnedAlbum()
    let answer = try run(album, "crop", "8,8,32,16", "-o", "parts/")
    #expect(answer.status == 0 && answer.complaints == "", "\(answer.complaints)")
    #expect(answer.text.hasSuffix("labels -> parts/: labels, 8 regions of 8 results"), "\(answer.text)")
    #expect(try album.text("parts/data.yaml").contains("green"))
    // Of the green at 16…32, 0…16, the crop shows 16…32, 8…16.
    #expect(try rows(album, in: "parts") == ["0 0.500000 0.250000 0.500000 0.500000\n"])
  }

  @Test func thumbnailsRotationsAndUprightCopiesHaveThem() throws {
    let album = try TurnedAlbum()
    #expect(try run(album, "thumb", "24", "-o", "small/").status == 0)
    #expect(try rows(album, in: "small") == ["0 0.500000 0.250000 0.333333 0.500000\n"])
    #expect(try run(album, "fix", "-o", "up/").status == 0)
    #expect(try rows(album, in: "up") == ["0 0.500000 0.250000 0.333333 0.500000\n"])
    #expect(try run(album, "rotate", "cw", "--bake", "-o", "turned/").status == 0)
    #expect(try rows(album, in: "turned") == ["0 0.750000 0.500000 0.500000 0.333333\n"])
  }

  @Test(arguments: ["coco", "voc"]) func otherFormatsHaveThem(format: String) throws {
    let album = try TurnedAlbum(format)
    #expect(try run(album, "crop", "8,8,32,16", "--size", "64x32", "-o", "parts/").status == 0)
    if format == "coco" {
      let text = try album.text("parts/coco.json")
      #expect(text.components(separatedBy: #""bbox":[16,0,32,16]"#).count == 9, "\(text)")
      #expect(text.components(separatedBy: #""width":64,"height":32"#).count == 9)
    } else {
      for tag in 1...8 {
        let text = try album.text("parts/\(tag).xml").filter { !$0.isWhitespace }
        #expect(text.contains("<xmin>17</xmin><ymin>1</ymin><xmax>48</xmax><ymax>16</ymax>"), "\(text)")
      }
    }
  }

  @Test func regionsOfWhichTooLittleIsShownAreLeftOut() throws {
    let album = try TurnedAlbum()
    let answer = try run(
      album, "crop", "8,8,32,16", "--also", "0,0,48,16", "--min-visible", "60%", "-o", "parts/")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.contains("labels, 8 regions of 16 results"), "\(answer.text)")
    #expect(!answer.text.contains("not shown"), "\(answer.text)")
    for tag in 1...8 {
      #expect(try album.text("parts/\(tag)-2.txt") == "0 0.500000 0.500000 0.333333 1.000000\n")
      #expect((try? album.text("parts/\(tag)-1.txt")) ?? "" == "")
    }
  }

  @Test func nothingThatWasReadIsReplaced() throws {
    let album = try TurnedAlbum("coco")
    let before = try album.album.contents()
    for words in [["-o", "./"], ["-o", "./", "--force"], ["-o", "s/", "--label-output", "coco.json", "--force"]] {
      let answer = try UprightTool.run(
        ["thumb", "24"] + words + ["--labels", "coco.json", "--label-space", "stored", "photos/1.jpg"],
        in: album.album.folder)
      #expect(answer.status != 0 && answer.complaints.contains("coco.json"), "\(answer.complaints)")
      #expect(try album.album.contents() == before)
    }
    let others = try TurnedAlbum()
    let labels = try others.text("labels/6.txt")
    let answer = try run(others, "thumb", "24", "-o", "s/", "--label-output", "labels", "--force")
    #expect(answer.status == 64 && answer.complaints.contains("was read"), "\(answer.complaints)")
    #expect(try others.text("labels/6.txt") == labels)
  }

  @Test func namesBesideTheLabelsAreNotReplaced() throws {
    let album = try TurnedAlbum()
    let folder = album.album.folder
    try FileManager.default.moveItem(atPath: folder.path("labels/data.yaml"), toPath: folder.path("data.yaml"))
    let answer = try run(album, "thumb", "24", "-o", "s/", "--label-output", ".", "--force")
    #expect(answer.status == 64 && answer.complaints.contains("data.yaml was read"), "\(answer.complaints)")
    #expect(try album.text("data.yaml") == "names: [green]\n")
  }

  @Test func aRegionThatNoResultShowsIsCountedOnce() throws {
    let album = try TurnedAlbum()
    let answer = try run(album, "crop", "0,16,24,16", "--also", "24,16,24,16", "-o", "parts/", "--json")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.contains(#""labels":{"rows":0,"pictures":16,"files":17,"hidden":8}"#), "\(answer.text)")
  }

  @Test func oneResultInANewFolderHasItsLabelsThere() throws {
    let album = try TurnedAlbum(tags: 6...6)
    #expect(try run(album, "thumb", "24", "-o", "small").status == 0)
    #expect(try album.text("small/6.txt") == "0 0.500000 0.250000 0.333333 0.500000\n")
    #expect((try? album.text("data.yaml")) == nil)
  }

  @Test func aFolderOfOneCOCOFileKeepsItsName() throws {
    let album = try TurnedAlbum("coco")
    let folder = album.album.folder
    try FileManager.default.createDirectory(atPath: folder.path("seen"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path("coco.json"), toPath: folder.path("seen/coco.json"))
    let answer = try UprightTool.run(
      ["thumb", "24", "photos", "-o", "small", "--labels", "seen/", "--label-space", "stored"], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.text("small/coco.json").contains("bbox"))
  }

  @Test func whatIsUnclearStopsBeforeAnyImageIsMade() throws {
    let album = try TurnedAlbum()
    let folder = album.album.folder
    try FileManager.default.createDirectory(atPath: folder.path("more"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.path("photos/6.jpg"), toPath: folder.path("more/6.jpg"))
    let ambiguous = try run(album, "thumb", "24", "more", "-o", "a/")
    #expect(ambiguous.status == 64 && ambiguous.complaints.contains("6.jpg"), "\(ambiguous.complaints)")
    try album.labelled.write("labels/6.txt", "0 0.1 0.1 0.5 0.1 0.5 0.5 0.3 0.7 0.1 0.5\n")
    let polygons = try run(album, "thumb", "24", "-o", "b/")
    #expect(polygons.status == 64 && polygons.complaints.contains("yolo-segment"), "\(polygons.complaints)")
    try album.labelled.write("c/data.yaml", "mine\n")
    try album.labelled.writeRows()
    let taken = try run(album, "thumb", "24", "-o", "c/")
    #expect(taken.status != 0 && taken.complaints.contains("c/data.yaml"), "\(taken.complaints)")
    for folder in ["a", "b", "c"] { #expect((try? album.album.folder.read("\(folder)/6.jpg")) == nil) }
  }

  @Test(arguments: ["fit", "keep"])
  func cornersThatAnEdgeCutsAreFitted(obb: String) throws {
    let album = try TurnedAlbum(tags: 1...1)
    try album.labelled.write("labels/1.txt", "0 0.5 0 0.75 0.375 0.5 0.75 0.25 0.375\n")
    let answer = try run(
      album, "crop", "0,18,48,14", "-o", "parts/", "--label-format", "yolo-obb", "--obb", obb)
    #expect(answer.status == 0, "\(answer.complaints)")
    let numbers = try album.text("parts/1.txt").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    #expect(numbers.count == 9)
    let whole = [0.5, -1.285714, 0.75, -0.428571, 0.5, 0.428571, 0.25, -0.428571]
    guard obb == "fit" else { return #expect(Array(numbers.dropFirst()) == whole) }
    // A smaller rectangle: its diagonals are equally long.
    let corners = stride(from: 1, to: 9, by: 2).map { (x: numbers[$0] * 48, y: numbers[$0 + 1] * 14) }
    func length(_ one: Int, _ other: Int) -> Double {
      hypot(corners[one].x - corners[other].x, corners[one].y - corners[other].y)
    }
    #expect(abs(length(0, 2) - length(1, 3)) < 1e-3, "\(numbers)")
    // What is left is a triangle, 12 pixels wide and 6 high; the box was 288 square pixels.
    #expect(abs(length(0, 1) * length(1, 2) - 72) < 1e-2, "\(numbers)")
  }

  @Test func aDryRunWritesNothing() throws {
    let album = try TurnedAlbum()
    let before = try album.album.contents()
    let answer = try run(album, "crop", "8,8,32,16", "-o", "parts/", "--dry-run")
    #expect(answer.status == 0 && answer.text.contains("labels, 8 regions of 8 results (dry run)"), "\(answer.text)")
    #expect(try album.album.contents() == before)
  }

  @Test func otherImagesOfTheLabelsAreCounted() throws {
    let album = try TurnedAlbum("coco")
    let answer = try UprightTool.run(
      ["crop", "8,8,32,16", "photos/6.jpg", "-o", "parts/", "--labels", "coco.json", "--label-space", "stored"],
      in: album.album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.complaints.contains("7 images of the labels are not in this batch"), "\(answer.complaints)")
    #expect(try album.text("parts/coco.json").contains(#""bbox":[8,0,16,8]"#))
  }

  @Test(
    "What cannot be combined is refused by name",
    arguments: [
      (["thumb", "24", "-i", "--force"], "only `upright fix -i`"),
      (["rotate", "cw", "-o", "x/"], "add --bake"), (["thumb", "24", "-o", "x/", "--update"], "leave out --update"),
      (["thumb", "24", "-o", "x/", "--journal", "j"], "--journal"), (["crop", "0,0,8,8", "-o", "-"], "-o FILE"),
      (["thumb", "24", "-o", "x/", "--min-visible", "2"], "min-visible"),
      (["fix", "-i", "--journal", "j", "--min-visible", "0.5"], "works only with -o"),
      (["fix", "-i", "--journal", "j", "--obb", "keep"], "--obb works only with -o"),
      (["thumb", "24", "-o", "x/", "--page", "2"], "--page"), (["fix", "-o", "x/", "--all"], "--all"),
    ])
  func refused(words: [String], reason: String) throws {
    let album = try TurnedAlbum(tags: 6...6)
    let answer = try UprightTool.run(words + ["--labels", "labels", "photos/6.jpg"], in: album.album.folder)
    #expect(answer.status == 64 && answer.complaints.contains(reason), "\(answer.complaints)")
  }
}
