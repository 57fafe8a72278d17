// Labels and masks whose photos change without them: they describe the photos as they were stored.

import Upright
import UprightFiles

/// The labels and masks of changed photos that stay as they are, for the notes at the end of a batch.
package struct LabelsLeft: Sendable {
  /// How many are named in a sentence.
  private static let named = 3

  private var masks: [String: [String]] = [:]
  /// The photos that masks may belong to, by their names without extensions; and those of them that were rotated.
  private var (photos, turnedPhotos): ([String: [String]], [String: [String]]) = ([:], [:])
  private var turned: Set<String> = []
  private var beside: Set<String> = []

  /// None yet; masks among these files, which are PNGs in a folder of masks, belong to photos of their names.
  package init(_ files: [InputFile]) {
    for file in files where Self.isMask(file.path) {
      masks[MaskFolders.photo(ofMask: FileName.last(of: file.path)), default: []].append(file.path)
    }
    for file in files where !Self.isMask(file.path) {
      let stem = Self.stem(file.path)
      if masks[stem] != nil { photos[stem, default: []].append(file.path) }
    }
  }

  private static func stem(_ path: String) -> String { MaskFolders.stem(of: FileName.last(of: path)) }

  private static func isMask(_ path: String) -> Bool { MaskFolders.isPNG(path) && MaskFolders.contain(path) }

  /// Adds the report of a file that was to change in place.
  package mutating func add(_ path: String, _ report: ImageReport) {
    guard report.reorientsPixels else { return }
    turned.insert(path)
    beside.formUnion(report.labelsBeside)
    let stem = Self.stem(path)
    if !Self.isMask(path), masks[stem] != nil { turnedPhotos[stem, default: []].append(path) }
  }

  /// The masks of rotated photos among the files of the batch.
  private var ownMasks: [String] {
    turnedPhotos.flatMap { stem, turned in
      (masks[stem] ?? []).filter { mask in
        let best = (photos[stem] ?? []).map { Self.commonFolders($0, mask) }.max() ?? 0
        return turned.contains { Self.commonFolders($0, mask) >= best }
      }
    }
  }

  /// How many folders from the innermost are equal, besides those named after their contents.
  private static func commonFolders(_ one: String, _ other: String) -> Int {
    zip(ownFolders(one), ownFolders(other)).prefix { $0 == $1 }.count
  }

  private static func ownFolders(_ path: String) -> [String] {
    MaskFolders.folders(of: path).filter {
      !MaskFolders.names.contains($0.lowercased()) && !MaskFolders.isOfPhotos($0)
    }.reversed()
  }

  /// What stays, and what to do.
  package var sentences: [String] {
    guard !turnedPhotos.isEmpty || !beside.isEmpty else { return [] }
    let done = Set(turned.filter { MaskFolders.isPNG($0) || MaskFolders.isTIFF($0) }.map(Self.place))
    var left = Dictionary(grouping: ownMasks + beside, by: Self.place)
      .filter { !done.contains($0.key) }.compactMap { $0.value.min() }
    left.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return [
      Self.sentence("mask", left.filter(MaskFolders.isPNG)),
      Self.sentence("TIFF mask", left.filter(MaskFolders.isTIFF), isRotatedWithLabels: false),
      Self.sentence("label file", left.filter { !MaskFolders.isPNG($0) && !MaskFolders.isTIFF($0) }),
    ].compactMap(\.self)
  }

  /// The path without links, which is equal for other spellings.
  private static func place(_ path: String) -> String { (try? FileName.absolute(path)) ?? path }

  private static func sentence(_ what: String, _ left: [String], isRotatedWithLabels: Bool = true) -> String? {
    guard !left.isEmpty else { return nil }
    let more = left.count > named ? " and \(left.count - named) more" : ""
    let names = left.prefix(named).map(TerminalText.plain).joined(separator: ", ") + more
    let stays =
      left.count == 1
      ? "1 \(what) stays as it is, although its photo was rotated"
      : "\(left.count) \(what)s stay as they are, although their photos were rotated"
    let advice = isRotatedWithLabels ? "rotates \(what)s together with their photos" : "does not rotate them"
    return "\(stays): \(names); \(command: "fix", .labels) \(advice)"
  }
}

extension ImageReport {
  /// The problems, what disagrees in the result, and the labels and masks that stay, for those who get no notes.
  package var warnings: [String] {
    let names = labelsBeside.prefix(3).map(TerminalText.plain).joined(separator: ", ")
    let more = labelsBeside.count > 3 ? " and \(labelsBeside.count - 3) more" : ""
    return complaints + disagreements
      + (labelsBeside.isEmpty ? [] : ["labels or masks of this photo were not rotated with it: \(names)\(more)"])
  }
}
