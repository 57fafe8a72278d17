// Full-size images in an XMP packet, as Base64 (Google, "Depthmap metadata": GDepth:Data, GDepth:Confidence,
// GImage:Data).

/// An image of the whole picture inside a packet.
package struct XMPImage: Hashable, Sendable {
  /// What it shows.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// The photo without its effect.
    case image = "GImage:Data"
    /// The depth of each part of the photo.
    case depth = "GDepth:Data"
    /// How sure each depth is.
    case confidence = "GDepth:Confidence"
  }

  /// What it shows.
  package let role: Role
  /// The text in the packet.
  let text: [UInt8]

  /// The image as a file; nil if the text is not Base64.
  package var bytes: [UInt8]? { Base64Text.decoded(text) }

  /// The ranges of the images' texts.
  static func places(_ root: XMPElement, in packet: [UInt8]) -> [(role: Role, range: Range<Int>)] {
    root.descendants.flatMap { element in
      element.attributes.compactMap { attribute in Role(rawValue: attribute.name).map { ($0, attribute.value) } }
        + element.children.compactMap { child in
          Role(rawValue: child.name).map { ($0, XMPProperty.trimmed(child.content, in: packet)) }
        }
    }
  }
}

/// A full-size image in XMP that was reoriented with its photo.
package struct XMPImageChange: Hashable, Sendable {
  /// The image as it was.
  let old: XMPImage
  /// The new text.
  let text: [UInt8]

  /// An image that becomes another file.
  package init(_ old: XMPImage, to bytes: [UInt8]) {
    (self.old, text) = (old, Base64Text.encoded(bytes))
  }
}
