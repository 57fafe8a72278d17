// A rendition as JSON: the fields that differ from `Rendition()`, under the names of its properties.

import UprightGeometry
import UprightMetadata

extension Rendition: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case region, size, rotation, upright, normalizes, quality, format, mayChangeFormat, loss, overflow, strip
    case allowsEmbedded, frame, blockSnapping, stale, trustsPixels, checksPixels, changesOnlyTag, setsEveryTag
    case fitsCodes, light, scaling, colors, tones, background, toneMap, page, allowedLosses
  }

  /// Decodes an object; a field that is missing has its value in `Rendition()`.
  ///
  /// - Throws: `DecodingError` also for a key that this version does not know, at any depth, because what it asks for
  ///   would be left out, and for invalid values. If `version` is later than 1, the error names it too.
  public init(from decoder: any Decoder) throws { self = try decoder.versioned { try Self(fields: decoder) } }

  private init(fields decoder: any Decoder) throws {
    let values = try decoder.object(Key.allCases, "a rendition", isVersioned: true)
    self.init()
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
      value = try values.valueIfGiven(key) ?? value
    }
    func read(_ key: Key, into value: inout Bool) throws {
      if try values.isGiven(key) { value = try values.flag(key) }
    }
    try read(.region, into: &region)
    try read(.size, into: &size)
    try read(.rotation, into: &rotation)
    try read(.upright, into: &upright)
    try read(.normalizes, into: &normalizes)
    try read(.quality, into: &quality)
    format = try values.valueIfGiven(.format, ContainerFormat.self)
    try read(.mayChangeFormat, into: &mayChangeFormat)
    try read(.loss, into: &loss)
    try read(.overflow, into: &overflow)
    try read(.strip, into: &strip)
    try read(.allowsEmbedded, into: &allowsEmbedded)
    try read(.frame, into: &frame)
    blockSnapping = try values.valueIfGiven(.blockSnapping, BlockSnapping.self)
    try read(.stale, into: &stale)
    try read(.trustsPixels, into: &trustsPixels)
    try read(.checksPixels, into: &checksPixels)
    try read(.changesOnlyTag, into: &changesOnlyTag)
    try read(.setsEveryTag, into: &setsEveryTag)
    try read(.fitsCodes, into: &fitsCodes)
    try read(.light, into: &light)
    try read(.scaling, into: &scaling)
    try read(.colors, into: &colors)
    try read(.tones, into: &tones)
    background = try values.valueIfGiven(.background, Color.self)
    toneMap = try values.valueIfGiven(.toneMap, ToneMap.self)
    page = try values.isGiven(.page) ? values.whole(.page) : nil
    allowedLosses = try values.valueIfGiven(.allowedLosses, AllowedLosses.self)
  }

  /// Encodes the fields that differ from `Rendition()`.
  ///
  /// - Throws: `EncodingError` for values that no version could decode: numbers that are not finite, negative sizes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let usual = Rendition()
    func write<Value: Encodable & Equatable>(_ value: Value, unless same: Value, _ key: Key) throws {
      if value != same { try values.encode(value, forKey: key) }
    }
    try write(region, unless: usual.region, .region)
    try write(size, unless: usual.size, .size)
    try write(rotation, unless: usual.rotation, .rotation)
    try write(upright, unless: usual.upright, .upright)
    try write(normalizes, unless: usual.normalizes, .normalizes)
    try write(quality, unless: usual.quality, .quality)
    try values.encodeIfPresent(format, forKey: .format)
    try write(mayChangeFormat, unless: usual.mayChangeFormat, .mayChangeFormat)
    try write(loss, unless: usual.loss, .loss)
    try write(overflow, unless: usual.overflow, .overflow)
    try write(strip, unless: usual.strip, .strip)
    try write(allowsEmbedded, unless: usual.allowsEmbedded, .allowsEmbedded)
    try write(frame, unless: usual.frame, .frame)
    try values.encodeIfPresent(blockSnapping, forKey: .blockSnapping)
    try write(stale, unless: usual.stale, .stale)
    try write(trustsPixels, unless: usual.trustsPixels, .trustsPixels)
    try write(checksPixels, unless: usual.checksPixels, .checksPixels)
    try write(changesOnlyTag, unless: usual.changesOnlyTag, .changesOnlyTag)
    try write(setsEveryTag, unless: usual.setsEveryTag, .setsEveryTag)
    try write(fitsCodes, unless: usual.fitsCodes, .fitsCodes)
    try write(light, unless: usual.light, .light)
    try write(scaling, unless: usual.scaling, .scaling)
    try write(colors, unless: usual.colors, .colors)
    try write(tones, unless: usual.tones, .tones)
    try values.encodeIfPresent(background, forKey: .background)
    try values.encodeIfPresent(toneMap, forKey: .toneMap)
    try values.encodeIfPresent(page, forKey: .page)
    try values.encodeIfPresent(allowedLosses, forKey: .allowedLosses)
  }
}
