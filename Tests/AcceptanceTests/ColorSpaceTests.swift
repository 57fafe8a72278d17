// An image that is rendered to be mirrored keeps its ICC profile bit for bit, as Pillow reads it.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
struct ColorSpaceTests {
  /// Two files per line: whether both have a profile and the same one, its length, and its description if any.
  private static let compare = """
    import sys
    from PIL import Image
    for one, other in zip(sys.argv[1::2], sys.argv[2::2]):
        a, b = (Image.open(p).info.get('icc_profile') for p in (one, other))
        print(int(a is not None and a == b), len(a or b''))
    """

  /// sRGB, as Pillow makes it.
  private static func realProfile() throws -> [UInt8] {
    let script = """
      import sys
      from PIL import ImageCms
      sys.stdout.buffer.write(ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script])
    guard answer.status == 0 else { throw answer }
    return answer.output
  }

  private static func lengths(_ pairs: [(String, String)]) throws -> [[Int]] {
    let answer = try OutsideTool.pillow.run(["-c", compare] + pairs.flatMap { [$0.0, $0.1] })
    guard answer.status == 0 else { throw answer }
    return answer.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  private static let mirror = Rendition(rotation: .mirrorHorizontal, upright: .pixels, loss: .recode)
  private static let mirrorAsPNG = Rendition(rotation: .mirrorHorizontal, upright: .pixels, format: .png)

  /// A profile in one segment, in several, and one larger than a segment can be (which is invalid, so that only JPEG
  /// accepts it).
  @Test func aRenderedMirrorKeepsTheProfileBitForBit() throws {
    let folder = try ScratchFolder()
    let real = try Self.realProfile()
    let large = TinySegment.profile(byteCount: 150_000)
    let kinds = [
      ("one", real, TinySegment.icc(real)), ("several", real, TinySegment.icc(real, chunk: 100)),
      ("large", large, TinySegment.icc(large)),
    ]
    #expect(kinds.map(\.2.count) == [1, (real.count + 99) / 100, 3] && real.count > 300)
    var (pairs, lengths): ([(String, String)], [Int]) = ([], [])
    for (name, profile, segments) in kinds {
      for tag in ExifOrientation.allCases {
        let stored = RoutesAgreeTests.image.stored(as: tag)
        let exif = TinySegment.exif(TinyTIFF(orientation: Int(tag.rawValue)))
        let source = TinyJPEG(stored, segments: [exif] + segments).bytes
        let path = try folder.write(source, as: "\(name)\(tag.rawValue).jpg")
        let expected = TinyImage.sixColors.turned(.mirrorHorizontal)
        for (wish, suffix) in [(Self.mirror, "jpg"), (Self.mirrorAsPNG, "png")] where suffix == "jpg" || name != "large"
        {
          let plan = try houseOfPixels.plan(wish, for: Probe(source))
          if plan.route.name == .transcode {
            let raster = try houseOfPixels.raster(wish, of: Probe(source), from: source)
            #expect(expected.cells(in: raster) <= 4, "\(name), tag \(tag)")
          } else {
            #expect(tag == .topRight && suffix == "jpg", "what is stored mirrored needs no rendering")
          }
          let result = try houseOfPixels.run(plan, on: source)
          pairs.append((path, try folder.write(result, as: "\(name)\(tag.rawValue)-mirrored.\(suffix)")))
          lengths.append(profile.count)
        }
      }
    }
    #expect(pairs.count == 40)
    for ((pair, length), row) in zip(zip(pairs, lengths), try Self.lengths(pairs)) {
      #expect(row == [1, length], "\(pair.1)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
  func realPhotosKeepTheirs() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for name in ["Apple_iPhone_6_plus.jpg", "Nikon_D5000.jpg", "Minolta_DiMAGE_7.jpg"] {
      for file in Corpus.files("real/jpg", suffix: "jpg") where file.lastPathComponent == name {
        let source = [UInt8](try Data(contentsOf: file))
        for (wish, suffix) in [(Self.mirror, "jpg"), (Self.mirrorAsPNG, "png")] {
          let plan = try houseOfPixels.plan(wish, for: Probe(source))
          #expect(plan.route.name == .transcode)
          let result = try houseOfPixels.run(plan, on: source)
          pairs.append((file.path, try folder.write(result, as: "\(name)-mirrored.\(suffix)")))
        }
      }
    }
    let rows = try Self.lengths(pairs)
    #expect(rows == [[1, 3144], [1, 3144], [1, 3144], [1, 3144], [1, 524], [1, 524]])
  }
}
