// The table of namings: the name of each of the eight tags in every known convention (TIFF 6.0, page 36), for people
// and other programs.

/// One convention: its title, and its name for each tag.
///
///     for naming in Naming.all { print(naming.title, naming.name(of: .rightTop)) }
///
/// The cells come from the types beside this one (``AppleOrientation``, ``HEIFProperty`` …): programs use those types,
/// people read the cells.
///
/// Two columns of the source list are left out because they are remarks, not namings. They are the old comments in
/// UIKit's header with left and right reversed (`UIImage_old_header_comment_trap`), and the two angles observed from
/// metadata-extractor on movies (`metadata-extractor_mov_Rotation`).
public struct Naming: Sendable {
  /// The subject area of a convention.
  public enum Topic: String, CaseIterable, Sendable {
    /// The eight as a group, and their effect on coordinates.
    case group = "The group"
    /// Files and streams that store a number or properties.
    case metadataFields = "Metadata fields"
    /// Phones: frameworks and cameras.
    case phones = "Phones"
    /// Libraries and programs that rotate pixels.
    case tools = "Tools"
    /// Movies and streams.
    case movies = "Movies"
    /// Web pages, drawings, and requests.
    case pages = "Pages"
    /// What programs print.
    case texts = "Texts"
  }

  /// The convention's name and conditions.
  public let title: String
  /// Its subject area.
  public let topic: Topic
  /// Whether it cannot express mirroring: a mirrored tag has no cell, or another tag's.
  public let losesMirror: Bool
  private let format: @Sendable (ExifOrientation) -> String

  init(
    _ title: String, _ topic: Topic, losesMirror: Bool = false, _ says: @escaping @Sendable (ExifOrientation) -> String
  ) {
    self.title = title
    self.topic = topic
    self.losesMirror = losesMirror
    self.format = says
  }

  /// Its name for the tag; empty for none.
  public func name(of tag: ExifOrientation) -> String { format(tag) }

  /// Every convention, in a fixed order.
  public static let all: [Naming] = group + metadataFields + phones + tools + files + movies + pages + texts
}

extension Naming {
  /// Several operations or properties, in order.
  static func text(_ operations: [some CustomStringConvertible], separator: String = "+", none: String = "-") -> String
  {
    operations.isEmpty ? none : operations.map { $0.description }.joined(separator: separator)
  }
}

// The table's columns about the group itself: coordinates, and the effects of rotating and mirroring.

extension Naming {
  static let group: [Naming] = [
    Naming("exif_tag274", .group, number),
    Naming("element", .group) { ElementName(exif: $0).rawValue },
    Naming("row0_side", .group) { $0.row0.rawValue },
    Naming("col0_side", .group) { $0.column0.rawValue },
    Naming("swaps_width_height", .group) { $0.form.swapsAxes ? "1" : "0" },
    Naming("mirrored", .group) { $0.form.isMirrored ? "1" : "0" },
    Naming("inverse", .group) { number(Orientation(asDisplayed: $0.form).inverse.tag) },
    Naming("affine_a_b_c_d_tx_ty(stored WxH to display, y-down, row vectors)", .group) {
      OrientationMatrix(exif: $0).texts().joined(separator: " ")
    },
    Naming("x_display", .group) { place($0).x },
    Naming("y_display", .group) { place($0).y },
    Naming("mirror_first(flipH then rotate CW)", .group) { $0.form.description },
    Naming("rotate_first(rotate CW then flipH)", .group) { tag in
      let (quarters, mirrored) = tag.form.rotateFirst
      return "\(quarters * 90)" + (mirrored ? "+flipH" : "")
    },
    Naming("display_flipH_dual", .group) { number($0.form.mirroredHorizontallyAsDisplayed.exif) },
    Naming("display_flipV_dual", .group) { number($0.form.mirroredVerticallyAsDisplayed.exif) },
    Naming("stored_flipH_dual(UIKit withHorizontallyFlippedOrientation)", .group) {
      number($0.form.mirroredHorizontallyAsStored.exif)
    },
    Naming("display_rotateCW_next", .group) { number($0.form.then(.rotate90).exif) },
    Naming("display_rotateCCW_next", .group) { number($0.form.then(.rotate270).exif) },
  ]

  /// How a displayed rectangle is written in stored coordinates.
  static let crop = Naming("crop_display(x,y,w,h)_to_stored", .group) { tag in
    let matrix = OrientationMatrix(exif: tag)
    let x = from(matrix.a, "x", "W-x-w") ?? from(matrix.b, "y", "W-y-h") ?? ""
    let y = from(matrix.c, "x", "H-x-w") ?? from(matrix.d, "y", "H-y-h") ?? ""
    return "\(x), \(y), \(tag.form.swapsAxes ? "h, w" : "w, h")"
  }

  /// The tag's number, as Exif, XMP and JPEG XL store it.
  @Sendable static func number(_ tag: ExifOrientation) -> String { String(tag.rawValue) }

  /// The displayed position of a stored x and y.
  private static func place(_ tag: ExifOrientation) -> (x: String, y: String) {
    let matrix = OrientationMatrix(exif: tag)
    return (
      from(matrix.a, "x", "W-x") ?? from(matrix.c, "y", "H-y") ?? "",
      from(matrix.b, "x", "W-x") ?? from(matrix.d, "y", "H-y") ?? ""
    )
  }

  private static func from(_ factor: Int, _ kept: String, _ reversed: String) -> String? {
    factor == 0 ? nil : factor > 0 ? kept : reversed
  }
}

// The table's columns of numeric fields, and of phones: Apple, Android, ML Kit, MediaPipe.

