// The tag that a result states in the field that its format's standard names, read without this program's own readers,
// which are judged (EXIF 2.32, 4.6.4.A; PNG 3rd edition, eXIf; RFC 9649, 2.7.1.5; TIFF 6.0, page 36; ISO 23008-12,
// 6.5.10 and 6.5.12; ISO 18181-1, D.1 to D.3).

import UprightGeometry
import UprightMetadata

/// The tag of a still image.
struct StatedTag: Hashable {
  /// The tag; 1 if nothing states one.
  var tag = ExifOrientation.topLeft
  /// Whether readers may ignore it, because its entry or its place is invalid.
  var isOptional = false

  private static let prefix = Array("Exif\0\0".utf8)

  /// The tag of a file: in JPEG, PNG, WebP and TIFF that of Exif's first directory, in HEIC and AVIF the product of the
  /// main image's `irot` and `imir`, in JPEG XL that of the codestream. Text chunks and XMP state nothing, and nor does
  /// Exif in the last three.
  init(_ file: [UInt8], _ format: ContainerFormat) {
    switch format {
    case .jpeg: readJPEG(file)
    case .png: readPNG(file)
    case .webp: readWebP(file)
    case .tiff: take(TIFFNumbers(file))
    case .heif, .avif: tag = ItemTurns(file).matrix.tag ?? .topLeft
    case .jpegXL: tag = CodestreamTag.tag(of: file) ?? .topLeft
    default: break
    }
  }

  private mutating func take(_ block: TIFFNumbers) {
    if let stated = block.orientation { (tag, isOptional) = stated }
  }

  /// A block that begins as TIFF, or after the six bytes that belong only in JPEG; nil for other bytes.
  private static func block(_ bytes: some Sequence<UInt8>, isPrefixed: inout Bool) -> TIFFNumbers? {
    let bytes = Array(bytes)
    isPrefixed = bytes.starts(with: prefix)
    let block = TIFFNumbers(isPrefixed ? Array(bytes.dropFirst(prefix.count)) : bytes)
    return block.isTIFF ? block : nil
  }

  private mutating func readJPEG(_ file: [UInt8]) {
    for segment in JPEGSegments.all(of: file) where segment.marker == 0xE1 {
      var isPrefixed = false
      if let block = Self.block(file[segment.range], isPrefixed: &isPrefixed), isPrefixed { return take(block) }
    }
  }

  private mutating func readPNG(_ file: [UInt8]) {
    var isBehind = false
    for chunk in PNGChunks.all(of: file) {
      var isPrefixed = false
      if chunk.kind == "IDAT" { isBehind = true }
      guard chunk.kind == "eXIf", let block = Self.block(file[chunk.range], isPrefixed: &isPrefixed) else { continue }
      take(block)
      isOptional = isOptional || isPrefixed || isBehind
      return
    }
  }

  private mutating func readWebP(_ file: [UInt8]) {
    var (start, isAnnounced) = (12, false)
    while let length = Self.littleNumber(file, at: start + 4), length <= file.count - start - 8 {
      let (kind, data) = (file[start..<start + 4], file[start + 8..<start + 8 + length])
      if kind.elementsEqual("VP8X".utf8), let flags = data.first { isAnnounced = flags & 8 != 0 }
      var isPrefixed = false
      if kind.elementsEqual("EXIF".utf8), let block = Self.block(data, isPrefixed: &isPrefixed) {
        take(block)
        isOptional = isOptional || isPrefixed || !isAnnounced
        return
      }
      start += 8 + length + length % 2
    }
  }

