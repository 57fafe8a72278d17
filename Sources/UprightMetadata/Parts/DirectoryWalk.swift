// The parts in the directories of a TIFF structure: fields, packets in fields, images (TIFF 6.0; EXIF 2.32, 4.6; DNG
// 1.7; XMP part 3, 3.2.3). The parts of a TIFF file, and of raw formats based on TIFF: fields, pages, subdirectories,
// previews (TIFF 6.0, 2 and 3; BigTIFF; Technical Note 1; DNG 1.7).

/// Walks directories as far as they can be read.
struct DirectoryWalk<Source: ByteSource> {
  /// A part, with its ranges in the structure.
  struct DirectoryPart {
    let kind: FilePart.Kind
    let name: String
    var ranges: [Range<Int>]
    /// The fields of a smaller version, which go where it goes.
    var inside: [DirectoryPart] = []
  }

  /// What the images of a directory are: their kind and name.
  typealias Role = (kind: FilePart.Kind, name: String)

  /// The fields and images, directory by directory.
  private(set) var found: [DirectoryPart] = []
  /// The directories themselves, and images of which only the start is stated; the fields' values come first.
  private(set) var late: [DirectoryPart] = []
  /// The layout of its numbers.
  let layout: TIFFLayout
  /// What the images of the directory at an offset are.
  private let role: (_ offset: Int, _ name: String) -> Role
  private var reader: RangeReader<Source>
  private var seen: Set<Int> = []
  private var entriesLeft = 1 << 16
  private var directoriesLeft = 2_048

  /// Directories whose fields are parts of their own; those of a further one are one part.
  private static var detailedDirectories: Int { 64 }
  /// Maximum depth of subdirectories.
  private static var depthLimit: Int { 8 }
  /// Maximum number of strips or tiles of an image.
  private static var stripLimit: Int { 1 << 16 }

  /// A structure with this layout.
  init(
    _ source: Source, _ layout: TIFFLayout, role: @escaping (_ offset: Int, _ name: String) -> Role
  ) {
    reader = RangeReader(source, budget: 64 << 20)
    self.layout = layout
    self.role = role
  }

