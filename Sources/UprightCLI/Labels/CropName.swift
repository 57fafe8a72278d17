// Names of pictures that are cut out by their labels: a pattern, and words from label files that may not lead out of the folder.

import ArgumentParser
import UprightBatch
import UprightFiles
import UprightLabels

/// A pattern such as `{label}/{stem}-{index}`.
struct CropName: ExpressibleByArgument, Hashable, Sendable {
  /// What a pattern may ask for.
  enum Field: String, CaseIterable, Sendable {
    /// The picture's name without folder and extension.
    case stem
    /// The picture's path inside the folder, its folders joined with dashes.
    case path
    /// Which region of the picture it is, from 1.
    case index
    /// What the region is called.
    case label
  }

  private enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  /// What is asked for where nothing is said.
  static let standard = CropName(unchecked: "{stem}-{index}-{label}")
  /// Bytes of one field, at most; names of files have 255.
  private static let longest = 80

  private let pattern: String
  private let parts: [Part]

  /// A pattern; nil where it leads out of a folder, or asks for what there is not.
  init?(argument: String) {
    guard let parts = Self.parts(argument), !argument.hasPrefix("/"), !argument.hasSuffix("/"),
      argument.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    (pattern, self.parts) = (argument, parts)
  }

  private init(unchecked pattern: String) { (self.pattern, parts) = (pattern, Self.parts(pattern) ?? []) }

  static var allValueStrings: [String] { [] }

  var defaultValueDescription: String { pattern }

  /// The name of one region's picture, without an extension: a path below the folder, whatever the label says.
  func name(path: String, index: Int, label: String?) -> String {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .field(.stem): Self.safe(LabelFile.withoutExtension(FileName.last(of: path)))
      case .field(.path): Self.safe(LabelFile.withoutExtension(path).replacing("/", with: "-"))
      case .field(.index): String(index)
      case .field(.label): Self.safe(label ?? "unlabelled")
      }
    }.joined()
    return text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Self.harmless)
      .joined(separator: "/")
  }

  /// A word of which nothing separates folders or means something to a shell, a terminal or another system.
  static func safe(_ word: String) -> String {
    var result = ""
    for scalar in word.unicodeScalars {
      let next = isOrdinary(scalar) ? String(scalar) : "_"
      guard result.utf8.count + next.utf8.count <= longest else { break }
      result += next
    }
    return result.isEmpty ? "_" : result
  }

  private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: !"/\\:*?\"<>|$`'".unicodeScalars.contains(scalar)
    }
  }

  /// A folder or file that is neither hidden, nor an option, nor a way up.
  private static func harmless(_ part: String.UnicodeScalarView.SubSequence) -> String {
    guard let first = part.first else { return "_" }
    return ".-~ ".unicodeScalars.contains(first) ? "_" + String(part.dropFirst()) : String(part)
  }

  private static func parts(_ pattern: String) -> [Part]? {
    var parts: [Part] = []
    var rest = pattern[...]
    while let start = rest.firstIndex(of: "{") {
      guard let close = rest[start...].firstIndex(of: "}"),
        let field = Field(rawValue: String(rest[rest.index(after: start)..<close]))
      else { return nil }
      parts += [.text(String(rest[..<start])), .field(field)]
      rest = rest[rest.index(after: close)...]
    }
    return rest.contains("}") ? nil : parts + [.text(String(rest))]
  }
}
