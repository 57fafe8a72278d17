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

// The parts of a rendition as JSON: a word where there is nothing to add, otherwise an object with one key.
extension Rendition.Region: Codable {
  private enum Key: String, CodingKey {
    case pixels, stored, fraction, selection, rounding, ratio, at
  }

  private static var words: [(word: String, value: Self)] { [("full", .full), ("square", .square)] }

  /// Decodes `"full"`, `"square"`, or an object with `pixels`, `stored`, `fraction`, `selection` (and `rounding`) or
  /// `ratio` (and `at`).
  public init(from decoder: any Decoder) throws {
    guard decoder.isObject else {
      self = try decoder.word(Self.words, "a region", further: ["an object"])
      return
    }
    let given = try decoder.fields(Key.self, "a region")
    let keys = [Key.pixels, .stored, .fraction, .ratio, .selection]
    let implied: Key? = given.contains(.at) ? .ratio : given.contains(.rounding) ? .selection : nil
    let key = try keys.first(where: given.contains) ?? implied ?? decoder.alternative(keys, "a region")
    let further: [Key] = key == .ratio ? [.at] : key == .selection ? [.rounding] : []
    let values = try decoder.object([key] + further, "a region by \(key.stringValue)")
    if key == .pixels {
      self = .pixels(try values.value(.pixels, PixelRect<Displayed>.self))
    } else if key == .stored {
      self = .stored(try values.value(.stored, PixelRect<Stored>.self))
    } else if key == .fraction {
      self = .fraction(try values.value(.fraction, Rect2D<Normalized<Displayed>>.self))
    } else if key == .ratio {
      let position = try values.valueIfGiven(.at, RegionPosition.self) ?? .center
      self = .ratio(try values.value(.ratio, AspectRatio.self), at: position)
    } else {
      let rounding = try values.valueIfGiven(.rounding, PixelRounding.self) ?? .outward
      self = .selection(try values.value(.selection, Selection.self), rounding: rounding)
    }
  }

  /// Encodes a word or an object with one of these keys.
  public func encode(to encoder: any Encoder) throws {
    if self == .full || self == .square { return try encoder.encode(self, as: Self.words) }
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .full, .square: break
    case .pixels(let rect): try values.encode(rect, forKey: .pixels)
    case .stored(let rect): try values.encode(rect, forKey: .stored)
    case .fraction(let rect): try values.encode(rect, forKey: .fraction)
    case .selection(let selection, let rounding):
      try values.encode(selection, forKey: .selection)
      try values.encode(rounding, forKey: .rounding)
    case .ratio(let ratio, let position):
      try values.encode(ratio, forKey: .ratio)
      try values.encode(position, forKey: .at)
    }
  }
}

extension Rendition.Size: Codable {
  private enum Key: String, CodingKey {
    case exactly, within, width, height, scaled
  }

  /// Decodes `"full"`, or an object with `exactly`, `within`, `width`, `height` or `scaled`.
  public init(from decoder: any Decoder) throws {
    guard decoder.isObject else {
      self = try decoder.word([("full", .full)], "a size", further: ["an object"])
      return
    }
    let key = try decoder.alternative([Key.exactly, .within, .width, .height, .scaled], "a size")
    let values = try decoder.object([key], "a size by \(key.stringValue)")
    if key == .exactly {
      self = .exactly(try values.value(.exactly, PixelSize<Output>.self))
    } else if key == .within {
      self = .within(try values.value(.within, PixelSize<Output>.self))
    } else if key == .width {
      self = .width(try values.count(.width))
    } else if key == .height {
      self = .height(try values.count(.height))
    } else {
      self = .scaled(by: try values.extent(.scaled))
    }
  }

  /// Encodes a word or an object with one of these keys.
  public func encode(to encoder: any Encoder) throws {
    if self == .full { return try encoder.encode(self, as: [("full", .full)]) }
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .full: break
    case .exactly(let size): try values.encode(size, forKey: .exactly)
    case .within(let size): try values.encode(size, forKey: .within)
    case .width(let columns):
      try encoder.check(columns >= 0, self, "a width is not negative")
      try values.encode(columns, forKey: .width)
    case .height(let rows):
      try encoder.check(rows >= 0, self, "a height is not negative")
      try values.encode(rows, forKey: .height)
    case .scaled(let factor):
      try encoder.check(factor.isFinite && factor >= 0, self, "a factor is finite and not negative")
      try values.encode(factor, forKey: .scaled)
    }
  }
}