  private static func littleNumber(_ file: [UInt8], at offset: Int) -> Int? {
    guard offset <= file.count - 4 else { return nil }
    return file[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The rotations and mirrors of a HEIF file's main image (ISO 23008-12, 6.5.10, 6.5.12 and 9.3).
private struct ItemTurns {
  /// Their product, in the listed order.
  var matrix = SignMatrix.identity

  /// The transforms of the main image; none if the file has no tables of items.
  init(_ file: [UInt8]) {
    guard let meta = MovieBoxes(file, in: file.indices).first("meta")?.afterVersion, let main = Self.mainItem(of: meta),
      let tables = meta.first("iprp"), let properties = tables.first("ipco")?.children
    else { return }
    for index in tables.all("ipma").flatMap({ Self.properties(of: main, in: $0) }) {
      guard index > 0, index <= properties.count else { continue }
      let (kind, box) = properties[index - 1]
      guard let byte = box.number(at: 0, 1) else { continue }
      if kind == "irot" { for _ in 0..<byte & 3 { matrix = matrix.then(Self.quarterLeft) } }
      if kind == "imir" { matrix = matrix.then(byte & 1 == 1 ? Self.leftRight : Self.topBottom) }
    }
  }

  private static let quarterLeft = SignMatrix(a: 0, b: -1, c: 1, d: 0)
  private static let leftRight = SignMatrix(a: -1, b: 0, c: 0, d: 1)
  private static let topBottom = SignMatrix(a: 1, b: 0, c: 0, d: -1)

  private static func mainItem(of meta: MovieBoxes) -> Int? {
    guard let box = meta.first("pitm"), let version = box.number(at: 0, 1) else { return nil }
    return box.number(at: 4, version == 0 ? 2 : 4)
  }

  /// The numbers of an item's properties, from 1.
  private static func properties(of item: Int, in box: MovieBoxes) -> [Int] {
    guard let version = box.number(at: 0, 1), let flags = box.number(at: 3, 1), let entries = box.number(at: 4, 4)
    else { return [] }
    let (idBytes, linkBytes) = (version == 0 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
    var (found, place): ([Int], Int) = ([], 8)
    for _ in 0..<entries {
      guard let id = box.number(at: place, idBytes), let count = box.number(at: place + idBytes, 1) else { break }
      place += idBytes + 1
      for _ in 0..<count {
        guard let link = box.number(at: place, linkBytes) else { break }
        if id == item { found.append(link & (linkBytes == 2 ? 0x7FFF : 0x7F)) }
        place += linkBytes
      }
    }
    return found
  }
}

/// The orientation in a JPEG XL codestream's header, whose bits begin with the least of each byte (ISO 18181-1, B.2).
private struct CodestreamTag {
  private let bytes: [UInt8]
  private var position = 16

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The orientation of a codestream, alone or in boxes; nil if it is cut off before.
  static func tag(of file: [UInt8]) -> ExifOrientation? {
    guard let codestream = codestream(of: file) else { return nil }
    var reader = CodestreamTag(codestream)
    return reader.tag()
  }

  private static func codestream(of file: [UInt8]) -> [UInt8]? {
    if file.starts(with: [0xFF, 0x0A]) { return file }
    let boxes = MovieBoxes(file, in: file.indices)
    if let whole = boxes.first("jxlc") { return Array(file[whole.range]) }
    let parts = boxes.all("jxlp")
    return parts.isEmpty ? nil : parts.flatMap { file[$0.range].dropFirst(4) }
  }

  private mutating func bits(_ count: Int) -> Int? {
    guard position + count <= 8 * bytes.count else { return nil }
    defer { position += count }
    return (0..<count).reduce(0) { sum, bit in
      sum | Int(bytes[(position + bit) / 8] >> UInt8((position + bit) % 8) & 1) << bit
    }
  }

  private mutating func tag() -> ExifOrientation? {
    guard let isSmall = bits(1), side(isSmall), let ratio = bits(3), ratio > 0 || side(isSmall),
      let isDefault = bits(1)
    else { return nil }
    guard isDefault == 0, bits(1) == 1 else { return .topLeft }
    return bits(3).flatMap { ExifOrientation(rawValue: UInt8($0 + 1)) }
  }

  /// Skips a side; false if it is cut off.
  private mutating func side(_ isSmall: Int) -> Bool {
    if isSmall == 1 { return bits(5) != nil }
    return bits(2).flatMap { bits([9, 13, 18, 30][$0]) } != nil
  }
}
