// A small picture inside the file that may stand for the picture (EXIF 2.32, 4.5.8: the thumbnail of IFD1; CIPA DC-007, table 4: previews).

/// A small picture that a file holds beside its picture.
public struct EmbeddedPreview: Hashable, Sendable {
  /// Where its bytes are.
  public enum Location: Hashable, Sendable {
    /// In the Exif block: the probe has them.
    case thumbnail
    /// Behind the picture, in this range of the file.
    case preview(Range<Int>)
  }

  /// Where its bytes are.
  public let location: Location
  /// Its columns and rows as stored.
  public let storedSize: PixelSize<Stored>

  /// A word for people: "thumbnail" or "preview".
  public var name: String {
    switch location {
    case .thumbnail: "thumbnail"
    case .preview: "preview"
    }
  }

  /// Bytes that are read for it besides what the probe has.
  var byteCount: Int {
    switch location {
    case .thumbnail: 0
    case .preview(let range): range.count
    }
  }
}

extension Plan {
  /// What came of the leave to take a small picture inside the file for the picture.
  public enum Embedding: Hashable, Sendable {
    /// It is what is decoded.
    case used(EmbeddedPreview)
    /// The picture itself is decoded: why, one sentence.
    case declined(String)
  }
}

extension Plan.Embedding {
  /// One line for people.
  var sentence: String {
    switch self {
    case .used(let picture): "embedded: the \(picture.name), \(picture.storedSize), stands for the picture"
    case .declined(let reason): "not embedded: \(reason)"
    }
  }
}

extension Plan.Transcode {
  /// The small picture that is decoded in place of the picture; nil where the picture itself is.
  public var embeddedPreview: EmbeddedPreview? {
    guard case .used(let picture) = embedded else { return nil }
    return picture
  }
}
