// Colors given by CICP code points, and the equivalent ICC profile (ITU-T H.273, 8.1 and 8.2; ICC.1:2010, 7.2).

extension ItemCoding.Colors {
  /// Why an image in these colors has no profile: because of high dynamic range, or unknown colors.
  var unsupportedReason: UnsupportedColors? {
    if let highRange { return .highRange(highRange.curve) }
    guard [1, 2].contains(primaries) || Chromaticities(number: primaries) != nil else { return .primaries(primaries) }
    return curve == nil ? .transfer(transfer) : nil
  }

  /// The dynamic range if it is high and the colors are known; unspecified primaries are those of BT.2100.
  var highRange: HighRange? {
    guard let curve: HighRange.Curve = transfer == 16 ? .pq : transfer == 18 ? .hlg : nil,
      let own = Chromaticities(number: primaries == 2 ? 9 : primaries), let rows = own.toSRGB
    else { return nil }
    return HighRange(curve: curve, toSRGB: rows)
  }

  /// An equivalent profile; nil if that would be sRGB, which readers assume, or if the colors are unknown.
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

  /// Whether the curve is sRGB's, or a television curve that viewers treat as sRGB.
  private var isUsual: Bool { [1, 2, 6, 11, 12, 13, 14, 15].contains(transfer) }

  /// The tone curve in the form that profiles use; nil if unknown.
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
