// The rows of the golden plan table, and the substitutes for codecs.

import Upright
import UprightFixtures

struct Unexpected: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

extension Planner {
  /// Capabilities with today's codecs, none of them linked.
  static let full = Planner(capabilities: [
    .jpeg: Capabilities(decodes: true, encodes: true, transforms: true, planes: true, denominators: [1, 2, 4, 8]),
    .png: Capabilities(decodes: false, encodes: true, transforms: false),
  ])
  /// Capabilities without any codecs.
  static let bare = Planner(capabilities: [:])
}

enum PlanTable {
  /// A photo of which only the header matters: its frame is patched to the requested size.
  static func photo(
    _ tag: ExifOrientation? = nil, value: Int? = nil, storedWidth: Int = 64, storedHeight: Int = 32,
    sampling: TinyJPEG.Sampling = .full, segments: [TinySegment] = []
  ) -> [UInt8] {
    let displayed = PixelSize<Stored>(width: storedWidth, height: storedHeight)
    let swapped = tag.map { Orientation(exif: $0).swapsAxes } ?? false
    let stored =
      swapped && storedWidth == 64 && storedHeight == 32
      ? PixelSize<Stored>(width: displayed.height, height: displayed.width) : displayed
    let number = value ?? tag.map { Int($0.rawValue) }
    let exif = number.map { [TinySegment.exif(TinyTIFF(.little, orientation: $0))] } ?? []
    var jpeg = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [90, 120, 30]), segments: exif + segments)
    jpeg.sampling = sampling
    return resized(jpeg.bytes, to: stored)
  }

  private static func resized(_ bytes: [UInt8], to size: PixelSize<Stored>) -> [UInt8] {
    var patched = bytes
    // The last one: an Exif block may contain an image, too.
    for index in bytes.indices.dropLast(9).reversed() where bytes[index] == 0xFF && bytes[index + 1] == 0xC0 {
      let fields = [size.height >> 8, size.height & 255, size.width >> 8, size.width & 255].map(UInt8.init)
      patched.replaceSubrange(index + 5..<index + 9, with: fields)
      break
    }
    return patched
  }

  private static let renditions: [(String, Rendition)] = {
    let small = PixelSize<Output>(width: 16, height: 16)
    let crop = PixelRect<Displayed>(x: 16, y: 8, width: 24, height: 16)
    let beyond = PixelRect<Displayed>(x: -8, y: -8, width: 32, height: 32)
    return [
      ("as it is", Rendition()),
      ("mirrored by tag", Rendition(rotation: .mirrorHorizontal)),
      ("upright, nothing lost", Rendition(upright: .pixels, loss: .none)),
      ("upright where possible", Rendition(upright: .pixelsWherePossible, loss: .none)),
      ("upright, trimmed", Rendition(upright: .pixels, loss: .trim)),
      ("upright, recoded", Rendition(upright: .pixels, loss: .recode)),
      ("turned in the pixels", Rendition(rotation: .rotate90, upright: .pixels)),
      ("cropped", Rendition(region: .pixels(crop), upright: .pixels)),
      ("cropped as stored", Rendition(region: .stored(PixelRect(x: 0, y: 0, width: 16, height: 16)), upright: .pixels)),
      ("the middle square", Rendition(region: .square, upright: .pixels)),
      ("cropped beyond, padded", Rendition(region: .pixels(beyond), upright: .pixels, overflow: .pad(.black))),
      ("cropped beyond, refused", Rendition(region: .pixels(beyond), upright: .pixels, overflow: .fail)),
      ("as a thumbnail", Rendition(size: .within(small), upright: .pixels, quality: .level(85))),
      ("as PNG", Rendition(upright: .pixels, format: .png)),
    ]
  }()

  private static let sources: [(String, [UInt8])] = [
    ("aligned, no tag", photo()),
    ("aligned, tag 1", photo(.topLeft)),
    ("aligned, tag 6", photo(.rightTop)),
    ("ragged 60x27 4:2:0, tag 7", photo(.rightBottom, storedWidth: 60, storedHeight: 27, sampling: .half)),
    ("aligned, tag 0", photo(value: 0)),
    ("aligned, tag 6, with further pictures", photo(.rightTop, segments: [.multiPicture([])])),
  ]

  /// Every source with every rendition, and the first without any codecs.
  static func text() throws -> String {
    var lines: [String] = []
    for (name, bytes) in sources {
      let probe = try Probe(bytes)
      lines.append("# \(name)")
      for (wish, rendition) in renditions { lines += ["", "## \(wish)", decision(rendition, probe, .full)] }
      lines.append("")
    }
    let probe = try Probe(sources[2].1)
    lines += ["# no codec", "", "## upright, recoded", decision(renditions[5].1, probe, .bare), ""]
    return lines.joined(separator: "\n")
  }

  private static func decision(_ rendition: Rendition, _ probe: Probe, _ planner: Planner) -> String {
    do { return try planner.plan(rendition, for: probe).description } catch { return "error: \(error)" }
  }
}
