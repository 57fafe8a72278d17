// The image that JPEG XL's own library displays.

/// Runs `djxl`, which rotates an image by its header.
package enum DecodedJXL {
  /// The displayed image.
  ///
  /// - Throws: what `djxl` printed if it decoded none.
  package static func image(_ file: [UInt8]) throws -> PortableMap {
    let folder = try ScratchFolder()
    try folder.write(file, as: "in.jxl")
    let answer = try OutsideTool.djxl.run([folder.path("in.jxl"), folder.path("out.ppm")])
    guard answer.status == 0, let map = PortableMap(try folder.read("out.ppm")) else { throw answer }
    return map
  }
}