extension Rendition.Uprightness: Codable {
  private static var words: [(word: String, value: Self)] {
    [("tagged", .tagged), ("pixels", .pixels), ("pixels-where-possible", .pixelsWherePossible)]
  }

  /// Decodes `"tagged"`, `"pixels"` or `"pixels-where-possible"`.
  public init(from decoder: any Decoder) throws { self = try decoder.word(Self.words, "upright") }

  /// Encodes one of these words.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(self, as: Self.words) }
}

extension Rendition.Overflow: Codable {
  private enum Key: String, CodingKey {
    case pad
  }

  private static var words: [(word: String, value: Self)] { [("clip", .clip), ("fail", .fail)] }

  /// Decodes `"clip"`, `"fail"` or `{"pad":"#rrggbb"}`.
  public init(from decoder: any Decoder) throws {
    guard decoder.isObject else {
      self = try decoder.word(Self.words, "an overflow", further: ["an object"])
      return
    }
    let values = try decoder.object([Key.pad], "an overflow")
    self = .pad(try values.value(.pad, Rendition.Color.self))
  }

  /// Encodes a word or an object with the color.
  public func encode(to encoder: any Encoder) throws {
    guard case .pad(let color) = self else { return try encoder.encode(self, as: Self.words) }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(color, forKey: .pad)
  }
}

extension Rendition.Color: Codable {
  /// Decodes a color as CSS writes it, such as `"#ff8000"` or `"white"`.
  ///
  /// - Throws: `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let text: String = try decoder.single("a color is a text such as #ff8000")
    guard let color = Self(css: text) else { throw decoder.fault("\(text) is not a color such as #ff8000") }
    self = color
  }

  /// Encodes `"#rrggbb"`, or `"#rrggbbaa"` if it is not opaque.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(css)
  }
}

extension Rendition.Frame: Codable {
  private static var words: [(word: String, value: Self)] { [("all", .all), ("first", .first)] }

  /// Decodes `"all"`, `"first"` or a number that is not negative.
  public init(from decoder: any Decoder) throws {
    guard let number = try? decoder.singleValueContainer().decode(Int.self) else {
      self = try decoder.word(Self.words, "a frame", further: ["a whole number"])
      return
    }
    guard number >= 0 else { throw decoder.fault("a frame's number is not negative: \(number)") }
    self = .number(number)
  }

  /// Encodes a word or a number.
  public func encode(to encoder: any Encoder) throws {
    guard case .number(let number) = self else { return try encoder.encode(self, as: Self.words) }
    try encoder.check(number >= 0, self, "a frame's number is not negative")
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Rendition.Quality: Codable {
  private static var words: [(word: String, value: Self)] { [("as-source", .asSource)] }

  /// Decodes `"as-source"` or a number 1…100.
  public init(from decoder: any Decoder) throws {
    guard let level = try? decoder.singleValueContainer().decode(Int.self) else {
      self = try decoder.word(Self.words, "a quality", further: ["1…100"])
      return
    }
    guard Self.levels ~= level else { throw decoder.fault("a quality is 1…100, not \(level)") }
    self = .level(level)
  }

  /// Encodes a word or a number.
  public func encode(to encoder: any Encoder) throws {
    guard case .level(let level) = self else { return try encoder.encode(self, as: Self.words) }
    try encoder.check(Self.levels ~= level, self, "a quality is 1…100")
    var container = encoder.singleValueContainer()
    try container.encode(level)
  }
}

extension Rendition.Loss: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a loss") }
}

extension Rendition.BlockSnapping: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a block snapping") }
}

extension Rendition.Light: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a light") }
}

extension Rendition.Scaling: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a scaling") }
}

extension Rendition.Colors: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a choice of colors") }
}

extension Rendition.Tones: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a choice of tones") }
}

extension Rendition.ToneMap: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a tone map") }
}

extension EdgeMode: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("an edge mode") }
}

extension StaleTag: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a treatment of stale tags") }
}
