// Fixed work of many kinds, for a tool that counts instructions: `Instructions NAME FILE…` does one of them inside
// `counted`, what it needs outside; `Instructions --list FILE…` names them. The files are those that parsing reads, by
// folder.

import Measuring
import Upright
import UprightCodecs

@main enum Instructions {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let work = Pixels.work + Photo.work + Parsing.work(Bytes.byFolder(Array(arguments.dropFirst())))
    if arguments.first == "--list" { return work.forEach { print($0.name) } }
    guard let name = arguments.first, let chosen = work.first(where: { $0.name == name }), let body = chosen.prepare()
    else {
      print("usage: Instructions --list|NAME FILE…")
      return
    }
    counted(body)
  }
}

/// A piece of work: `prepare` makes what it needs, and hands out what is counted.
struct Work {
  let name: String
  let prepare: () -> (() -> Void)?
}

/// The function whose instructions count.
@inline(never)
func counted(_ body: () -> Void) { body() }

/// Images in memory.
enum Pixels {
  static var work: [Work] {
    let turns: [(String, SampleLayout.Channels, Int, Orientation<Displayed, Displayed>)] = [
      ("turn gray", .gray, 900, .rotate90), ("turn rgb", .rgb, 900, .rotate90), ("turn rgba", .rgba, 900, .rotate90),
      ("turn past the caches", .rgb, 3_000, .rotate270), ("mirror rgb", .rgb, 900, .mirrorHorizontal),
    ]
    let scalings: [(String, SampleLayout.Channels)] = [("gray", .gray), ("rgb", .rgb), ("rgba", .rgba)]
    return turns.map { name, channels, width, turn in
      Work(name: name) {
        image(channels, width).map { image in
          {
            let result: Raster<Displayed>? = image.oriented(by: turn)
            precondition(result != nil)
          }
        }
      }
    }
      + scalings.map { name, channels in
        Work(name: "scale \(name)") {
          image(channels, 900).map { image in
            { precondition(image.resized(to: PixelSize(width: 300, height: 200)) != nil) }
          }
        }
      } + [
        Work(name: "rgb to gray") { image(.rgb, 900).map { image in { _ = image.converted(to: .gray) } } },
        Work(name: "rgba to rgb") { image(.rgba, 900).map { image in { _ = image.converted(to: .rgb) } } },
      ]
  }

  private static func image(_ channels: SampleLayout.Channels, _ width: Int) -> Raster<Displayed>? {
    Raster(size: PixelSize(width: width, height: width / 3 * 2), layout: SampleLayout(channels))
  }
}

/// A JPEG of 1200 × 800 with texture.
enum Photo {
  static var work: [Work] {
    let region = PixelRect<Displayed>(x: 304, y: 400, width: 512, height: 400)
    // No edge of it lies on a block.
    let ragged = PixelRect<Displayed>(x: 2, y: 2, width: 1194, height: 794)
    let renditions: [(String, Rendition)] = [
      ("crop", Rendition(region: .pixels(region), size: .within(256, 200))),
      ("thumb", Rendition(size: .within(256, 256), rotation: .rotate90, upright: .pixels)),
      ("turn anew", Rendition(region: .pixels(ragged), rotation: .rotate90, upright: .pixels, quality: .level(90))),
      ("turn without loss", Rendition(rotation: .rotate90, upright: .pixels)),
    ]
    return renditions.map { name, rendition in
      Work(name: name) {
        jpeg().map { bytes in
          { precondition((try? Pipeline(codecs: [JPEGCodec()]).run(rendition, on: bytes)) != nil) }
        }
      }
    }
  }

  private static func jpeg() -> [UInt8]? {
    let size = PixelSize<Output>(width: 1200, height: 800)
    var state: UInt32 = 1
    var samples: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let value = UInt8(truncatingIfNeeded: (x * y >> 6) & 127 + Int(state >> 27))
        samples += [value, value / 2 + 40, 200 - value]
      }
    }
    let settings = EncodeSettings(format: .jpeg, fidelity: .level(90), sampling: .init(horizontal: 2, vertical: 2))
    var file: [UInt8] = []
    guard let image = Raster(size: size, layout: SampleLayout(.rgb), bytes: samples),
      (try? JPEGCodec().encode(
        image, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &file)) != nil
    else { return nil }
    return file
  }
}

/// What parsers read, a piece of work for each folder.
enum Parsing {
  static func work(_ folders: [(folder: String, files: [[UInt8]])]) -> [Work] {
    folders.map { folder, files in
      Work(name: "probe \(folder)") { { for file in files { _ = try? Probe(file) } } }
    }
  }
}
