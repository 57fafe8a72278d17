// The ICC profile of an image: the color space of its data, and its conversion for pixels of another one (ICC.1:2010,
// 7.2.6, 7.3.1, 8.3.3 and 8.4.3).

/// The profile of an image.
package struct ColorProfile: Hashable, Sendable {
  /// The color space of its data.
  package enum Space: String, Hashable, Sendable, CaseIterable {
    /// Gray.
    case gray = "GRAY"
    /// RGB.
    case rgb = "RGB "
    /// CMYK.
    case cmyk = "CMYK"
  }

  /// The complete profile.
  package let bytes: [UInt8]

  /// A profile with these bytes, valid or not.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The color space of its data; nil if the header is missing or names another one.
  package var space: Space? {
    guard bytes.count >= 132 else { return nil }
    return Space(rawValue: String(decoding: bytes[16..<20], as: UTF8.self))
  }

  /// Whether its header and its tags are inside it, so that a decoder can read it.
  package var isReadable: Bool {
    guard bytes.count >= 132, number(at: 0) >= 132, number(at: 128) <= (bytes.count - 132) / 12 else { return false }
    return (0..<number(at: 128)).map { 132 + 12 * $0 }.allSatisfy { place in
      let (start, length) = (number(at: place + 4), number(at: place + 8))
      return start <= bytes.count && length <= bytes.count - start
    }
  }

  /// Whether readers and writers of PNG accept it for pixels of `space`: it has the stated length, the signature, and a
  /// connection space (PNG 3, 11.3.2.3; ICC.1:2010, 7.2).
  package func isAcceptedInPNG(for space: Space) -> Bool {
    guard isReadable, number(at: 0) == bytes.count, self.space == space, bytes[36..<40].elementsEqual("acsp".utf8)
    else { return false }
    let (kind, connection) = (FourCC(bytes[12..<16]), FourCC(bytes[20..<24]))
    return !["abst", "link"].contains(kind) && ["XYZ ", "Lab "].contains(connection)
  }

  /// A profile that makes gray pixels look the same in `space`. It keeps the tone curve and uses sRGB's primaries,
  /// which gray lacks. The result is nil if the profile describes gray by more than one curve, or CMYK is involved.
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

  /// A tag that is a sampled or parametric curve.
  private func curve(_ name: String) -> [UInt8]? {
    tag(name).flatMap { $0.count >= 12 && ($0.starts(with: "curv".utf8) || $0.starts(with: "para".utf8)) ? $0 : nil }
  }

  /// The bytes of a tag; nil if it is missing or out of bounds.
  private func tag(_ name: String) -> [UInt8]? {
    let count = min(number(at: 128), (bytes.count - 132) / 12)
    for place in (0..<count).map({ 132 + 12 * $0 }) where bytes[place..<place + 4].elementsEqual(name.utf8) {
      let (start, length) = (number(at: place + 4), number(at: place + 8))
      return start <= bytes.count && length <= bytes.count - start ? Array(bytes[start..<start + length]) : nil
    }
    return nil
  }

  private func number(at place: Int) -> Int { BigEndian.number(bytes[place..<place + 4]) }
}

extension CarriedMetadata {
  /// Makes the color metadata fit pixels of `space`. A profile for another space that cannot be converted is dropped.
  package mutating func fitColors(to space: ColorProfile.Space) {
    guard let own = icc.map(ColorProfile.init), let found = own.space, found != space else { return }
    icc = nil
    segments.removeAll { $0.marker == 0xE2 && $0.payload.starts(with: JPEGSegment.Identifier.icc) }
    chunks.removeAll { chunk in PNGColors.kinds.contains { chunk.name == $0.bytes } }
    if let fitted = own.fitted(to: space) { take(profile: fitted) }
  }

  /// Drops chunks that describe how samples were coded, because the coding changes.
  package mutating func dropSampleChunks() {
    chunks.removeAll { chunk in ["sBIT", "bKGD"].contains { chunk.name.elementsEqual($0.utf8) } }
  }

  /// Whether a PNG's chunks contain the profile in compressed form.
  package var hasProfileChunk: Bool { chunks.contains { $0.name.elementsEqual("iCCP".utf8) } }

  /// Whether a PNG's chunks define the colors, so that nothing else needs to.
  package var hasColorChunks: Bool {
    chunks.contains { chunk in PNGColors.kinds.contains { chunk.name == $0.bytes } }
  }
}
