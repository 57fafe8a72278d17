// Names of cropped images: a pattern, with words from label files that never leave the folder.

import UprightBatch
import UprightFiles
import UprightLabels

/// A pattern such as `{label}/{stem}-{index}`.
package struct CropName: Hashable, Sendable {
  /// The fields of a pattern.
  package enum Field: String, CaseIterable, Sendable {
    /// The image's name without folder and extension.
    case stem
    /// The image's path inside the folder, with dashes between folders.
    case path
    /// The number of the region in the image, from 1.
    case index
    /// The region's label.
    case label
  }

  /// The default pattern.
  package static let standard = CropName(unchecked: "{stem}-{index}-{label}")
  /// The maximum bytes of one field; file names have at most 255.
  private static let longest = 80

  /// The pattern, as typed.
  package let pattern: String
  private let template: NameTemplate<Field>?

  /// A pattern; nil if it leaves the folder, or contains an unknown field, or a brace.
  package init?(pattern: String) {
    guard !pattern.contains("{{"), !pattern.contains("}}"), let template = try? NameTemplate<Field>(pattern),
      !pattern.hasPrefix("/"), !pattern.hasSuffix("/"),
      pattern.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    (self.pattern, self.template) = (pattern, template)
  }

  private init(unchecked pattern: String) { (self.pattern, template) = (pattern, try? NameTemplate(pattern)) }

  /// The name of one region's crop, without an extension: a path below the folder, whatever the label contains.
  package func name(path: String, index: Int, label: String?) -> String {
    let text =
      template?.filled { field in
        switch field {
        case .stem: Self.safe(LabelFile.withoutExtension(FileName.last(of: path)))
        case .path: Self.safe(LabelFile.withoutExtension(path).replacing("/", with: "-"))
        case .index: String(index)
        case .label: Self.safe(label ?? "unlabelled")
        }
      } ?? ""
    return text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Self.harmless)
      .joined(separator: "/")
  }

  /// The word without characters that separate folders or are special to a shell, a terminal or another system.
  package static func safe(_ word: String) -> String {
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

  /// A folder or file name that is not hidden, not an option, and not a parent folder.
  private static func harmless(_ part: String.UnicodeScalarView.SubSequence) -> String {
    guard let first = part.first else { return "_" }
    return ".-~ ".unicodeScalars.contains(first) ? "_" + String(part.dropFirst()) : String(part)
  }
}
