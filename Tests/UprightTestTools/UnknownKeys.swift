// A JSON text with one key too many, in each of its objects.

import Foundation

/// Texts that a strict decoder must refuse.
public enum UnknownKeys {
  /// The key that no value has.
  public static let key = "unknown"

  /// One text for each object of `value`, in which that object also has ``key``; with the path of that key.
  public static func texts(of value: some Encodable) throws -> [(path: String, text: String)] {
    let whole = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
    return try variants(of: whole, at: "").map { path, changed in
      (path, String(decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self))
    }
  }

  private static func variants(of value: Any, at path: String) -> [(String, Any)] {
    guard let object = value as? [String: Any] else { return [] }
    var more = object
    more[key] = 1
    var found: [(String, Any)] = [(path + key, more)]
    for (name, part) in object {
      for (deep, changed) in variants(of: part, at: "\(path)\(name).") {
        var outer = object
        outer[name] = changed
        found.append((deep, outer))
      }
    }
    return found
  }

  /// Whether decoding fails with the path of the unknown key, in the coding path and in words.
  public static func isRefused<Value: Decodable>(_ type: Value.Type, _ text: String, path: String) -> Bool {
    do {
      _ = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      return false
    } catch DecodingError.dataCorrupted(let context) {
      return context.codingPath.map(\.stringValue).joined(separator: ".") == path
        && context.debugDescription.hasPrefix("\(path): ")
    } catch { return false }
  }
}
