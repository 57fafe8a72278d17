// Takes a source's metadata along into a new picture, edited so that it is true there (EXIF 2.32; ICC.1, B.4; CIPA DC-007).

internal import UprightGeometry

extension Probe {
  /// Everything about the picture that a new version of it should keep, with tag 1 everywhere.
  ///
  /// Application segments and comments come along as they are, except: Exif and XMP are edited; JFIF loses its own
  /// thumbnail; the list of further pictures (MPF) stays behind, because those do not come along; markers about the
  /// coding stay behind unless the coding stays.
  ///
  /// - Throws: `MetadataError` `.truncated` or `.unreadable` where the source no longer gives the bytes.
  public func carry(_ edit: MetadataEdit, from source: some ByteSource) throws(MetadataError) -> CarriedMetadata {
    var carried = CarriedMetadata()
    var profile: [Int: [UInt8]] = [:]
    for application in header.applications {
      let payload = try source.read(application.segment.payload)
      guard payload.count == application.segment.payload.count else {
        throw MetadataError(.truncated, at: application.segment.payload.lowerBound + payload.count)
      }
      guard let kept = kept(payload, of: application, edit: edit) else { continue }
      carried.segments.append(CarriedMetadata.Segment(marker: application.segment.marker, payload: kept))
      collect(kept, kind: application.kind, into: &carried, profile: &profile)
    }
    carried.icc = Self.wholeProfile(profile)
    return carried
  }

  private func kept(_ payload: [UInt8], of application: JPEGHeader.Application, edit: MetadataEdit) -> [UInt8]? {
    switch application.kind {
    case .jfif: return Self.jfifWithoutThumbnail(payload)
    case .jfifExtension, .multiPicture: return nil
    case .exif:
      guard let exif = header.exif.first(where: { $0.segment == application.segment }) else { return payload }
      return JPEGSegment.Identifier.exif + ExifRewriter(exif.block, edit: edit).block.bytes
    case .xmp:
      let packet = XMPRewriter.rewritten(Array(payload.dropFirst(JPEGSegment.Identifier.xmp.count)), size: edit.size)
      let whole = JPEGSegment.Identifier.xmp + packet
      return whole.count <= 65_533 ? whole : nil
    case .icc: return edit.keepsProfile ? payload : nil
    case .adobe: return edit.keepsCoding ? payload : nil
    case .other: return payload
    }
  }

  private func collect(
    _ payload: [UInt8], kind: JPEGSegment.Kind, into carried: inout CarriedMetadata, profile: inout [Int: [UInt8]]
  ) {
    switch kind {
    case .exif where carried.exif == nil:
      let block = payload.dropFirst(JPEGSegment.Identifier.exif.count)
      if TIFFBlock(Array(block)) != nil { carried.exif = Array(block) }
    case .xmp where carried.xmp == nil: carried.xmp = Array(payload.dropFirst(JPEGSegment.Identifier.xmp.count))
    case .icc where payload.count > 14: profile[Int(payload[12])] = Array(payload[14...])
    default: break
    }
  }

  /// The parts of a profile in their order (ICC.1, B.4: numbered from 1).
  private static func wholeProfile(_ parts: [Int: [UInt8]]) -> [UInt8]? {
    let whole = parts.sorted { $0.key < $1.key }.flatMap(\.value)
    return whole.isEmpty ? nil : whole
  }

  /// JFIF 1.02: the thumbnail's columns and rows stand at 12 and 13, its pixels follow.
  private static func jfifWithoutThumbnail(_ payload: [UInt8]) -> [UInt8] {
    guard payload.count > 14 else { return payload }
    return Array(payload[..<12]) + [0, 0]
  }
}
