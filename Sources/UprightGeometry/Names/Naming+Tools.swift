// The table's columns of libraries and programs that rotate pixels.

extension Naming {
  static let tools: [Naming] = [
    Naming("OpenCV_op", .tools) { tag in
      let call = text(OpenCVOperation.operations(for: tag), none: "none")
      return tag == .bottomRight ? "\(call) or \(OpenCVOperation.flipBoth)" : call
    },
    Naming("OpenCV5_VideoCapture_actual", .tools, losesMirror: true) { number(TrackRotation(losingMirrorOf: $0).exif) },
    Naming("Pillow_Transpose", .tools) {
      PillowTranspose(exif: $0).map { "\($0.name)=\($0.rawValue)" } ?? "none"
    },
    Naming("numpy", .tools) { NumPyOperation.text(NumPyOperation.operations(for: $0)) },
    Naming("libvips", .tools) { text(VipsOperation.operations(for: $0), separator: " + ", none: "copy") },
    Naming("VipsAngle", .tools, losesMirror: true) {
      ClockwiseAngle(exif: $0).map { "\($0.vipsAngle)=\($0.quarters)" } ?? ""
    },
    Naming("ImageMagick_OrientationType", .tools) { tag in
      let type = ImageMagickOrientation(exif: tag)
      return "\(type.name)=\(type.rawValue)"
    },
    Naming("ImageMagick_op", .tools) { ImageMagickOption(exif: $0)?.rawValue ?? "" },
    Naming("jpegtran_switch", .tools) { JpegtranSwitch(exif: $0)?.rawValue ?? "" },
    Naming("jpeg_lossless_needs_MCU_multiple", .tools) { tag in
      switch tag.form.reversesFromAxes {
      case (false, false): "none"
      case (true, false): "W"
      case (false, true): "H"
      case (true, true): "W and H"
      }
    },
  ]
}
