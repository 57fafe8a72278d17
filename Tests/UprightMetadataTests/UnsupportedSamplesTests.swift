// Each reason why samples or colors are unsupported has its own code and its sentence.

import Testing
import UprightMetadata

@Suite struct UnsupportedSamplesTests {
  private static let colors: [(UnsupportedColors, String)] = [
    (.highRange(.pq), "it is HDR (PQ), which no profile describes"),
    (.highRange(.hlg), "it is HDR (HLG), which no profile describes"),
    (.primaries(10), "its color primaries (10 in H.273) have no profile"),
    (.transfer(3), "its transfer curve (3 in H.273) has no profile"),
    (.narrowRange, "its samples have narrow range (cICP); only full range can be converted"),
  ]

  private static let images: [(UnsupportedSamples, String)] = [
    (.bmp(.compressionOfOS2), "the BMP uses a compression that only OS/2 supports"),
    (.bmp(.runsFromTop), "the BMP is run-length encoded top-down, which the format forbids"),
    (.bmp(.masksWithGaps), "the BMP has color masks that are not contiguous"),
    (.bmp(.embeddedJPEG), "the BMP contains a JPEG; extract it first"),
    (.bmp(.embeddedPNG), "the BMP contains a PNG; extract it first"),
    (.bmp(.coding(bits: 5, compression: 9)), "BMP with 5 bits and compression 9 is not supported"),
    (.gif(.imageMissing), "the GIF has no image"),
    (.gif(.imageOutsideScreen), "an image of this GIF extends beyond its screen"),
    (.jpegXL(.preview), "this JPEG XL has a preview, which would not rotate with the image"),
    (.jpegXL(.numbers), "this JPEG XL has samples other than integers of up to 16 bits"),
    (.jpegXL(.furtherChannels), "this JPEG XL has channels besides color and alpha, which would be lost"),
    (.jpegXL(.colorModel), "this JPEG XL has colors other than gray and RGB"),
    (.jpegXL(.highRangeColors), "this JPEG XL is HDR in a color space of its own"),
    (.webP(.framesMissing), "this WebP claims to be animated but has no frames"),
    (.webP(.imageMissing), "this WebP has a header but no image"),
  ]

  private static let tiffs: [(UnsupportedSamples, String)] =
    [
      (.tiff(.raw), "this is a camera's raw file; only its previews are images"),
      (.tiff(.inkSet), "ink sets other than CMYK are not supported"),
      (.tiff(.cmykWithAlpha), "CMYK with alpha is not supported"),
    ]
    + ([
      (.oldStyleJPEG, "old-style JPEG compression (before Technical Note 2) is"),
      (.logarithmic, "logarithmic samples are"), (.faxLab, "fax CIELab (ITULAB) colors are"),
      (.logLuv, "LogL and LogLuv colors are"),
      (.labNumbers(bits: 32), "CIELab with 32 bits or floating-point samples is"),
      (.unsigned(bits: 20), "20 bits per sample are"), (.signed(bits: 12), "signed samples of 12 bits are"),
      (.float(bits: 8), "floating-point samples of 8 bits are"),
      (.otherThanGrayAndRGB, "signed or floating-point samples other than gray and RGB are"),
      (.complex, "complex or undefined samples are"), (.otherSamples, "samples other than color and alpha are"),
      (.longPalette, "palettes of more than 256 colors are"),
      (.luma, "YCbCr images in planes, with extra samples, or with a depth other than 8 bits are"),
      (.multipliedLab, "premultiplied CIELab is"),
    ] as [(UnsupportedSamples.TIFFCoding, String)]).map {
      (.tiffCoding($0.0), $0.1 + " not supported; save it as 8- or 16-bit RGB")
    }

  private static let items: [(UnsupportedSamples, String)] = [
    (.item(.propertiesMissing), "it has no list of properties"),
    (.item(.scaled), "scaling by the container (iscl) is not supported"),
    (.item(.kind("iden")), "its item type iden is not supported, or the item is incomplete"),
    (.item(.kind(nil)), "its item type none is not supported, or the item is incomplete"),
    (.item(.gridTooSmall), "its grid does not cover the image"),
    (.item(.codingUnknown), "its coding is not stated"),
    (.item(.layer), "it is one of several layers (a1op or lsel), which is not supported"),
    (.item(.opacityTiles), "its alpha is tiled differently from its colors"),
    (.overlay(.inputCount(most: 16)), "it is composed of no images, or of more than 16"),
    (.overlay(.unclear), "its overlay does not state where its images are"),
    (.overlay(.size), "its overlay's size differs from the stated size"),
    (.overlay(.opacity), "an overlay with alpha is not supported"),
    (.overlay(.inputMissing), "it is composed of items that are not coded images of this file"),
    (.overlay(.inputOpacity), "a composed image's alpha has a different size, or is not a coded image"),
    (.overlay(.inputMultiplied), "premultiplied images in an overlay are not supported"),
    (.overlay(.inputPropertiesMissing), "it is composed of items without a list of properties"),
    (
      .overlay(.inputTransformed), "composed images with their own rotation, mirror, crop or scale are not supported"
    ),
    (.overlay(.inputDepth), "composed images with more than 8 bits per sample are not supported"),
    (.overlay(.inputColors), "it is composed of images with different colors"),
    (.overlay(.inputBeforeCanvas), "composed images that start left of or above the canvas are not supported"),
    (.overlay(.inputFarOutside), "a composed image is far outside the canvas"),
    (.overlay(.transparentCanvas), "its canvas is transparent, and no image covers it completely"),
  ]

  private static let frames: [(UnsupportedSamples, String)] = [
    (.frames(.sizeDiffers), "its frames and its still image have different sizes"),
    (.frames(.orientationDiffers), "its frames and its still image have different orientations"),
    (.frames(.colorsDiffer), "its frames and its still image have different colors"),
    (.frames(.coding), "its frames are neither HEVC nor AV1"),
    (.frames(.cropped), "frames cropped by their track (clap) are not supported"),
    (.frames(.reordered), "its frames are coded in a different order from their display order"),
    (.frames(.hidden), "its first coded frame is not displayed, and the others depend on it"),
    (
      .frames(.dependent(2, independent: [1, 4])),
      "frame 2 depends on other frames, and only independent frames can be decoded: 1, 4"
    ),
    (.frames(.opacity), "its alpha is coded differently from its colors"),
  ]

  private static let all = images + tiffs + items + frames + colors.map { (.colors($0.0), $0.1) }

  @Test func everyReasonHasItsSentence() {
    for (reason, sentence) in Self.all { #expect(reason.description == sentence) }
    for (reason, sentence) in Self.colors { #expect(reason.description == sentence) }
  }

  @Test func everyKindHasACodeOfItsOwn() {
    // Two of the colors are of one kind, and so are two of the items.
    let codes = Set(Self.all.map(\.0.code))
    #expect(codes.count == Self.all.count - 2)
    #expect(codes.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z0-9]+)+/) != nil }, "\(codes)")
    #expect(UnsupportedSamples.colors(.narrowRange).code == UnsupportedColors.narrowRange.code)
  }
}
