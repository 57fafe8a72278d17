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

// Text with placeholders in braces, from which names are made.

/// A template such as `{stem}-{index}`; `{{` and `}}` are braces.
package struct NameTemplate<Field: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  /// A part of a template.
  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  /// Why a text is not a valid template.
  package enum Fault: Error, Hashable, Sendable {
    /// A brace is not closed, or not opened.
    case brace
    /// There is no placeholder of this name.
    case unknown(String)
  }

  /// The parts, in order; no text is empty.
  package let parts: [Part]

  /// Parses `text`.
  package init(_ text: String) throws(Fault) {
    var (parts, literal, rest): ([Part], String, Substring) = ([], "", text[...])
    while let next = rest.popFirst() {
      if next != "{", next != "}" {
        literal.append(next)
      } else if rest.first == next {
        literal.append(rest.removeFirst())
      } else {
        guard next == "{", let end = rest.firstIndex(of: "}") else { throw .brace }
        guard let field = Field(rawValue: String(rest[..<end])) else { throw .unknown(String(rest[..<end])) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        parts.append(.field(field))
        (literal, rest) = ("", rest[rest.index(after: end)...])
      }
    }
    self.parts = literal.isEmpty ? parts : parts + [.text(literal)]
  }

  /// The text with a value in place of each placeholder.
  package func filled(_ value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
  }
}

// The output folder and the template of names, from -o and --output-template.

/// How results are named.
package struct ResultNames: Hashable, Sendable {
  /// The file or folder for results; nil for none.
  package let output: String?
  /// The template of names in that folder; nil if files keep their names.
  package let template: OutputTemplate?

  /// The template for several results of each file.
  private static let numbered = "{dir}/{stem}-{n}.{ext}"
  private static let number = "{n}"

  /// Names for `parts` results of each file; nil if results have no numbers. A name such as `part-{n}.jpg` after -o is a
  /// template. `thing` is what each result shows.
  ///
  /// - Throws: `DestinationConflict` for an invalid template, or if several results would get one name.
  package init(
    _ output: String?, template: String?, parts: Int?, inPlace: Bool, of thing: String = "region"
  ) throws(DestinationConflict) {
    let isNumbered = template == nil && output.map { FileName.last(of: $0).contains(Self.number) } == true
    guard let parts, parts > 1 || isNumbered else {
      (self.output, self.template) = (output, try Self.template(template))
      return
    }
    if inPlace {
      throw DestinationConflict("several \(thing)s cannot replace one file; use \(option: .output, "FOLDER/")")
    }
    guard let output, output != "-" else {
      if output == nil {
        (self.output, self.template) = (nil, nil)
      } else {
        throw DestinationConflict(
          "\(option: .output, "-") takes one result; for several \(thing)s use \(option: .output, "FOLDER/")")
      }
      return
    }
    if isNumbered {
      (self.output, self.template) = (FileName.folder(of: output), try OutputTemplate(FileName.last(of: output)))
      return
    }
    let own = try OutputTemplate(template ?? Self.numbered)
    guard own.hasNumber else {
      throw DestinationConflict(
        "\(option: .outputTemplate): several \(thing)s need {n}, the number of the \(thing), in their names")
    }
    let isFolder = output.hasSuffix("/") || (try? FileIdentity(path: output))?.kind == .folder
    let end = FileName.fileExtension(of: output)
    if !isFolder, ContainerFormat(fileExtension: end) != nil {
      let numbered = output.dropLast(end.utf8.count + 1) + "-{n}." + end
      throw DestinationConflict(
        """
        \(TerminalText.plain(output)) is one file, but there are several \(thing)s. Use \(option: .output, "FOLDER/"), \
        or a name with the number of the \(thing): \(TerminalText.plain(String(numbered)))
        """)
    }
    (self.output, self.template) = (output, own)
  }

  private static func template(_ text: String?) throws(DestinationConflict) -> OutputTemplate? {
    try text.map { (text) throws(DestinationConflict) in try OutputTemplate(text) }
  }
}
