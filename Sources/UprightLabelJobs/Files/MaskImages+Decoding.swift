// Masks decoded and rotated by the library, in label files (labelmeai/labelme, utils/image.py: PNG in Base64, RFC 4648)
// and beside photos.

import Upright
import UprightBatch
import UprightFiles
package import UprightLabels

extension MaskImages {
  /// Masks in PNG, by the codecs of a batch. Every value but 0 is inside. A palette and its indices stay as they are.
  package static var decoded: Self {
    Self(
      pixels: { text in pixels(text) },
      reoriented: { text, isMirrored, quarters in
        Base64.bytes(text).flatMap { reoriented($0, isMirrored, quarters) }.map(Base64.text)
      }
    ).withFiles(
      size: { file in
        guard let probe = try? Probe(checking: file), probe.format == .png else { return nil }
        return (probe.storedSize.width, probe.storedSize.height)
      },
      reoriented: { file, isMirrored, quarters in reoriented(file, isMirrored, quarters) })
  }

  /// Damage is an error: what could be read of a mask does not take its place.
  private static var pipeline: Pipeline { Pipeline(codecs: ImageCodecs.all()).tolerating(warnings: 0) }

  /// The stored pixels reoriented, whatever tag the image has; the result has none, or tag 1.
  private static func reoriented(_ bytes: [UInt8], _ isMirrored: Bool, _ quarters: Int) -> [UInt8]? {
    guard let probe = try? Probe(checking: bytes), probe.format == .png, probe.animation == nil else { return nil }
    let turn = Orientation<Stored, Displayed>(mirrored: isMirrored, clockwise: quarters)
    let rendition = Rendition(rotation: probe.orientation.inverse.then(turn), upright: .pixels, format: .png)
    var result: [UInt8] = []
    do throws(UprightError) {
      let plan = try pipeline.plan(rendition, for: probe)
      let done = try pipeline.run(plan, of: probe, on: bytes, into: &result)
      return done.remaining.isIdentity ? result : nil
    } catch {
      return nil
    }
  }

  private static func pixels(_ text: String) -> MaskPixels? {
    guard let bytes = Base64.bytes(text), let probe = try? Probe(checking: bytes), probe.format == .png,
      let raster = try? pipeline.raster(Rendition(), of: probe, from: bytes),
      let gray = raster.converted(to: .gray, over: [0, 0, 0])
    else { return nil }
    let bytesPerSample = gray.layout.bytesPerPixel
    let all = gray.bytes
    let isInside = (0..<all.count / bytesPerSample).map { index in
      (0..<bytesPerSample).contains { all[index * bytesPerSample + $0] != 0 }
    }
    return MaskPixels(width: gray.size.width, height: gray.size.height, isInside: isInside)
  }
}
