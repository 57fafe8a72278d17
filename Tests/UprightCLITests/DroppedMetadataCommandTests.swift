// What a result drops, as standard error and JSON report it: thumbnails, bytes after the end, unknown content, large
// profiles.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct DroppedMetadataCommandTests {
  private static let misfit = "the thumbnail is not copied: it no longer fits into the Exif segment"
  private static let trailer = "31 bytes after the end of the image are not copied"

  /// The messages about attachments and metadata in the only line of JSON.
  private func carried(_ answer: OutsideTool.Answer) throws -> [String] {
    try #require(answer.objects().first)["carried"] as? [String] ?? []
  }

  /// A thumbnail of such low quality, with its own codes, that it takes more bytes at every other one, also when
  /// rotated by 90° losslessly.
  private func growing(in album: Album) throws -> [UInt8] {
    for seed in UInt64(1)...20 {
      var random = SplitMix64(seed: seed)
      var image = TinyImage(width: 160, height: 112, filledWith: [0, 0, 0])
      for y in 0..<112 {
        for x in 0..<160 {
          let noise = Int.random(in: 0..<120, using: &random)
          image[x, y] = [2 * x + noise, 3 * y + noise, 160 - x / 2 - y / 2 + noise].map { UInt8(clamping: $0) }
        }
      }
      try album.folder.write(TinyPNG(image).bytes, as: "noise.png")
      _ = try album.run("thumb", "160", "--quality", "12", "noise.png", "-o", "small.jpg", "--force")
      _ = try album.run("rotate", "cw", "--bake", "small.jpg", "-o", "turned.jpg", "--force")
      let small = try album.folder.read("small.jpg")
      if try album.folder.read("turned.jpg").count > small.count { return small }
    }
    return try #require(nil as [UInt8]?, "no thumbnail grows")
  }

  /// A photo whose Exif segment has no free byte besides its thumbnail.
  private func photo(tag: Int, thumbnail: [UInt8]) throws -> [UInt8] {
    var block = TinyTIFF(orientation: tag)
    block.thumbnail = thumbnail
    block.ifd0.append(TinyEntry(0x9C9B, .undefined, [Int](repeating: 0, count: 6)))
    let padding = (65_533 - 6 - block.bytes.count) & ~1
    block.ifd0[1] = TinyEntry(0x9C9B, .undefined, [Int](repeating: 0, count: 6 + padding))
    return TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: block).bytes
  }

  @Test func aThumbnailThatNoLongerFitsIsNamed() throws {
    let album = try Album()
    let thumbnail = try growing(in: album)
    try album.folder.write(photo(tag: 6, thumbnail: thumbnail), as: "6.jpg")
    try album.folder.write(photo(tag: 1, thumbnail: thumbnail), as: "1.jpg")
    for words in [["fix", "6.jpg"], ["rotate", "cw", "--bake", "1.jpg"]] {
      let answer = try UprightTool.run(words + ["-o", "out.jpg", "--force", "--json"], in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.complaints.hasSuffix("upright: \(words[words.count - 1]): \(Self.misfit)\n"))
      #expect(try carried(answer) == [Self.misfit])
      let explained = try UprightTool.run(words + ["-o", "out.jpg", "--force", "--explain"], in: album.folder)
      #expect(explained.text.contains(Self.misfit) && !explained.text.contains("the thumbnail turns along"))
    }
  }

  /// A thumbnail of another shape, one that is not a JPEG, and one whose image data is damaged.
  private static func lost() throws -> [(photo: [UInt8], sentence: String)] {
    let image = TinyImage.sixColors.enlarged(by: 16)
    var damaged = TinyJPEG(image).bytes
    damaged.replaceSubrange(damaged.count - 12..<damaged.count - 2, with: [UInt8](repeating: 0xFF, count: 10))
    let thumbnails: [([UInt8], String)] = [
      (TinyJPEG(TinyImage(width: 16, height: 16, filledWith: [9])).bytes, "its shape differs from the image's"),
      ([0xFF, 0xD8, 0xFF], "it is not a readable JPEG"), (damaged, "its image data is damaged"),
    ]
    return thumbnails.map { bytes, reason in
      var block = TinyTIFF(orientation: 6)
      block.thumbnail = bytes
      return (TinyJPEG(image, exif: block).bytes, "the thumbnail is not copied: \(reason)")
    }
  }

  @Test(arguments: ["fix", "rotate cw --bake", "fix --edge recode --strip gps"])
  func aThumbnailThatIsNotRemadeIsNamedWithTheReason(command: String) throws {
    let album = try Album()
    for (photo, sentence) in try Self.lost() {
      for place in [["-o", "out.jpg", "--force"], ["-i"]] {
        try album.folder.write(photo, as: "a.jpg")
        let words = command.split(separator: " ").map(String.init) + ["a.jpg"] + place
        let answer = try UprightTool.run(words + ["--json"], in: album.folder)
        #expect(answer.status == 0)
        #expect(answer.complaints.hasSuffix("upright: a.jpg: \(sentence)\n"), "\(words)")
        #expect(try carried(answer).filter { $0.contains("thumbnail") } == [sentence], "\(words)")
        #expect(try answer.objects()[0]["carriedCodes"].map { "\($0)".contains("thumbnail-dropped") } == true)
        #expect(try Probe(album.folder.read(place[0] == "-i" ? "a.jpg" : "out.jpg")).thumbnail == nil)
      }
    }
  }

  /// Removed on request, kept with the bytes, in a smaller image or a part, in a format without thumbnails, or none.
  @Test(arguments: [
    "thumb 8", "crop 0,0,8,8", "fix --strip thumbnails", "fix --strip all-but-color", "fix --to tag", "rotate cw",
    "fix --format tiff",
  ])
  func aThumbnailThatIsNotExpectedIsNotNamed(command: String) throws {
    let album = try Album()
    for (photo, _) in try Self.lost() {
      try album.folder.write(photo, as: "a.jpg")
      let words = command.split(separator: " ").map(String.init)
      let answer = try UprightTool.run(words + ["a.jpg", "-o", "out/", "--force"], in: album.folder)
      #expect(answer.status == 0)
      #expect(answer.complaints == "", "\(command)")
    }
    var block = TinyTIFF(orientation: 6)
    block.ifd1 = [.orientation(6)]
    for photo in [Album.photo(6), TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: block).bytes] {
      try album.folder.write(photo, as: "a.jpg")
      #expect(try album.run("fix", "a.jpg", "-o", "out/", "--force").complaints == "")
    }
  }

  @Test(arguments: ["jpg", "png"])
  func bytesAfterTheEndAreNamed(format: String) throws {
    let album = try Album()
    let image = TinyImage.sixColors.enlarged(by: 16)
    var (jpeg, png) = (TinyJPEG(image), TinyPNG(image))
    (jpeg.trailer, png.trailer) = ([UInt8](repeating: 7, count: 31), [UInt8](repeating: 7, count: 31))
    let name = "a.\(format)"
    try album.folder.write(format == "jpg" ? jpeg.bytes : png.bytes, as: name)
    for words in [["crop", "16,16,16,16"], ["thumb", "8"]] {
      let answer = try UprightTool.run(words + [name, "-o", "out.\(format)", "--force", "--json"], in: album.folder)
      #expect(answer.status == 0)
      #expect(try carried(answer).filter { $0 == Self.trailer }.count == 1, "\(words)")
      // A PNG's headers list them, so the plan names them. For a JPEG the run names them, unless everything is removed.
      let isSaid = format == "jpg" && words[0] == "crop"
      #expect(answer.complaints == (isSaid ? "upright: \(name): \(Self.trailer)\n" : ""))
    }
    let whole = try album.run("rotate", "cw", "--bake", name, "-o", "out.\(format)", "--force", "--json")
    #expect(whole.complaints == "")
    #expect(try !carried(whole).contains { $0.contains("after the end") })
  }

  @Test func unknownPhotoshopResourcesThatStayAreNamed() throws {
    let album = try Album()
    func resource(_ number: Int) -> [UInt8] {
      Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 0, 0, 2, 1, 2]
    }
    let payload = Array("Photoshop 3.0\0".utf8) + resource(1036) + resource(1005) + resource(4000) + resource(1058)
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), segments: [TinySegment(0xED, payload)])
    try album.folder.write(photo.bytes, as: "a.jpg")
    let sentences = [
      "thumbnails": "2 blocks of unknown content stay (8BIM 1058, 8BIM 4000): they may show the original image",
      "gps": "1 block of unknown content stays (8BIM 4000): it may contain the location",
    ]
    for (strip, sentence) in sentences {
      let words = ["fix", "--to", "tag", "--strip", strip, "a.jpg", "-o", "out.jpg", "--force"]
      let answer = try UprightTool.run(words + ["--json"], in: album.folder)
      #expect(answer.status == 0 && answer.complaints == "")
      let sentences = try carried(answer)
      #expect(sentences.contains(sentence), "\(sentences)")
      #expect(try UprightTool.run(words + ["--explain"], in: album.folder).text.contains(sentence))
    }
    let all = try album.run(
      "fix", "--to", "tag", "--strip", "all-but-color", "a.jpg", "-o", "out.jpg", "--force", "--json")
    #expect(try !carried(all).contains { $0.contains("unknown content") })
  }

  /// Like vipsthumbnail and ImageMagick's -thumbnail, a thumbnail keeps a profile of any size; if it is the larger
  /// part, the report states it.
  @Test func aProfileLargerThanThePixelsIsNamed() throws {
    let album = try Album()
    var profile = TinyProfile.rgb(gamma: 2.2).bytes
    profile += [UInt8](repeating: 0, count: 20_000 - profile.count)
    profile.replaceSubrange(0..<4, with: [0, 0, UInt8(20_000 >> 8), UInt8(20_000 & 255)])
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 64), segments: TinySegment.icc(profile))
    try album.folder.write(photo.bytes, as: "a.jpg")
    let sentence =
      "the color profile is copied: 20000 bytes, more than the pixels' 4608 before compression; "
      + "--to-srgb avoids it"
    let answer = try album.run("thumb", "48x32", "a.jpg", "-o", "small.jpg", "--explain")
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(answer.text.contains(sentence), "\(answer.text)")
    let json = try album.run("thumb", "32x32", "a.jpg", "-o", "small.jpg", "--force", "--json")
    #expect(try carried(json).contains { $0.contains("20000 bytes") })
    let large = try album.run("thumb", "192", "a.jpg", "-o", "large.jpg", "--explain")
    #expect(large.status == 0 && !large.text.contains("color profile comes"))
  }
}
