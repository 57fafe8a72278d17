// A JSON text in which one key is missing or has a value of another type, for each key at each depth.

import Foundation

/// Texts for which a decoder must say what is wrong, and where.
public enum WrongValues {
  /// A changed text.
  public struct Variant: Sendable {
    /// The path of the changed key; empty for the whole value.
    public let path: String
    /// Whether the key is missing or null; otherwise its value has another type.
    public let isMissing: Bool
    /// The text.
    public let text: String
  }

  /// The error for a text.
  public struct Fault: Sendable {
    /// The coding path, with the missing key.
    public let path: String
    /// The description for debugging.
    public let text: String
  }

  /// The variants of what `value` is encoded as.
  public static func variants(of value: some Encodable) throws -> [Variant] {
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
    return try changes(of: whole, at: "").map { path, isMissing, changed in
      let data = try JSONSerialization.data(withJSONObject: changed, options: .fragmentsAllowed)
      return Variant(path: path, isMissing: isMissing, text: String(decoding: data, as: UTF8.self))
    }
  }

  /// The error; nil if the text is decoded, or if there is an error of another type.
  public static func fault<Value: Decodable>(of _: Value.Type, in text: String) -> Fault? {
    do {
      _ = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      return nil
    } catch DecodingError.keyNotFound(let key, let context) {
      return Fault(path: path(context.codingPath + [key]), text: context.debugDescription)
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      return Fault(path: path(context.codingPath), text: context.debugDescription)
    } catch { return nil }
  }

  /// What a decoder says wrongly of the variants of a value: each must be refused with its path, unless its key may be
  /// missing, in a sentence that begins with the path and is not the parser's own.
  public static func complaints<Value: Codable>(about value: Value, mayMiss: Set<String> = []) throws -> [String] {
    try variants(of: value).compactMap { variant in
      guard let fault = fault(of: Value.self, in: variant.text) else {
        return variant.isMissing && mayMiss.contains(variant.path) ? nil : "\(variant.text) is not refused"
      }
      let isInside = fault.path == variant.path || (fault.path + ".").hasPrefix(variant.path + ".")
      // An object that has one of several keys has none of them now.
      let names = variant.path.split(separator: ".").map(String.init)
      let isParent = variant.isMissing && fault.path == names.dropLast().joined(separator: ".")
      let isPlaced = variant.path.isEmpty || isInside || isParent && fault.text.contains(names.last ?? "")
      let isPlain = !["Expected", "Cannot", "JSON", "Swift", "CodingKey"].contains { fault.text.contains($0) }
      let isNamed = fault.path.isEmpty || fault.text.hasPrefix(fault.path + ": ")
      return isPlaced && isPlain && isNamed ? nil : "\(variant.text): \(fault.path): \(fault.text)"
    }
  }

  private static func changes(of value: Any, at path: String) -> [(path: String, isMissing: Bool, changed: Any)] {
    var found: [(String, Bool, Any)] = others(than: value).map { (path, false, $0) }
    if path.isEmpty { found.append((path, false, NSNull())) }
    guard let object = value as? [String: Any] else { return found }
    for (name, part) in object {
      let inner = path.isEmpty ? name : "\(path).\(name)"
      var rest = object
      rest[name] = nil
      found.append((inner, true, rest))
      rest[name] = NSNull()
      found.append((inner, true, rest))
      for (deep, isMissing, changed) in changes(of: part, at: inner) {
        var outer = object
        outer[name] = changed
        found.append((deep, isMissing, outer))
      }
    }
    return found
  }

  /// A value of each other type; a number has a fraction.
  private static func others(than value: Any) -> [Any] {
    let (text, object, list): (Any, Any, Any) = ("?", [String: Any](), [Any]())
    switch value {
    case is String: return [0.5, true, object, list]
    case is [String: Any]: return [0.5, true, text, list]
    case is [Any]: return [0.5, true, text, object]
    // In Foundation, true and false are numbers, too.
    case is NSNumber: return isFlag(value) ? [0.5, text, object, list] : [true, text, object, list]
    default: return []
    }
  }

  private static func isFlag(_ value: Any) -> Bool {
    let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return data == Data("true".utf8) || data == Data("false".utf8)
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
  }
}
