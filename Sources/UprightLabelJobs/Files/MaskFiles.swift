// Masks among images: recognized by their folders, or because their pixels are numbers (ISO 15948, 11.2.2: palette or
// gray); decoded and rotated.

import Upright
package import UprightBatch
import UprightFiles
package import UprightLabels

/// Recognizes masks among files.
package enum MaskFiles {
  /// Whether a path names a PNG.
  package static func isPNG(_ name: String) -> Bool { MaskFolders.isPNG(name) }

  /// Whether a folder of the path is one of masks.
  package static func isInMaskFolder(_ path: String) -> Bool {
    MaskFolders.contain(path)
  }

  /// Whether the PNG or TIFF at a path has a palette, or is gray.
  package static func hasNumbers(_ path: String) -> Bool {
    guard let probe = try? FileBytes(path: path).probe() else { return false }
    if let png = probe.png { return png.colorType == .palette || png.colorType == .gray }
    guard probe.format == .tiff, let samples = probe.samples else { return false }
    return samples.isPalette || samples.color == .gray && !samples.hasTransparency
  }

  /// The images that are masks: beside their photo, with a name that shows it, and with pixels that are numbers.
  package static func amongImages(_ images: ImageIndex) -> [InputFile] {
    let photos = photosBesideMasks(images.files)
    return images.files.filter { isMarked($0.path, beside: photos) && hasNumbers($0.path) }
  }

  /// The masks of a data set whose labels and images are at `place`, by their paths: in folders of masks among the
  /// labels and beside them. Images among them are left out.
  package static func inFolders(of place: LabelDataSet, besides images: ImageIndex) -> [String] {
    let photos = FilePlaces(images.files.map(\.path))
    guard (try? FileIdentity(path: place.labels).kind) == .folder else { return [] }
    let labels = FilePlaces.trimmed(place.labels)
    let last = FileName.last(of: labels).lowercased()
    let root = ["labels", "annotations"].contains(last) ? FileName.folder(of: labels) : labels
    let folders = ((try? Folder.folders(in: root)) ?? []).filter { MaskFolders.names.contains($0.lowercased()) }
    return folders.flatMap { folder in
      let path = FileName.joined(root, folder)
      return Folder.files(in: path, recursive: true).filter(isPNG).map { FileName.joined(path, $0) }
    }.filter { !photos.contains($0) && hasNumbers($0) }
  }

  /// The masks at `paths` that do not fit their image in the space of the labels, as defects.
  package static func defects(
    _ paths: [String], of images: ImageIndex, _ verdict: LabelAudit.Verdict
  ) -> [LabelDefect] {
    paths.compactMap { path in
      guard let probe = try? FileBytes(path: path).probe() else { return nil }
      let name = MaskFolders.photo(ofMask: FileName.last(of: path))
      let folders = MaskFolders.folders(of: path)
      guard let facts = images.facts(of: name, in: ImageNames.reading(folders).last ?? ".") ?? images.facts(of: name)
      else { return nil }
      let (size, stored, displayed) = (probe.storedSize, facts.size, facts.displayedSize)
      let fits = (size == stored, (size.width, size.height) == (displayed.width, displayed.height))
      let mask = FileName.last(of: path)
      switch (fits, verdict) {
      case ((true, true), _), ((true, false), .stored), ((false, true), .displayed): return nil
      case ((false, false), _):
        return LabelDefect(.maskSize, of: name, "the mask \(mask) is \(size), but the image is \(stored) as stored")
      case ((true, false), .displayed):
        let note =
          "the mask \(mask) is not rotated with its image: it fits the stored image, other labels the displayed one"
        return LabelDefect(.maskSize, of: name, note)
      case ((false, true), .stored):
        let note = "the mask \(mask) is rotated already: it fits the displayed image, other labels the stored one"
        return LabelDefect(.maskSize, of: name, note)
      default: return nil
      }
    }
  }

  /// The photos of a batch that has masks beside them, by their places without extensions; none if it has no such masks.
  static func photosBesideMasks(_ images: [InputFile]) -> Set<String> {
    guard images.contains(where: { MaskFolders.isMarked($0.path) }) else { return [] }
    let photos = images.lazy.filter { !MaskFolders.isMarked($0.path) }
    return Set(photos.map { LabelFile.withoutExtension(FilePlaces.place($0.path)) })
  }

  /// Whether a name shows a mask of one of these photos, in the photo's folder.
  static func isMarked(_ path: String, beside photos: Set<String>) -> Bool {
    guard !photos.isEmpty, MaskFolders.isMarked(path) else { return false }
    let folder = FileName.folder(of: FilePlaces.place(path))
    return photos.contains(FileName.joined(folder, MaskFolders.photo(ofMask: FileName.last(of: path))))
  }

  /// Whether the PNG at a path is a mask: in a folder of masks, or its pixels are numbers.
  package static func isMask(_ path: String) -> Bool {
    isPNG(path) && (isInMaskFolder(path) || hasNumbers(path))
  }
}

// Masks decoded and rotated by the library, in label files (labelmeai/labelme, utils/image.py: PNG in Base64, RFC 4648)
// and beside photos.

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
