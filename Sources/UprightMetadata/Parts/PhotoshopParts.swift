// Photoshop's image resources as parts (Adobe Photoshop File Formats Specification, "Image Resource Blocks").

extension PartLayout {
  /// Adds each resource by its number.
  mutating func nestPhotoshop(_ bytes: [UInt8], at places: BytePlaces, in owner: Int?) {
    guard owner != nil else { return }
    var at = 0
    while at < bytes.count, hasRoom {
      guard let resource = PhotoshopResources.Resource(bytes, at: at) else {
        let rest = at..<bytes.count
        if bytes[rest].contains(where: { $0 != 0 }) { nest(.unknown, "8BIM", places.places(of: rest), in: owner) }
        return
      }
      let number = resource.number
      let kind: FilePart.Kind =
        switch number {
        case 1033, 1036: .thumbnail
        case 1028: .iptc
        case 1039: .profile
        case 1058, 1059: .exif
        case 1060: .xmp
        default: .field
        }
      let part = nest(kind, kind == .iptc ? "" : "8BIM:\(number)", places.places(of: resource.data), in: owner)
      nestContents(
        of: part, kind, Array(bytes[resource.data]), at: BytePlaces(places.places(of: resource.data)))
      at = resource.end
    }
  }
}
