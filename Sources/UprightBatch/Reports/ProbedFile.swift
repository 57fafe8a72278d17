// A file's headers and name, for commands that only read.

package import Upright
package import UprightFiles

/// A probed file, and everything unusual about it.
package struct ProbedFile: Sendable {
  package let probe: Probe
  /// The probe's findings, and those about the name.
  package private(set) var findings: [Finding]

  /// Reads the headers of the file at `path`.
  ///
  /// - Throws: Why it failed, with the path.
  package init(path: String, rules: OrientationRules) throws(UprightError) {
    try self.init(FileBytes(path: path), rules: rules)
  }

  /// Reads the headers of an open file.
  ///
  /// - Throws: Why it failed, with the path.
  package init(_ file: FileBytes, rules: OrientationRules) throws(UprightError) {
    do throws(UprightError) { self.init(try file.probe(rules: rules), path: file.path) } catch {
      throw error.naming(file.path)
    }
  }

  /// A probe of the file at `path`.
  package init(_ probe: Probe, path: String) {
    self.probe = probe
    let named = probe.format.finding(fileExtension: FileName.fileExtension(of: path))
    findings = probe.findings + (named.map { [$0] } ?? [])
  }

  /// The same with further findings.
  package func adding(_ further: [Finding]) -> Self {
    var file = self
    file.findings += further
    return file
  }

  /// The line for people, and further ones: what each finding says and, if readers disagree, what each does.
  ///
  /// - Parameter page: The number of the page that the probe shows; nil for the whole file.
  package func text(of path: String, page: Int? = nil) -> String {
    let tag = probe.orientation.exif
    let columns = [
      Columns.padded(probe.displayedSize.description, to: 11, left: true), "tag \(tag.rawValue)",
      Columns.padded(tag.word, to: 17), Columns.padded(probe.source.name, to: 10),
      TerminalText.plain(path) + (page.map { ", page \($0)" } ?? ""),
    ]
    let codes = Self.codes(findings)
    let line = columns.joined(separator: "  ") + (codes.isEmpty ? "" : "  (\(codes.joined(separator: ", ")))")
    let further = sentences.map(TerminalText.plain) + (probe.readersDisagree ? [probe.verdicts.summary] : [])
    return ([line] + further).joined(separator: "\n             ")
  }

  /// The sentence of each finding once, in order of first occurrence.
  private var sentences: [String] {
    var seen: Set<String> = []
    return findings.map(\.message).filter { seen.insert($0).inserted }
  }

  /// Each code once, in order of first occurrence.
  package static func codes(_ findings: [Finding]) -> [String] {
    var seen: Set<Finding.Code> = []
    return findings.map(\.code).filter { seen.insert($0).inserted }.map(\.rawValue)
  }

  /// The line for programs; with `fileParts`, `parts` are those, and the images have a member of their own.
  ///
  /// - Parameter page: The number of the page that the probe shows; nil for the whole file.
  package func json(of path: String, fileParts: [FilePart]? = nil, page: Int? = nil) -> JSONLine {
    var members: [JSONLine.Member] = page.map { [.init("page", .number($0))] } ?? []
    members += [
      .init("format", .text(probe.format.rawValue)),
      .init("stored", .size(probe.storedSize)),
      .init("displayed", .size(probe.displayedSize)),
      .init("orientation", .number(Int(probe.orientation.exif.rawValue))),
      .init("carrier", .text(probe.source.name)),
      .init("statements", .list(probe.statements.map(JSONLine.statement))),
    ]
    let images = JSONLine.list(probe.parts.filter { $0.kind != .main }.map(JSONLine.part))
    if let fileParts {
      members += [
        .init("bytes", .number(probe.byteCount)), .init("images", images),
        .init("parts", .list(fileParts.map(JSONLine.filePart))),
      ]
    } else {
      members.append(.init("parts", images))
    }
    members += [
      .init("readers", .readers(probe.verdicts)),
      .init(
        "findings",
        .list(findings.map { .object([.init("code", .text($0.code.rawValue)), .init("message", .text($0.message))]) })),
    ]
    return .about(path, members)
  }
}

extension JSONLine {
  /// `{"width":…,"height":…}`.
  package static func size<S: Space>(_ size: PixelSize<S>) -> JSONLine {
    .object([Member("width", .number(size.width)), Member("height", .number(size.height))])
  }

  /// `{"carrier":…,"offset":…,"value":…}`, without a value outside 1…8.
  package static func statement(_ statement: OrientationStatement) -> JSONLine {
    .object(
      [Member("carrier", .text(statement.source.name))]
        + (statement.source.offset.map { [Member("offset", .number($0))] } ?? [])
        + (statement.value.map { [Member("value", .number(Int($0.rawValue)))] } ?? []))
  }

  /// `{"kind":…,"offset":…,"stored":…,"displayed":…,"orientation":…}`.
  package static func part(_ part: ImagePart) -> JSONLine {
    .object([
      Member("kind", .text(part.kind.rawValue)), Member("offset", .number(part.offset)),
      Member("stored", .size(part.storedSize)), Member("displayed", .size(part.displayedSize)),
      Member("orientation", .number(Int(part.orientation.exif.rawValue))),
    ])
  }

  /// `{"browsers":…,"exiftool":…}`: the orientation that each reader uses.
  package static func readers(_ verdicts: [ReaderVerdict]) -> JSONLine {
    .object(verdicts.map { Member($0.reader.rawValue, .number(Int($0.orientation.rawValue))) })
  }
}
