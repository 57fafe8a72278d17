// `fix` of images that cannot become upright because they are damaged or exceed a limit: they are copied, counted, and
// the exit code says so.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .inOptions) struct ShortfallTests {
  /// A WebP whose Exif chunk, which comes last, is cut off.
  static var cutWebP: [UInt8] {
    let file = TinyWebP(TinyImage.sixColors.stored(as: .rightTop), exif: TinyTIFF(orientation: 6))
    return Array(file.bytes.dropLast(20))
  }

  /// An AVIF or HEIC whose coded image is cut off.
  private static func cutHEIF(_ tag: ExifOrientation) -> [UInt8] { Array(TinyHEIF(tag).bytes.dropLast(8)) }

  @Test(arguments: ["cut", "noise"], [["-i"], ["-o", "out"]])
  func aDamagedPhotoEndsWith65AloneAndWith2AmongOthers(_ kind: String, place: [String]) throws {
    let album = try Album("1.jpg", "6.jpg")
    try album.addDamaged(kind, as: "bad.jpg")
    let bad = try album.folder.read("bad.jpg")
    #expect(try album.run("fix", "-n", "-i", "bad.jpg").status == 0, "headers do not tell")
    let single = place[0] == "-i" ? place : ["-o", "one.jpg"]
    let one = try UprightTool.run(["fix", "bad.jpg", "--json"] + single, in: album.folder)
    #expect(one.status == 65)
    let object = try #require(one.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] as? String == "damage")
    #expect(one.complaints.hasSuffix("upright: 1 PHOTO STILL NEEDS ROTATION: its image data is damaged\n"))
    let all = try UprightTool.run(["fix", "1.jpg", "6.jpg", "bad.jpg"] + place, in: album.folder)
    #expect(all.status == 2)
    #expect(all.text.split(separator: "\n").count == 3)
    #expect(try album.folder.read(place[0] == "-i" ? "bad.jpg" : "out/bad.jpg") == bad)
  }

  /// Another format cannot hold the damaged coded data, so what could be decoded is written, and the exit code tells.
  @Test(arguments: ["png", "webp", "tiff"])
  func aDamagedPhotoEndsWith65InAnotherFormatToo(_ format: String) throws {
    let album = try Album("6.jpg")
    try album.addDamaged("cut", as: "bad.jpg")
    let one = try album.run("fix", "--json", "bad.jpg", "-o", "one.\(format)")
    #expect(one.status == 65 && one.complaints.contains("what could be decoded"), "\(one.complaints)")
    let object = try #require(one.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] == nil)
    #expect(try Probe(album.folder.read("one.\(format)")).orientation == .identity)
    let all = try album.run("fix", "--format", format, "6.jpg", "bad.jpg", "-o", "out/")
    #expect(all.status == 2, "\(all.complaints)")
    let anew = try album.run("fix", "--edge", "recode", "bad.jpg", "-o", "anew.\(format)")
    #expect(anew.status == 65 && anew.complaints.contains("what could be decoded"), "\(anew.complaints)")
  }

  /// Only the profile itself shows that the result cannot have it; a dry run says what a run does.
  @Test func aDryRunForeseesALossThatIsRefused() throws {
    let album = try Album("1.jpg")
    var profile = TinySegment.profile(byteCount: 300)
    profile.replaceSubrange(16..<20, with: "CMYK".utf8)
    var photo = TinyWebP(TinyImage.sixColors.stored(as: .rightTop), exif: TinyTIFF(orientation: 6))
    (photo.isExtended, photo.chunksBeforeImage) = (true, [TinyWebP.Chunk("ICCP", profile)])
    try album.folder.write(photo.bytes, as: "a.webp")
    let foreseen = try album.run("fix", "-n", "-i", "--json", "a.webp")
    #expect(try album.folder.read("a.webp") == photo.bytes)
    let done = try album.run("fix", "-i", "--json", "a.webp")
    #expect(foreseen.status == done.status)
    let (before, after) = (try #require(foreseen.objects().first), try #require(done.objects().first))
    for member in ["route", "notUpright", "orientation", "lossCount"] {
      #expect("\(before[member] ?? "none")" == "\(after[member] ?? "none")", "\(member)")
    }
    #expect(after["notUpright"] as? String == "content-lost")
  }

  @Test func aLimitIsNamedWithWhatItTakes() throws {
    let album = try Album("1.jpg", "6.jpg")
    let before = try album.contents()
    let answer = try album.run("fix", "-i", "--max-pixels", "99", "6.jpg", "--json")
    #expect(answer.status == 65)
    #expect(
      answer.complaints == """
        upright: 6.jpg: over the limit: 1536 pixels, 99 allowed: kept tag 6
        upright: 1 PHOTO STILL NEEDS ROTATION: rotating its pixels exceeds a limit; --max-memory or --max-pixels \
        allows more

        """)
    #expect(try answer.objects().first?["notUpright"] as? String == "limit")
    #expect(try album.run("fix", ".", "-o", "out", "--max-pixels", "99").status == 2)
    #expect(try album.folder.read("out/6.jpg") == before["6.jpg"])
    let memory = try album.run("fix", "6.jpg", "-o", "b.jpg", "--max-memory", "600K")
    #expect(memory.status == 65)
    #expect(memory.complaints.contains("6.jpg: needs ") && memory.complaints.contains(" allowed: kept tag 6\n"))
  }

  @Test func aHEICBeyondALimitIsNotSaidToLoseAnything() throws {
    let album = try Album()
    try album.folder.write(TinyHEIF(.rightTop).bytes, as: "a.heic")
    let answer = try album.run("fix", ".", "-o", "out", "--max-pixels", "1")
    #expect(!answer.complaints.contains("without loss"), "\(answer.complaints)")
    #expect(answer.status == 65 && answer.complaints.contains(" allowed: kept tag 6"))
  }

  @Test func whatKeepsItsTagForAnotherReasonEndsWith2() throws {
    let album = try Album("6-ragged.jpg", "1.jpg")
    #expect(try album.run("fix", "-i", "6-ragged.jpg").status == 2)
    #expect(try album.run("fix", "-i", "--max-pixels", "99", "6-ragged.jpg").status == 2, "its edges keep it as well")
    #expect(try album.run("fix", "-i", "1.jpg", "6-ragged.jpg").status == 2)
    var animation = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 6))
    animation.animate([TinyFrame(.sixReversed)])
    try album.folder.write(animation.bytes, as: "a.png")
    let moving = try album.run("fix", "-i", "a.png", "--json")
    #expect(moving.status == 2)
    #expect(try moving.objects().first?["notUpright"] as? String == "animation")
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "a.mov")
    #expect(try album.run("fix", "-i", "a.mov").status == 0, "players follow the matrix")
    try album.folder.write(TinyWebP(TinyImage.sixColors, exif: TinyTIFF(orientation: 6)).bytes, as: "a.webp")
    #expect(try album.run("rotate", "cw", "-i", "a.webp").status == 0, "only the tag was to change")
  }

  @Test func everyKindHasItsPartOfTheLine() {
    let limit = ImageReport.KeptTagReason.limit(.memory, asked: 9, allowed: 8)
    let lines = BatchSentences.summary([.damage, limit, limit, .encoding(isJPEG: false)], of: 9)
    #expect(
      lines == [
        """
        4 PHOTOS STILL NEED ROTATION: the image data of 1 is damaged; rotating the pixels of 2 exceeds a limit; \
        --max-memory or --max-pixels allows more; rotating the pixels of 1 means re-encoding. Write the result \
        elsewhere with -o FOLDER/
        """
      ])
    #expect(
      BatchSentences.summary([.damage, .damage], of: 9, rehearsed: true)
        == ["2 PHOTOS WOULD STILL NEED ROTATION: their image data is damaged"])
  }

  @Test(arguments: [
    ["-i"], ["-i", "--to", "tag"], ["-o", "b.webp"], ["-o", "b.webp", "--verify"], ["-i", "--verify"],
  ])
  func anOrientationThatWasCutOffIsUnknown(_ options: [String]) throws {
    let album = try Album()
    try album.folder.write(Self.cutWebP, as: "a.webp")
    let answer = try UprightTool.run(["fix", "a.webp"] + options, in: album.folder)
    #expect(answer.status == 65)
    #expect(answer.complaints.contains("a.webp: the file is damaged ("))
    #expect(answer.complaints.contains("so its orientation is unknown; it was treated as upright\n"))
    #expect(answer.complaints.hasSuffix("upright: 1 of 1 is damaged, so its orientation is unknown\n"))
    #expect(try album.folder.read("a.webp") == Self.cutWebP)
    let quiet = try UprightTool.run(["fix", "a.webp", "--force", "--json", "-q"] + options, in: album.folder)
    let object = try #require(quiet.objects().first)
    #expect(object["notUpright"] as? String == "unknown" && object["damaged"] as? Bool == true)
  }

  @Test(arguments: [ExifOrientation.topLeft, .rightTop])
  func anAVIFThatIsCutOffIsDamaged(_ tag: ExifOrientation) throws {
    let album = try Album("1.jpg")
    try album.folder.write(Self.cutHEIF(tag), as: "a.heic")
    let answer = try album.run("fix", ".", "-o", "out")
    #expect(answer.status == 2, "\(answer.complaints)")
    #expect(answer.complaints.contains("damaged"))
    #expect(try album.folder.read("out/a.heic") == Self.cutHEIF(tag))
  }

  /// Upright files of many formats, of which only the end is missing; of the TIFF, a strip.
  static let cutUpright: [(name: String, bytes: [UInt8])] = {
    let png = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 1)).bytes
    let frames = [TinyGIFFrames.Frame(.sixColors), TinyGIFFrames.Frame(.sixColors)]
    var jxl = TinyJXL(as: .topLeft)
    jxl.container = .box(.short)
    return [
      ("a.png", Array(png.dropLast(12))), ("b.png", Array(png.dropLast(20))),
      ("a.jpg", Array(Album.photo(1).dropLast(40))), ("b.jpg", Array(Album.photo(1).dropLast(2))),
      ("a.gif", Array(TinyGIF(.sixColors).bytes.dropLast(4))),
      ("b.gif", Array(TinyGIFFrames(width: 3, height: 2, frames).bytes.dropLast(4))),
      ("a.mov", Array(TinyMovie(.sixColors, as: .topLeft).bytes.dropLast(4))),
      ("a.jxl", Array(jxl.bytes.dropLast(4))),
      ("a.tif", TinyTIFFFile(pages: [.init(.sixColors, entries: [TinyEntry(273, .long, [9_999])])]).bytes),
    ]
  }()

  @Test(arguments: cutUpright.indices)
  func anUprightFileThatIsCutOffIsCopiedAndSaidToBeDamaged(_ index: Int) throws {
    let (name, bytes) = Self.cutUpright[index]
    let album = try Album("1.jpg")
    try album.folder.write(bytes, as: name)
    let one = try album.run("fix", name, "-o", "out/", "--json")
    #expect(one.status == 65)
    #expect(one.complaints == "upright: \(name): the file is damaged: its end is missing\n")
    let object = try #require(one.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] == nil && object["route"] as? String == "copy")
    #expect(try album.folder.read("out/\(name)") == bytes)
    #expect(try album.run("fix", name, "1.jpg", "-o", "both/").status == 2)
    let whole = try album.run("fix", "1.jpg", "-o", "whole.jpg", "--json")
    #expect(try whole.status == 0 && whole.complaints == "" && whole.objects().first?["damaged"] == nil)
    for options in [["fix", "-i"], ["fix", "-i", "--to", "tag"], ["fix", "-i", "--families", "--journal", "j"]] {
      let inPlace = try UprightTool.run(options + [name, "--json"], in: album.folder)
      #expect(inPlace.status == 65, "\(options)")
      #expect(inPlace.complaints == "upright: \(name): the file is damaged: its end is missing\n", "\(options)")
      #expect(try inPlace.objects().first?["damaged"] as? Bool == true)
      #expect(try album.folder.read(name) == bytes)
    }
    #expect(try album.run("fix", "-i", name, "1.jpg").status == 2)
    #expect(try album.run("plan", "fix", name).status == 0, "nothing is made of it")
  }

  /// Commands that use what can be read of a damaged photo, or change only its tag.
  static let commands = [
    ["crop", "0,0,24,24"], ["crop", "pct:0,0,100,100"], ["thumb", "16"],
    ["rotate", "cw", "--bake", "--edge", "recode"],
    ["fix", "--edge", "recode"], ["rotate", "cw"],
  ]

  @Test(arguments: commands, ["jpeg", "png", "webp", "tiff"])
  func everyResultOfADamagedPhotoEndsWithTheSameCode(_ command: [String], format: String) throws {
    guard command.count > 2 || command[0] != "rotate" || format == "jpeg" else { return }
    let album = try Album("6.jpg")
    try album.addDamaged("cut", as: "bad.jpg")
    let words = command + (command == ["rotate", "cw"] ? [] : ["--format", format])
    let one = try UprightTool.run(words + ["bad.jpg", "-o", "one/", "--json"], in: album.folder)
    #expect(one.status == 65, "\(one.text) \(one.complaints)")
    #expect(one.complaints.contains("bad.jpg: ") && one.complaints.contains("damaged"))
    let object = try #require(one.objects().first)
    #expect(object["damaged"] as? Bool == true)
    let output = try #require(object["output"] as? String)
    #expect(try Probe(album.folder.read(output)).format.rawValue == format)
    let both = try UprightTool.run(words + ["6.jpg", "bad.jpg", "-o", "both/"], in: album.folder)
    #expect(both.status == 2, "\(both.complaints)")
    let whole = try UprightTool.run(words + ["6.jpg", "-o", "whole/"], in: album.folder)
    #expect(whole.status == 0, "\(whole.complaints)")
    let planned = try UprightTool.run(["plan"] + words + ["bad.jpg"], in: album.folder)
    #expect(planned.status == 0, "\(planned.complaints)")
  }

  /// Commands that draw a photo, to a file or to standard output.
  static let drawing = [
    ["sheet", "-o", "drawn.png"], ["show", "--protocol", "kitty"], ["audit", "--html", "drawn.html"],
  ]

  private static func sentence(_ name: String) -> String {
    "upright: \(name): damaged; results show what could be read of it"
  }

  @Test(arguments: drawing, ["cut", "noise"])
  func everyDrawingOfADamagedPhotoSaysSo(_ words: [String], kind: String) throws {
    let album = try Album("6.jpg")
    try album.addDamaged(kind, as: "bad.jpg")
    // A page of `audit` has only files with findings: the extension is wrong.
    try album.folder.write(album.folder.read("bad.jpg"), as: "bad.png")
    let file = words.last.flatMap { $0.hasPrefix("drawn") ? $0 : nil }
    let one = try UprightTool.run(words + ["bad.png"], in: album.folder)
    #expect(one.status == 65, "\(one.complaints)")
    #expect(one.complaints.split(separator: "\n").filter { $0 == Self.sentence("bad.png") }.count == 1)
    #expect(try !(file.map(album.folder.read) ?? one.output).isEmpty)
    let again = words + (file == nil ? [] : ["--force"])
    let both = try UprightTool.run(again + ["6.jpg", "bad.png"], in: album.folder)
    #expect(both.status == 2 && both.complaints.contains(Self.sentence("bad.png")), "\(both.complaints)")
    let whole = try UprightTool.run(again + ["6.jpg"], in: album.folder)
    #expect(whole.status == 0 && !whole.complaints.contains("damaged"), "\(whole.complaints)")
  }

  @Test func everyDrawingOfLabelsOnADamagedPhotoSaysSo() throws {
    let labelled = try LabelledAlbum(tags: 6...7)
    try labelled.writeRows(tags: 6...7)
    try labelled.album.addDamaged("cut", as: "photos/6.jpg")
    let both = try labelled.run("overlay", "--json", "--images", "photos", "-o", "seen", "labels")
    #expect(both.status == 2 && both.complaints.contains(Self.sentence("photos/6.jpg")), "\(both.complaints)")
    let objects = try both.objects()
    #expect(objects.map { $0["damaged"] as? Bool } == [true, nil])
    #expect(objects.map { $0["output"] as? String } == ["seen/6.jpg", "seen/7.jpg"])
    if OutsideTool.jsonschema.isInstalled {
      let lines = both.text.split(separator: "\n").map { JSONSchema.Line("labelsOverlay", $0) }
      #expect(try JSONSchema.verdict(on: lines, .strict).faults == [])
    }
    let page = try labelled.run("audit", "--images", "photos", "--html", "page.html", "labels")
    #expect(page.status == 2 && page.complaints.contains(Self.sentence("photos/6.jpg")), "\(page.complaints)")
    let dry = try labelled.run("overlay", "-n", "--images", "photos", "-o", "dry", "labels")
    #expect(dry.status == 0 && !dry.complaints.contains("damaged"), "\(dry.complaints)")
    let alone = try LabelledAlbum(tags: 6...6)
    try alone.writeRows(tags: 6...6)
    try alone.album.addDamaged("cut", as: "photos/6.jpg")
    #expect(try alone.run("overlay", "--images", "photos", "-o", "one.png", "labels").status == 65)
    #expect(try alone.run("audit", "--images", "photos", "--html", "page.html", "labels").status == 65)
  }

  @Test func standardOutputGetsWhatCouldBeReadAndTheExitCodeTells() throws {
    let album = try Album()
    try album.addDamaged("cut", as: "bad.jpg")
    let answer = try album.run("thumb", "16", "bad.jpg", "-o", "-")
    #expect(answer.status == 65 && answer.complaints.contains("the result shows what could be decoded"))
    #expect(try Probe(Array(answer.output)).storedSize.width <= 16)
  }

  @Test(arguments: ["gps", "thumbnails", "all-but-color"])
  func aJPEGThatIsCutOffIsSaidToBeDamagedWhateverIsRemoved(_ strip: String) throws {
    let album = try Album()
    let cut = Array(Album.photo(1).dropLast(40))
    try album.folder.write(cut, as: "a.jpg")
    let answer = try album.run("fix", "--strip", strip, "a.jpg", "-o", "out.jpg", "--json")
    #expect(answer.status == 65)
    #expect(answer.complaints.contains("upright: a.jpg: the file is damaged: its end is missing\n"))
    let object = try #require(answer.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] == nil)
    #expect(try album.folder.read("out.jpg").suffix(40) == cut.suffix(40))
  }

  @Test(arguments: ["a.jpg", "a.png"], [["-i"], ["-o", "out/"]])
  func aNewTagOfAFileThatIsCutOffIsSetAndTheDamageTold(_ name: String, place: [String]) throws {
    let album = try Album()
    let cut = try #require(Self.cutUpright.first { $0.name == name }).bytes
    try album.folder.write(cut, as: name)
    let answer = try UprightTool.run(["rotate", "cw", name, "--json"] + place, in: album.folder)
    #expect(answer.status == 65)
    #expect(answer.complaints == "upright: \(name): the file is damaged: its end is missing\n")
    let object = try #require(answer.objects().first)
    #expect(object["damaged"] as? Bool == true && object["route"] as? String == "retag")
    let result = try album.folder.read(place[0] == "-i" ? name : "out/\(name)")
    #expect(try Probe(result).orientation.exif == .rightTop)
    #expect(result.suffix(40) == cut.suffix(40))
  }

  /// All pixels are there, but decoders stop before the chunk that is missing.
  @Test(arguments: [["-i"], ["-o", "one.png"]])
  func aPNGWithoutItsLastChunkIsNotRepaired(_ place: [String]) throws {
    let album = try Album()
    let stored = TinyImage.sixColors.stored(as: .rightTop)
    let bad = Array(TinyPNG(stored, exif: TinyTIFF(orientation: 6)).bytes.dropLast(12))
    try album.folder.write(bad, as: "bad.png")
    let answer = try UprightTool.run(["fix", "bad.png", "--json"] + place, in: album.folder)
    #expect(answer.status == 65)
    let object = try #require(answer.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] as? String == "damage")
    #expect(try album.folder.read(place[0] == "-i" ? "bad.png" : "one.png") == bad)
    #expect(try album.run("crop", "0,0,2,2", "bad.png", "-o", "crop.png").status == 65)
  }

  @Test func aTIFFWithAWrongChecksumKeepsItsTag() throws {
    var file = SampleTIFF.mixedColors(width: 37, height: 71, SampleTIFF.Kind(2, 8))
    file.isPacked = true
    file.entries = [TinyEntry(274, .short, [6])]
    let album = try Album()
    try album.folder.write(file.bytes, as: "whole.tif")
    #expect(try album.run("fix", "whole.tif", "-o", "upright.tif").status == 0)
    #expect(try Probe(album.folder.read("upright.tif")).orientation == .identity)
    var bad = file.bytes
    bad[15] ^= 1
    try album.folder.write(bad, as: "bad.tif")
    let answer = try album.run("fix", "-i", "bad.tif", "--json")
    #expect(answer.status == 65)
    let object = try #require(answer.objects().first)
    #expect(object["damaged"] as? Bool == true && object["notUpright"] as? String == "damage")
    #expect(try album.folder.read("bad.tif") == bad)
    // Stored first, displayed in the upper right.
    #expect(try album.run("crop", "51,0,20,20", "bad.tif", "-o", "part.tif").status == 65)
    file.surplus = [1, 2, 3]
    try album.folder.write(file.bytes, as: "more.tif")
    let more = try album.run("fix", "-i", "more.tif")
    #expect(more.status == 65 && more.complaints.contains("image data is damaged"), "\(more.complaints)")
    #expect(try album.folder.read("more.tif") == file.bytes)
  }

  @Test func wholeFilesWithoutATagAreUpright() throws {
    let album = try Album()
    try album.folder.write(TinyWebP(.sixColors).bytes, as: "a.webp")
    try album.folder.write(TinyPNG(.sixColors).bytes, as: "a.png")
    let answer = try album.run("fix", ".", "-o", "out")
    #expect(answer.status == 0 && answer.complaints == "")
  }
}