  /// Walks a chain of directories; `name` gives the name of each, counted from 0.
  ///
  /// - Throws: `.unreadable`.
  mutating func walk(from start: Int, name: (Int) -> String) throws(MetadataError) {
    var (offset, number) = (start, 0)
    do throws(MetadataError) {
      while offset != 0, let next = try directory(at: offset, name(number), depth: 0) {
        offset = next
        number += 1
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
  }

  /// Adds a directory's parts. Returns the offset of the next one; nil if there is no directory.
  private mutating func directory(at offset: Int, _ name: String, depth: Int) throws(MetadataError) -> Int? {
    guard offset >= layout.headerSize, offset <= reader.byteCount, directoriesLeft > 0, depth < Self.depthLimit,
      layout.countSize <= reader.byteCount - offset, seen.insert(offset).inserted
    else { return nil }
    directoriesLeft -= 1
    let head = try reader.bytes(at: offset, count: layout.countSize)
    let declared = layout.number(in: head, at: 0, size: layout.countSize)
    let count = min(declared ?? 0, TIFFDirectory.entryLimit, entriesLeft)
    let size = layout.countSize + layout.entrySize * count + layout.offsetSize
    let bytes = try reader.bytes(at: offset, count: min(size, reader.byteCount - offset))
    guard let directory = TIFFDirectory(at: offset, in: bytes, startingAt: offset, layout) else { return nil }
    guard name == "IFD0" || Self.isPlausible(directory) else {
      late.append(
        DirectoryPart(kind: .structure, name: "damaged directory \(name)", ranges: [offset..<offset + bytes.count]))
      return nil
    }
    entriesLeft -= directory.entries.count
    let isOfImage = name == "IFD0" || name.hasPrefix("page ")
    var table = DirectoryPart(kind: .structure, name: "directory \(name)", ranges: [offset..<offset + bytes.count])
    var fields = directory.entries.map { entry in
      let isPrivate = isOfImage && entry.tag >= Self.firstPrivateTag && TIFFFieldFate(ofTag: entry.tag) == .unknown
      let named = kind(of: entry.tag, at: offset, name)
      let kind = isPrivate && named == .field ? .privateFields : named
      return DirectoryPart(kind: kind, name: Self.name(of: entry.tag, kind, in: name), ranges: values(of: entry))
    }
    if seen.count > Self.detailedDirectories { fields = Self.joined(fields, of: name, &table) }
    late.append(table)
    try take(fields, of: directory, name)
    try below(directory, name, depth: depth)
    return directory.next
  }

  /// Whether bytes are a directory, and not others that a wrong offset leads to: most of its fields have types that
  /// exist, or it is complete and in order.
  private static func isPlausible(_ directory: TIFFDirectory) -> Bool {
    let entries = directory.entries
    let known = entries.count { (1...13).contains($0.type) || (16...18).contains($0.type) }
    if known >= entries.count - known { return true }
    return directory.isComplete && zip(entries, entries.dropFirst()).allSatisfy { $0.tag < $1.tag }
  }

  /// The fields of a directory as one part, and with them those of the kinds that every container has. What says how
  /// samples are coded joins the directory.
  private static func joined(_ fields: [DirectoryPart], of name: String, _ table: inout DirectoryPart)
    -> [DirectoryPart]
  {
    table.ranges += fields.filter { $0.kind == .structure }.flatMap(\.ranges)
    let own = fields.filter { $0.kind == .field }.flatMap(\.ranges)
    let others = fields.filter { ![.structure, .field].contains($0.kind) }
    return (own.isEmpty ? [] : [DirectoryPart(kind: .field, name: "\(name):fields", ranges: own)]) + others
  }

  /// Adds a directory's fields and images. The fields of a smaller version are inside it.
  private mutating func take(_ fields: [DirectoryPart], of directory: TIFFDirectory, _ name: String)
    throws(MetadataError)
  {
    let role = role(directory.offset, name)
    let (known, open) = try images(of: directory)
    if role.kind == .preview, name != "IFD0", !known.isEmpty {
      let own = fields.filter { $0.kind != .structure }
      found += fields.filter { $0.kind == .structure }
      found.append(
        DirectoryPart(kind: role.kind, name: role.name, ranges: known + own.flatMap(\.ranges), inside: own))
    } else {
      found += fields
      if !known.isEmpty { found.append(DirectoryPart(kind: role.kind, name: role.name, ranges: known)) }
    }
    if !open.isEmpty { late.append(DirectoryPart(kind: role.kind, name: role.name, ranges: open)) }
  }

  /// The directories to which a directory's fields lead.
  private mutating func below(_ directory: TIFFDirectory, _ name: String, depth: Int) throws(MetadataError) {
    let isPage = name == "IFD0"
    for (tag, short) in [
      (TIFFTag.exifDirectory, "Exif"), (.positionDirectory, "GPS"), (.interoperability, "Interop"),
    ] {
      for entry in directory.all(tag).prefix(4) {
        guard let start = try numbers(of: entry, limit: 1).first else { continue }
        let isOwn = isPage || tag == .interoperability && name == "Exif"
        _ = try self.directory(at: start, isOwn ? short : "\(name)/\(short)", depth: depth + 1)
      }
    }
    for entry in directory.all(.subdirectories).prefix(4) {
      for (index, start) in try numbers(of: entry, limit: 64).enumerated() {
        _ = try self.directory(
          at: start, (isPage ? "" : name + "/") + "SubIFD\(index == 0 ? "" : "\(index)")", depth: depth + 1)
      }
    }
  }

  /// The range of a field's values, as far as it is in the structure.
  private func values(of entry: TIFFEntry) -> [Range<Int>] {
    guard let size = entry.byteCount, size > 0, entry.valueOffset >= 0, entry.valueOffset < reader.byteCount else {
      return []
    }
    return [entry.valueOffset..<entry.valueOffset + min(size, reader.byteCount - entry.valueOffset)]
  }

  /// A field's integers, up to `limit`.
  private mutating func numbers(of entry: TIFFEntry?, limit: Int) throws(MetadataError) -> [Int] {
    guard let entry, entry.integer(0) != nil, let range = values(of: entry).first else { return [] }
    let size = entry.elementSize
    let count = min(entry.count, limit, range.count / size)
    return entry.integers(in: try reader.bytes(at: range.lowerBound, count: count * size), layout)
  }

  // MARK: Images

  /// The bytes of a directory's images, and those of images without a length, which go on to the end.
  private mutating func images(
    of directory: TIFFDirectory
  ) throws(MetadataError) -> (known: [Range<Int>], open: [Range<Int>]) {
    var (known, open): ([Range<Int>], [Range<Int>]) = ([], [])
    for (offsets, counts) in [
      (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (.tileOffsets, .tileByteCounts),
      (.thumbnailOffset, .thumbnailLength),
    ] {
      let starts = try numbers(of: directory.first(offsets), limit: Self.stripLimit)
      let sizes = try numbers(of: directory.first(counts), limit: Self.stripLimit)
      for (index, start) in starts.enumerated() where start > 0 && start < reader.byteCount {
        let room = reader.byteCount - start
        if index < sizes.count, sizes[index] > 0 {
          known.extend(by: start..<start + min(room, sizes[index]))
        } else if sizes.isEmpty {
          open.extend(by: start..<reader.byteCount)
        }
      }
    }
    return (known, open)
  }

  // MARK: Fields

  /// The directory and the tag. What every container can hold is named as there: the image's density, and blocks, which
  /// have no name unless they belong to another page.
  private static func name(of tag: Int, _ kind: FilePart.Kind, in directory: String) -> String {
    let digits = String(tag, radix: 16, uppercase: true)
    let blocks: [FilePart.Kind] = [.xmp, .iptc, .photoshop, .profile, .makerNote, .layers, .credentials]
    if tag == TIFFTag.xResolution.rawValue, directory == "IFD0" { return PixelDensity.part }
    guard blocks.contains(kind) else {
      return "\(directory):0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return ["IFD0", "Exif"].contains(directory) ? "" : directory
  }

  /// The first of the tags that are given to companies (TIFF 6.0, section 2).
  private static var firstPrivateTag: Int { 32_768 }

  /// What a field of a directory is. What says which role an image has in its file is of use for pages alone: others
  /// come and go with their role.
  private func kind(of tag: Int, at offset: Int, _ name: String) -> FilePart.Kind {
    guard TIFFFieldFate(ofTag: tag) == .role else { return Self.kind(of: tag) }
    let isOfPage = name == "IFD0" || name.hasPrefix("page ") && !name.contains("/")
    return isOfPage && [.image, .page].contains(role(offset, name).kind) ? .field : .structure
  }

  /// What a field is.
  private static func kind(of tag: Int) -> FilePart.Kind {
    // The orientation is a statement about the image, although a new image has its own.
    if TIFFFieldFate.describesCoding(tag), tag != TIFFTag.orientation.rawValue { return .structure }
    switch tag {
    case TIFFTag.xmp.rawValue: return .xmp
    case TIFFTag.iptc.rawValue: return .iptc
    case TIFFTag.photoshop.rawValue: return .photoshop
    case TIFFTag.profile.rawValue: return .profile
    case TIFFTag.makerNote.rawValue: return .makerNote
    case TIFFTag.jpegFromRaw.rawValue: return .preview
    // ImageSourceData.
    case 0x935C: return .layers
    // DNGPrivateData.
    case 0xC634: return .privateFields
    // A C2PA manifest store.
    case 0xCD41: return .credentials
    // DefaultUserCrop.
    case 0xC7B5: return .crop
    // TransferFunction, WhitePoint, PrimaryChromaticities, TransferRange.
    case 0x012D, 0x013E, 0x013F, 0x0156: return .colors
    case TIFFTag.subjectArea.rawValue, TIFFTag.subjectLocation.rawValue: return .subject
    case _ where mapTags.contains(tag): return .mapLocation
    default: return .field
    }
  }

  private static var mapTags: [Int] {
    let tags: [TIFFTag] = [
      .pixelScale, .intergraphMatrix, .tiePoints, .mapTransformation, .mapKeys, .mapNumbers, .mapTexts,
    ]
    return tags.map(\.rawValue)
  }
}

extension PartLayout {
  /// Adds the fields and images of an Exif block.
  ///
  /// - Throws: `.unreadable`.
  mutating func nestExif(_ bytes: [UInt8], at places: BytePlaces, in owner: Int?) throws(MetadataError) {
    guard owner != nil, bytes.count >= 8, let layout = TIFFLayout(header: bytes),
      let start = layout.number(in: bytes, at: layout.firstPointerOffset, size: layout.offsetSize)
    else { return }
    var walk = DirectoryWalk(bytes, layout) { _, name in
      name == "IFD1" ? (.thumbnail, "Exif") : (.preview, "Exif \(name)")
    }
    try walk.walk(from: start) { "IFD\($0)" }
    for found in walk.found + walk.late where found.kind != .structure || !found.name.hasPrefix("directory ") {
      // What says how to show the thumbnail comes and goes with it.
      let kind = Self.thumbnailFields.contains(found.name) ? .structure : found.kind
      let part = nest(kind, found.name, found.ranges.flatMap { places.places(of: $0) }, in: owner)
      nestContents(of: part, found, bytes, at: places)
      for field in found.inside {
        let inner = nest(field.kind, field.name, field.ranges.flatMap { places.places(of: $0) }, in: part)
        nestContents(of: inner, field, bytes, at: places)
      }
    }
  }

  /// Adds the parts inside a packet in an Exif block.
  private mutating func nestContents(
    of part: Int?, _ found: DirectoryWalk<[UInt8]>.DirectoryPart, _ bytes: [UInt8], at places: BytePlaces
  ) {
    guard [.xmp, .photoshop].contains(found.kind), let range = found.ranges.first else { return }
    let value = Array(bytes[range.clamped(to: 0..<bytes.count)])
    nestContents(of: part, found.kind, value, at: BytePlaces(places.places(of: range)))
  }

  /// The thumbnail's orientation and resolution.
  private static let thumbnailFields: Set<String> = ["IFD1:0x0112", "IFD1:0x011A", "IFD1:0x011B", "IFD1:0x0128"]

  /// Adds the parts inside a packet that a field or a resource holds.
  mutating func nestContents(of part: Int?, _ kind: FilePart.Kind, _ bytes: [UInt8], at places: BytePlaces) {
    switch kind {
    case .xmp: nestXMP(bytes, at: places, in: part)
    case .photoshop: nestPhotoshop(bytes, at: places, in: part)
    default: break
    }
  }
}

extension PartLayout {
  /// Claims the parts of a TIFF.
  ///
  /// - Throws: `.unreadable`, and as `RangeReader.bytes(at:count:)` if there is no header.
  mutating func takeTIFF(_ source: some ByteSource, of header: TIFFHeader) throws(MetadataError) {
    let layout = header.layout
    let head = try source.read(0..<16)
    // A CR2's own header follows TIFF's.
    let isCanonRaw = head.count == 16 && head[8..<10].elementsEqual("CR".utf8)
    claim(.structure, "header", [0..<(isCanonRaw ? 16 : layout.headerSize)])
    let roles = Self.roles(in: header)
    var walk = DirectoryWalk(source, layout) { offset, name in roles[offset] ?? (.item, name) }
    guard let first = layout.number(in: head, at: layout.firstPointerOffset, size: layout.offsetSize) else { return }
    try walk.walk(from: first) { $0 == 0 ? "IFD0" : "page \($0 + 1)" }
    for found in walk.found + walk.late {
      let part = claim(found.kind, found.name, found.ranges)
      try nestContents(of: part, found.kind, found.ranges, in: source)
      for field in found.inside {
        let inner = nest(field.kind, field.name, field.ranges, in: part)
        try nestContents(of: inner, field.kind, field.ranges, in: source)
      }
    }
    takeFormerDirectories(of: header)
  }

  /// Adds the parts inside a packet that is the value of a field.
  private mutating func nestContents(
    of part: Int?, _ kind: FilePart.Kind, _ ranges: [Range<Int>], in source: some ByteSource
  ) throws(MetadataError) {
    guard [.xmp, .photoshop].contains(kind), let range = ranges.first,
      let bytes = try BytePlaces([range]).bytes(in: source)
    else { return }
    nestContents(of: part, kind, bytes, at: BytePlaces([range]))
  }

  /// Claims what a move of directories to the file's end left behind, and the note of it after them: neither says
  /// anything about the image.
  private mutating func takeFormerDirectories(of header: TIFFHeader) {
    for page in [header.first] + header.further {
      guard let note = page.note else { continue }
      let (former, table) = (note.formerOffset, page.table)
      let count = table.bytes.count - header.layout.entrySize
      claim(.structure, "former directory", [former..<former + max(0, count)])
      claim(
        .structure, "note of the former directory",
        [table.range.upperBound..<table.range.upperBound + MovedDirectory.Note.size(header.layout)])
    }
  }

  /// What the images of each directory are, by the directory's offset.
  private static func roles(in header: TIFFHeader) -> [Int: DirectoryWalk<[UInt8]>.Role] {
    var roles: [Int: DirectoryWalk<[UInt8]>.Role] = [:]
    for (number, page) in ([header.first] + header.further).enumerated() {
      let name = number == 0 ? "" : "\(number + 1)"
      for image in [page.own] + page.inside {
        if image == page.main {
          roles[image.range.lowerBound] = (number == 0 ? .image : .page, name)
          continue
        }
        let kind: FilePart.Kind =
          switch image.kind {
          case .full: .item
          case .reduced: .preview
          default: .auxiliary
          }
        roles[image.range.lowerBound] = roles[image.range.lowerBound] ?? (kind, name)
      }
    }
    return roles
  }
}
