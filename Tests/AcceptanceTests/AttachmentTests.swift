// Attachments of a photo: gain maps, previews, further views and videos are rotated, cut and scaled with it, and the
// lists name their new offsets.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct AttachmentTests {
  static let size = PixelSize<Displayed>(width: 128, height: 96)
  static let mark = PixelRect<Displayed>(x: 32, y: 16, width: 48, height: 24)

  /// An image with a bright mark, at a fraction of its size.
  static func painted(at fraction: Int = 1) -> TinyImage {
    var image = TinyImage(width: size.width / fraction, height: size.height / fraction, filledWith: [20])
    image.fill(
      x: mark.x / fraction, y: mark.y / fraction, width: mark.width / fraction, height: mark.height / fraction,
      with: [230])
    return image
  }

  static func gainMap(_ tag: ExifOrientation) -> [UInt8] {
    let packet = TinyXMP.packet(attributes: #"hdrgm:Version="1.0" hdrgm:GainMapMax="2.5""#)
    return TinyJPEG(painted(at: 4).stored(as: tag), segments: [.xmp(packet)]).bytes
  }

  /// A photo with a gain map a quarter as wide, named by both lists; optionally followed by a video.
  static func photo(_ tag: ExifOrientation, video: [UInt8] = []) -> [UInt8] {
    let map = gainMap(tag)
    let items = [("Primary", 0), ("GainMap", map.count)] + (video.isEmpty ? [] : [("MotionPhoto", video.count)])
    let attributes =
      #"hdrgm:Version="1.0""# + (video.isEmpty ? "" : #" GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1""#)
    let segments: [TinySegment] = [
      .exif(TinyTIFF(orientation: Int(tag.rawValue))), .xmp(TinyXMP.directory(items, attributes: attributes)),
      TinySegment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0]),
    ]
    var file = TinyJPEG(painted().stored(as: tag), segments: segments)
    (file.furtherImages, file.furtherType, file.trailer) = ([map], 0, video)
    return file.bytes
  }

  private static func mark(in bytes: [UInt8]) throws -> (box: RegionTests.Box, size: PixelSize<Output>) {
    let raster = try displayed(bytes)
    let channels = raster.bytes.count / (raster.size.pixelCount ?? 1)
    let box = RegionTests.Box(raster.bytes, width: raster.size.width, channels: channels, channel: 0)
    return (try #require(box), raster.size)
  }

  static let wishes: [Rendition] = {
    let turns = Orientation<Displayed, Displayed>.all
    let aligned = PixelRect<Displayed>(x: 16, y: 0, width: 80, height: 48)
    let odd = PixelRect<Displayed>(x: 13, y: 7, width: 90, height: 61)
    return turns.map { Rendition(rotation: $0, upright: .pixels) }
      + [turns[1], turns[5]].flatMap { turn in
        [aligned, odd].map { Rendition(region: .pixels($0), rotation: turn, upright: .pixels) }
      } + [Rendition(region: .pixels(odd), size: .exactly(PixelSize(width: 45, height: 30)), upright: .pixels)]
  }()

  @Test(arguments: ExifOrientation.allCases)
  func theGainMapLiesOverTheImage(_ tag: ExifOrientation) throws {
    let source = Self.photo(tag)
    for wish in Self.wishes where !Orientation(exif: tag).then(wish.rotation).isIdentity || wish.region != .full {
      let result = try house.run(wish, on: source)
      let probe = try Probe(result)
      let attachment = try #require(probe.attachments.first)
      #expect(probe.attachments.count == 1 && attachment.kind == .gainMap && probe.orientation.isIdentity)
      #expect(attachment.range.upperBound == result.count)
      let map = Array(result[attachment.range])
      let (base, small) = (try Self.mark(in: result), try Self.mark(in: map))
      let ratio = (
        Double(base.size.width) / Double(small.size.width), Double(base.size.height) / Double(small.size.height)
      )
      #expect(abs(ratio.0 - 4) < 0.4 && abs(ratio.1 - 4) < 0.4, "\(wish): \(small.size) over \(base.size)")
      let places = [
        (base.box.x, small.box.x, ratio.0), (base.box.y, small.box.y, ratio.1),
        (base.box.x + base.box.width, small.box.x + small.box.width, ratio.0),
        (base.box.y + base.box.height, small.box.y + small.box.height, ratio.1),
      ]
      for (place, found, ratio) in places {
        #expect(abs(Double(place) - Double(found) * ratio) <= 2.6, "\(tag), \(wish): \(base.box), \(small.box)")
      }
      #expect(try Probe(map).header.jpeg?.xmpContents.hasGainMap == true)
      #expect(probe.header.jpeg?.xmpContents.items.map(\.length) == [0, map.count])
      let list = try #require(probe.header.jpeg?.applications.first { $0.kind == .multiPicture }?.segment.payload)
      let index = try #require(
        MultiPictureIndex(Array(result[list].dropFirst(4)), base: list.lowerBound + 4, byteCount: result.count))
      #expect(index.further.map(\.range) == [attachment.range] && !index.isDamaged)
    }
  }

  /// A gain map is rotated losslessly if its base image is: after rotating back, all coefficients equal those of the
  /// source.
  @Test func blocksOfTheGainMapMoveToo() throws {
    var file = TinyJPEG(TinyImage(width: 128, height: 128, filledWith: [90]), exif: TinyTIFF(orientation: 6))
    let map = TinyJPEG(
      TinyImage.letterF.enlarged(by: 8), segments: [.xmp(TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))])
    file.image = TinyImage.letterF.enlarged(by: 16)
    (file.furtherImages, file.furtherType) = ([map.bytes], 0)
    let plan = try house.plan(Rendition(upright: .pixels, loss: .none), for: Probe(file.bytes))
    guard case .transform(let transform) = plan.route,
      case .make(let made)? = transform.carry.attachments.first?.disposition
    else {
      Issue.record("\(plan)")
      return
    }
    #expect(made.route.name == .transform)
    #expect(plan.explanation.contains("the gain map is rotated too: transform"))
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolFindsTheMap() throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let result = try house.run(Rendition(upright: .pixels), on: Self.photo(tag))
      let path = try folder.write(result, as: "\(tag.rawValue).jpg")
      let attachment = try #require(try Probe(result).attachments.first)
      let answer = try OutsideTool.exiftool.run([
        "-n", "-s3", "-NumberOfImages", "-MPImageStart", "-MPImageLength", "-Warning", path,
      ])
      let lines = answer.text.split(separator: "\n").map(String.init)
      let (start, count) = ("\(attachment.range.lowerBound)", "\(attachment.range.count)")
      #expect(lines == ["2", start, count], "\(lines)")
      let lengths = try OutsideTool.exiftool.run(["-n", "-a", "-s3", "-DirectoryItemLength", path])
      #expect(lengths.text.split(separator: "\n") == ["0", count[...]], "\(lengths)")
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func pillowOpensBothImages() throws {
    let folder = try ScratchFolder()
    let script = """
      import sys
      from PIL import Image
      for path in sys.argv[1:]:
          image = Image.open(path)
          sizes = []
          for frame in range(getattr(image, 'n_frames', 1)):
              image.seek(frame); image.load(); sizes.append('%dx%d' % image.size)
          print(image.format, *sizes)
      """
    let paths = try [ExifOrientation.rightTop, .bottomRight, .leftTop].map { tag in
      var file = TinyJPEG(Self.painted().stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
      (file.furtherImages, file.furtherType) = ([TinyJPEG(Self.painted().stored(as: tag)).bytes], 0)
      return try folder.write(house.run(Rendition(upright: .pixels), on: file.bytes), as: "\(tag.rawValue).jpg")
    }
    let answer = try OutsideTool.pillow.run(["-c", script] + paths)
    #expect(answer.text.split(separator: "\n") == Array(repeating: "MPO 128x96 128x96", count: 3), "\(answer)")
  }

  @Test func anotherFormatHasNoPlaceForIt() throws {
    let wish = Rendition(upright: .pixels, format: .png)
    let source = Self.photo(.rightTop)
    let plan = try house.plan(wish, for: Probe(source))
    #expect(plan.explanation.contains("the gain map is not copied: PNG cannot store it"))
    let text = String(decoding: try house.run(wish, on: source), as: UTF8.self)
    #expect(!text.contains("Container:Directory><") && !text.contains("hdrgm:Version=") && !text.contains("21496"))
  }

  // MARK: - Previews and views

  @Test(arguments: ExifOrientation.allCases)
  func previewsTurnAlongAndStayBehindOnACrop(_ tag: ExifOrientation) throws {
    guard tag != .topLeft else { return }
    var file = TinyJPEG(Self.painted().stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    let plain = TinyJPEG(Self.painted(at: 2).stored(as: tag)).bytes
    let tagged = TinyJPEG(Self.painted(at: 4).stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
    (file.furtherImages, file.furtherType) = ([plain, tagged], 0x01_0001)
    let result = try house.run(Rendition(rotation: .rotate90, upright: .pixels), on: file.bytes)
    let attachments = try Probe(result).attachments
    try #require(attachments.map(\.kind) == [.preview, .preview])
    for (attachment, fraction) in zip(attachments, [2, 4]) {
      let expected = Self.painted(at: fraction).turned(.rotate90)
      #expect(expected.distance(to: try displayed(Array(result[attachment.range]))) <= 24, "\(tag), 1/\(fraction)")
    }
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 64, height: 64)), upright: .pixels)
    let part = try Probe(try house.run(crop, on: file.bytes))
    #expect(part.attachments.isEmpty && !part.hasMultiPicture && part.findings.isEmpty)
    let plan = try house.plan(crop, for: Probe(file.bytes))
    #expect(plan.explanation.contains("the preview is not copied: it shows more than the result"))
  }

  /// Stereo views: alone in a new file, or not rotated at all.
  @Test func viewsAreNeverTurnedOneByOne() throws {
    var file = TinyJPEG(Self.painted().stored(as: .rightTop), exif: TinyTIFF(orientation: 6))
    file.furtherImages = [TinyJPEG(Self.painted().stored(as: .rightTop)).bytes]
    let probe = try Probe(file.bytes)
    #expect(throws: UprightError.self) { try house.plan(Rendition(upright: .pixels), for: probe) }
    #expect(try house.plan(Rendition(upright: .pixelsWherePossible), for: probe).route == .copy)
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 64, height: 64)), upright: .pixels)
    let part = try Probe(try house.run(crop, on: file.bytes))
    #expect(part.attachments.isEmpty && !part.hasMultiPicture)
  }

  // MARK: - Videos

  @Test(arguments: ExifOrientation.allCases)
  func filmsStayAndTurnWithThePhoto(_ tag: ExifOrientation) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let source = Self.photo(tag, video: video)
    for turn in Orientation<Displayed, Displayed>.all where !Orientation(exif: tag).then(turn).isIdentity {
      let result = try house.run(Rendition(rotation: turn, upright: .pixels), on: source)
      let attachments = try Probe(result).attachments
      try #require(attachments.map(\.kind) == [.gainMap, .video] && attachments[1].range.upperBound == result.count)
      let turned = Array(result[attachments[1].range])
      #expect(turned.count == video.count)
      #expect(try Probe(turned).orientation == Orientation(exif: .rightTop).then(turn))
      if turn.isIdentity { #expect(turned == video) }
    }
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 64, height: 48)), upright: .pixels)
    let part = try house.run(crop, on: source)
    let probe = try Probe(part)
    #expect(probe.attachments.map(\.kind) == [.gainMap] && probe.attachments[0].range.upperBound == part.count)
    let text = String(decoding: part, as: UTF8.self)
    #expect(!text.contains("MotionPhoto") && text.contains("hdrgm:Version"))
    #expect(
      try house.plan(crop, for: Probe(source)).explanation.contains(
        "the video is not copied: it shows more than the result"))
  }

  /// As early motion photos locate their video: by its distance from the file's end.
  @Test func earlyFilmsAreFoundAtTheirDistance() throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let packet = TinyXMP.packet(attributes: #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(video.count)""#)
    var file = TinyJPEG(
      Self.painted().stored(as: .rightTop), segments: [.exif(TinyTIFF(orientation: 6)), .xmp(packet)])
    file.trailer = video
    let result = try house.run(Rendition(rotation: .rotate90, upright: .pixels), on: file.bytes)
    let attachment = try #require(try Probe(result).attachments.first)
    #expect(attachment.range == result.count - video.count..<result.count)
    #expect(attachment.probe?.orientation == Orientation(exif: .rightTop).then(.rotate90))
  }

  /// As other programs append one, without a word in the metadata.
  @Test(arguments: [Rendition.Uprightness.pixels, .tagged])
  func filmsThatNothingNamesAreTurnedAlong(_ uprightness: Rendition.Uprightness) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let (image, block) = (TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), TinyTIFF(orientation: 6))
    for photo in [
      TinyJPEG(image, exif: block).bytes, TinyPNG(image, exif: block).bytes, TinyWebP(image, exif: block).bytes,
    ] {
      let file = photo + video
      #expect(try Probe(file).fileParts(in: file).filter { $0.kind == .video }.count == 1)
      #expect(try Probe(file).fileParts(in: file).allSatisfy { $0.kind != .trailer })
      let result = try house.run(Rendition(rotation: .rotate90, upright: uprightness), on: file)
      let turned = try Probe(Array(result.suffix(video.count)))
      #expect(turned.orientation == Orientation(exif: .rightTop).then(.rotate90))
      #expect(try Probe(result).attachments.map(\.kind) == [.video])
    }
  }

  /// A film behind a PNG or WebP may contain the location, and another format has no place for it.
  @Test func filmsBehindOtherImagesGoByName() throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    for photo in [TinyPNG(.letterF).bytes, TinyWebP(.sixColors).bytes] {
      let probe = try Probe(photo + video)
      #expect(probe.losses(without: .gps) == [.attachment(.video, .mayHoldPosition)])
      #expect(probe.losses(without: .thumbnails).isEmpty && probe.trailingByteCount == 0)
      let stripped = try probe.rewriting(without: .gps, in: photo + video)
      #expect(try PatchedSource(photo + video, stripped).read(0..<photo.count + video.count) == photo)
    }
  }

  @Test(.enabled(if: OutsideTool.ffprobe.isInstalled, "\(OutsideTool.ffprobe.reason)"))
  func ffprobeSeesTheFilmTurned() throws {
    let folder = try ScratchFolder()
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .topLeft).bytes
    let result = try house.run(
      Rendition(rotation: .rotate90, upright: .pixels), on: Self.photo(.rightTop, video: video))
    let attachment = try #require(try Probe(result).attachments.last)
    let path = try folder.write(Array(result[attachment.range]), as: "film.mp4")
    let answer = try OutsideTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "default=nw=1:nk=1", path,
    ])
    #expect(answer.text.contains("-90"), "\(answer)")
  }

  // MARK: - Other data after the attachments

  /// Samsung's trailer: a time stamp, a video or none, further blocks, and the index of all.
  static func samsung(_ video: [UInt8]?, further: [(type: Int, name: String, data: [UInt8])] = []) -> [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    func block(_ type: Int, _ name: String, _ data: [UInt8]) -> [UInt8] {
      let head: [UInt8] = [0, 0] + order.bytes(type, width: 2) + order.bytes(name.utf8.count, width: 4)
      return head + Array(name.utf8) + data
    }
    var blocks: [(Int, [UInt8])] = [(0x0A01, block(0x0A01, "Image_UTC_Data", Array("1718361234567".utf8)))]
    if let video { blocks.append((0x0A30, block(0x0A30, "MotionPhoto_Data", video))) }
    for one in further { blocks.append((one.type, block(one.type, one.name, one.data))) }
    var (index, distance): ([UInt8], Int) = ([], blocks.reduce(0) { $0 + $1.1.count })
    for (type, bytes) in blocks {
      index += [0, 0] + order.bytes(type, width: 2) + order.bytes(distance, width: 4)
      index += order.bytes(bytes.count, width: 4)
      distance -= bytes.count
    }
    var directory = Array("SEFH".utf8)
    directory += order.bytes(107, width: 4)
    directory += order.bytes(blocks.count, width: 4)
    directory += index
    let foot: [UInt8] = order.bytes(directory.count, width: 4) + Array("SEFT".utf8)
    return blocks.flatMap(\.1) + directory + foot
  }

  /// The list of a photo names its gain map, and what else its maker wrote follows.
  @Test(arguments: ExifOrientation.allCases, [true, false])
  func attachmentsAreFoundBeforeOtherData(_ tag: ExifOrientation, hasIndex: Bool) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let map = Self.gainMap(tag)
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", map.count)], attributes: #"hdrgm:Version="1.0""#)
    for trailer in [Self.samsung(video), Self.samsung(nil), Array("maker's bytes".utf8)] {
      let hasVideo = trailer.count > video.count
      var file = TinyJPEG(
        Self.painted().stored(as: tag), segments: [.exif(TinyTIFF(orientation: Int(tag.rawValue))), .xmp(packet)])
      if hasIndex {
        (file.furtherImages, file.furtherType, file.trailer) = ([map], 0, trailer)
      } else {
        file.trailer = map + trailer
      }
      let source = try Probe(file.bytes)
      let kinds: [AttachmentKind] = hasVideo ? [.gainMap, .video] : [.gainMap]
      #expect(source.attachments.map(\.kind) == kinds)
      #expect(!source.hasUnknownAttachments)
      for turn in [Orientation<Displayed, Displayed>.identity, .rotate90]
      where !Orientation(exif: tag).then(turn).isIdentity {
        let result = try house.run(Rendition(rotation: turn, upright: .pixels), on: file.bytes)
        let probe = try Probe(result)
        let found = try #require(probe.attachments.first)
        #expect(probe.attachments.map(\.kind) == kinds && probe.orientation.isIdentity)
        let map = try displayed(Array(result[found.range]))
        #expect(Self.painted(at: 4).turned(turn).distance(to: map) <= 24)
        let rest = Array(result[found.range.upperBound...])
        #expect(rest.count == trailer.count, "offsets in it count back from its end")
        if turn.isIdentity { #expect(rest == trailer) }
        if hasVideo {
          let turned = Array(result[try #require(probe.attachments.last).range])
          #expect(try Probe(turned).orientation == Orientation(exif: .rightTop).then(turn))
        }
        guard hasIndex else { continue }
        let list = try #require(probe.header.jpeg?.applications.first { $0.kind == .multiPicture }?.segment.payload)
        let index = MultiPictureIndex(
          Array(result[list].dropFirst(4)), base: list.lowerBound + 4, byteCount: result.count)
        #expect(index?.further.map(\.range) == [found.range])
      }
    }
  }

  /// Without XMP, Samsung's index alone names the video; by the tag route, 36 bytes of it change.
  @Test(arguments: ExifOrientation.allCases, Orientation<Displayed, Displayed>.all)
  func aVideoTurnsWithTheTag(_ tag: ExifOrientation, turn: Orientation<Displayed, Displayed>) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: tag).bytes
    let listed = TinyXMP.directory([("Primary", 0), ("MotionPhoto", video.count)])
    let exif = TinySegment.exif(TinyTIFF(orientation: 6))
    var samsung = TinyJPEG(Self.painted(), segments: [exif])
    samsung.trailer = Self.samsung(video)
    var named = TinyJPEG(Self.painted(), segments: [exif, .xmp(listed)])
    named.trailer = video
    var both = TinyJPEG(Self.painted(), segments: [exif, .xmp(listed)])
    both.trailer = Self.samsung(video)
    for file in [samsung, named, both] {
      let source = file.bytes
      let plan = try house.plan(Rendition(rotation: turn), for: Probe(source))
      #expect(plan.route.name == (turn.isIdentity ? .copy : .retag))
      let result = try house.run(Rendition(rotation: turn), on: source)
      #expect(result.count == source.count)
      let probe = try Probe(result)
      let attachment = try #require(probe.attachments.first)
      #expect(probe.attachments.map(\.kind) == [.video])
      #expect(probe.orientation == Orientation(exif: .rightTop).then(turn))
      #expect(try Probe(Array(result[attachment.range])).orientation == Orientation(exif: tag).then(turn))
      #expect(try house.run(Rendition(rotation: turn.inverse), on: result) == source)
    }
  }

  /// The video of a motion photo in a HEIC or AVIF is in a box of its own, or follows all boxes of the image. Where the
  /// image has no transforms, its tables grow.
  @Test(arguments: Orientation<Displayed, Displayed>.all, ["heic", "avif"])
  func theVideoOfAHEICTurnsWithIt(_ turn: Orientation<Displayed, Displayed>, brand: String) throws {
    var movie = TinyMovie(.sixColors.enlarged(by: 8), as: .leftBottom)
    for layout in TinyMovie.Layout.allCases {
      movie.layout = layout
      let video = movie.bytes
      for (tag, behind) in [(.rightTop, TinyBox.bytes("mpvd", video)), (.rightTop, video), (.topLeft, video)]
        as [(ExifOrientation, [UInt8])]
      {
        var image = TinyHEIF(tag)
        image.brands = [brand, "mif1"]
        let source = image.bytes + behind
        let result = try house.run(Rendition(rotation: turn), on: source)
        let probe = try Probe(result)
        #expect(probe.orientation == Orientation(exif: tag).then(turn))
        let moved = Array(result.suffix(video.count))
        #expect(try Probe(moved).orientation == Orientation(exif: .leftBottom).then(turn))
        #expect(try Probe(moved).retag(to: Orientation(exif: .leftBottom)).applied(to: moved) == video)
        #expect(try probe.fileParts(in: result).filter { $0.kind == .video }.map(\.byteCount) == [video.count])
        let coded = try #require(probe.fileParts(in: result).first { $0.kind == .image })
        #expect(coded.ranges.flatMap { result[$0] } == TinyHEIF.codedImage)
      }
    }
  }

  // MARK: - Padding

  /// Padding gets no gain: of -1…3 that is a quarter of the samples' range, and 0 where every gain brightens.
  @Test(arguments: [(#"hdrgm:GainMapMin="-1" hdrgm:GainMapMax="3""#, 64), (#"hdrgm:GainMapMax="2.5""#, 0)])
  func thePaddingOfAGainMapHasNoGain(attributes: String, neutral: Int) throws {
    let packet = TinyXMP.packet(attributes: #"hdrgm:Version="1.0" "# + attributes)
    for tag in ExifOrientation.allCases {
      let map = TinyJPEG(Self.painted(at: 4).stored(as: tag), segments: [.xmp(packet)]).bytes
      let list = TinyXMP.directory([("Primary", 0), ("GainMap", map.count)], attributes: #"hdrgm:Version="1.0""#)
      var file = TinyJPEG(
        Self.painted().stored(as: tag), segments: [.exif(TinyTIFF(orientation: Int(tag.rawValue))), .xmp(list)])
      (file.furtherImages, file.furtherType) = ([map], 0)
      let region = PixelRect<Displayed>(x: -20, y: -40, width: 100, height: 100)
      let wish = Rendition(region: .pixels(region), upright: .pixels, overflow: .pad(.white))
      let result = try house.run(wish, on: file.bytes)
      let attachment = try #require(try Probe(result).attachments.first)
      let shown = try displayed(Array(result[attachment.range]))
      #expect(shown.size == PixelSize(width: 25, height: 25))
      // The mark is 8 × 4 from (8, 4), that is from (13, 14) in the padded map.
      let padding = [shown.pixel(x: 2, y: 2)[0], shown.pixel(x: 10, y: 5)[0]].map { Int($0) }
      for sample in padding { #expect(abs(sample - neutral) <= 6) }
      let (mark, ground) = (shown.pixel(x: 17, y: 16)[0], shown.pixel(x: 8, y: 20)[0])
      #expect(mark > 200 && ground < 60)
    }
  }

  /// What XMP lists after a PNG or WebP is named. It is not rotated, so neither are the image's pixels.
  @Test(arguments: [ContainerFormat.png, .webp])
  func whatIsListedAfterAPNGOrWebPIsNamed(_ format: ContainerFormat) throws {
    let depth = TinyJPEG(.sixGrays).bytes
    let confidence = TinyPNG(.sixGrays).bytes
    let packet = TinyXMP.directory([("Primary", 0), ("Depth", depth.count), ("Confidence", confidence.count)])
    let (image, exif) = (TinyImage.sixColors.stored(as: .rightTop), TinyTIFF(orientation: 6))
    var png = TinyPNG(image, exif: exif)
    png.chunks.append(.xmp(packet))
    let still =
      format == .png ? png.bytes : TinyWebP(image, chunks: [.exif(exif.bytes), .xmp(packet)]).bytes
    let source = still + depth + confidence
    let probe = try Probe(source)
    let parts = try probe.fileParts(in: source)
    let maps = parts.filter { $0.kind == .depthMap && $0.owner == nil }
    #expect(maps.map(\.name) == ["", "confidence"])
    #expect(maps.map(\.byteCount) == [depth.count, confidence.count])
    #expect(parts.allSatisfy { $0.kind != .trailer })
    #expect(throws: UprightError.self) { try house.plan(Rendition(upright: .pixels), for: probe) }
    let turned = try house.run(Rendition(rotation: .rotate90), on: source)
    #expect(turned.suffix(depth.count + confidence.count) == source.suffix(depth.count + confidence.count))
    #expect(try Probe(turned).orientation == Orientation(exif: .rightTop).then(.rotate90))
    var wish = Rendition(upright: .pixels, format: .jpeg)
    wish.allowedLosses = .all
    let account = Account(of: parts, planned: try house.plan(wish, for: probe))
    let fates = account.entries.filter { $0.part.kind == .depthMap }.map(\.fate)
    #expect(!fates.isEmpty && fates.allSatisfy(\.isLoss))
    // A list that names nothing is none, and other bytes stay bytes.
    let other = still + [UInt8](repeating: 7, count: depth.count + confidence.count)
    #expect(try Probe(other).attachments.isEmpty)
    #expect(try Probe(other).fileParts(in: other).contains { $0.kind == .trailer })
  }

  /// An attachment that is listed but cannot be read could not be rotated, so the image is not rotated either.
  @Test func whatIsNotKnownKeepsTheImageFromTurning() throws {
    let items = TinyXMP.directory([("Primary", 0), ("Depth", 40)])
    var file = TinyJPEG(Self.painted().stored(as: .rightTop), segments: [.exif(TinyTIFF(orientation: 6)), .xmp(items)])
    file.trailer = Array(repeating: 7, count: 40)
    #expect(throws: UprightError.self) { try house.plan(Rendition(upright: .pixels), for: Probe(file.bytes)) }
  }
}
