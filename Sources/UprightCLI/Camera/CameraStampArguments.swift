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
    if to == .tag, let option = edges.given {
      throw ValidationError("\(option) has no effect with --to tag: no pixel changes")
    }
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

  var request: StampRequest {
    StampRequest(
      camera: camera, applied: done, matrix: matrix, to: to, edges: edges.request)
  }
}

/// A request to write a capture's orientation.
struct StampRequest: ImageRequest {
  let camera: CameraArguments
  let applied: AppliedArguments
  let matrix: CameraStampArguments.Matrix
  let to: FixRequest.Target
  let edges: EdgeRequest

  var changesPixels: Bool { to == .pixels }

  var edgeMode: EdgeMode? { to == .pixels ? edges.mode : nil }

  var identity: BatchIdentity {
    var identity = BatchIdentity("camera", "stamp")
    identity.state("sensor", "\(camera.sensor.degrees)")
    identity.state("facing", camera.facing.rawValue)
    identity.state("pose", "\(camera.pose.quarterTurn.degrees)")
    identity.state("mirror", camera.mirror.mode.rawValue)
    identity.state("applied", applied.applied.map { "\($0.exif.rawValue)" })
    identity.state("matrix", matrix.rawValue)
    identity.state("to", to.rawValue)
    if to == .pixels { edges.state(in: &identity) }
    return identity
  }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    let capture = camera.snapshot(probe.storedSize, after: applied)
    let turn = probe.orientation.inverse.then(capture.orientation)
    if to == .pixels { return edges.rendition(rotation: turn, of: probe, format: format, original: original) }
    return Rendition(rotation: turn, upright: .tagged, normalizes: true, format: format)
  }
}
