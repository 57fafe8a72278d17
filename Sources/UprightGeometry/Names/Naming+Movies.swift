// The table's columns of HEIF properties, movie matrices, and what programs derive from those.

extension Naming {
  static let files: [Naming] = [
    Naming("HEIF_irot(CCW x90)+imir(0=top-bottom,1=left-right), irot first", .metadataFields) {
      writings(of: $0, rotateFirst: true)
    },
    Naming("HEIF_if_imir_listed_before_irot", .metadataFields) { writings(of: $0, rotateFirst: false) },
    Naming("libavif_writes", .metadataFields) { text(HEIFProperty.operations(for: $0), separator: " ") },
    Naming("libheif_writes", .metadataFields) { text(HEIFProperty.libheifOperations(for: $0), separator: " ") },
  ]

  static let movies: [Naming] = [
    Naming("ISOBMFF_tkhd_matrix_hex(W=1920,H=1080)", .movies) {
      TrackMatrix($0.form, in: PixelSize(width: 1920, height: 1080))?.hex ?? ""
    },
    Naming("ffprobe_side_data_rotation", .movies, losesMirror: true) {
      // Without a rotation or mirroring there is no matrix.
      $0 == .topLeft ? "absent" : "\(TrackRotation(losingMirrorOf: $0).ffprobe)"
    },
    Naming("legacy_rotate_tag(ffmpeg<5)", .movies, losesMirror: true) {
      $0 == .topLeft ? "" : ClockwiseAngle(exif: $0).map { "\($0.rawValue)" } ?? "lossy"
    },
    Naming("exiftool_Composite:Rotation", .movies, losesMirror: true) {
      "\(TrackRotation(losingMirrorOf: $0).exiftool)"
    },
    Naming("ffmpeg_filter", .movies) { tag in
      let filters = FFmpegFilter.operations(for: tag)
      return FFmpegFilter.chain(filters) + (filters.last?.direction.map { " (\($0))" } ?? "")
    },
  ]

  private static func writings(of tag: ExifOrientation, rotateFirst: Bool) -> String {
    HEIFProperty.writings(of: tag, rotateFirst: rotateFirst).map { text($0) }.joined(separator: " | ")
  }
}
