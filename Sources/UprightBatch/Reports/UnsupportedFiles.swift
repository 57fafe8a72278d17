// Files of folders in formats that are recognized by their first bytes, but not supported.

package import Upright
import UprightFiles

/// The number of files in each recognized format.
package struct UnsupportedFiles: Hashable, Sendable {
  /// The number of files by format.
  package private(set) var counts: [KnownFormat: Int] = [:]
  /// The number of images among them; others are videos and documents.
  package private(set) var imageCount = 0
  /// The paths of the first images.
  private var images: [String] = []

  private static let named = 3

  /// None.
  package init() {}

  /// All files.
  package var count: Int { counts.values.reduce(0, +) }

  mutating func add(_ format: KnownFormat, _ path: String) {
    counts[format, default: 0] += 1
    guard format.isImage else { return }
    imageCount += 1
    if images.count < Self.named { images.append(path) }
  }

  mutating func add(_ other: Self) {
    counts.merge(other.counts, uniquingKeysWith: +)
    imageCount += other.imageCount
    images += other.images.prefix(Self.named - images.count)
  }

  /// `2 images were not looked at, because their formats are not supported: a.jp2, b.psd`; nil for none.
  var imageSentence: String? {
    guard imageCount > 0 else { return nil }
    let (were, their) =
      imageCount == 1 ? ("1 image was", "its format is") : ("\(imageCount) images were", "their formats are")
    let more = imageCount > images.count ? " and \(imageCount - images.count) more" : ""
    return "\(were) not looked at, because \(their) not supported: "
      + images.map(TerminalText.plain).joined(separator: ", ") + more
  }

  /// The formats in the table's order, with the number of files.
  private var rows: [(format: KnownFormat, count: Int)] {
    KnownFormat.allCases.compactMap { format in counts[format].map { (format, $0) } }
  }

  /// `Canon CR3 raw (2), PDF (1)`.
  package var names: String { rows.map { "\($0.format.name) (\($0.count))" }.joined(separator: ", ") }

  /// The number of files by the format's code.
  var json: JSONLine { .object(rows.map { .init($0.format.rawValue, .number($0.count)) }) }
}

extension KnownFormat {
  /// Whether it is an image that may have an orientation, not a video or a document.
  var isImage: Bool {
    switch self {
    case .eps, .pdf, .svg, .djvu, .wmf: false
    case .matroska, .avi, .flv, .asf, .ogg, .mpeg, .transportStream, .mxf: false
    default: true
    }
  }
}
