// Colours that a file names by numbers, and the ICC profile that says the same (ITU-T H.273, 8.1 and 8.2; ICC.1:2010, 7.2).

/// Light of a high dynamic range, which has to become less before an image of the usual kind can hold it (ITU-R BT.2100).
public struct HighRange: Hashable, Sendable {
  /// How light is coded.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Perceptual quantization (SMPTE ST 2084).
    case pq = "PQ"
    /// Hybrid log-gamma.
    case hlg = "HLG"
  }

  /// How light is coded.
  public let curve: Curve
  /// What makes linear red, green and blue those of sRGB: three rows of three.
  public let toSRGB: [[Double]]
}

extension ItemCoding.Colors {
  /// Why a picture in these colours has no profile, as a clause: because of its light, or because they are not known.
  var unsupportedReason: String? {
    if let highRange {
      return "its light is of a high dynamic range (\(highRange.curve.rawValue)), which no profile here says"
    }
    guard [1, 2].contains(primaries) || Chromaticities(number: primaries) != nil else {
      return "its colours have the primaries \(primaries) of H.273, for which there is no profile here"
    }
    return curve == nil ? "its light follows the curve \(transfer) of H.273, for which there is no profile here" : nil
  }

  /// Its light, where that is of a high dynamic range and of known colours; those that nobody says are those of BT.2100.
  var highRange: HighRange? {
    guard let curve: HighRange.Curve = transfer == 16 ? .pq : transfer == 18 ? .hlg : nil,
      let own = Chromaticities(number: primaries == 2 ? 9 : primaries), let rows = own.toSRGB
    else { return nil }
    return HighRange(curve: curve, toSRGB: rows)
  }

  /// A profile that says them; nil where that would be sRGB, which readers take for granted, and where they are not known.
  var profile: [UInt8]? {
    guard unsupportedReason == nil, let curve, let sRGB = Chromaticities.sRGB else { return nil }
    let known = Chromaticities(number: primaries)
    if isUsual, known == nil || known == sRGB { return nil }
    let name = isUsual ? "curve of sRGB" : "curve \(transfer)"
    return ProfileWriter.profile(
      of: "RGB ",
      ProfileWriter.tags(
        "Primaries \(primaries) of H.273, \(name)", colors: (known ?? sRGB).columns, curve: curve))
  }

  /// Whether the curve is sRGB's, or one of television, which viewers take for that.
  private var isUsual: Bool { [1, 2, 6, 11, 12, 13, 14, 15].contains(transfer) }

  /// The curve as profiles say it; nil where it is not known.
  private var curve: [UInt8]? {
    switch transfer {
    case _ where isUsual: ProfileWriter.curveOfSRGB
    case 4: ProfileWriter.curve(power: 2.2)
    case 5: ProfileWriter.curve(power: 2.8)
    case 7:
      ProfileWriter.curve(power: 1 / 0.45, scale: 1 / 1.1115, offset: 0.1115 / 1.1115, slope: 1 / 4, from: 0.0912)
    case 8: ProfileWriter.curve(power: 1)
    case 9: ProfileWriter.curve(decades: 2)
    case 10: ProfileWriter.curve(decades: 2.5)
    case 17: ProfileWriter.curve(power: 2.6, gain: 52.37 / 48)
    default: nil
    }
  }
}
