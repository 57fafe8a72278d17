// XMP files beside images: rewritten with the image, or reported if the image changes without them.

import Upright
import UprightFiles

/// The sidecars beside changed files, found by one listing of each folder.
package struct SidecarsBeside: Sendable {
  /// How many are named in a sentence, and how many in JSON for each folder.
  private static let (named, kept) = (3, 100)

  /// The sidecars of one folder, by the names of the files that they describe.
  private struct Listing: Sendable {
    let path: String
    var sidecars: [[UInt8]: [String]] = [:]
    var added: Set<[UInt8]> = []
    var paths: [String] = []
  }

  private let offersFamilies: Bool
  private var places: [[UInt8]: Int] = [:]
  private var folders: [Listing] = []
  private var paths: [String] = []
  private var hasXMP = false

  /// None.
  ///
  /// - Parameter offersFamilies: Whether the command has `--families`.
  package init(offersFamilies: Bool) { self.offersFamilies = offersFamilies }

  /// How many there are.
  package var count: Int { folders.reduce(0) { $0 + $1.added.count } }

  /// Adds the sidecars that describe a file.
  mutating func add(_ file: InputFile) {
    let place = place(of: file.location)
    for name in folders[place].sidecars[Array(FileName.last(of: file.path).utf8)] ?? [] {
      guard folders[place].added.insert(Array(name.utf8)).inserted else { continue }
      let path = file.location.renamed(name).path
      if FamilyName(name) != nil { hasXMP = true }
      if paths.count < Self.named { paths.append(path) }
      if folders[place].paths.count < Self.kept { folders[place].paths.append(path) }
    }
  }

  private mutating func place(of location: FileLocation) -> Int {
    let path = FileName.folder(of: location.path)
    let key = Array(path.utf8)
    if let place = places[key] { return place }
    places[key] = folders.count
    folders.append(Listing(path: path, sidecars: Self.sidecars(beside: location)))
    return folders.count - 1
  }

  /// The sidecars in the folder of `location`; none if it cannot be listed.
  private static func sidecars(beside location: FileLocation) -> [[UInt8]: [String]] {
    guard let names = (try? location.siblings())?.map(\.name), names.contains(where: FamilyName.isAnySidecar) else {
      return [:]
    }
    var result: [[UInt8]: [String]] = [:]
    for family in Family.families(of: names, takingAnySidecar: true) {
      for sidecar in family.members {
        for place in sidecar.described {
          result[Array(family.members[place].name.utf8), default: []].append(sidecar.name)
        }
      }
    }
    return result
  }

  /// What they are, and what to do; nil if there are none.
  package var sentence: String? {
    guard count > 0 else { return nil }
    let what =
      count == 1
      ? "1 sidecar beside a changed file stays as it is, and programs that follow it may rotate again: "
      : "\(count) sidecars beside changed files stay as they are, and programs that follow them may rotate again: "
    let more = count > paths.count ? " and \(count - paths.count) more" : ""
    let advice = !offersFamilies || !hasXMP ? "" : "; \(option: .families) changes XMP files too"
    return what + paths.map(TerminalText.plain).joined(separator: ", ") + more + advice
  }

  /// A line for programs about each folder with such sidecars: their number, and the first paths.
  var json: [JSONLine] {
    folders.filter { !$0.added.isEmpty }.map { folder in
      let members: [JSONLine.Member] = [
        .init("count", .number(folder.added.count)), .init("files", .list(folder.paths.map { .text($0) })),
      ]
      return .about(folder.path, [.init("folder", .object([.init("sidecars", .object(members))]))])
    }
  }
}

// XMP files beside images: read completely, within a limit, and rewritten with the image.

/// Reads and rewrites sidecars.
enum SidecarFile {
  /// The sidecar at `location`.
  ///
  /// - Throws: `.io`; `.unsupported` if it is too large, or not XMP in UTF-8.
  static func read(_ location: FileLocation) throws(UprightError) -> (file: FileBytes, bytes: [UInt8], xmp: XMPSidecar)
  {
    let file = try FileBytes(location)
    guard file.byteCount <= XMPSidecar.longest else {
      throw .unsupported("an XMP file of more than \(XMPSidecar.longest >> 20) MB is not read")
    }
    let bytes: [UInt8]
    do throws(MetadataError) { bytes = try file.read(0..<file.byteCount) } catch {
      throw UprightError(error).naming(file.path)
    }
    guard let xmp = XMPSidecar(bytes) else {
      throw .unsupported("this is no XMP file in UTF-8 with a plain orientation")
    }
    return (file, bytes, xmp)
  }

  /// The bytes with this orientation; if pixels of the image that they describe move, sizes and regions follow.
  static func rewritten(
    _ bytes: [UInt8], _ xmp: XMPSidecar, to tag: ExifOrientation, with image: ProbedFile?, _ report: ImageReport?
  ) throws(UprightError) -> [UInt8] {
    if let image, let carry = report?.plan.route.carry {
      var edit = MetadataEdit(
        size: carry.size, map: carry.map, thumbnail: nil, keepsProfile: true, keepsCoding: true)
      edit.showsLess = carry.showsLess
      guard let carried = xmp.carried(from: image.probe, edit) else {
        throw .unsupported("this XMP file cannot be rewritten for the rotated image")
      }
      return carried
    }
    do throws(MetadataError) { return try xmp.retag(to: tag).applied(to: bytes) } catch { throw UprightError(error) }
  }
}
