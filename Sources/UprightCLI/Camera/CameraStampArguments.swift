// `upright camera stamp`: a photo or movie told which way it was captured.

import ArgumentParser
import Upright
import UprightCamera

/// The arguments of `camera stamp`.
struct CameraStampArguments: RenditionArguments {
  static let verb = "stamp"
  static let abstract = "Write the orientation of a capture into a photo's tag or a movie's track."
  static let discussion = """
    The file's pixels are those of the sensor, unturned and unmirrored; whatever its tag says is replaced, \
    and other carriers are made to agree. Only the tag changes, or the track's matrix with its shift. A movie of several tracks keeps how they lie to each other. \
    --to pixels turns the pixels of a photo instead, for readers that know no tag.

    Examples:
      upright camera stamp --sensor 90 --pose 0 photo.jpg -o upright.jpg
      upright camera stamp --sensor 270 --facing front --mirror on -i selfie.mp4
    """
  static let planExample = "upright camera stamp --sensor 90 -n photo.jpg"

  @OptionGroup var camera: CameraArguments

  @Option(help: "Where the orientation goes: into the tag, or into the pixels, under tag 1.")
  var to = FixArguments.Carrier.tag

  @OptionGroup var edges: EdgeArguments

  func validate() throws(ValidationError) {
    if to == .tag { try edges.checkUnused(because: "with --to tag: no pixel changes") }
  }

  var changesPixels: Bool { to == .pixels }

  func rendition(of probe: Probe, format: ContainerFormat?) -> Rendition {
    let turn = probe.orientation.inverse.then(camera.snapshot(probe.storedSize).orientation)
    if to == .pixels { return edges.rendition(turn: turn, of: probe, format: format) }
    return Rendition(turn: turn, upright: .tagged, settles: true, format: format)
  }
}
