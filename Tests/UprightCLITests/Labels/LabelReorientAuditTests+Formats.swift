// Labels that formats would not rotate with their images, and labels of other images, are named before an image
// changes.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension LabelReorientAuditTests {
  /// The photo `photos/6.jpg`, stored as 32x48 with tag 6, with `text` as its labels.
  private func album(_ text: String) throws -> TurnedAlbum {
    let album = try TurnedAlbum("coco", tags: 6...6)
    try album.labelled.write("coco.json", text)
    return album
  }

  private func coco(_ name: String, image: String = #""id":1,"#, row: String = #""image_id":1,"#) -> String {
    #"{"images":[{\#(image)"width":32,"height":48,"file_name":"\#(name)"}],"categories":[{"id":1,"name":"a"}],"#
      + #""annotations":[{"id":1,\#(row)"category_id":1,"bbox":[2,3,10,12]}]}"#
  }

  /// Label Studio's results of an image, each with its stated size, if any.
  private func studio(_ sizes: [(width: Int, height: Int)?]) -> String {
    let results = sizes.map { size in
      let stated = size.map { #""original_width":\#($0.width),"original_height":\#($0.height),"# } ?? ""
      return #"{\#(stated)"from_name":"l","to_name":"image","type":"rectanglelabels","value":{"x":10,"y":20,"#
        + #""width":30,"height":40,"rotation":0,"rectanglelabels":["a"]}}"#
    }
    return #"[{"id":1,"data":{"image":"6.jpg"},"annotations":[{"result":[\#(results.joined(separator: ","))]}]}]"#
  }

  private var asStudio: [String] { ["--label-format", "label-studio"] }

  @Test(arguments: ["val/6.jpg", "6.png", "elsewhere/photos/6.jpg"])
  func anImageOfAnotherFolderOrExtensionIsNotTakenForOneOfTheBatch(_ name: String) throws {
    try refuse(album(coco(name)), [], "\(name) in coco.json could be photos/6.jpg, but its folder or extension differs")
  }

  // If names include folder names, the other folders belong to other images.
  @Test func rowsOfAnotherFolderStay() throws {
    let album = try TurnedAlbum("coco", tags: 6...6)
    try album.album.add("photos/8.jpg")
    let row = #"{"id":1,"image_id":1,"category_id":1,"bbox":[2,3,10,12]},"#
    let text = coco("val/6.jpg")
      .replacing("\"images\":[", with: #""images":[{"id":2,"width":32,"height":48,"file_name":"photos/8.jpg"},"#)
      .replacing("\"annotations\":[", with: "\"annotations\":[" + row.replacing("_id\":1,\"c", with: "_id\":2,\"c"))
    try album.labelled.write("coco.json", text)
    let answer = try album.album.run("fix", "-i", "--labels", "coco.json", "--journal", "j", "photos")
    #expect(answer.status == 0 && answer.text.hasSuffix("coco.json: labels, 1 row of 1 image rotated"))
    let after = try album.text("coco.json")
    #expect(after.contains(#""image_id":1,"category_id":1,"bbox":[2,3,10,12]"#))
    #expect(after.contains(#""image_id":2,"category_id":1,"bbox":[3,20,12,10]"#), "\(after)")
  }

  @Test func twoFilesThatNameAnImageAlikeAreADoubt() throws {
    let album = try TurnedAlbum("coco", tags: 6...6)
    for name in ["train", "val"] { try album.labelled.write("ann/\(name).json", coco("6.jpg")) }
    let before = try album.album.contents()
    let answer = try album.album.run("fix", "-i", "--labels", "ann", "--journal", "j", "photos")
    #expect(answer.status == 64 && answer.complaints.contains("6.jpg in train.json and other names match"))
    #expect(try album.album.contents() == before)
    #expect(try album.album.run("fix", "-i", "--labels", "ann/train.json", "--journal", "j", "photos").status == 0)
    #expect(try album.text("ann/val.json") == coco("6.jpg") && album.text("ann/train.json") != coco("6.jpg"))
  }

  @Test func rowsThatBelongToNoImageAreNamed() throws {
    try refuse(album(coco("6.jpg", image: "")), [], "coco.json, images[0]")
    try refuse(album(coco("6.jpg", row: #""image_id":2,"#)), [], "annotations[0].image_id")
    try refuse(album(coco("6.jpg", row: "")), [], "annotations[0]")
    // Rows of an image outside the batch stay unchanged, but must not match another image.
    let text = coco("9.jpg").replacing("[2,3,10,12]", with: "[2,3,\"x\"]")
    try refuse(album(text), [], "no label names an image of this batch")
    let six = #""images":[{"id":2,"width":32,"height":48,"file_name":"6.jpg"},"#
    try refuse(album(text.replacing("\"images\":[", with: six)), [], "annotations[0].bbox[2]")
    let other = try album(coco("9.jpg").replacing("\"images\":[", with: six))
    let answer = try other.fix()
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try other.text("coco.json").contains("[2,3,10,12]") && other.uprightTags(6...6) == [6])
  }

  @Test func anImageWhoseRowsStateTwoSizesIsNamed() throws {
    try refuse(album(studio([(32, 48), (33, 48)])), asStudio, "not all rows of 6.jpg would rotate with their image")
    let whole = try album(studio([(32, 48), (32, 48)]))
    #expect(try whole.fix("--label-format", "label-studio").text.hasSuffix("2 rows of 1 image rotated"))
    // Web annotations state a size for each of their targets.
    let target = #"{"source":"6.jpg","selector":{"type":"FragmentSelector","value":"xywh=2,3,10,12"}}"#
    let sized = target.replacing("6.jpg\",", with: #"6.jpg","width":320,"height":480,"#)
    let web = #"[{"type":"Annotation","target":[\#(target),\#(sized)]}]"#
    let words = ["--label-format", "w3c"]
    let answer = try album(web).album.run("fix", "-n", "--labels", "coco.json", "--label-format", "w3c", "photos")
    if answer.status == 0 { try refuse(album(web), stored + words, "not all rows of 6.jpg") }
  }

  @Test func sharesWithoutASizeSayNoSpace() throws {
    try refuse(album(studio([nil])), asStudio, "(undecidable)")
    let album = try album(studio([nil]))
    #expect(try album.fix("--label-format", "label-studio").status == 0)
    #expect(try album.text("coco.json").contains(#""x":40,"y":10,"width":40,"height":30"#))
    let xmp = try TurnedAlbum("coco", tags: 6...6)
    try xmp.labelled.write("coco.json", Self.microsoft)
    try xmp.album.folder.link("6.xmp", to: "coco.json")
    let before = try xmp.album.contents()
    let answer = try xmp.album.run("fix", "-i", "--labels", "6.xmp", "--journal", "j", "photos")
    #expect(answer.status == 64 && answer.complaints.contains("(undecidable)"))
    #expect(try xmp.album.contents() == before)
  }

  /// Microsoft's regions, which state no size.
  static let microsoft = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:MP="http://ns.microsoft.com/photo/1.2/" \
    xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" \
    xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"><MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions>\
    <rdf:Bag><rdf:li MPReg:Rectangle="0.1, 0.2, 0.3, 0.4" MPReg:PersonDisplayName="Ann"/></rdf:Bag></MPRI:Regions>\
    </MP:RegionInfo></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  @Test func anImageInsideTheLabelsIsNamed() throws {
    let text = #"""
      {"version":"5","flags":{},"shapes":[{"label":"a","points":[[2,3],[12,15]],"shape_type":"rectangle"}],
      "imagePath":"6.jpg","imageData":"QUJD","imageHeight":48,"imageWidth":32}
      """#
    try refuse(album(text), ["--label-format", "labelme"], "this file contains the image itself")
    let without = try album(text.replacing("\"QUJD\"", with: "null"))
    #expect(try without.fix("--label-format", "labelme").text.hasSuffix("coco.json: labels, 1 row of 1 image rotated"))
  }

  @Test func regionsInTheImagesTurnByThemselves() throws {
    let album = try TurnedAlbum("coco", tags: 6...6)
    let packet = TinyRegions.packet(
      TinyRegions(
        [.init("Ann", [("x", "0.25"), ("y", "0.5"), ("w", "0.25"), ("h", "0.5"), ("unit", "normalized")])],
        dimensions: (32, 48)
      ).mwg)
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    let photo = Album.photo(6)
    let marker = [0xFF, 0xE1, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)]
    try album.album.folder.write(Array(photo[..<2]) + marker + payload + Array(photo[2...]), as: "photos/6.jpg")
    let before = try album.album.contents()
    for labels in ["photos", "photos/6.jpg"] {
      let answer = try album.album.run(
        "fix", "-i", "--labels", labels, "--label-format", "xmp", "--journal", "j", "photos")
      #expect(answer.status == 64 && answer.complaints.contains("rotate with them anyway"), "\(answer.complaints)")
      #expect(try album.album.contents() == before)
    }
    // Next to XMP files they are no reason to stop.
    try album.album.add("photos/8.jpg")
    let stored = packet.map { $0 }
    try album.album.folder.write(stored, as: "photos/8.xmp")
    let answer = try album.album.run(
      "fix", "-i", "--labels", "photos", "--label-format", "xmp", "--journal", "j", "photos")
    #expect(answer.status == 0 && answer.text.hasSuffix("photos/8.xmp: labels, 1 row of 1 image rotated"))
  }
}
