// What a result lacks that its source has, on standard error: videos, other images, pages, metadata that goes as a
// whole.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct UnexpectedLossTests {
  private static let video = TinyMovie(.sixColors, as: .topLeft).bytes

  /// A motion photo: the video follows the image, and XMP lists it.
  private static func motionPhoto(_ tag: Int, isListed: Bool = true, trailer: [UInt8] = video) -> [UInt8] {
    let directory = TinyXMP.directory(
      [("Primary", 0), ("MotionPhoto", video.count)],
      attributes: #"GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1""#)
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: tag))] + (isListed ? [.xmp(directory)] : [])
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    var file = TinyJPEG(TinyImage.sixColors.enlarged(by: 16).stored(as: orientation), segments: segments)
    file.trailer = trailer
    return file.bytes
  }

  /// The other pages of a TIFF that a crop or a thumbnail takes the place of.
  @Test(arguments: ["crop 0,0,9,9", "thumb 9"])
  func pagesThatAreReplacedAreNamed(command: String) throws {
    let album = try Album()
    let file = TinyTIFFFile(pages: Array(repeating: .init(TinyImage.sixColors.enlarged(by: 16)), count: 3))
    try album.folder.write(file.bytes, as: "a.tif")
    let words = command.split(separator: " ").map(String.init) + ["a.tif"]
    let copy = try UprightTool.run(words + ["-o", "b.tif"], in: album.folder)
    #expect(copy.status == 0 && copy.complaints == "")
    let answer = try UprightTool.run(words + ["-i", "--force"], in: album.folder)
    #expect(answer.status == 64 && answer.complaints.contains("--allow-loss page"), "\(answer)")
  }

  /// Texts of a PNG, and chunks of other programs, that another format cannot hold.
  @Test func chunksThatAreNotCopiedAreNamed() throws {
    let album = try Album()
    let png = TinyPNG(
      .sixColors, chunks: [.init("tEXt", Array("Author\0Ann".utf8)), .init("prVt", [1, 2, 3])])
    try album.folder.write(png.bytes, as: "a.png")
    let answer = try album.run("fix", "a.png", "-o", "a.jpg")
    #expect(
      answer.complaints.contains("not copied: the text chunks") && answer.complaints.contains("other programs' data"),
      "\(answer.complaints)")
    #expect(try album.run("fix", "a.png", "-o", "b.png").complaints == "")
    #expect(try album.run("thumb", "2", "a.png", "-o", "c.jpg").complaints == "")
  }

  static let commands = ["fix", "fix --to tag", "rotate cw", "orient 3"]

  @Test(arguments: commands, [1, 6])
  func aVideoThatGoesIsNamed(_ command: String, tag: Int) throws {
    let album = try Album()
    let words = command.split(separator: " ").map(String.init) + ["--strip", "gps", "a.jpg"]
    let places = [(["-o", "out.jpg"], true), (["-i"], true), (["-o", "other.jpg"], false), (["-i"], false)]
    for (place, isListed) in places {
      try album.folder.write(Self.motionPhoto(tag, isListed: isListed), as: "a.jpg")
      let answer = try UprightTool.run(words + place, in: album.folder)
      #expect(answer.status == 0)
      let lines = answer.complaints.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("upright: a.jpg: the video is "), "\(answer.complaints)")
      #expect(answer.complaints.contains("may contain the location (gps)"))
      let result = try album.folder.read(place[0] == "-i" ? "a.jpg" : place[1])
      #expect(try Probe(result).parts.allSatisfy { $0.kind != .video })
    }
  }

  @Test(arguments: commands, [1, 6])
  func aTrailerThatGoesIsNamedThoughNothingListsIt(_ command: String, tag: Int) throws {
    let album = try Album()
    let trailer = Self.video + [0]
    try album.folder.write(Self.motionPhoto(tag, isListed: false, trailer: trailer), as: "a.jpg")
    let words = command.split(separator: " ").map(String.init) + ["--strip", "gps", "a.jpg"]
    let sentence = "upright: a.jpg: \(trailer.count) bytes after the end of the image are not copied\n"
    #expect(try UprightTool.run(words + ["-o", "out.jpg"], in: album.folder).complaints == sentence)
    #expect(try UprightTool.run(words + ["-i"], in: album.folder).complaints == sentence)
  }

  /// Bytes that begin as a video does, but are none of the attachments, are one part: data after the image.
  @Test(arguments: [video + [0], [UInt8](repeating: 9, count: 16) + video])
  func dataAfterTheImageIsOneLoss(_ trailer: [UInt8]) throws {
    let album = try Album()
    try album.folder.write(Self.motionPhoto(6, isListed: false, trailer: trailer), as: "a.jpg")
    let answer = try album.run("fix", "a.jpg", "-o", "a.png")
    #expect(
      answer.complaints == """
        upright: a.jpg: 1 part lost: data after the image
        upright: a.jpg: \(trailer.count) bytes after the end of the image are not copied

        """)
  }

  @Test(arguments: commands)
  func whatStaysIsNotNamed(_ command: String) throws {
    let album = try Album()
    let words = command.split(separator: " ").map(String.init) + ["a.jpg", "-o", "out.jpg", "--force"]
    for isListed in [true, false] {
      try album.folder.write(Self.motionPhoto(6, isListed: isListed), as: "a.jpg")
      #expect(try UprightTool.run(words, in: album.folder).complaints == "")
    }
    try album.folder.write(Album.photo(6), as: "a.jpg")
    #expect(
      try UprightTool.run(words + ["--strip", "gps"], in: album.folder).complaints == "", "there is nothing to lose")
  }

  @Test func anotherFormatNamesTheVideo() throws {
    let album = try Album()
    try album.folder.write(Self.motionPhoto(6), as: "a.jpg")
    let answer = try album.run("fix", "a.jpg", "-o", "a.png")
    #expect(answer.complaints.hasSuffix("upright: a.jpg: the video is not copied: PNG cannot store it\n"))
    #expect(try album.run("thumb", "8", "a.jpg", "-o", "small.jpg").complaints == "", "a small image is another image")
  }

  @Test func pagesAreCounted() throws {
    let album = try Album()
    let pages = [ExifOrientation.rightTop, .topLeft, .topLeft].map {
      TinyTIFFFile.Subfile(displaying: .sixColors, as: $0)
    }
    try album.folder.write(TinyTIFFFile(pages: pages).bytes, as: "three.tif")
    let answer = try album.run("fix", "three.tif", "-o", "one.png")
    #expect(answer.complaints.hasSuffix("upright: three.tif: not copied: 2 other pages\n"), "\(answer.text)")
  }

  @Test func compressedMetadataIsNamed() throws {
    let album = try Album()
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesAfter = TinyBox.bytes("brob", Array("Exif".utf8) + [1, 2, 3])
    try album.folder.write(file.bytes, as: "a.jxl")
    let stripped = try album.run("fix", "--to", "tag", "--strip", "gps", "a.jxl", "-o", "b.jxl")
    let reason = "it is damaged, of another type, or Brotli is not supported"
    #expect(
      stripped.complaints == "upright: a.jxl: compressed metadata is removed entirely: \(reason)\n", "\(stripped.text)")
    let made = try album.run("fix", "a.jxl", "-o", "a.png")
    #expect(
      made.complaints.hasSuffix("upright: a.jxl: not copied: compressed metadata (\(reason))\n"),
      "\(made.text)")
  }
}
