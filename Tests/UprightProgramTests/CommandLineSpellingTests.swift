// The names of options as programs take them.

import Testing
import Upright

@testable import UprightProgram

@Suite struct CommandLineSpellingTests {
  private let spelling = CommandLineSpelling()

  @Test(
    arguments: [
      ("use \(option: .edge, "recode") or \(option: .output)", "use --edge recode or -o"),
      ("\(option: .signKeys, "FILE")", "--sign-keys FILE"),
      ("\(field: .output): \(option: .output, "FOLDER/")", "--output: -o FOLDER/"),
      ("\(option: .inPlace), \(field: .inPlace)", "-i, --in-place"),
      ("\(option: .allowedLosses, "gps"), \(option: .overwrite)", "--allow-loss gps, --force"),
      ("`\(command: "fix", .to, "tag")`, \(option: .toSRGB)", "`fix --to tag`, --to-srgb"),
    ] as [(Phrase, String)])
  func optionsAreWhatIsTyped(phrase: Phrase, words: String) {
    #expect(phrase.spelled(by: spelling) == words)
  }

  @Test func theSentencesOfTheCommandLineAreTheSameAsEver() {
    let sentences: [(Phrase, String)] = [
      (
        RouteReason.qualityLost(isCrop: false).phrase,
        "re-encoding would lose quality, which --edge or -i forbids; use --edge recode or -o"
      ),
      (
        RouteReason.qualityLost(isCrop: true).phrase,
        "re-encoding would lose quality; use --lossless inward or outward, or leave it out"
      ),
      (
        RouteReason.opacityLost(.jpeg).phrase,
        "the image is transparent, which JPEG cannot store; use PNG, or --background COLOR"
      ),
      (
        RouteReason.videoPixels.phrase,
        "video frames cannot be rotated, only the orientation: use `rotate` without --bake, or `fix --to tag`"
      ),
      (
        UprightError.malformed(MetadataError(.notExpressible, at: 0, format: .jpegXL)).phrase,
        "this JPEG XL has no room for the orientation; use `rotate --bake`, or save it as PNG, WebP or JPEG"
      ),
      (
        RouteReason.notRewritable(.sequence).phrase,
        """
        the metadata of an image sequence without a still image cannot be changed; --frame 1 makes a still image of \
        its first frame, without metadata
        """
      ),
    ]
    for (phrase, words) in sentences { #expect(phrase.spelled(by: spelling) == words) }
  }
}
