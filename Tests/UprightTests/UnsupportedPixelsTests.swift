// Why pixels or coefficients are not decoded, and why a comparison did not decide: each has its code and its sentence.

import Testing
import Upright

@Suite struct UnsupportedPixelsTests {
  @Test func anAnimationNamesWhatIsPossible() {
    #expect(
      UnsupportedPixels.animation(.webp, frameCount: 3).description == """
        this WebP is an animation of 3 frames, whose pixels cannot be rotated: change its tag with rotate without \
        bake or fix to: tag, or make a still image of the first frame with frame: 1
        """)
    #expect(
      UnsupportedPixels.animation(.gif, frameCount: nil).description == """
        this GIF is an animation, whose pixels cannot be rotated: make a still image of the first frame with frame: 1
        """)
  }

  @Test func anUprightAnimationIsNotCalledOneThatCannotBeRotated() {
    let other = UnsupportedPixels.frames(.gif, frameCount: 3, as: .png)
    let same = UnsupportedPixels.frames(.webp, frameCount: nil, as: .webp)
    #expect(
      other.description == """
        this GIF is an animation of 3 frames, and as PNG, only one frame would be left: make a still image of one with \
        frame: N
        """)
    #expect(
      same.description == """
        this WebP is an animation, whose frames stay as they are: make a still image of one with frame: N
        """)
    #expect(other.code == "animation" && same.code == "animation")
  }

  @Test func whatIsBelowKeepsItsCodeAndSentence() {
    let (samples, coefficients) = (UnsupportedSamples.tiff(.raw), UnsupportedCoefficients.depth(12))
    #expect(UnsupportedPixels.samples(samples).code == samples.code)
    #expect(UnsupportedPixels.samples(samples).description == samples.description)
    #expect(UnsupportedPixels.coefficients(coefficients).code == coefficients.code)
    #expect(UnsupportedPixels.coefficients(coefficients).description == coefficients.description)
  }

  @Test func coefficientsHaveCodesAndSentences() {
    for (reason, code, sentence) in [
      (.lossless, "jpeg-lossless", "lossless JPEG has no DCT coefficients"),
      (.hierarchical, "jpeg-hierarchical", "hierarchical JPEG is not supported"),
      (.depth(12), "jpeg-depth", "JPEG with 12 bits per sample is not supported"),
    ] as [(UnsupportedCoefficients, String, String)] {
      #expect(reason.code == code && reason.description == sentence)
    }
  }

  @Test func comparisonsHaveCodesAndSentences() {
    let reasons: [(ImageRelation.Rejection.Reason, String)] = [
      (.dataDiffers, "the encoded data differs"), (.notBothJPEG, "the files are not both JPEGs"),
      (.coefficientsUnsupported(.hierarchical), "hierarchical JPEG is not supported"),
      (.colorsConverted, "the colors are converted"), (.blocksNotReadable, "no codec can read the blocks"),
      (.codingDiffers, "sizes, sampling or quantization tables differ"),
      (.blocksDiffer, "no rotation maps the blocks of one image to the other's"),
      (.samplesDiffer, "the decoded samples differ"),
      (.quantizationExceeded, "the difference exceeds what a JPEG's quantization tables can lose"),
    ]
    for (reason, sentence) in reasons { #expect(reason.description == sentence) }
    #expect(Set(reasons.map(\.0.code)).count == reasons.count)
    #expect(ImageRelation.Rejection.Step.allCases.map(\.rawValue) == ["data", "blocks", "pixels", "quantization"])
  }
}
