// The image information document of both versions.

import Testing
import UprightGeometry
import UprightIIIF
import UprightMetadata

@Suite("Image information")
struct IIIFInfoTests {
  private let image = PixelSize<Displayed>(width: 1000, height: 601)

  @Test func version3ListsWhatIsServed() throws {
    let json = try IIIFInfo.json(
      version: .v3, id: "http://localhost/iiif/3/a%2Fb.jpg", image: image,
      service: service(maxWidth: 2000, maxArea: 4_000_000, upscaling: true, tile: 256))
    #expect(
      json == """
        {
          "@context": "http://iiif.io/api/image/3/context.json",
          "id": "http://localhost/iiif/3/a%2Fb.jpg",
          "type": "ImageService3",
          "protocol": "http://iiif.io/api/image",
          "profile": "level2",
          "width": 1000,
          "height": 601,
          "maxWidth": 2000,
          "maxHeight": 2000,
          "maxArea": 4000000,
          "sizes": [{"width": 250, "height": 151}, {"width": 500, "height": 301}, {"width": 1000, "height": 601}],
          "tiles": [{"width": 256, "scaleFactors": [1, 2, 4]}],
          "preferredFormats": ["jpg"],
          "extraFormats": ["webp", "tif", "avif", "jxl"],
          "extraQualities": ["color", "gray", "bitonal"],
          "extraFeatures": ["sizeUpscaling", "canonicalLinkHeader", "profileLinkHeader", "mirroring"]
        }

        """)
  }

  @Test func version2HasAListAsItsProfile() throws {
    let json = try IIIFInfo.json(
      version: .v2, id: "http://localhost/iiif/2/a", image: image, service: service(maxWidth: 500))
    #expect(
      json == """
        {
          "@context": "http://iiif.io/api/image/2/context.json",
          "@id": "http://localhost/iiif/2/a",
          "protocol": "http://iiif.io/api/image",
          "width": 1000,
          "height": 601,
          "sizes": [{"width": 500, "height": 301}],
          "tiles": [{"width": 500, "scaleFactors": [1, 2]}],
          "profile": ["http://iiif.io/api/image/2/level2.json", {"formats": ["jpg", "png", "webp", "tif", "avif", \
        "jxl"], "supports": ["regionSquare", "canonicalLinkHeader", "profileLinkHeader", "mirroring"], "maxWidth": 500, \
        "maxHeight": 500}]
        }

        """)
  }

  @Test func aServerOfListedSizesHasLevel0() throws {
    let wanted = [
      IIIFVersion.v3: [
        "\"profile\": \"level0\"", "\"extraFormats\": [\"png\", ",
        """
        "extraFeatures": ["baseUriRedirect", "cors", "jsonldMediaType", "canonicalLinkHeader", "profileLinkHeader", \
        "rotationBy90s", "mirroring"]
        """,
      ],
      .v2: ["level0.json", "\"qualities\": [\"default\", \"color\", \"gray\", \"bitonal\"]", "\"rotationBy90s\""],
    ]
    for (version, parts) in wanted {
      let json = try IIIFInfo.json(version: version, id: "a", image: image, service: service(sizesOnly: true))
      for part in parts { #expect(json.contains(part), "\(json)") }
      #expect(!json.contains("sizeByW"))
    }
  }

  @Test func withoutPNGTheLevelIs1() throws {
    let service = IIIFService(formats: [.jpeg])
    let json = try IIIFInfo.json(version: .v3, id: "a", image: image, service: service)
    #expect(json.contains("\"profile\": \"level1\""))
    #expect(!json.contains("extraFormats"))
    for feature in ["regionByPct", "sizeByConfinedWh", "sizeByWh", "sizeByPct", "rotationBy90s"] {
      #expect(json.contains("\"\(feature)\""))
    }
  }

  @Test func textsAreEscaped() throws {
    let json = try IIIFInfo.json(version: .v3, id: "a\"b\\c\n\u{1F}\u{7F}é/", image: image, service: service())
    #expect(json.contains(#""id": "a\"b\\c\u000a\u001f\u007fé/","#))
  }

  @Test func enlargingNeedsALimit() {
    #expect(!service(upscaling: true).allowsUpscaling)
    #expect(service(maxArea: 5, upscaling: true).allowsUpscaling)
    #expect(service(maxHeight: 5).maxWidth == 5)
    #expect(service(maxWidth: -5).maxHeight == 1)
  }

  @Test func anImageWithoutASizeHasNoInformation() {
    #expect(throws: IIIFError.self) {
      try IIIFInfo.json(version: .v3, id: "a", image: PixelSize(width: 0, height: 4), service: service())
    }
  }
}
