// What every decoder of a value checks: numbers are finite, extents are not negative, and no key is unknown (Swift:
// Codable; RFC 8259).

#if !hasFeature(Embedded)
  extension KeyedDecodingContainer {
    /// A value that must be there.
    package func value<Value: Decodable>(_ key: Key, _: Value.Type = Value.self) throws -> Value {
      guard contains(key) else { throw missing(key) }
      return try decode(Value.self, forKey: key)
    }

    /// A value that may be missing or null.
    package func valueIfGiven<Value: Decodable>(_ key: Key, _: Value.Type = Value.self) throws -> Value? {
      try isGiven(key) ? value(key) : nil
    }

    /// Whether there is a value other than null.
    package func isGiven(_ key: Key) throws -> Bool { try contains(key) && !decodeNil(forKey: key) }

    /// A whole number.
    package func whole(_ key: Key) throws -> Int {
      try primitive(key) {
        let isWhole = (try? decode(Double.self, forKey: key)).map { $0 == $0.rounded() } ?? false
        return isWhole ? "too large" : "not a whole number"
      }
    }

    /// A finite number.
    package func finite(_ key: Key) throws -> Double {
      let number: Double = try primitive(key) { "not a finite number" }
      guard number.isFinite else { throw fault(key, "\(number) is not a finite number") }
      return number
    }

    /// `true` or `false`.
    package func flag(_ key: Key) throws -> Bool { try primitive(key) { "not true or false" } }

    /// A text.
    package func text(_ key: Key) throws -> String { try primitive(key) { "not a text" } }

    /// A list.
    package func list<Value: Decodable>(_ key: Key, of _: Value.Type = Value.self) throws -> [Value] {
      guard contains(key) else { throw missing(key) }
      do { _ = try nestedUnkeyedContainer(forKey: key) } catch {
        throw DecodingError.typeMismatch([Value].self, DecodingError.Context(at: codingPath + [key], "not a list"))
      }
      return try decode([Value].self, forKey: key)
    }

    /// A finite number that is not negative.
    package func extent(_ key: Key) throws -> Double {
      let number = try finite(key)
      guard number >= 0 else { throw fault(key, "\(number) is negative") }
      return number
    }

    /// A whole number that is not negative.
    package func count(_ key: Key) throws -> Int {
      let number = try whole(key)
      guard number >= 0 else { throw fault(key, "\(number) is negative") }
      return number
    }

    /// Decoders state where a number that no type holds is, but not always by `DecodingError`.
    private func primitive<Value: Decodable>(_ key: Key, otherwise text: () -> String) throws -> Value {
      guard contains(key) else { throw missing(key) }
      do { return try decode(Value.self, forKey: key) } catch {
        throw DecodingError.typeMismatch(Value.self, DecodingError.Context(at: codingPath + [key], text()))
      }
    }

    private func missing(_ key: Key) -> DecodingError {
      let text = DecodingError.Context(at: codingPath + [key], "missing").debugDescription
      return .keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    private func fault(_ key: Key, _ text: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(at: codingPath + [key], text))
    }
  }

  extension DecodingError.Context {
    /// A path, and a sentence that begins with it.
    init(at path: [any CodingKey], _ text: String) {
      let words = path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }
      self.init(
        codingPath: path, debugDescription: path.isEmpty ? text : words.joined(separator: ".") + ": " + text)
    }
  }

  extension Decoder {
    /// The error for a value that cannot be used.
    package func fault(_ text: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(at: codingPath, text))
    }

    /// One number or text; `text` says what it must be.
    package func single<Value: Decodable>(_ text: String) throws -> Value {
      do { return try singleValueContainer().decode(Value.self) } catch {
        throw DecodingError.typeMismatch(Value.self, DecodingError.Context(at: codingPath, text))
      }
    }

    /// The values of an object, whatever other keys it has.
    package func fields<Key: CodingKey>(_: Key.Type, _ what: String) throws -> KeyedDecodingContainer<Key> {
      do { return try container(keyedBy: Key.self) } catch {
        throw DecodingError.typeMismatch(
          [String: Any].self, DecodingError.Context(at: codingPath, "\(what) is an object"))
      }
    }

    /// The one of several keys that an object has.
    package func alternative<Key: CodingKey>(_ keys: [Key], _ what: String) throws -> Key {
      let given = try fields(Key.self, what)
      if let key = keys.first(where: given.contains) { return key }
      _ = try object(keys, what)
      throw fault("\(what) has one of \(keys.map(\.stringValue).joined(separator: ", "))")
    }

    /// The values of an object that has no keys but these: what another key asks for would be left out in silence.
    ///
    /// - Throws: `DecodingError` with the path of the first unknown key.
    package func object<Key: CodingKey>(
      _ keys: [Key], _ what: String, isVersioned: Bool = false
    ) throws -> KeyedDecodingContainer<Key> {
      let known = Set(keys.map(\.stringValue) + (isVersioned ? [VersionKey.version.stringValue] : []))
      let given = try fields(AnyKey.self, what).allKeys.sorted { $0.stringValue < $1.stringValue }
      if let key = given.first(where: { !known.contains($0.stringValue) }) {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(at: codingPath + [key], "\(what) has no \(key.stringValue)"))
      }
      return try container(keyedBy: Key.self)
    }

    /// The value of an object that may state the version of its encoding. If it states a later one than this, errors
    /// name both.
    ///
    /// - Throws: As `body`; `DecodingError` also for a version below 1.
    package func versioned<Value>(_ body: () throws -> Value) throws -> Value {
      let given = isObject ? try container(keyedBy: VersionKey.self) : nil
      let version =
        try given.map { try $0.isGiven(.version) ? $0.whole(.version) : VersionKey.newest } ?? VersionKey.newest
      guard version >= 1 else { throw fault("version: \(version) is not 1 or more") }
      do { return try body() } catch DecodingError.dataCorrupted(let context) where version > VersionKey.newest {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: context.codingPath,
            debugDescription:
              "\(context.debugDescription); version: \(version) is later than \(VersionKey.newest), which is read here")
        )
      }
    }

    /// Whether the value is an object.
    package var isObject: Bool { (try? container(keyedBy: AnyKey.self)) != nil }

    /// The value of one word; `further` says which other values there are.
    package func word<Value>(
      _ words: [(word: String, value: Value)], _ what: String, further: [String] = []
    ) throws -> Value {
      let list = (words.map(\.word) + further).joined(separator: ", ")
      let text: String = try single("\(what) is one of \(list)")
      guard let found = words.first(where: { $0.word == text }) else {
        throw fault("\(what) is one of \(list), not \(text)")
      }
      return found.value
    }

    /// The case of one word.
    package func word<Value: RawRepresentable<String> & CaseIterable>(
      _ what: String
    ) throws -> Value {
      try word(Value.allCases.map { ($0.rawValue, $0) }, what)
    }
  }

  extension Encoder {
    /// Refuses a value that no decoder would accept.
    package func check(_ isValid: Bool, _ value: Any, _ text: String) throws {
      if isValid { return }
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    /// Encodes the word of a value.
    package func encode<Value: Equatable>(_ value: Value, as words: [(word: String, value: Value)]) throws {
      var container = singleValueContainer()
      try container.encode(words.first { $0.value == value }?.word ?? "")
    }
  }

  /// Any key of an object.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The key of an encoding's version. Version 1 does not write it.
  private enum VersionKey: String, CodingKey {
    case version

    /// The version that is read and written here.
    static let newest = 1
  }

  /// The keys of points, sizes and rectangles.
  enum PlaneKey: String, CodingKey, CaseIterable {
    case x, y, width, height
  }
#endif
