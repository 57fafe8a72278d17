// The fields of a request: their names, the operations that have them, and what they are in JSON.

import Upright
import UprightFiles

extension Request {
  /// The fields, by their names in JSON.
  package enum Field: String, Hashable, Sendable, CaseIterable, CodingKey {
    case operation, rotation, tag, region, size, target, stale, edge, quality, frame, rules, prefersExif, readsXMP
    case bakes, also, viewport, mode, picker, gravity, focus, space, padding, lossless, allowsEmbedded, keepsMetadata
    case format, toSRGB, linear, toneMap, background, page, strip, allowedLosses, allowsDamage
    case delivery, place, template, existing, isDryRun, breaksHardLinks, backsUp, keepsTime, verify, durability
  }

  /// The operations that have a field.
  package static func operations(with field: Field) -> [Kind] {
    switch field {
    case .rotation: [.rotate]
    case .tag: [.orient]
    case .region: [.crop]
    case .size: [.crop, .thumb]
    default: rows.first { $0.field == field }?.kinds ?? Kind.allCases
    }
  }

  private typealias Row = FieldRow<Request>

  private static let rows: [Row] = [
    Row(.target, \.target, of: .fix), Row(.prefersExif, \.prefersExif, of: .fix), Row(.readsXMP, \.readsXMP, of: .fix),
    Row(.bakes, \.bakes, of: .rotate), Row(.edge, \.edge, of: .fix, .rotate),
    Row(.stale, \.stale, of: .fix, .crop, .thumb), Row(.quality, \.quality, of: .fix, .rotate, .crop, .thumb),
    Row(.frame, \.frame, of: .fix, .rotate, .crop, .thumb), Row(.also, \.also, of: .crop),
    Row(.viewport, \.viewport, of: .crop), Row(.mode, \.mode, of: .crop), Row(.picker, \.isPicked, of: .crop),
    Row(.gravity, \.gravity, of: .crop), Row(.focus, \.focus, of: .crop), Row(.space, \.space, of: .crop),
    Row(.padding, \.padding, of: .crop), Row(.lossless, \.lossless, of: .crop),
    Row(.allowsEmbedded, \.allowsEmbedded, of: .thumb), Row(.keepsMetadata, \.keepsMetadata, of: .thumb),
    Row(.format, \.settings.format), Row(.toSRGB, \.settings.toSRGB), Row(.linear, \.settings.linear),
    Row(.toneMap, \.settings.toneMap), Row(.background, \.settings.background), Row(.page, \.settings.page),
    Row(.strip, \.settings.strip), Row(.allowedLosses, \.settings.allowedLosses),
    Row(.allowsDamage, \.allowsDamage), Row(.delivery, \.delivery),
  ]
}

/// A field of a value as a member of an object.
struct FieldRow<Root: Sendable>: Sendable {
  typealias Reader = KeyedDecodingContainer<Request.Field>
  typealias Writer = KeyedEncodingContainer<Request.Field>

  let field: Request.Field
  /// The operations that have it.
  let kinds: [Request.Kind]
  /// Reads it, if it is there.
  let read: @Sendable (Reader, inout Root) throws -> Void
  /// Writes it, unless it is the same as in the second value.
  let write: @Sendable (Root, Root, inout Writer) throws -> Void

  /// A field of all operations, unless some are named.
  init<Value: Codable & Equatable & Sendable>(
    _ field: Request.Field, _ path: any WritableKeyPath<Root, Value> & Sendable, of kinds: Request.Kind...
  ) {
    (self.field, self.kinds) = (field, kinds.isEmpty ? Request.Kind.allCases : kinds)
    read = { values, root in
      if let value = try values.valueIfGiven(field, Value.self) { root[keyPath: path] = value }
    }
    write = { root, usual, values in
      let value = root[keyPath: path]
      if value != usual[keyPath: path] { try values.encode(value, forKey: field) }
    }
  }
}

