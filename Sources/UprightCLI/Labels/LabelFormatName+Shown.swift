// The format that label files show by themselves, where nobody says it: by their first bytes, as LabelKind knows them.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

extension LabelFormatName {
  /// So many files of a folder are looked at.
  private static let sampledFiles = 16

  /// The format that what lies at `path` shows; nil where only names say it.
  ///
  /// - Throws: `.io`; `.unanswerable` where files of one folder show several formats, or boxes that could be of two.
  static func shown(by path: String) throws(UprightError) -> Self? {
    let isFolder = try FileIdentity(path: path).kind == .folder
    let names = isFolder ? try Folder.allFiles(in: path, recursive: true) : [FileName.last(of: path)]
    let usual = Set(names.compactMap { Self(fileExtension: FileName.fileExtension(of: $0)) })
    guard usual.count == 1, let usual = usual.first, [.coco, .voc, .boxLines].contains(usual) else { return nil }
    let files = names.filter { Self(fileExtension: FileName.fileExtension(of: $0)) == usual }
    var first: (name: String, kind: LabelKind)?
    for name in files.prefix(sampledFiles) {
      let beginning = try Self.beginning(of: isFolder ? FileName.joined(path, name) : path, named: name)
      guard let kind = usual.kind(beginning) else { continue }
      if let first, first.kind != kind {
        throw .unanswerable(
          field: "--from",
          reason: "\(first.name) looks like \(first.kind.rawValue), \(name) like \(kind.rawValue); "
            + "--from says what is meant")
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
        field: "--from",
        reason: "the boxes of \(name) are in shares, not in pixels; "
          + "--from vision reads those that count from the lower left corner")
    }
  }

  /// What a file of this extension's formats shows.
  private func kind(_ beginning: LabelFile) -> LabelKind? {
    switch self {
    case .voc: LabelKind(xml: beginning)
    case .boxLines: LabelKind(lines: beginning)
    default: LabelKind(json: beginning)
    }
  }

  private static func beginning(of path: String, named name: String) throws(UprightError) -> LabelFile {
    let file = try FileBytes(path: path)
    do throws(MetadataError) {
      return LabelFile(name: name, bytes: try file.read(0..<min(file.byteCount, LabelKind.byteCount)))
    } catch { throw UprightError(error).naming(path) }
  }
}
