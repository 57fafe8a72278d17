// Boxes of many writers, and masks, compared with tables computed in Python.

import Testing
import UprightGeometry

@testable import UprightLabels

extension COCOReorienterTests {
  private static let size = PixelSize<Stored>(width: 640, height: 427)

  private func file(_ boxes: [String], swapped: Bool) -> String {
    let rows = boxes.map { "{\"bbox\": [\($0)], \"image_id\": 1}" }.joined(separator: ",\n")
    return """
      {"annotations": [
      \(rows)
      ], "images": [{"id": 1, "file_name": "a.jpg", "width": \(swapped ? 427 : 640), "height": \(swapped ? 640 : 427)}]}
      """
  }

  @Test(
    "Boxes look as their writer would have written them, under all tags and back", arguments: StyledBoxes.all.indices)
  func styles(index: Int) throws {
    let (style, tags) = StyledBoxes.all[index]
    let source = file(tags[0], swapped: false)
    for (tag, orientation) in PixelTable.all {
      let there = try COCOFormat().reoriented(Labels.file("a.json", source)) { _ in
        LabelReorientation(size: Self.size, orientation: orientation)
      }
      let expected = file(tags[tag - 1], swapped: tag >= 5)
      #expect(Labels.text(there.bytes) == expected, "\(style), tag \(tag)")
      let back = try COCOFormat().reoriented(LabelFile(name: "a.json", bytes: there.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: Self.size), orientation: orientation.inverse)
      }
      #expect(Labels.text(back.bytes) == source, "\(style), tag \(tag)")
    }
  }

  @Test("Masks are the ones that numpy turns and pycocotools writes", arguments: TurnedMasks.all.indices)
  func masks(index: Int) throws {
    let known = TurnedMasks.all[index]
    let size = PixelSize<Stored>(width: known.width, height: known.height)
    let mask = try #require(RunMask(size: size, text: Array(known.texts[0].utf8)))
    #expect(mask.area == known.area)
    let box = mask.box.map { [$0.x, $0.y, $0.width, $0.height] }
    #expect((box ?? [0, 0, 0, 0]) == known.box)
    for (tag, orientation) in PixelTable.all {
      #expect(Labels.text(mask.applying(orientation).text) == known.texts[tag - 1], "tag \(tag)")
    }
  }

  @Test("A file of masks is turned where it stands", arguments: [ExifOrientation.rightTop, .leftTop, .bottomLeft])
  func fileOfMasks(tag: ExifOrientation) throws {
    func file(_ tag: ExifOrientation) -> String {
      let rows = TurnedMasks.all.enumerated().map { index, mask in
        var text: [UInt8] = []
        JSONText.append(mask.texts[Int(tag.rawValue) - 1], to: &text)
        let sides = tag.rawValue >= 5 ? [mask.width, mask.height] : [mask.height, mask.width]
        return "{\"image_id\": \(index), \"segmentation\": {\"size\": \(sides), \"counts\": \(Labels.text(text))}}"
      }
      let images = TurnedMasks.all.indices.map { "{\"id\": \($0), \"file_name\": \"\($0)\"}" }
      return "{\"images\": [\(images.joined(separator: ", "))],\n\"annotations\": [\(rows.joined(separator: ",\n"))]}"
    }
    let edit = try COCOFormat().reoriented(Labels.file("m.json", file(.topLeft))) { name in
      let mask = TurnedMasks.all[Int(name) ?? 0]
      return LabelReorientation<Stored, Displayed>(
        size: PixelSize(width: mask.width, height: mask.height), orientation: Orientation(exif: tag))
    }
    #expect(edit.findings.isEmpty)
    #expect(Labels.text(edit.bytes) == file(tag))
  }
}
