// Labels that state the size of the other space, and images that labels call by an upload's name.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelsConvertSizesTests {
  /// Labels of the displayed image, 48 × 32, that state the size of the stored one, 32 × 48. Tag 8: x of the stored
  /// image is 32 − y − height, y is x.
  private func coco(_ box: String) -> String {
    """
    {"images":[{"id":1,"width":32,"height":48,"file_name":"8.jpg"}],
    "annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":\(box)}],"categories":[{"id":1,"name":"green"}]}
    """
  }

  // Between x 34 and 46 only the displayed image has pixels; 4 to 16 is inside both.
  @Test(
    arguments: [
      ("[34,4,12,8]", nil, "[20,34,8,12]"), ("[34,4,12,8]", "file", "[20,34,8,12]"), ("[34,4,12,8]", "labels", nil),
      ("[4,4,12,8]", nil, nil), ("[4,4,12,8]", "file", "[20,4,8,12]"), ("[4,4,12,8]", "labels", nil),
    ] as [(String, String?, String?)])
  func theSizeOfTheOtherSpaceIsTheFilesIfBoxesOrTheCallerSaySo(box: String, source: String?, wanted: String?) throws {
    let album = try LabelledAlbum(tags: 8...8)
    try album.write("d.json", coco(box))
    var words = ["labels", "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos"]
    if let source { words += ["--size-from", source] }
    let answer = try UprightTool.run(words + ["-o", "s.json", "d.json"], in: album.album.folder)
    #expect(answer.status == (wanted == nil ? 2 : 0), "\(answer.complaints)")
    let text = wanted == nil && answer.status != 2 ? "" : try album.text("s.json")
    #expect(text == (wanted.map(coco) ?? coco(box)))
    // The same in another format.
    let lines = try UprightTool.run(
      words.dropLast(source == nil ? 0 : 2) + (source.map { ["--size-from", $0] } ?? [])
        + ["--to", "jsonl", "-o", "s.jsonl", "d.json"], in: album.album.folder)
    #expect(lines.status == (wanted == nil ? 2 : 0), "\(lines.complaints)")
    if let wanted {
      let numbers = wanted.filter { $0 != "[" && $0 != "]" }.split(separator: ",")
      let names = ["x", "y", "w", "h"]
      let row = zip(names, numbers).map { "\"\($0)\":\($1)" }.joined(separator: ",")
      #expect(try album.text("s.jsonl").contains(row))
    }
  }

  @Test func aSizeOfNeitherSpaceIsNeverOverridden() throws {
    let album = try LabelledAlbum(tags: 8...8)
    try album.write("d.json", coco("[34,4,12,8]").replacing("\"width\":32", with: "\"width\":31"))
    let answer = try album.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "--size-from", "file", "-o",
      "s.json", "d.json")
    #expect(answer.status == 2 && answer.complaints.contains("8.jpg"))
  }

  private func labelStudio(_ address: String) -> String {
    """
    [{"data":{"image":"\(address)"},"annotations":[{"result":[{"type":"rectanglelabels","original_width":48,
    "original_height":32,"to_name":"image","value":{"x":25,"y":25,"width":25,"height":50,"rectanglelabels":["a"]}}]}]}]
    """
  }

  @Test(arguments: [("abcd1234-p.jpg", "abcd1234-p.txt"), ("p.jpg", "p.txt")])
  func uploadsAreFoundWithAndWithoutTheirDigits(photo: String, row: String) throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.album.add("up/6.jpg")
    try FileManager.default.moveItem(
      atPath: album.album.folder.path("up/6.jpg"), toPath: album.album.folder.path("up/\(photo)"))
    try album.write("export.json", labelStudio("/data/upload/1/abcd1234-p.jpg"))
    let audit = try album.run("audit", "--images", "up", "export.json")
    #expect(audit.text.contains("displayed") && !audit.text.contains("missing"), "\(audit.text) \(audit.complaints)")
    let answer = try album.run(
      "convert", "--to", "yolo", "--from-space", "displayed", "--images", "up", "-o", "rows", "export.json")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.text("rows/\(row)") == "0 0.375000 0.500000 0.250000 0.500000\n")
  }

  @Test func aFolderOfPascalVOCAnswersTheSameWithAndWithoutItsImages() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for tag in [2, 6, 8] {
      try album.album.add("VOC/JPEGImages/\(tag).jpg")
      try album.write(
        "VOC/Annotations/\(tag).xml",
        """
        <annotation><filename>\(tag).jpg</filename><size><width>48</width><height>32</height></size><object>
        <name>a</name><bndbox><xmin>34</xmin><ymin>3</ymin><xmax>45</xmax><ymax>14</ymax></bndbox></object></annotation>
        """)
    }
    try album.write("VOC/ImageSets/Main/trainval.txt", "2\n6\n8\n")
    let alone = try album.run("audit", "--json", "VOC")
    let both = try album.run("audit", "--json", "--images", "VOC/JPEGImages", "VOC")
    #expect(alone.status == both.status && both.text.contains("\"displayed\""), "\(both.complaints)")
    // Only the last line tells where the parts were found.
    #expect(alone.text.split(separator: "\n").dropLast() == both.text.split(separator: "\n").dropLast())
    let crops = try album.run("crop", "--images", "VOC/JPEGImages", "-o", "crops", "VOC")
    #expect(crops.status == 0, "\(crops.complaints)")
  }

  /// A mask of 3 × 2 pixels, of which the first is outside (a PNG of 8 bits in gray, written by Pillow).
  private static let mask =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAD0lEQVR4nGNg+P8fiP4DABD3BPwApIOZAAAAAElFTkSuQmCC"

  @Test func masksOfLabelMeRotateWithTheirImage() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write(
      "m/6.json",
      """
      {"version":"5.5.0","flags":{},"shapes":[{"label":"a","points":[[4,10],[6,11]],"group_id":null,"shape_type":"mask",
      "flags":{},"mask":"\(Self.mask)"}],"imagePath":"6.jpg","imageData":null,"imageHeight":48,"imageWidth":32}
      """)
    let answer = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o", "d", "m")
    #expect(answer.status == 0, "\(answer.complaints)")
    let text = try album.text("d/6.json")
    // By hand: x = 48 − 1 − y.
    #expect(text.contains("[[36,4],[37,6]]") && text.contains("\"imageHeight\":32,\"imageWidth\":48"), "\(text)")
    for (folder, size, box) in [("m", "[48,32]", "[4,10,3,2]"), ("d", "[32,48]", "[36,4,2,3]")] {
      let coco = try album.run("convert", "--from-space", "stored", "--to", "coco", "-o", "\(folder).json", folder)
      #expect(coco.status == 0, "\(coco.complaints)")
      let text = try album.text("\(folder).json")
      #expect(text.contains("\"bbox\":\(box)") && text.contains("\"size\":\(size)"), "\(text)")
      #expect(text.contains("\"area\":5"))
    }
    let back = try album.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "s", "d")
    #expect(back.status == 0)
    let again = try album.run("convert", "--from-space", "stored", "--to", "coco", "-o", "s.json", "s")
    #expect(again.status == 0)
    #expect(try album.text("s.json") == album.text("m.json"))
  }
}
