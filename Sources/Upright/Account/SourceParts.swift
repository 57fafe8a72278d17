// Which fields of a source stay although all metadata but colors is removed (JFIF 1.02; TIFF 6.0, section 8).

import UprightMetadata

/// The parts of a source, with what an account has to know of all of them to tell what becomes of one.
struct SourceParts {
  private let parts: [FilePart]
  /// Whether a JFIF segment states the density of the pixels.
  private let hasDensityInJFIF: Bool
  /// The names of the directories of pages, as they begin the names of fields.
  private let pages: Set<String>

  /// The parts, in the order of the file.
  init(_ parts: [FilePart]) {
    self.parts = parts
    let owners = parts.filter { $0.isDensity || $0.repeatsDensity }.compactMap(\.owner)
    hasDensityInJFIF = owners.contains { parts.indices.contains($0) && parts[$0].isJFIF }
    pages = Set(parts.filter { $0.kind == .page }.map { "page \($0.name)" } + ["IFD0"])
  }

  /// The part that contains another one.
  func owner(of part: FilePart) -> FilePart? {
    part.owner.flatMap { parts.indices.contains($0) ? parts[$0] : nil }
  }

  /// Whether a field stays in the result of a plan although all metadata but colors is removed: what defines samples,
  /// and the density where a file has to state one.
  func staysAmongColors(_ part: FilePart, by plan: Plan) -> Bool {
    switch plan.route {
    case .copy, .retag: true
    case .rewrite: staysInPlace(part, in: plan.format)
    case .transform(let transform): stays(part, in: plan.format, transform.carry.shared)
    case .transcode(let transcode):
      stays(part, in: plan.format, transcode.page == nil ? transcode.carry.shared : .none)
    }
  }

  /// Whether a field stays in a file whose coded image stays as it is.
  private func staysInPlace(_ part: FilePart, in format: ContainerFormat) -> Bool {
    if part.isDensity, format != .tiff { return owner(of: part)?.kind == .structure }
    guard format == .tiff, part.owner == nil, pages.contains(part.directory) || part.isDensity else { return false }
    return part.isDensity || part.fieldTag.map(TIFFCoding.keeps) == true
  }

  /// Whether a new image gets a field; a JPEG has the density of its source's JFIF segment.
  private func stays(_ part: FilePart, in format: ContainerFormat, _ shared: SharedSamples) -> Bool {
    if hasDensityInJFIF, part.isDensity { return format == .jpeg }
    guard part.owner == nil, part.directory == "IFD0", let tag = part.fieldTag else { return false }
    return shared.keepsAmongColors(TIFFFieldFate(ofTag: tag))
  }
}

extension FilePart {
  /// Whether it is a segment that only JPEG has, with the density of the pixels.
  fileprivate var isJFIF: Bool { kind == .structure && name == "JFIF" }

  /// The name of the directory that has the field.
  fileprivate var directory: String { String(name.prefix { $0 != ":" }) }
}
