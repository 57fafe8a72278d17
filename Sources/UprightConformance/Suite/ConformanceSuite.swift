// All cases, in a fixed order, with a version: the same version has the same cases with the same bytes.

package import UprightFiles
import UprightGeometry
import UprightSamples

/// The suite.
package enum ConformanceSuite {
  /// Its version. The last number changes when cases are added, the first when one changes or goes.
  package static let version = "3.0"

  /// All cases.
  package static let cases: [ConformanceCase] = tagged + unusual + kept

  private static let tagged: [ConformanceCase] = ConformanceCase.Format.allCases.flatMap { format in
    TaggedFiles.sizes(of: format).flatMap { size in
      ExifOrientation.allCases.flatMap { tag in
        let file = TaggedFiles.file(format, size, tag)
        let described = TaggedFiles.described(format, size, tag) ?? file
        return operations(of: format).map { operation in
          let (requirement, note) = requirement(operation, size, tag, of: format)
          return ConformanceCase(
            id: "\(format.rawValue)/\(size.rawValue)/\(tag.rawValue)/\(operation.rawValue)", format: format,
            file: operation == .strip ? described : file, operation: operation, requirement: requirement,
            why: clause(format) + note)
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
  private static func requirement(
    _ operation: CaseOperation, _ size: CaseSize, _ tag: ExifOrientation, of format: ConformanceCase.Format
  ) -> (Requirement, note: String) {
    if format == .jpeg, operation == .rotate || operation == .bake, size == .partial || size == .odd {
      return (.should, "; a lossless program may refuse partial blocks at an edge, but loses no pixel")
    }
    if format.isMovie, [.topRight, .bottomLeft, .leftTop, .rightBottom].contains(tag) {
      return (.should, "; cameras write rotations only, but the matrix defines mirrored frames, too")
    }
    return (.must, "")
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
