// Detects the format from the first bytes of label files if it is not given (`LabelKind`).

public import Upright
package import UprightFiles
import UprightLabels

extension LabelFormatName {
  /// The maximum number of files of a folder that are examined.
  private static let sampledFiles = 16

  /// The format of the file or folder at `path`; nil if only names can tell. Unreadable files in a folder are skipped.
  ///
  /// - Throws: `.io`; `.unanswerable` if files of one folder have several formats, or boxes fit two.
  public static func shown(by path: String) throws(UprightError) -> Self? { try shown(by: FileLocation(path: path)) }

  /// The format of the file or folder at `location`. A file without a name shows it by its first bytes alone.
  ///
  /// - Throws: As `shown(by:)`.
  package static func shown(by location: FileLocation) throws(UprightError) -> Self? {
    if location.isUnnamed { return try shown(byContents: beginning(of: location, named: location.path)) }
    let path = location.path
    let isFolder = try FileIdentity(path: path).kind == .folder
    let names = isFolder ? Folder.files(in: path, recursive: true) : [FileName.last(of: path)]
    let usual = Set(names.compactMap { Self(fileExtension: FileName.fileExtension(of: $0)) })
    guard usual.count == 1, let usual = usual.first, [.coco, .voc, .boxLines].contains(usual) else { return nil }
    let files = names.filter { Self(fileExtension: FileName.fileExtension(of: $0)) == usual }
    var first: (name: String, kind: LabelKind)?
    for name in files.prefix(sampledFiles) {
      let beginning: LabelFile
      do throws(UprightError) {
        beginning = try Self.beginning(
          of: FileLocation(path: isFolder ? FileName.joined(path, name) : path), named: name)
      } catch {
        if isFolder, case .io = error { continue }
        throw error
      }
      guard let kind = usual.kind(beginning) else { continue }
      if let first, first.kind != kind {
        throw .unanswerable(
          field: "\(field: .from)",
          reason: """
            \(first.name) looks like \(first.kind.rawValue), \(name) like \(kind.rawValue); choose with \(option: .from)
            """)
      }
      first = first ?? (name, kind)
    }
    return try first.map { (found) throws(UprightError) in try Self(found.kind, in: found.name) }
  }

  /// The format of a kind of file.
  private init(_ kind: LabelKind, in name: String) throws(UprightError) {
    switch kind {
    case .coco: self = .coco
    case .pascalVOC: self = .voc
    case .cvat: self = .cvat
    case .webAnnotation: self = .w3c
    case .webAnnotationPercent: self = .w3cPercent
    case .labelMe: self = .labelMe
    case .labelStudio: self = .labelStudio
    case .createML: self = .createML
    case .boxLines: self = .boxLines
    case .tensorFlow: self = .tensorFlow
    case .vision: self = .vision
    case .shares:
      throw .unanswerable(
        field: "\(field: .from)",
        reason: """
          the boxes of \(name) are fractions, not pixels; \(option: .from, "vision") reads fractions from the lower \
          left corner
          """)
    }
  }

  /// The kind of a file, among the formats of its extension.
  private func kind(_ beginning: LabelFile) -> LabelKind? {
    switch self {
    case .voc: LabelKind(xml: beginning)
    case .boxLines: LabelKind(lines: beginning)
    default: LabelKind(json: beginning)
    }
  }

  /// The format of a file whose name states none.
  private static func shown(byContents beginning: LabelFile) throws(UprightError) -> Self? {
    let first = beginning.bytes.first { !$0.isSpace }
    let kind: LabelKind? =
      switch first {
      case UInt8(ascii: "<"): LabelKind(xml: beginning)
      case UInt8(ascii: "{"), UInt8(ascii: "["): LabelKind(json: beginning) ?? LabelKind(lines: beginning)
      default: nil
      }
    return try kind.map { (kind) throws(UprightError) in try Self(kind, in: beginning.name) }
  }

  private static func beginning(of location: FileLocation, named name: String) throws(UprightError) -> LabelFile {
    let file = try FileBytes(location)
    do throws(MetadataError) {
      return LabelFile(name: name, bytes: try file.read(0..<min(file.byteCount, LabelKind.byteCount)))
    } catch { throw UprightError(error).naming(location.path) }
  }
}

extension UInt8 {
  /// Whether it is white space, or part of a byte order mark.
  fileprivate var isSpace: Bool { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains(self) }
}
