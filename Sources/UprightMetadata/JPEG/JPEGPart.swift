// What lies in a JPEG's file behind its picture (CIPA DC-007; Motion Photo 1.0; Ultra HDR 1.1).

internal import UprightGeometry

/// A picture, gain map or film behind the picture.
struct JPEGPart: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another picture.
    case picture
    /// The picture again, smaller.
    case preview
    /// How much brighter which part of the picture may be shown.
    case gainMap
    /// A film.
    case film
  }

  /// What it is.
  let kind: Kind
  /// Where it lies in the file.
  let range: Range<Int>
  /// Columns and rows as stored; nil where its header could not be read.
  let storedSize: PixelSize<Stored>?
  /// The orientation that it states for itself; nil where it states none.
  let orientation: ExifOrientation?
}

/// Finds and reads the parts of one file.
struct JPEGParts {
  /// Bytes that may be read of each one.
  private static let budget = 1 << 20
  /// Parts that are read; no file has more of interest.
  private static let limit = 16

  /// What was found, in the file's order.
  private(set) var parts: [JPEGPart] = []
  /// What is odd about it.
  private(set) var findings: [Finding] = []

  /// Those of a file that XMP and an MPF segment, read with its identifier, speak of.
  init(_ source: some ByteSource, xmp: XMPContents, multiPicture: (payload: [UInt8], offset: Int)?) {
    if let multiPicture { readIndex(source, multiPicture.payload, at: multiPicture.offset) }
    readItems(source, xmp)
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
    if let sentence = Self.sentence(parts) { findings.append(Finding(.trailer, sentence)) }
  }

  private mutating func readIndex(_ source: some ByteSource, _ payload: [UInt8], at offset: Int) {
    let identifier = JPEGSegment.Identifier.multiPicture.count
    let block = Array(payload.dropFirst(identifier))
    let index = MultiPictureIndex(block, base: offset + identifier, byteCount: source.byteCount)
    if index?.isDamaged != false {
      findings.append(Finding(.metadataDamaged, "the index of further pictures breaks off or leads outside the file"))
    }
    for entry in (index?.further ?? []).prefix(Self.limit) {
      let kind = entry.isPreview ? JPEGPart.Kind.preview : .picture
      add(picture(source, kind: kind, in: entry.range))
    }
  }

  /// The items lie one behind the other up to the file's end, so that places are counted from there; the first is the picture itself.
  private mutating func readItems(_ source: some ByteSource, _ xmp: XMPContents) {
    var end = source.byteCount
    for item in xmp.items.dropFirst().reversed() {
      guard item.length > 0, item.padding <= end, item.length <= end - item.padding else { break }
      end -= item.padding
      let range = end - item.length..<end
      end -= item.length
      if item.semantic == "MotionPhoto" {
        add(film(source, in: range))
      } else {
        let part = picture(source, kind: item.semantic == "GainMap" ? .gainMap : .picture, in: range)
        if part.storedSize != nil { add(part) }
      }
    }
    if let length = xmp.filmLength, (1...source.byteCount).contains(length),
      !parts.contains(where: { $0.kind == .film })
    {
      add(film(source, in: source.byteCount - length..<source.byteCount))
    }
  }

  /// A part that both lists name is one: what the second knows of it is its purpose.
  private mutating func add(_ part: JPEGPart?) {
    guard let part else { return }
    guard let index = parts.firstIndex(where: { $0.range.lowerBound == part.range.lowerBound }) else {
      return parts.append(part)
    }
    if parts[index].kind == .picture { parts[index] = part }
  }

  private func picture(_ source: some ByteSource, kind: JPEGPart.Kind, in range: Range<Int>) -> JPEGPart {
    let header = try? JPEGHeader(part: PartSource(source, range), budget: Self.budget)
    let isGainMap = kind == .gainMap || header?.xmpContents.hasGainMap == true
    return JPEGPart(
      kind: isGainMap ? .gainMap : kind, range: range, storedSize: header?.storedSize,
      orientation: header.flatMap(Self.stated))
  }

  private static func stated(_ header: JPEGHeader) -> ExifOrientation? {
    let answer = header.answer(OrientationRules())
    return answer.source == .none ? nil : answer.orientation.exif
  }

  /// XMP outlives the film: what was cut off is none.
  private func film(_ source: some ByteSource, in range: Range<Int>) -> JPEGPart? {
    let part = PartSource(source, range)
    guard let head = try? part.read(0..<64), let format = ContainerFormat(signature: head), format.isMovie else {
      return nil
    }
    let movie = try? AnyHeader(format, part).container
    let answer = movie?.answer(OrientationRules())
    return JPEGPart(
      kind: .film, range: range, storedSize: movie?.storedSize,
      orientation: answer.flatMap { $0.source == .none ? nil : $0.orientation.exif })
  }

  private static func sentence(_ parts: [JPEGPart]) -> String? {
    let names: [(JPEGPart.Kind, String)] = [(.gainMap, "a gain map"), (.film, "a film")]
    let found = names.filter { name in parts.contains { $0.kind == name.0 } }.map(\.1)
    return found.isEmpty
      ? nil
      : found.joined(separator: " and ") + (found.count == 1 ? " follows" : " follow")
        + " the picture"
  }
}

extension JPEGPart {
  /// What is odd where a part states another orientation than the picture has.
  static func finding(_ parts: [JPEGPart], besides orientation: ExifOrientation) -> Finding? {
    let others = parts.compactMap(\.orientation).filter { $0 != orientation }
    guard !others.isEmpty else { return nil }
    let list = others.map { "\($0.rawValue)" }.joined(separator: ", ")
    return Finding(.furtherPictures, "what follows the picture has an orientation of its own: \(list)")
  }
}
