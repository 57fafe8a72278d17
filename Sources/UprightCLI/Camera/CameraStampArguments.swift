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
    and other carriers are made to agree. Only the tag changes, or the track's matrix with its shift. A movie of several tracks keeps how they lie to each other.

    Examples:
      upright camera stamp --sensor 90 --pose 0 photo.jpg -o upright.jpg
      upright camera stamp --sensor 270 --facing front --mirror on -i selfie.mp4
    """
  static let planExample = "upright camera stamp --sensor 90 -n photo.jpg"

  @OptionGroup var camera: CameraArguments

  var changesPixels: Bool { false }

  func rendition(of probe: Probe, format: ContainerFormat?) -> Rendition {
    let turn = probe.orientation.inverse.then(camera.snapshot(probe.storedSize).orientation)
    return Rendition(turn: turn, upright: .tagged, settles: true, format: format)
  }
}
