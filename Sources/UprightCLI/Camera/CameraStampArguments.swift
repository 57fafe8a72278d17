// `upright camera stamp`: writes a capture's orientation into a photo or movie file.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera

/// The arguments of `camera stamp`.
struct CameraStampArguments: RenditionArguments {
  static let verb = "stamp"
  static let abstract = "Write a capture's orientation into a photo's tag or a video's track."
  static let discussion = """
    The file must contain the sensor's pixels, not rotated or mirrored unless --applied states otherwise. Its tag is \
    replaced, and other fields are changed to match. Only the tag changes, or the track's matrix and offset. In a \
    video with several tracks, their relative positions stay the same. If the name after -o has another format's \
    extension, the image is re-encoded upright. --to pixels rotates a photo's pixels, for readers that ignore tags.

    Many players use only the rotation of a track's matrix, and show a mirrored video wrongly. --matrix turn-only \
    never writes a mirror: a mirrored capture is refused until you mirror its pixels and pass --applied \
    mirror-horizontal.

    Examples:
      upright camera stamp --sensor 90 --pose 0 photo.jpg -o upright.jpg
      upright camera stamp --sensor 270 --facing front --mirror on -i selfie.mp4
      upright camera stamp --sensor 90 --pose 90 --matrix turn-only -i movie.mp4
    """
  static let planExample = "upright camera stamp --sensor 90 -n photo.jpg"

  /// What a track matrix may contain.
  enum Matrix: String, ExpressibleByArgument, CaseIterable {
    case full
    case turnOnly = "turn-only"
  }

  @OptionGroup var camera: CameraArguments

  @OptionGroup var done: AppliedArguments

  @Option(
    help: "What a track's matrix may contain: rotation and mirror, or rotation only, for players that ignore mirrors.")
  var matrix = Matrix.full

  @Option(help: "Where the orientation goes: into the tag, or into the pixels, with tag 1.")
  var to = FixRequest.Target.tag

  @OptionGroup var edges: EdgeArguments

  func validate() throws(ValidationError) {
    try fix.check()
    guard matrix == .turnOnly else { return }
    if to == .pixels {
      throw ValidationError("--matrix turn-only changes a track's matrix, and --to pixels writes none: use only one")
    }
    if camera.snapshot(PixelSize(width: 1, height: 1), after: done).orientation.isMirrored {
      throw ValidationError(
        """
        a rotation cannot express this capture's mirror; mirror its pixels left to right, and add --applied \
        mirror-horizontal
        """)
    }
  }

  /// What `fix` is asked for with the same place and edges.
  private var fix: Request {
    var request = Request(.fix)
    request.target = to
    edges.state(in: &request)
    return request
  }

  var request: StampRequest { StampRequest(fix, camera: camera, applied: done, matrix: matrix) }
}

/// A request to write a capture's orientation: that of `fix`, but for the rotation.
struct StampRequest: ImageRequest {
  private let fix: Request
  private let camera: CameraArguments
  private let applied: AppliedArguments
  private let matrix: CameraStampArguments.Matrix

  init(
    _ fix: Request, camera: CameraArguments, applied: AppliedArguments, matrix: CameraStampArguments.Matrix
  ) {
    (self.fix, self.camera, self.applied, self.matrix) = (fix, camera, applied, matrix)
  }

  private var edges: EdgeRequest { EdgeRequest(edge: fix.edge, quality: fix.quality) }

  var changesPixels: Bool { fix.changesPixels }

  var edgeMode: EdgeMode? { fix.edgeMode }

  var keepsWholeImages: Bool { fix.keepsWholeImages }

  var identity: BatchIdentity {
    var identity = BatchIdentity("camera", "stamp")
    identity.state("sensor", "\(camera.sensor.degrees)")
    identity.state("facing", camera.facing.rawValue)
    identity.state("pose", "\(camera.pose.quarterTurn.degrees)")
    identity.state("mirror", camera.mirror.mode.rawValue)
    identity.state("applied", applied.applied.map { "\($0.exif.rawValue)" })
    identity.state("matrix", matrix.rawValue)
    identity.state("to", fix.target.rawValue)
    if changesPixels { edges.state(in: &identity) }
    return identity
  }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    let capture = camera.snapshot(probe.storedSize, after: applied)
    let turn = probe.orientation.inverse.then(capture.orientation)
    if changesPixels { return edges.rendition(rotation: turn, of: probe, format: format, original: original) }
    return Rendition(rotation: turn, upright: .tagged, normalizes: true, format: format)
  }
}
