// The sample set on disk, as other programs read it.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct SamplesCommandTests {
  private static let names = SampleSet.all.map(\.name)

  @Test func sixteenFilesOfEachFormat() throws {
    let (folder, answer) = try Samples.made.get()
    #expect(answer.status == 0)
    let wanted = ["jpg", "png", "webp"].flatMap { ending in Self.names.map { "made/here/\($0).\(ending)" } }
    #expect(answer.text.split(separator: "\n").map(String.init) == wanted)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("made/here")).count == 48)
    for name in wanted {
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      #expect(try ContainerFormat(signature: folder.read(name)) == ContainerFormat(fileExtension: ending), "\(name)")
    }
    for sample in SampleSet.all {
      let probe = try Probe(try folder.read("made/here/\(sample.name).jpg"))
      #expect(probe.orientation.exif == sample.tag)
      #expect(probe.displayedSize == sample.shape.size)
    }
  }

  @Test func theFormatAskedForIsTheOnlyOneAndWhatIsThereStaysUnlessForced() throws {
    let album = try Album()
    try album.folder.write([1], as: "portrait_6.png")
    #expect(try album.run("samples", ".", "--format", "png").status == 2)
    #expect(try album.run("samples", "-").status == 64)
    #expect(Set(try album.contents().keys) == Set(Self.names.map { $0 + ".png" }))
    #expect(try album.contents()["portrait_6.png"] == [1])
    #expect(try album.run("samples", ".", "--format", "png", "--force").status == 0)
    #expect(try album.contents()["portrait_6.png"] != [1])
  }

  /// Each format in the help is written, states each tag in its own field, and displays the image upright.
  @Test(arguments: ContainerFormat.written.filter { !SampleFile.standard.contains($0) })
  func everyFormatThatIsListedIsWritten(_ format: ContainerFormat) throws {
    let album = try Album()
    #expect(try album.run("samples", ".", "--format", format.rawValue).status == 0)
    #expect(try album.contents().count == 16)
    for sample in SampleSet.all {
      let name = "\(sample.name).\(format.fileExtension)"
      let probe = try Probe(album.folder.read(name))
      #expect(probe.format == format && probe.orientation.exif == sample.tag, "\(name)")
      #expect(probe.displayedSize == sample.shape.size)
      #expect(probe.pages.count == 1)
      #expect(try album.run("fix", "--edge", "recode", name, "-o", "upright.png", "--force").status == 0)
      let shown = try Probe(album.folder.read("upright.png"))
      #expect(shown.displayedSize == sample.shape.size && shown.orientation.isIdentity)
      let bytes = try album.folder.read("upright.png")
      let raster = try Pipeline(codecs: ImageCodecs.all()).raster(Rendition(), of: shown, from: bytes)
      let (right, bottom) = (raster.size.width - 20, raster.size.height - 20)
      let wanted = sample.displayed
      for (x, y) in [(20, 20), (right, 20), (right, bottom), (20, bottom)] {
        let (seen, color) = (raster.pixel(x: x, y: y).map(Int.init), wanted[x, y].map(Int.init))
        #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 12 }, "\(name) at \(x),\(y)")
      }
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
  func anotherReaderSeesTheSameImageInEveryFile() throws {
    let folder = try Samples.made.get().folder
    for sample in SampleSet.all {
      let names = ["png", "jpg", "webp"].map { "made/here/\(sample.name).\($0)" }
      let sights = try DecodedByPillow.of(names, in: folder, as: .displayed)
      #expect(sights.map(\.tag) == Array(repeating: Int(sample.tag.rawValue), count: 3))
      // Half a million samples are compared outside the macro, which would describe every difference.
      let isExact = sights[0].samples == sample.displayed.samples
      #expect(isExact, "\(names[0])")
      let isAlike = sights[2].samples == sights[0].samples
      #expect(isAlike, "\(names[2])")
      #expect(sights[0].distance(to: sights[1]) < 2.5, "\(names[1])")
      for sight in sights {
        #expect((sight.width, sight.height) == (sample.shape.size.width, sample.shape.size.height))
        #expect(sight.corners(inset: 20) == "RGBY")
      }
      // The stored image matches the tag: row 0 and column 0 of the file.
      let stored = try DecodedByPillow.of([names[0]], in: folder, as: .stored)[0]
      let isStoredAsTheTagSays = stored.samples == sample.displayed.stored(as: sample.tag).samples
      #expect(isStoredAsTheTagSays, "\(names[0])")
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func anotherReaderFindsTheTagInEveryFile() throws {
    let folder = try Samples.made.get().folder
    let answer = try OutsideTool.exiftool.run(
      ["-n", "-T", "-FileName", "-IFD0:Orientation", "-ExifImageWidth", "-ImageWidth", "-Warning", "made/here"],
      in: folder)
    let wanted = SampleSet.all.flatMap { sample in
      ["jpg", "png", "webp"].map { ending in
        let width = sample.tag.rawValue > 4 ? sample.shape.size.height : sample.shape.size.width
        return "\(sample.name).\(ending)\t\(sample.tag.rawValue)\t\(width)\t\(width)\t-"
      }
    }
    #expect(answer.text.split(separator: "\n").map(String.init).sorted() == wanted.sorted())
  }
}
