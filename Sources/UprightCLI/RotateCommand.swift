// `upright rotate`: rotates and mirrors as displayed.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of `rotate`.
struct RotateArguments: RenditionArguments {
  typealias Companions = RotateCompanions

  static let verb = "rotate"
  static let abstract = "Rotate or mirror images as displayed, by changing their tag."
  static let discussion = """
    Rotates or mirrors the displayed image, whatever its tag. mirror-horizontal swaps left and right; cw, right or 90 \
    rotates 90° clockwise; ccw, left or 270 rotates 90° counterclockwise; 180 rotates it upside down. Only the tag \
    changes, usually one byte. --bake rotates the pixels instead and never keeps the tag: if edge blocks cannot move, \
    the image is re-encoded. --strip also removes metadata, without re-encoding. An animation is rotated by its tag, \
    if its format has one; --frame makes an upright still image from one frame.

    Examples:
      upright rotate cw -i photo.jpg
      upright rotate left -i photo.jpg
      upright rotate cw -i --families --journal turn.jsonl IMG_1.CR2
      upright rotate mirror-horizontal --bake selfie.jpg -o straight.jpg
    """
  static let planExample = "upright plan rotate cw photo.jpg"

  @Argument(help: "How to rotate or mirror, as displayed.")
  var operation: RotationParameter

  @Flag(help: "Rotate the pixels instead of changing the tag.")
  var bake = false

  @OptionGroup var edges: EdgeArguments

  @OptionGroup var animation: FrameOption
  @OptionGroup var pages: PageOption

  func validate() throws(ValidationError) { try request.check() }

  var page: PageChoice? { pages.page }

  var request: Request {
    var request = Request(.rotate(operation))
    (request.bakes, request.frame, request.settings.page) = (bake, animation.frame, page)
    edges.state(in: &request)
    return request
  }
}
