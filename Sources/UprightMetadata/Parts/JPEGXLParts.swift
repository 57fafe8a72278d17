// The parts of a JPEG XL: its codestream, and the boxes around it (ISO 18181-2, 9; Brotli-compressed boxes: 9.5).

extension PartLayout {
  /// Claims the parts of a JPEG XL.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  mutating func takeJPEGXL(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    guard try source.read(0..<2) != [0xFF, 0x0A] else {
      // Only a decoder finds where a bare codestream ends.
      claim(.image, "", [0..<byteCount])
      return
    }
    let image = claim(.image, "", [])
    for box in try boxes(&reader) {
      let payload = box.payload
      switch box.kind {
      case "jxlc", "jxlp":
        // Parts of a codestream begin with their number.
        let start = min(payload.upperBound, payload.lowerBound + (box.kind == "jxlp" ? 4 : 0))
        claimHeader(box.offset..<start)
        extend(image, by: start..<payload.upperBound)
      case "JXL ", "jxll", "jxli": claim(.structure, "\(box.kind)", [box.offset..<box.end])
      case "brob":
        let start = min(payload.upperBound, payload.lowerBound + 4)
        claimHeader(box.offset..<start)
        let inner = FourCC(try source.read(payload.lowerBound..<start))
        let (kind, name) = Self.part(inner, credentials: false)
        claim(kind, name, [start..<payload.upperBound])
      case "Exif":
        claimHeader(of: box)
        try takeExifBehindOffset([payload], source, "")
      case "xml ":
        claimHeader(of: box)
        try takeXMP(payload, source)
      case "jumb", "jhgm", "jbrd":
        claimHeader(of: box)
        let head = try source.read(payload.prefix(256))
        let isSigned = XMPProperty.firstRange(of: Array("c2pa".utf8), in: head, from: 0) != nil
        let (kind, name) = Self.part(box.kind, credentials: isSigned)
        claim(kind, name, [payload])
      default: try takeCommon(box, source)
      }
    }
  }

  private static func part(_ kind: FourCC, credentials: Bool) -> (FilePart.Kind, String) {
    switch kind {
    case "Exif": (.exif, "")
    case "xml ": (.xmp, "")
    case "jumb" where credentials: (.credentials, "")
    case "jhgm": (.gainMap, "")
    // What is needed to reconstruct the original JPEG, besides the image.
    case "jbrd": (.item, "jbrd")
    default: (.unknown, "\(kind)")
    }
  }

  /// An Exif block after four bytes that give its distance from them (ISO 18181-2, 9.3; ISO 23008-12, A.2.1).
  mutating func takeExifBehindOffset(
    _ ranges: [Range<Int>], _ source: some ByteSource, _ name: String
  ) throws(MetadataError) {
    let all = BytePlaces(ranges)
    let count = ranges.reduce(0) { $0 + $1.count }
    guard let bytes = try all.bytes(in: source), count > 4 else {
      claim(.exif, name, ranges)
      return
    }
    let (sum, isTooLarge) = BigEndian.number(bytes[..<4]).addingReportingOverflow(4)
    let start = isTooLarge || sum >= count ? 4 : sum
    for place in all.places(of: 0..<start) { claimHeader(place) }
    let places = BytePlaces(all.places(of: start..<count))
    let part = claim(.exif, name, places.ranges)
    try nestExif(Array(bytes[start...]), at: places, in: part)
  }
}
