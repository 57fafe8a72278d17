// Names of results from a template: `{dir}/{stem}-{w}x{h}.{ext}`.

package import Upright
import UprightFiles

/// A template for the paths of results inside the output folder.
package struct OutputTemplate: Hashable, Sendable {
  /// The placeholders.
  package enum Field: String, CaseIterable, Sendable {
    /// The source's folder inside the given folder; `.` for a file that was named itself.
    case dir
    /// The source's name without its extension.
    case stem
    /// The result's extension: the source's own if it fits.
    case ext
    /// The result's format.
    case format
    /// The displayed width of the result.
    case w
    /// The displayed height of the result.
    case h
    /// The source's orientation tag, 1 to 8.
    case orientation
    /// The number of the region, from 1.
    case n
  }

  /// What a template states of one result, as planned.
  package struct Facts: Hashable, Sendable {
    package let size: PixelSize<Output>
    package let format: ContainerFormat
    package let orientation: ExifOrientation

    /// Memberwise initializer.
    package init(size: PixelSize<Output>, format: ContainerFormat, orientation: ExifOrientation) {
      (self.size, self.format, self.orientation) = (size, format, orientation)
    }
  }

  /// The maximum bytes of a template, and of one name in a path.
  private static let (longest, longestName) = (4_096, 255)
  /// The stem of standard input.
  private static let stemOfStandardInput = "stdin"

  /// The template, as given.
  package let text: String
  private let template: NameTemplate<Field>
  /// The format of a fixed extension; nil if each result has its own.
  private let fixed: ContainerFormat?

  /// A template; `{{` and `}}` are braces.
  ///
  /// - Throws: `DestinationConflict` for an unknown placeholder, a single brace, a path with `..`, or no extension.
  package init(_ text: String) throws(DestinationConflict) {
    guard text.utf8.count <= Self.longest else { throw Self.conflict("it has more than \(Self.longest) bytes") }
    self.text = text
    do throws(NameTemplate<Field>.Fault) { template = try NameTemplate(text) } catch { throw Self.conflict(error) }
    let plain = template.filled { _ in "x" }
    if plain.hasPrefix("/") { throw Self.conflict("it is a path in the output folder, so it cannot begin with /") }
    if plain.split(separator: "/").contains("..") { throw Self.conflict("it cannot contain ..") }
    let end = FileName.fileExtension(of: plain)
    if end == "x", case .field(let field) = template.parts.last, [.ext, .format].contains(field) {
      fixed = nil
    } else {
      guard case .text = template.parts.last, let format = ContainerFormat(fileExtension: end) else {
        throw Self.conflict("it must end in .{ext}, or in the extension of a format, such as .png")
      }
      fixed = format
    }
  }

  /// Whether names contain the number of the region.
  var hasNumber: Bool { template.parts.contains(.field(.n)) }

  /// The format of all results: that of the template's extension, or the one that was asked for.
  ///
  /// - Throws: `DestinationConflict` if they differ.
  package func format(asked: ContainerFormat?) throws(DestinationConflict) -> ContainerFormat? {
    fixed == nil ? asked : try DestinationPlan.format(ofName: text, asked: asked)
  }

  /// The path of the result of `file` inside the output folder.
  ///
  /// - Throws: `DestinationConflict` if the file's names put `..` into the path, or make it too long.
  func path(of file: InputFile, _ facts: Facts) throws(DestinationConflict) -> String {
    let text = template.filled { Self.value(of: $0, file, facts) }
    let names = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    let source = TerminalText.plain(file.path)
    guard !names.contains("..") else { throw Self.conflict("for \(source), it contains ..") }
    if let long = names.first(where: { PathName.bytes($0).count > Self.longestName }) {
      throw Self.conflict(
        "for \(source), a name has \(PathName.bytes(long).count) bytes; \(Self.longestName) are allowed")
    }
    guard !names.isEmpty, !text.hasSuffix("/") else { throw Self.conflict("for \(source), it names no file") }
    return names.joined(separator: "/")
  }

  private static func value(of field: Field, _ file: InputFile, _ facts: Facts) -> String {
    let end = FileName.fileExtension(of: file.relativePath)
    switch field {
    case .dir: return file.isStandardInput ? "." : FileName.folder(of: file.relativePath)
    case .stem:
      if file.isStandardInput { return stemOfStandardInput }
      let name = FileName.last(of: file.relativePath).utf8
      return String(Substring(name.dropLast(end.isEmpty ? 0 : end.utf8.count + 1)))
    case .ext: return ContainerFormat(fileExtension: end) == facts.format ? end : facts.format.fileExtension
    case .format: return facts.format.rawValue
    case .w: return String(facts.size.width)
    case .h: return String(facts.size.height)
    case .orientation: return String(facts.orientation.rawValue)
    case .n: return String(file.part ?? 1)
    }
  }

  private static func conflict(_ fault: NameTemplate<Field>.Fault) -> DestinationConflict {
    switch fault {
    case .brace: return conflict("a brace is unmatched; {{ and }} are literal braces")
    case .unknown(let name):
      let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
      return conflict("there is no {\(TerminalText.plain(name))}; the placeholders are \(known)")
    }
  }

  private static func conflict(_ reason: String) -> DestinationConflict {
    DestinationConflict("\(option: .outputTemplate): \(reason)")
  }
}
