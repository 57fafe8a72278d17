// Colours that a file names by numbers, and the ICC profile that says the same (ITU-T H.273, 8.1 and 8.2; ICC.1:2010, 7.2).

extension ItemCoding.Colors {
  /// Why a picture in these colours is not decoded, as a clause: because of its light, or because they are not known.
  var obstacle: String? {
    if let light = obstacleOfLight { return light }
    guard [1, 2].contains(primaries) || Chromaticities(number: primaries) != nil else {
      return "its colours have the primaries \(primaries) of H.273, for which there is no profile here"
    }
    return [1, 2, 6, 13, 14, 15].contains(transfer)
      ? nil : "its light follows the curve \(transfer) of H.273, for which there is no profile here"
  }

  /// Why its light is none that a usual picture can hold, whatever a profile says.
  var obstacleOfLight: String? {
    switch transfer {
    case 16: "its light is of a high dynamic range (PQ), which a usual picture cannot hold"
    case 18: "its light is of a high dynamic range (HLG), which a usual picture cannot hold"
    default: nil
    }
  }

  /// A profile that says them; nil where that would be sRGB, which readers take for granted, and where they are not known.
  var profile: [UInt8]? {
    guard obstacle == nil, let known = Chromaticities(number: primaries) else { return nil }
    return ProfileWriter.profile(
      of: "RGB ",
      ProfileWriter.tags(
        "Primaries \(primaries) of H.273, curve of sRGB", colors: known.columns, curve: ProfileWriter.curveOfSRGB))
  }
}
