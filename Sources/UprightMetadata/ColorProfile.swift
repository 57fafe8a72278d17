// An ICC profile's kind of data, and the same colours said for pixels of another kind (ICC.1:2010, 7.2.6, 7.3.1, 8.3.3 and 8.4.3).

/// A profile that came with a picture.
package struct ColorProfile: Hashable, Sendable {
  /// What its data are.
  package enum Space: String, Hashable, Sendable, CaseIterable {
    /// Lightness.
    case gray = "GRAY"
    /// Red, green and blue.
    case rgb = "RGB "
    /// Four inks.
    case cmyk = "CMYK"
  }

  /// The whole profile.
  package let bytes: [UInt8]

  /// A profile of these bytes, whatever they are.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What its data are; nil where its header says something else, or is none.
  package var space: Space? {
    guard bytes.count >= 132 else { return nil }
    return Space(rawValue: String(decoding: bytes[16..<20], as: UTF8.self))
  }

  /// A profile that gives gray pixels the same look, for data of `space`: the curve is kept, and of colours, which gray does not
  /// have, sRGB's are said. nil where the profile says more of gray than one curve, or inks are concerned.
  package func fitted(to space: Space) -> [UInt8]? {
    if self.space == space { return bytes }
    guard bytes.count >= 132, bytes[20..<24].elementsEqual("XYZ ".utf8), tag("A2B0") == nil else { return nil }
    switch (self.space, space) {
    case (.gray, .rgb):
      guard let curve = curve("kTRC"), let colors = Chromaticities.sRGB?.columns else { return nil }
      return ProfileWriter.profile(
        of: space.rawValue, ProfileWriter.tags("Gray, as red, green and blue", colors: colors, curve: curve))
    case (.rgb, .gray):
      guard let curve = curve("rTRC"), curve == self.curve("gTRC"), curve == self.curve("bTRC") else { return nil }
      return ProfileWriter.profile(
        of: space.rawValue, ProfileWriter.tags("Gray of red, green and blue", curve: curve))
    default: return nil
    }
  }

  /// A tag that is a curve, sampled or by a formula.
  private func curve(_ name: String) -> [UInt8]? {
    tag(name).flatMap { $0.count >= 12 && ($0.starts(with: "curv".utf8) || $0.starts(with: "para".utf8)) ? $0 : nil }
  }

  /// The bytes of a tag; nil where there is none, or it lies outside.
  private func tag(_ name: String) -> [UInt8]? {
    let count = min(number(at: 128), (bytes.count - 132) / 12)
    for place in (0..<count).map({ 132 + 12 * $0 }) where bytes[place..<place + 4].elementsEqual(name.utf8) {
      let (start, length) = (number(at: place + 4), number(at: place + 8))
      return start <= bytes.count && length <= bytes.count - start ? Array(bytes[start..<start + length]) : nil
    }
    return nil
  }

  private func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
}

extension CarriedMetadata {
  /// Makes what is said of colours fit pixels of `space`; a profile that is for others, and cannot be said anew, stays behind.
  package mutating func fitColors(to space: ColorProfile.Space) {
    guard let own = icc.map(ColorProfile.init), let found = own.space, found != space else { return }
    icc = nil
    segments.removeAll { $0.marker == 0xE2 && $0.payload.starts(with: JPEGSegment.Identifier.icc) }
    chunks.removeAll { chunk in PNGColors.kinds.contains { chunk.name == $0.bytes } }
    if let fitted = own.fitted(to: space) { take(profile: fitted) }
  }

  /// Leaves behind what speaks of samples as they were coded, because they are coded otherwise.
  package mutating func dropSampleChunks() {
    chunks.removeAll { chunk in ["sBIT", "bKGD"].contains { chunk.name.elementsEqual($0.utf8) } }
  }

  /// Whether the profile stands among a PNG's chunks, as it was packed.
  package var hasProfileChunk: Bool { chunks.contains { $0.name.elementsEqual("iCCP".utf8) } }

  /// Whether a PNG's chunks speak of colours, so that no other has to.
  package var hasColorChunks: Bool {
    chunks.contains { chunk in PNGColors.kinds.contains { chunk.name == $0.bytes } }
  }
}
