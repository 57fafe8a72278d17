// What tools add to the name of a photo for its masks (Roboflow, Metashape, ADE20K, Cityscapes). It is here because this
// is the only target that label formats share with the programs' files.

/// Which photo a mask belongs to, by its name without extension.
package enum MaskName {
  /// What tools append to the name of a photo, in lower case.
  package static let endings = [
    "_mask", "-mask", ".mask", "_masks", "-masks", ".masks", "_segmentation", "-segmentation", ".segmentation", "_seg",
    "-seg", ".seg", "_gt", "_instance", "_semantic",
  ]

  /// The endings that a number may follow, where a photo has several masks: `_mask_1`, `_mask-02`, `_mask.3`.
  private static let numbered = endings.filter { $0.dropFirst().hasPrefix("mask") || $0.dropFirst().hasPrefix("seg") }

  /// What Cityscapes has in the names of masks, where photos have `photoEnding`.
  private static let kinds = ["_gtFine_", "_gtCoarse_"]
  private static let photoEnding = "_leftImg8bit"

  /// The name of the photo: without what tools add to it.
  package static func photo(of stem: String) -> String { markedPhoto(of: stem) ?? stem }

  /// The name of the photo; nil if nothing in `stem` shows that it is a mask's.
  package static func markedPhoto(of stem: String) -> String? {
    let bytes = Array(stem.utf8)
    for kind in kinds {
      if let place = place(of: Array(kind.utf8), in: bytes) { return text(bytes[..<place]) + photoEnding }
    }
    let rest = withoutNumber(bytes[...])
    return photo(of: bytes[...], without: endings) ?? rest.flatMap { photo(of: $0, without: numbered) }
  }

  /// The name without one of these endings; nil if it has none, or nothing else.
  private static func photo(of name: ArraySlice<UInt8>, without endings: [String]) -> String? {
    let folded = name.map(lowercased)
    for ending in endings {
      let added = ending.utf8.count
      if name.count > added, folded.suffix(added).elementsEqual(ending.utf8) { return text(name.dropLast(added)) }
    }
    return nil
  }

  /// The name without a number at its end, and without the mark before the number; nil if it does not end so.
  private static func withoutNumber(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = name.reversed().prefix { (0x30...0x39).contains($0) }.count
    let rest = name.dropLast(digits)
    guard digits > 0, let mark = rest.last, "_-.".utf8.contains(mark) else { return nil }
    return rest.dropLast()
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= part.count else { return nil }
    return (0...bytes.count - part.count).first { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}
