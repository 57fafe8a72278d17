// XMP files beside images: read completely, within a limit, and rewritten with the image.

import Upright
import UprightFiles

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
      return xmp.carried(from: image.probe, edit)
    }
    do throws(MetadataError) { return try xmp.retag(to: tag).applied(to: bytes) } catch { throw UprightError(error) }
  }
}

extension Plan.Route {
  /// What happens to the metadata of a new image; nil if the image stays as stored.
  fileprivate var carry: Plan.Carry? {
    switch self {
    case .transform(let transform): transform.carry
    case .transcode(let transcode): transcode.carry
    case .copy, .retag, .rewrite: nil
    }
  }
}
