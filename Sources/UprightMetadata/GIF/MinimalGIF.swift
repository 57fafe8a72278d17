// The images of a GIF as separate GIFs, so that a decoder never parses the others (GIF 89a, 17 to 27).

package import UprightGeometry

/// The images of a GIF as frames on its logical screen.
package struct GIFFrames {
  /// The logical screen.
  package let size: PixelSize<Stored>
  /// The frames, even if there is only one.
  package let animation: ImageAnimation
  /// The header, which determines whether the images up to the requested one can be decoded.
  private let header: GIFHeader
  private let source: any ByteSource

  /// Reads the blocks of `source`.
  ///
  /// - Throws: `MetadataError` as `Probe`.
  package init(_ source: any ByteSource) throws(MetadataError) {
    header = try GIFHeader(source)
    (size, animation, self.source) = (header.storedSize, header.frames, source)
  }

  /// Why a frame (1-based) cannot be drawn; nil if it can.
  package func unsupportedReason(ofFrame number: Int) -> UnsupportedSamples? {
    header.samples(ofFrame: number)?.unsupportedReason
  }

  /// A GIF with only this image (1-based); without a trailer if the file has none after it.
  ///
  /// - Throws: `MetadataError` `.imageMissing` if there is no such image.
  package func file(ofFrame number: Int) throws(MetadataError) -> any ByteSource {
    guard header.images.indices.contains(number - 1) else { throw MetadataError(.imageMissing, at: 0) }
    let image = header.images[number - 1]
    let control = image.control.map { [$0.block] } ?? []
    return JoinedRanges(source, keeping: [0..<header.screenEnd] + control + [image.bytes])
  }
}
