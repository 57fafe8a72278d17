// Movie files made in code, as other programs read them.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyMovieTests {
  static let image = TinyImage.sixColors.enlarged(by: 8)

  @Test func boxesSayTheirLengths() {
    #expect(TinyBox.bytes("free", [1, 2]) == [0, 0, 0, 10] + Array("free".utf8) + [1, 2])
    #expect(
      TinyBox.bytes("mdat", [7], length: .long) == [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 17, 7])
    #expect(TinyBox.bytes("mdat", [7], length: .open) == [0, 0, 0, 0] + Array("mdat".utf8) + [7])
    #expect(
      TinyBox.full("vmhd", version: 1, flags: 0x20301, [9]) == [0, 0, 0, 13] + Array("vmhd".utf8) + [1, 2, 3, 1, 9])
  }

  @Test(.enabled(if: OutsideTool.ffmpeg.isInstalled, "needs ffmpeg"), arguments: TinyMovie.Layout.allCases)
  func ffmpegDecodesTheStoredImage(layout: TinyMovie.Layout) throws {
    let folder = try ScratchFolder()
    for (brand, length) in [("qt  ", TinyBoxLength.short), ("isom", .long), (nil, .short)] {
      var movie = TinyMovie(Self.image, as: .rightTop)
      (movie.layout, movie.brand, movie.sampleLength) = (layout, brand, length)
      let path = try folder.write(movie.bytes, as: "movie.mov")
      let frame = try OutsideTool.ffmpeg.run([
        "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
      ])
      #expect(frame.complaints == "")
      let stored = Self.image.stored(as: .rightTop).samples
      #expect(frame.output.count == stored.count)
      #expect(zip(frame.output, stored).allSatisfy { abs(Int($0) - Int($1)) < 60 })
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: 0...1)
  func exiftoolReadsTheTracks(version: Int) throws {
    var movie = TinyMovie([TinyTrack(Self.image, as: .leftBottom), TinyTrack(.sixGrays)])
    movie.version = version
    for index in 0...1 { movie.tracks[index].version = version }
    movie.tracks[1].handler = "pict"
    movie.packet = TinyXMP.packet(orientation: "8")
    let path = try ScratchFolder().write(movie.bytes, as: "movie.mov")
    let folder = try ScratchFolder()
    let file = try folder.write(movie.bytes, as: "movie.mov")
    let answer = try OutsideTool.exiftool.run([
      "-n", "-T", "-Duration", "-Track1:ImageWidth", "-Track1:TrackDuration", "-Track1:HandlerType", "-CompressorID",
      "-Track2:HandlerType", "-Composite:Rotation", "-XMP-tiff:Orientation", "-Warning", file,
    ])
    #expect(answer.text == "1\t16\t1\tvide\tjpeg\tpict\t270\t8\t-", "\(path)")
  }
}
