// The usual prefixes of namespaces that do not concern the image's geometry, so that their properties have the same
// names in every file (XMP Specification Part 2; IPTC Photo Metadata Standard 2023.2; EXIF 2.32 for XMP).

/// The namespaces of descriptive properties.
enum XMPPrefixes {
  /// The usual prefix of each.
  static let usual = [
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://creativecommons.org/ns#": "cc",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/collections/": "mwg-coll",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.iview-multimedia.com/mediapro/1.0/": "mediapro",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://ns.google.com/photos/1.0/audio/": "GAudio",
    "http://ns.google.com/photos/1.0/creations/": "GCreations",
    "http://ns.google.com/videos/1.0/spherical/": "GSpherical",
    "http://ns.google.com/photos/dd/1.0/device/": "Device",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
    "http://www.dji.com/drone-dji/1.0/": "drone-dji",
  ]
}
