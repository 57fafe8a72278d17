// Masks in a batch whose photos change without them: a mask's pixels are those of its photo as stored.

package import UprightBatch
import UprightLabels

/// The masks of changed photos, among the files of one batch.
package struct MasksBeside {
  /// How many are named in a sentence.
  private static let named = 3

  private var masks: [String: [String]] = [:]
  private var turned: Set<String> = []
  private var photos: Set<String> = []

  /// The masks among these files: PNGs in a folder of masks.
  package init(_ files: [InputFile]) {
    let format = MaskFormat(masks: .decoded)
    for file in files where Self.isMask(file.path) {
      masks[format.imageName(of: LabelFile(name: file.path, bytes: [])), default: []].append(file.path)
    }
  }

  private static func isMask(_ path: String) -> Bool {
    MaskFiles.isPNG(path) && MaskFolders.contain(path)
  }

  /// Adds a file whose stored pixels change in place.
  package mutating func add(_ path: String) {
    turned.insert(path)
    let stem = LabelFile(name: path, bytes: []).stem
    if !Self.isMask(path), masks[stem] != nil { photos.insert(stem) }
  }

  /// What stays, and what to do; nil if nothing does.
  package var sentence: String? {
    let left = photos.flatMap { masks[$0] ?? [] }.filter { !turned.contains($0) }.sorted()
    guard let first = left.first else { return nil }
    let more = left.count > Self.named ? " and \(left.count - Self.named) more" : ""
    let advice = "; fix --labels rotates masks together with their photos"
    if left.count == 1 {
      return "1 mask stays as it is, although its photo was rotated: \(TerminalText.plain(first))\(advice)"
    }
    return "\(left.count) masks stay as they are, although their photos were rotated: "
      + left.prefix(Self.named).map(TerminalText.plain).joined(separator: ", ") + more + advice
  }
}
