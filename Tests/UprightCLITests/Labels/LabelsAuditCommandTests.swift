// Audits on the command line: the output and the exit code.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct LabelsAuditCommandTests {
  private func audited(_ space: String, _ edit: (String) -> String = { $0 }) throws -> OutsideTool.Answer {
    let album = try LabelledAlbum()
    try album.writeRows()
    _ = try album.run("convert", "--to", "coco", "--from-space", space, "--images", "photos", "-o", "a.json", "labels")
    try album.write("a.json", edit(try album.text("a.json")))
    return try album.run("audit", "--images", "photos", "a.json")
  }

  @Test func aSetThatIsDecidedIsFine() throws {
    for space in ["stored", "displayed"] {
      let answer = try audited(space)
      #expect(answer.status == 0)
      #expect(answer.text == "\(space): 8 regions of 8 images\npictures: 4 \(space), 1 either, 3 undecidable")
    }
  }

  @Test func whatContradictsItselfFails() throws {
    let answer = try audited("stored") { text in
      text.replacing(
        "\"width\":32,\"height\":48,\"file_name\":\"6.jpg\"", with: "\"width\":48,\"height\":32,\"file_name\":\"6.jpg\""
      )
    }
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("contradiction: 8 regions of 8 images"))
    #expect(answer.text.contains("6.jpg: labeled as displayed, like 1 of 4 images"))
  }

  @Test func imagesAreFoundByTheirPathsOrNotAtAll() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for name in ["6.jpg", "train/6.jpg", "val/6.jpg"] { try album.album.add("photos/\(name)") }
    func audited(_ name: String) throws -> String {
      let image = #"{"id":1,"width":32,"height":48,"file_name":"\#(name)"}"#
      try album.write("a.json", #"{"images":[\#(image)],"annotations":[],"categories":[]}"#)
      return try album.run("audit", "--images", "photos", "a.json").text
    }
    for name in ["6.jpg", "val/6.jpg", #"photos\\train\\6.jpg"#] {
      #expect(try audited(name).hasPrefix("stored: 0 regions of 1 image"), "\(name)")
    }
    for name in ["test/6.jpg", "train/6.png"] { #expect(try audited(name).contains("picture-missing: 1"), "\(name)") }
  }

  @Test func theFoldersOfLabelFilesTellImagesOfOneNameApart() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for folder in ["train", "val"] {
      try album.album.add("data/images/\(folder)/6.jpg")
      try album.write("data/labels/\(folder)/6.txt", LabelledAlbum.green + "\n")
    }
    let answer = try album.run("audit", "--json", "--images", "data/images", "data/labels")
    let names = try answer.objects().compactMap { $0["space"] == nil ? nil : $0["picture"] as? String }
    #expect(names == ["train/6.jpg", "val/6.jpg"])
    #expect(try answer.objects().last?["regions"] as? Int == 2)
    let words = [
      "convert", "--to", "coco", "--from-space", "stored", "--to-space", "displayed", "--images", "data/images",
    ]
    let convert = try UprightTool.run(["labels"] + words + ["-o", "c.json", "data/labels"], in: album.album.folder)
    #expect(convert.status == 0, "\(convert.complaints)")
    for folder in ["train", "val"] { #expect(try album.text("c.json").contains("\"\(folder)/6.jpg\"")) }
    let turned = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "data/images", "-o", "turned",
      "data/labels")
    #expect(turned.status == 0 && turned.text.hasSuffix("2 regions"), "\(turned.complaints)")
    #expect(try album.text("turned/val/6.txt") == "0 0.75 0.5 0.5 0.333333\n")
    // Labels of a folder without images belong to no image.
    try FileManager.default.removeItem(atPath: album.album.folder.path("data/images/val"))
    let half = try album.run("audit", "--images", "data/images", "data/labels")
    #expect(half.status == 1 && half.complaints.contains("val/6.txt"), "\(half.complaints)")
    #expect(half.text.hasPrefix("undecidable: 1 region of 1 image"))
  }

  @Test func sharesOfNoStatedSizeCannotBeTold() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("6.xmp", LabelReorientAuditTests.microsoft)
    let answer = try album.run("audit", "--images", "photos", "6.xmp")
    #expect(answer.status == 1)
    #expect(
      answer.text.hasPrefix("undecidable: 1 region of 1 image\npictures: 1 undecidable\n"), "\(answer.complaints)")
    let refused = try album.run("convert", "--to", "coco", "--images", "photos", "-o", "c.json", "6.xmp")
    #expect(refused.status == 64 && refused.complaints.contains("(undecidable)"))
    for (space, box) in [("stored", "3,10,"), ("displayed", "5,6,")] {
      let told = try album.run(
        "convert", "--to", "coco", "--from-space", space, "--images", "photos", "-o", "\(space).json", "6.xmp")
      #expect(told.status == 0, "\(told.complaints)")
      #expect(try album.text("\(space).json").contains("\"bbox\":[\(box)"))
    }
    // Rows without a size are still valid.
    #expect(try album.run("validate", "6.xmp").status == 0)
  }

  @Test func aFolderOfImagesThatIsNotThereIsAnError() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.writeRows(tags: 6...6)
    for words in [
      ["audit", "labels"], ["convert", "--to", "coco", "-o", "c.json", "labels"], ["crop", "-o", "out", "labels"],
      ["overlay", "-o", "out", "labels"], ["diff", "labels", "labels"],
    ] {
      let answer = try UprightTool.run(
        ["labels", words[0], "--images", "nowhere"] + words.dropFirst(), in: album.album.folder)
      #expect(answer.status == 74 && answer.complaints.contains("nowhere: No such file"), "\(words)")
    }
    #expect(try album.album.contents()["c.json"] == nil)
  }

  @Test func sharesCannotBeTold() throws {
    let album = try LabelledAlbum(tags: 5...8)
    try album.writeRows(tags: 5...8)
    let answer = try album.run("audit", "--images", "photos", "labels")
    #expect(answer.status == 1)
    #expect(
      answer.text.hasPrefix(
        "undecidable: 4 regions of 4 images\npictures: 4 undecidable\nundecidable: 4 images: the labels are fractions")
    )
    let upright = try LabelledAlbum(tags: 1...1)
    try upright.writeRows(tags: 1...1)
    #expect(try upright.run("audit", "--images", "photos", "labels").text.hasPrefix("either: 1 region of 1 image"))
  }

  @Test func defectsAreNamedWithTheirLines() throws {
    let album = try LabelledAlbum(tags: 1...2)
    let rows = ["0 0.5 0.5 0.2 0.2", "0 0.5 0.5 0.2 0.2", "0 0.9 0.5 0.4 0.2", "0 0.5 0.5 0 0.2", "0 a 0.5 0.2 0.2"]
    try album.writeRows(rows.joined(separator: "\n"), tags: 1...1)
    let answer = try album.run("audit", "--images", "photos", "labels")
    #expect(answer.status == 1)
    for line in [
      "duplicate: 1", "  1.txt, line 2: duplicate box", "out-of-bounds: 1", "  1.txt, line 3: this box extends to",
      "empty: 1", "  1.txt, line 4: this box is 0.0 wide", "picture-unlabelled: 1", "  2.jpg: the image has no labels",
    ] { #expect(answer.text.contains(line), "\(line)") }
    #expect(answer.complaints.contains("1.txt, line 5, column 2"))
  }

  @Test func eachLineIsAnObjectWhereAsked() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    let answer = try album.run("audit", "--json", "--images", "photos", "labels")
    let objects = try answer.objects()
    #expect(objects.count == 9 && objects.allSatisfy { $0["schema"] as? Int == 1 })
    #expect(objects.first?["space"] as? String == "either")
    #expect(objects[1]["space"] as? String == "undecidable" && objects[1]["why"] as? String == "same-shape")
    #expect(objects[5]["why"] as? String == "all-fits-both")
    #expect(objects.last?["verdict"] as? String == "undecidable" && objects.last?["regions"] as? Int == 8)
    #expect(objects.last?["clean"] as? Bool == false)
  }

  @Test func withoutImagesThereIsNoAudit() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...1)
    #expect(try album.run("audit", "labels").status == 64)
    let missing = try album.run("audit", "--images", "labels", "labels")
    #expect(missing.status == 1 && missing.text.contains("none: 0 regions of 0 images"))
  }

  // A JSON report must not look as if something had been found correct.
  @Test(arguments: [
    ("a.json", "{"), ("a.json", #"{"images":[{"id":1,"file_name":"gone.jpg"}],"annotations":[]}"#),
    ("a.json", #"{"images":[],"annotations":[],"categories":[]}"#), ("labels/gone.txt", "0 0.5 0.5 0.1 0.1"),
  ])
  func whereNothingCouldBeReadNothingWasDecided(name: String, text: String) throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write(name, text)
    let format = name.hasSuffix("txt") ? "yolo" : "coco"
    let answer = try album.run("audit", "--from", format, "--images", "photos", name)
    let json = try album.run("audit", "--from", format, "--json", "--images", "photos", name)
    let end = try #require(try json.objects().last)
    #expect(answer.status == 1 && json.status == 1 && end["clean"] as? Bool == false, "\(text)")
    let lines = answer.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("none: 0 regions of "), "\(answer.text)")
    #expect(lines[1] == "nothing was decided: no image with readable labels was found")
    #expect(end["verdict"] as? String == "none")
    #expect(end["why"] as? String == "no image with readable labels was found")
  }

  @Test func aFileThatIsLostBesideOthersIsNotClean() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/1.xml", voc("1.jpg"))
    try album.write("labels/2.xml", "<annotation>")
    let json = try album.run("audit", "--from", "voc", "--json", "--images", "photos", "labels")
    let end = try #require(try json.objects().last)
    #expect(json.status == 1 && end["verdict"] as? String == "either" && end["clean"] as? Bool == false)
    #expect(end["findings"] as? Int == 1 && end["defects"] as? Int == 0)
    try FileManager.default.removeItem(atPath: album.album.folder.path("labels/2.xml"))
    let well = try album.run("audit", "--from", "voc", "--json", "--images", "photos", "labels")
    let last = try #require(try well.objects().last)
    #expect(well.status == 0 && last["clean"] as? Bool == true && last["findings"] as? Int == 0)
  }

  private func voc(_ name: String) -> String {
    "<annotation><filename>\(name)</filename><size><width>48</width><height>32</height></size></annotation>"
  }

  @Test func thePageShowsWhatHasToBeLookedAt() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    let answer = try album.run("audit", "--images", "photos", "--html", "r.html", "labels")
    #expect(answer.status == 1 && answer.text.hasPrefix("undecidable: 8 regions of 8 images"))
    let page = try album.text("r.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.components(separatedBy: "<img").count == 15)
    #expect(page.contains("Labels of labels") && page.contains("7</span>"))
    let json = try album.run("audit", "--json", "--force", "--images", "photos", "--html", "r.html", "labels")
    #expect(try json.objects().count == 9 && album.text("r.html") == page)
  }

  @Test func aPageThatIsThereStaysUnlessForced() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...1)
    try album.write("r.html", "mine")
    let answer = try album.run("audit", "--images", "photos", "--html", "r.html", "labels")
    #expect(answer.status == 74 && answer.complaints.contains("--force"))
    #expect(try album.text("r.html") == "mine")
    #expect(try album.run("audit", "--force", "--images", "photos", "--html", "r.html", "labels").status == 0)
    #expect(try album.text("r.html").contains("The space of all images is known."))
    #expect(try album.run("audit", "--images", "photos", "--html", "r.txt", "labels").status == 64)
    #expect(try album.run("audit", "--images", "photos", "--force", "labels").status == 64)
  }

  @Test func aClassThatNoListNamesIsADefect() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows("0 0.5 0.5 0.2 0.2\n3 0.5 0.5 0.1 0.1", tags: 1...1)
    let answer = try album.run("audit", "--images", "photos", "--html", "r.html", "labels")
    #expect(answer.status == 1 && answer.complaints == "")
    #expect(answer.text.contains("class-unlisted: 1\n  1.txt, line 2, column 1: this row's class is not listed"))
    let page = try album.text("r.html")
    #expect(page.contains("<code>class-unlisted</code>") && !page.contains("Unreadable rows"))
  }

  // Nineteen photos whose boxes fit both, and one with a box outside the displayed image.
  @Test func oneStrayBoxDecidesNothing() throws {
    let album = try LabelledAlbum(tags: 5...8)
    let images = (5...8).map { #"{"id":\#($0),"file_name":"\#($0).jpg"}"# }
    let boxes = ["[4,4,8,8]", "[4,4,8,8]", "[4,4,8,8]", "[8,36,8,8]"]
    let rows = boxes.enumerated().map { #"{"id":\#($0),"image_id":\#($0 + 5),"category_id":1,"bbox":\#($1)}"# }
    func write(_ rows: [String]) throws {
      try album.write(
        "a.json",
        #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(rows.joined(separator: ","))],"#
          + #""categories":[{"id":1,"name":"a"}]}"#)
    }
    try write(rows)
    let answer = try album.run("audit", "--images", "photos", "a.json")
    #expect(answer.status == 1)
    let evidence = "1 box fits only the stored image; 3 images cannot be decided"
    let wanted = [
      "undecidable: 4 regions of 4 images", "pictures: 1 stored, 3 undecidable",
      "undecidable: 3 images: the labels state no size, and every box fits both the stored and the displayed image",
      "not enough evidence: \(evidence) (8.jpg)",
      "what to do: " + LabelAudit.undecidableHelp.spelled(by: CommandLineSpelling()),
    ]
    #expect(answer.text == wanted.joined(separator: "\n"))
    let json = try album.run("audit", "--json", "--images", "photos", "a.json").objects()
    #expect(json.last?["why"] as? String == evidence && json.last?["verdict"] as? String == "undecidable")
    let convert = try album.run("convert", "--to", "yolo", "--images", "photos", "-o", "out", "a.json")
    #expect(convert.status == 64 && convert.complaints.contains(evidence))
    let fix = try album.album.run("fix", "-i", "--labels", "a.json", "--journal", "j", "photos", "-r")
    #expect(fix.status == 64 && fix.complaints.contains(evidence))
    // Several images with such boxes are not outliers.
    try write(rows.map { $0.replacing("[4,4,8,8]", with: "[4,37,8,8]") })
    #expect(try album.run("audit", "--images", "photos", "a.json").text.hasPrefix("stored: 4 regions of 4 images"))
  }
}
