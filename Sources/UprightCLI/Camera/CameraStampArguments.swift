// `upright camera stamp`: a photo or movie told which way it was captured.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera

/// The arguments of `camera stamp`.
struct CameraStampArguments: RenditionArguments {
  static let verb = "stamp"
  static let abstract = "Write the orientation of a capture into a photo's tag or a movie's track."
  static let discussion = """
    The file's pixels are those of the sensor, unturned and unmirrored unless --applied says what was done to them; \
    whatever its tag says is replaced, and other carriers are made to agree. Only the tag changes, or the track's \
    matrix with its shift. A movie of several tracks keeps how they lie to each other. Where the name after -o asks \
    for another format, the picture is written anew, upright. --to pixels turns the pixels of a photo, for readers \
    that know no tag.

    Many players read only a turn from a track's matrix, and show a mirrored movie wrongly. --matrix turn-only writes \
    no mirror: a mirrored capture is refused until its pixels are mirrored, which --applied mirror-horizontal says.

    Examples:
      upright camera stamp --sensor 90 --pose 0 photo.jpg -o upright.jpg
      upright camera stamp --sensor 270 --facing front --mirror on -i selfie.mp4
      upright camera stamp --sensor 90 --pose 90 --matrix turn-only -i movie.mp4
    """
  static let planExample = "upright camera stamp --sensor 90 -n photo.jpg"

  /// What the matrix of a track may say.
  enum Matrix: String, ExpressibleByArgument, CaseIterable {
    case full
    case turnOnly = "turn-only"
  }

  @OptionGroup var camera: CameraArguments

  @OptionGroup var done: AppliedArguments

  @Option(help: "What a track's matrix may say: turn and mirror, or a turn alone, for players that know no more.")
  var matrix = Matrix.full

  @Option(help: "Where the orientation goes: into the tag, or into the pixels, under tag 1.")
  var to = FixArguments.MetadataField.tag

  @OptionGroup var edges: EdgeArguments

  func validate() throws(ValidationError) {
    if to == .tag { try edges.checkUnused(because: "with --to tag: no pixel changes") }
    guard matrix == .turnOnly else { return }
    if to == .pixels { throw ValidationError("--matrix turn-only is about what a track says; --to pixels writes none") }
    if capture(PixelSize(width: 1, height: 1)).orientation.isMirrored {
      throw ValidationError(
        "a turn cannot show the mirror of this capture; swap left and right of its pixels, and say "
          + "--applied mirror-horizontal")
    }
  }

  private func capture(_ size: PixelSize<Stored>) -> CaptureSnapshot { camera.snapshot(size, after: done) }

  var changesPixels: Bool { to == .pixels }

  var edgeMode: EdgeMode? { to == .pixels ? edges.edge ?? .auto : nil }

  func rendition(of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original) -> Rendition {
    let turn = probe.orientation.inverse.then(capture(probe.storedSize).orientation)
    if to == .pixels { return edges.rendition(rotation: turn, of: probe, format: format, original: original) }
    return Rendition(rotation: turn, upright: .tagged, normalizes: true, format: format)
  }
}
