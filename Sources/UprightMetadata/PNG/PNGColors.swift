// What a PNG's chunks say of its colours, and the ICC profile that says the same (PNG 3rd edition, 4.3 and 11.3.2).

/// The chunks about colours; of those that speak, `cICP` is believed first, then `iCCP`, then `sRGB`, then `gAMA` with `cHRM`.
struct PNGColors: Hashable, Sendable {
  /// The colours by numbers of H.273.
  private(set) var numbered: ItemCoding.Colors?
  /// Whether there is a profile, and whether the colours are sRGB's by name.
  private(set) var hasProfile = false, isSRGB = false
  /// Whether black and white are not the least and the largest sample (ITU-T H.273, 8.3).
  private var isNarrow = false
  private var places: Chromaticities?
  private var gamma: Double?

  /// The chunks that say which colours they are.
  static let kinds: [FourCC] = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

  /// Takes a chunk with its data.
  mutating func take(_ kind: FourCC, _ data: [UInt8]) {
    switch kind {
    case "iCCP": hasProfile = true
    case "sRGB" where data.count == 1: isSRGB = true
    case "cICP" where data.count == 4:
      numbered = ItemCoding.Colors(primaries: Int(data[0]), transfer: Int(data[1]))
      isNarrow = data[3] == 0
    case "gAMA" where data.count == 4:
      let value = Self.number(data[...])
      gamma = (1_000...1_000_000).contains(value) ? Double(value) / 100_000 : nil
    case "cHRM" where data.count == 32:
      places = Chromaticities((0..<8).map { Double(Self.number(data[4 * $0..<4 * $0 + 4])) / 100_000 })
    default: break
    }
  }

  /// Why there is no profile of the colours that the chunks name, as a clause; nil where there is, or they name none.
  var unsupportedReason: String? { hasProfile ? nil : unsupportedRangeReason ?? numbered?.unsupportedReason }

  /// Why samples cannot be taken for what they are in any other file, as a clause; nil where they can, and where a profile counts instead.
  var unsupportedRangeReason: String? {
    isNarrow && !hasProfile
      ? "its samples are of narrow range (cICP), and only those of full range are converted here" : nil
  }

  /// Its light, where numbers say that it is of a high dynamic range, and no profile counts instead of them.
  var highRange: HighRange? { isNarrow && hasProfile ? nil : numbered?.highRange }

  /// Whether the numbers of H.273 say it, before any profile in the file.
  var isNumbered: Bool { !isNarrow && numbered.map { $0.unsupportedReason == nil } ?? false }

  /// A profile that says what numbers say; nil where that would be sRGB, and where they are not known or a profile in the file counts.
  var profile: [UInt8]? {
    if isNumbered { return numbered?.profile }
    guard !hasProfile, !isSRGB, numbered == nil, gamma != nil || places != nil, let usual = Chromaticities.sRGB else {
      return nil
    }
    let colors = places ?? usual
    let isUsual = gamma.map { abs($0 - 0.45455) <= 0.005 } ?? true
    if isUsual, colors.isNear(usual) { return nil }
    let curve = gamma.map { ProfileWriter.curve(power: 1 / $0) } ?? ProfileWriter.curveOfSRGB
    return ProfileWriter.profile(
      of: "RGB ", ProfileWriter.tags("Colours by gAMA and cHRM", colors: colors.columns, curve: curve))
  }

  /// Whether a profile is in the file, or is made of what it says.
  var mayHaveProfile: Bool { profile != nil || hasProfile && !isNumbered }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
