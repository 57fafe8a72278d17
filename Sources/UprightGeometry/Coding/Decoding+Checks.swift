// What every decoder of a value checks: numbers are finite, extents are not negative, and no key is unknown (Swift:
// Codable; RFC 8259).

#if !hasFeature(Embedded)
  extension KeyedDecodingContainer {
    /// A finite number.
    package func finite(_ key: Key) throws -> Double {
      let number = try decode(Double.self, forKey: key)
      guard number.isFinite else { throw fault(key, "\(number) is not a finite number") }
      return number
    }

    /// A finite number that is not negative.
    package func extent(_ key: Key) throws -> Double {
      let number = try finite(key)
      guard number >= 0 else { throw fault(key, "\(number) is negative") }
      return number
    }

    /// A whole number that is not negative.
    package func count(_ key: Key) throws -> Int {
      let number = try decode(Int.self, forKey: key)
      guard number >= 0 else { throw fault(key, "\(number) is negative") }
      return number
    }

    private func fault(_ key: Key, _ text: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: self, debugDescription: "\(key.stringValue): \(text)")
    }
  }

  extension Decoder {
    /// The error for a value that cannot be used.
    package func fault(_ text: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    /// The values of an object that has no keys but these: what another key asks for would be left out in silence.
    ///
    /// - Throws: `DecodingError` with the path of the first unknown key.
    package func object<Key: CodingKey>(
      _ keys: [Key], _ what: String, isVersioned: Bool = false
    ) throws -> KeyedDecodingContainer<Key> {
      let known = Set(keys.map(\.stringValue) + (isVersioned ? [VersionKey.version.stringValue] : []))
      let given = try container(keyedBy: AnyKey.self).allKeys.sorted { $0.stringValue < $1.stringValue }
      if let key = given.first(where: { !known.contains($0.stringValue) }) {
        let path = codingPath + [key]
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: path,
            debugDescription:
              "\(path.map(\.stringValue).joined(separator: ".")): \(what) has no \(key.stringValue)"))
      }
      return try container(keyedBy: Key.self)
    }

    /// The value of an object that may state the version of its encoding. If it states a later one than this, errors
    /// name both.
    ///
    /// - Throws: As `body`; `DecodingError` also for a version below 1.
    package func versioned<Value>(_ body: () throws -> Value) throws -> Value {
      let stated = isObject ? try container(keyedBy: VersionKey.self).decodeIfPresent(Int.self, forKey: .version) : nil
      let version = stated ?? VersionKey.newest
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

    /// The value of one word.
    package func word<Value>(_ words: [(word: String, value: Value)], _ what: String) throws -> Value {
      let text = try singleValueContainer().decode(String.self)
      guard let found = words.first(where: { $0.word == text }) else {
        throw fault("\(what) is one of \(words.map(\.word).joined(separator: ", ")), not \(text)")
      }
      return found.value
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
