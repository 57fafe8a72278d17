// The table's columns of web pages, requests and streams, and of what programs print for the tag.

extension Naming {
  static let pages: [Naming] = [
    Naming("CSS_transform(origin 0 0, stored WxH px)", .pages) { CSSTransform(exif: $0).formula },
    Naming("CSS_transform(origin center, list form)", .pages) { CSSTransform(exif: $0).list },
    Naming("SVG_transform", .pages) { SVGTransform(exif: $0).formula },
    Naming("IIIF_rotation", .pages) { IIIFRotation(exif: $0).description },
    Naming("WebRTC_CVO_byte(C=0; F applied after rotation)", .movies) { CVOByte(exif: $0).description },
    Naming("MuPDF_fz_image_orientation", .tools) { "\(MuPDFOrientation(exif: $0).rawValue)" },
  ]

  static let texts: [Naming] = [
    Naming("exiftool_text", .texts) { ExiftoolText(exif: $0).rawValue },
    Naming("exiv2_text", .texts) { Exiv2Text(exif: $0).text },
    Naming("jhead_text", .texts) { tag in
      let text = JheadText(exif: tag).text
      return text.isEmpty ? "(none)" : text
    },
    Naming("System.Drawing_RotateFlipType(from memory, algebra checked)", .tools) { RotateFlipType(exif: $0).name },
    Naming("Qt_QImageIOHandler(from memory, algebra checked)", .tools) { tag in
      let flags = QtTransformation(exif: tag)
      return "\(flags.name)=\(flags.rawValue)"
    },
    crop,
  ]
}
