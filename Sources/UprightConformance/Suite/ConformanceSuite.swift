// All cases, in a fixed order, with a version: the same version has the same cases with the same bytes.

package import UprightFiles
import UprightGeometry
import UprightSamples

/// The suite.
package enum ConformanceSuite {
  /// Its version. The last number changes when cases are added, the first when one changes or goes.
  package static let version = "2.0"

  /// All cases.
  package static let cases: [ConformanceCase] = tagged + unusual

  private static let tagged: [ConformanceCase] = ConformanceCase.Format.allCases.flatMap { format in
    TaggedFiles.sizes(of: format).flatMap { size in
      ExifOrientation.allCases.flatMap { tag in
        let file = TaggedFiles.file(format, size, tag)
        return operations(of: format).map { operation in
          let requirement = requirement(operation, size, of: format)
          return ConformanceCase(
            id: "\(format.rawValue)/\(size.rawValue)/\(tag.rawValue)/\(operation.rawValue)", format: format, file: file,
            operation: operation, requirement: requirement, why: clause(format) + note(requirement))
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

  /// The operations of the cases of a format. Few programs write HEIC, AVIF and JPEG XL; a TIFF is its metadata.
  private static func operations(of format: ConformanceCase.Format) -> [CaseOperation] {
    switch format {
    case .jpeg, .png, .webp: CaseOperation.allCases
    case .tiff: CaseOperation.allCases.filter { $0 != .strip }
    case .heic, .avif, .jxl: [.load, .thumb, .crop, .convert]
    }
  }

  /// A lossless program may refuse to reorient an image whose edges are inside blocks.
  private static func requirement(
    _ operation: CaseOperation, _ size: CaseSize, of format: ConformanceCase.Format
  ) -> Requirement {
    let movesBlocks = format == .jpeg && (operation == .rotate || operation == .bake)
    return movesBlocks && (size == .partial || size == .odd) ? .should : .must
  }

  private static func note(_ requirement: Requirement) -> String {
    requirement == .must ? "" : "; a lossless program may refuse partial blocks at an edge, but loses no pixel"
  }

  private static func clause(_ format: ConformanceCase.Format) -> String {
    switch format {
    case .jpeg: "EXIF 2.32, 4.6.4.A, tag 274 in IFD0"
    case .png: "PNG 3rd edition, eXIf"
    case .webp: "RFC 9649, 2.7.1.5, EXIF"
    case .tiff: "TIFF 6.0, page 36, tag 274"
    case .heic, .avif: "ISO 23008-12, 6.5.10 and 6.5.12, irot and imir"
    case .jxl: "ISO 18181-1, D.3, orientation in the image header"
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