extension Naming {
  static let metadataFields: [Naming] = [
    "TIFF274_DNG_NEF_CR2_IFD0", "WebP_EXIF_chunk", "PNG_eXIf", "XMP_tiff:Orientation", "JPEGXL_codestream_orientation",
  ].map { Naming($0, .metadataFields, number) }

  static let phones: [Naming] = [
    Naming("CGImagePropertyOrientation_name", .phones) { AppleOrientation(exif: $0).rawValue },
    Naming("CGImagePropertyOrientation_raw", .phones) { "\(AppleOrientation(exif: $0).cgImagePropertyOrientation)" },
    Naming("UIImage.Orientation_raw", .phones) { "\(AppleOrientation(exif: $0).uiImageOrientation)" },
    Naming("SwiftUI.Image.Orientation_raw", .phones) { "\(AppleOrientation(exif: $0).swiftUIOrientation)" },
    Naming("androidx_ExifInterface", .phones) { tag in
      let constant = AndroidOrientation(exif: tag)
      // The common prefix is written once.
      let name = constant == .normal ? constant.rawValue[...] : constant.rawValue.dropFirst("ORIENTATION_".count)
      return "\(name)=\(constant.constant)"
    },
    Naming("Android_rotationDegrees(CW, non-mirrored only)", .phones, losesMirror: true, degrees),
    Naming("MLKit_iOS_back_camera_UIDeviceOrientation", .phones, losesMirror: true) {
      DeviceOrientation(backCamera: $0).map { "\($0)" } ?? ""
    },
    Naming("MLKit_iOS_front_camera_UIDeviceOrientation", .phones) {
      DeviceOrientation(frontCamera: $0).map { "\($0)" } ?? ""
    },
    Naming("MediaPipe_rotation_degrees(CW)", .phones, losesMirror: true, degrees),
    Naming("AVCaptureVideoOrientation(back camera)", .phones, losesMirror: true) { tag in
      CaptureVideoOrientation(exif: tag).map { "\($0)=\($0.rawValue)" } ?? ""
    },
    Naming("AVCapture_videoRotationAngle(CW, back camera)", .phones, losesMirror: true) { tag in
      CaptureVideoOrientation(exif: tag).map { "\($0.videoRotationAngle.rawValue)" } ?? ""
    },
  ]

  @Sendable private static func degrees(_ tag: ExifOrientation) -> String {
    ClockwiseAngle(exif: tag).map { "\($0.rawValue)" } ?? "n/a"
  }
}

// The table's columns of libraries and programs that rotate pixels.

extension Naming {
  static let tools: [Naming] = [
    Naming("OpenCV_op", .tools) { tag in
      let call = text(OpenCVOperation.operations(for: tag), none: "none")
      return tag == .bottomRight ? "\(call) or \(OpenCVOperation.flipBoth)" : call
    },
    Naming("OpenCV5_VideoCapture_actual", .tools, losesMirror: true) { number(TrackRotation(losingMirrorOf: $0).exif) },
    Naming("Pillow_Transpose", .tools) {
      PillowTranspose(exif: $0).map { "\($0.name)=\($0.rawValue)" } ?? "none"
    },
    Naming("numpy", .tools) { NumPyOperation.text(NumPyOperation.operations(for: $0)) },
    Naming("libvips", .tools) { text(VipsOperation.operations(for: $0), separator: " + ", none: "copy") },
    Naming("VipsAngle", .tools, losesMirror: true) {
      ClockwiseAngle(exif: $0).map { "\($0.vipsAngle)=\($0.quarters)" } ?? ""
    },
    Naming("ImageMagick_OrientationType", .tools) { tag in
      let type = ImageMagickOrientation(exif: tag)
      return "\(type.name)=\(type.rawValue)"
    },
    Naming("ImageMagick_op", .tools) { ImageMagickOption(exif: $0)?.rawValue ?? "" },
    Naming("jpegtran_switch", .tools) { JpegtranSwitch(exif: $0)?.rawValue ?? "" },
    Naming("jpeg_lossless_needs_MCU_multiple", .tools) { tag in
      switch tag.form.reversesFromAxes {
      case (false, false): "none"
      case (true, false): "W"
      case (false, true): "H"
      case (true, true): "W and H"
      }
    },
  ]
}

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

// The table's columns of web pages, requests and streams, and of what programs print for the tag.

extension Naming {
  static let pages: [Naming] = [
    Naming("CSS_transform(origin 0 0, stored WxH px)", .pages) { CSSTransform(exif: $0).formula },
    Naming("CSS_transform(origin center, list form)", .pages) { CSSTransform(exif: $0).list },
    Naming("SVG_transform", .pages) { SVGTransform(exif: $0).formula },
    Naming("IIIF_rotation", .pages) { IIIFRotation(exif: $0).description },
    Naming("WebRTC_CVO_byte(C=0; F applied after rotation)", .movies) { CVOByte(exif: $0).description },
    Naming("MuPDF_fz_image_orientation", .tools) { "\(MuPDFOrientation(exif: $0).rawValue)" },
  ]

  static let texts: [Naming] = [
    Naming("exiftool_text", .texts) { ExiftoolText(exif: $0).rawValue },
    Naming("exiv2_text", .texts) { Exiv2Text(exif: $0).text },
    Naming("jhead_text", .texts) { tag in
      let text = JheadText(exif: tag).text
      return text.isEmpty ? "(none)" : text
    },
    Naming("System.Drawing_RotateFlipType(from memory, algebra checked)", .tools) { RotateFlipType(exif: $0).name },
    Naming("Qt_QImageIOHandler(from memory, algebra checked)", .tools) { tag in
      let flags = QtTransformation(exif: tag)
      return "\(flags.name)=\(flags.rawValue)"
    },
    crop,
  ]
}
