// Shapes finer than boxes on real pixels: polygons, keypoints and masks of green pixels stay on green pixels.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension LabelsConvertCommandTests {
  /// The image's stored pixels, and whether one is green.
  private struct StoredPixels {
    let raster: Raster<Output>

    init(_ album: LabelledAlbum, tag: Int) throws {
      let bytes = try album.album.folder.read("photos/\(tag).jpg")
      let plain = try Probe(bytes).retag(to: .identity).applied(to: bytes)
      raster = try Pipeline(codecs: SystemCodecs.all).raster(
        Rendition(upright: .pixels), of: Probe(plain), from: plain)
    }

    func isGreen(_ x: Int, _ y: Int) -> Bool {
      let start = (y * raster.size.width + x) * 3
      return raster.bytes[start] < 90 && raster.bytes[start + 1] > 165 && raster.bytes[start + 2] < 90
    }
  }

  /// Green as displayed: columns 16 to 31 of rows 0 to 15, as a polygon a little inside, keypoints, and column runs of
  /// 48 × 32.
  private static var annotation: String {
    let runs = [512] + (0..<15).flatMap { _ in [16, 16] } + [16, 528]
    let counts = runs.map(String.init).joined(separator: ",")
    return #""bbox":[16,0,16,16],"segmentation":{"size":[32,48],"counts":[\#(counts)]},"#
      + #""keypoints":[18,2,2,30,2,1,18.5,13.5,2,0,0,0],"num_keypoints":3"#
  }

  private static func coco(_ annotation: String) -> String {
    let images = (1...8).map { #"{"id":\#($0),"file_name":"\#($0).jpg","width":48,"height":32}"# }
    let annotations = (1...8).map {
      #"{"id":\#($0),"image_id":\#($0),"category_id":1,"extra":{"a":[1.50]},\#(annotation)}"#
    }
    return #"{"info":{"year":2026},"images":[\#(images.joined(separator: ","))],"#
      + #""annotations":[\#(annotations.joined(separator: ","))],"#
      + #""categories":[{"id":1,"name":"green","keypoints":["left","right","low","gone"]}]}"#
  }

  private func stored(_ annotation: String) throws -> (LabelledAlbum, [[String: Any]]) {
    let album = try LabelledAlbum()
    try album.write("d.json", Self.coco(annotation))
    let answer = try album.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "s.json", "d.json")
    #expect(answer.status == 0 && answer.complaints.isEmpty, "\(answer.complaints)")
    let back = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o", "b.json", "s.json")
    #expect(back.status == 0)
    #expect(try album.text("b.json") == album.text("d.json"))
    let json = try JSONSerialization.jsonObject(with: Data(try album.album.folder.read("s.json"))) as? [String: Any]
    return (album, try #require(json?["annotations"] as? [[String: Any]]))
  }

  @Test func masksStayOnTheirPixels() throws {
    let (album, annotations) = try stored(Self.annotation)
    for (tag, annotation) in zip(1...8, annotations) {
      let pixels = try StoredPixels(album, tag: tag)
      let mask = try #require(annotation["segmentation"] as? [String: Any])
      let (size, counts) = (try #require(mask["size"] as? [Int]), try #require(mask["counts"] as? [Int]))
      #expect(size == [pixels.raster.size.height, pixels.raster.size.width])
      #expect(counts.reduce(0, +) == 48 * 32)
      var (place, isSet) = (0, false)
      for count in counts {
        for index in place..<place + count {
          let (x, y) = (index / size[0], index % size[0])
          #expect(pixels.isGreen(x, y) == isSet, "tag \(tag): \(x), \(y)")
        }
        place += count
        isSet.toggle()
      }
    }
  }

  @Test func keypointsStayOnTheirPixelsAndKeepTheirOrder() throws {
    let (album, annotations) = try stored(Self.annotation)
    for (tag, annotation) in zip(1...8, annotations) {
      let pixels = try StoredPixels(album, tag: tag)
      let numbers = try #require(annotation["keypoints"] as? [Double])
      #expect(numbers.count == 12 && numbers[9...] == [0, 0, 0])
      #expect([2, 5, 8].map { numbers[$0] } == [2, 1, 2])
      for index in [0, 3, 6] {
        // A point between pixels belongs to either side; slightly inward it is on one of them.
        let (x, y) = (Int(numbers[index] - 0.01), Int(numbers[index + 1] - 0.01))
        #expect(pixels.isGreen(x, y), "tag \(tag), keypoint \(index / 3): \(x), \(y)")
      }
    }
  }

  @Test func polygonsStayOnTheirPixelsAndUnknownFieldsStay() throws {
    let ring = "17.25,1.25,30.75,1.25,30.75,14.75,17.25,14.75"
    let (album, annotations) = try stored(#""bbox":[17.25,1.25,13.5,13.5],"segmentation":[[\#(ring)]]"#)
    let text = try album.text("s.json")
    #expect(
      text.components(separatedBy: #""extra":{"a":[1.50]}"#).count == 9 && text.hasPrefix(#"{"info":{"year":2026}"#))
    for (tag, annotation) in zip(1...8, annotations) {
      let pixels = try StoredPixels(album, tag: tag)
      let points = try #require((annotation["segmentation"] as? [[Double]])?.first)
      #expect(points.count == 8)
      for index in stride(from: 0, to: 8, by: 2) {
        #expect(pixels.isGreen(Int(points[index]), Int(points[index + 1])), "tag \(tag): \(points)")
      }
      let box = try #require(annotation["bbox"] as? [Double])
      #expect(box[2...] == [13.5, 13.5])
      #expect(stride(from: 0, to: 8, by: 2).map { points[$0] }.min() == box[0])
      #expect(stride(from: 1, to: 8, by: 2).map { points[$0] }.min() == box[1])
    }
  }
}