extension Request: Codable {
  /// Decodes an object: `operation`, what that cannot be done without, and the fields that differ from what is usual.
  ///
  /// - Throws: `DecodingError` also for a field that the operation does not have.
  package init(from decoder: any Decoder) throws {
    let given = try decoder.fields(Field.self, "a request")
    let kind = try given.value(.operation, Kind.self)
    let rows = Self.rows.filter { $0.kinds.contains(kind) }
    let argument: Field? =
      switch kind {
      case .fix: nil
      case .rotate: .rotation
      case .orient: .tag
      case .crop: .region
      case .thumb: .size
      }
    let own: [Field] = [.operation] + (kind == .crop ? [.size] : []) + [argument].compactMap(\.self)
    let values = try decoder.object(own + rows.map(\.field), "a request to \(kind.rawValue)")
    switch kind {
    case .fix: self.init(.fix)
    case .rotate: self.init(.rotate(try values.value(.rotation)))
    case .orient: self.init(.orient(try values.value(.tag)))
    case .crop:
      self.init(.crop(try values.value(.region)))
      size = try values.valueIfGiven(.size)
    case .thumb: self.init(.thumb(try values.value(.size)))
    }
    for row in rows { try row.read(values, &self) }
  }

  /// Encodes the fields that differ from what is usual.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Field.self)
    try values.encode(operation.kind, forKey: .operation)
    switch operation {
    case .fix: break
    case .rotate(let rotation): try values.encode(rotation, forKey: .rotation)
    case .orient(let tag): try values.encode(tag, forKey: .tag)
    case .crop(let region):
      try values.encode(region, forKey: .region)
      try values.encodeIfPresent(size, forKey: .size)
    case .thumb(let size): try values.encode(size, forKey: .size)
    }
    let usual = Request(operation)
    for row in Self.rows where row.kinds.contains(operation.kind) { try row.write(self, usual, &values) }
  }
}

extension Request.Kind: Codable {}

extension FixRequest.Target: Codable {}

extension CropRequest.RegionSpace: Codable {}

extension ModeName: Codable {}

extension PageChoice: Codable {
  /// Decodes a word: `all`, or a number from 1.
  package init(from decoder: any Decoder) throws {
    let word: String = try decoder.single("a page is all, or a number from 1")
    guard let page = Self(word) else { throw decoder.fault("\(word) is not all or a number from 1") }
    self = page
  }

  /// Encodes the word.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension DeliveryRequest: Codable {
  private typealias Row = FieldRow<DeliveryRequest>

  private static let rows: [Row] = [
    Row(.place, \.place), Row(.template, \.template), Row(.existing, \.existing), Row(.isDryRun, \.isDryRun),
    Row(.breaksHardLinks, \.breaksHardLinks), Row(.backsUp, \.backsUp), Row(.keepsTime, \.keepsTime),
    Row(.verify, \.verifies), Row(.durability, \.durability),
  ]

  /// Decodes an object with the fields that differ from what is usual.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.object(Self.rows.map(\.field), "a delivery")
    self.init()
    for row in Self.rows { try row.read(values, &self) }
  }

  /// Encodes the fields that differ from what is usual.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Request.Field.self)
    for row in Self.rows { try row.write(self, Self(), &values) }
  }
}

extension DeliveryRequest.ResultPlace: Codable {
  private enum Key: String, CodingKey { case path }

  private static var words: [(word: String, value: Self)] { [("in-place", .inPlace), ("reply", .reply)] }

  /// Decodes `"in-place"`, `"reply"` or `{"path":…}`.
  package init(from decoder: any Decoder) throws {
    guard decoder.isObject else {
      self = try decoder.word(Self.words, "a place", further: ["an object"])
      return
    }
    self = .path(try decoder.object([Key.path], "a place").text(.path))
  }

  /// Encodes a word or an object with the path.
  package func encode(to encoder: any Encoder) throws {
    guard case .path(let path) = self else { return try encoder.encode(self, as: Self.words) }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(path, forKey: .path)
  }
}
