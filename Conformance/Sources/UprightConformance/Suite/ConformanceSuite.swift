// All cases, in a fixed order, with a version: the same version has the same cases with the same bytes.

package import UprightFiles
import UprightFixtures
import UprightGeometry

/// The suite.
package enum ConformanceSuite {
  /// Its version. The last number changes when cases are added, the first when one changes or goes.
  package static let version = "5.0"

  /// All cases.
  package static let cases: [ConformanceCase] = tagged + described + unusual + kept

  private static let tagged: [ConformanceCase] = ConformanceCase.Format.allCases.flatMap { format in
    TaggedFiles.sizes(of: format).flatMap { size in
      ExifOrientation.allCases.flatMap { tag in
        let file = TaggedFiles.file(format, size, tag)
        let described = TaggedFiles.described(format, size, tag)
        return operations(of: format).map { operation in
          let (requirement, note) = requirement(operation, size, tag, of: format)
          let hasOther = operation == .strip && described != nil
          return ConformanceCase(
            id: "\(format.rawValue)/\(size.rawValue)/\(tag.rawValue)/\(operation.rawValue)", format: format,
            file: operation == .strip ? described ?? file : file, operation: operation, requirement: requirement,
            why: clause(format) + (hasOther ? "; \(precedence(format))" : "") + note)
        }
      }
    }
  }

  /// Files whose Exif disagrees with the orientation that decides, so that no reader of Exif passes by luck.
  private static let described: [ConformanceCase] = [ConformanceCase.Format.heic, .avif, .jxl].flatMap { format in
    ExifOrientation.allCases.flatMap { tag in
      let file = TaggedFiles.described(format, TaggedFiles.sizes(of: format)[0], tag)
      let why = "\(clause(format)); \(precedence(format)), here \(TaggedFiles.contradiction(of: tag).rawValue)"
      return [CaseOperation.load, .convert].compactMap { operation in
        file.map {
          ConformanceCase(
            id: "\(format.rawValue)/exif/\(tag.rawValue)/\(operation.rawValue)", format: format, file: $0,
            operation: operation, requirement: operation == .load ? .should : .must,
            why: operation == .load ? why + "; in the PNG, Exif is history only for some readers" : why)
        }
      }
    }
  }

  private static let unusual: [ConformanceCase] = (UnusualJPEGs.all + UnusualOthers.all).map { row in
    ConformanceCase(
      id: "\(row.format.rawValue)/unusual/\(row.name)/load", format: row.format,
      file: CaseFile(
        name: "\(row.format.rawValue)-unusual-\(row.name).\(row.format.fileExtension)", bytes: row.bytes,
        stored: UnusualOthers.stored(of: row), accepted: row.accepted),
      operation: .load, requirement: row.requirement, why: row.why)
  }

  private static let kept: [ConformanceCase] = KeptPart.allCases.flatMap { part in
    ExifOrientation.allCases.map { tag in
      ConformanceCase(
        id: "jpeg/\(part.rawValue)/\(tag.rawValue)/keep", format: .jpeg, file: KeptFiles.file(part, tag),
        operation: .keep, part: part, requirement: .should, why: part.why)
    }
  }

  /// The operations of the cases of a format. A TIFF is its metadata.
  private static func operations(of format: ConformanceCase.Format) -> [CaseOperation] {
    switch format {
    case .jpeg, .png, .webp, .heic, .avif, .jxl: CaseOperation.allCases.filter { $0 != .keep }
    case .tiff: CaseOperation.allCases.filter { $0 != .keep && $0 != .strip }
    case .mp4, .mov: [.load, .thumb, .rotate, .bake, .strip]
    }
  }

  /// A lossless program may refuse to reorient an image whose edges are inside blocks. Cameras do not mirror movies.
  /// Some standards define the tag but do not require readers to follow it. None says what removing metadata leaves.
  private static func requirement(
    _ operation: CaseOperation, _ size: CaseSize, _ tag: ExifOrientation, of format: ConformanceCase.Format
  ) -> (Requirement, note: String) {
    if format == .jpeg, operation == .rotate || operation == .bake, size == .partial || size == .odd {
      return (.should, "; a lossless program may refuse partial blocks at an edge, but loses no pixel")
    }
    if format.isMovie, [.topRight, .bottomLeft, .leftTop, .rightBottom].contains(tag) {
      return (.should, "; cameras write rotations only, but the matrix defines mirrored frames, too")
    }
    if operation == .strip, isMetadata(in: format) {
      return (.should, "; no standard defines what removing metadata leaves, but the image is displayed as before")
    }
    if operation == .convert, format == .jpeg, tag != .topLeft, let note = leave(.webp) {
      return (.should, "; of the WebP, " + note)
    }
    if tag != .topLeft, let note = leave(format) { return (.should, "; " + note) }
    return (.must, "")
  }

  /// Whether the tag is a field of metadata rather than of the coded image or its container.
  private static func isMetadata(in format: ConformanceCase.Format) -> Bool { [.jpeg, .png, .webp].contains(format) }

  /// Which rule lets readers of a format not follow the tag; nil for none.
  private static func leave(_ format: ConformanceCase.Format) -> String? {
    switch format {
    case .png: "decoders are advised to take Exif for history only; browsers follow the tag (CSS Images 3, 5.2)"
    case .webp: "the chunk is optional, and no rule says that it changes how the image is displayed; browsers differ"
    case .tiff: "support for orientations other than 1 is not a baseline requirement"
    case .jpeg, .heic, .avif, .jxl, .mp4, .mov: nil
    }
  }

  /// The rule by which Exif's orientation is ignored in formats that have their own.
  private static func precedence(_ format: ConformanceCase.Format) -> String {
    format == .jxl
      ? "ISO 18181-2: Exif's orientation is ignored" : "ISO 23000-22 (MIAF), 7.3.10.1: Exif's orientation is ignored"
  }

  private static func clause(_ format: ConformanceCase.Format) -> String {
    switch format {
    case .jpeg: "EXIF 2.32, 4.6.4.A, tag 274 in IFD0"
    case .png: "PNG 3rd edition, eXIf"
    case .webp: "RFC 9649, 2.7.1.5, EXIF"
    case .tiff: "TIFF 6.0, page 36, tag 274"
    case .heic, .avif: "ISO 23008-12, 6.5.10 and 6.5.12, irot and imir"
    case .jxl: "ISO 18181-1, D.3, orientation in the image header"
    case .mp4, .mov: "ISO 14496-12, 8.3.2, the matrix of the track header"
    }
  }

  /// The list of all cases as JSON, one case per line.
  package static var json: String {
    let head = "{\"schema\":1,\"suite\":\"\(version)\",\"cases\":[\n"
    return head + cases.map { $0.json.line }.joined(separator: ",\n") + "\n]}\n"
  }
}

extension ConformanceCase {
  /// The case as JSON.
  package var json: JSONLine {
    let asked = numbers
    let numbersJSON = JSONLine.object([
      .init("x", .number(asked.x)), .init("y", .number(asked.y)), .init("w", .number(asked.width)),
      .init("h", .number(asked.height)),
    ])
    let hasNumbers = operation == .crop || operation == .thumb
    return .object(
      [
        .init("id", .text(id)), .init("file", .text(file.name)), .init("operation", .text(operation.rawValue)),
        .init("class", .text(requirement.rawValue)),
        .init("accepted", .list(file.accepted.map { .number(Int($0.rawValue)) })),
      ] + (hasNumbers ? [.init("numbers", numbersJSON)] : []) + [
        .init("expected", .list(expected.map { .text("\($0.width)x\($0.height)") })),
        .init("judged", .text(operation.judgment)), .init("why", .text(why)),
      ])
  }
}
