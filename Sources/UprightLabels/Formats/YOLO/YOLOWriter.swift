// Regions as YOLO's lines (docs.ultralytics.com, "Datasets"), with six decimals like its own writers.

import UprightGeometry

/// Writes a set as one file per image.
struct YOLOWriter {
  private let rows: YOLOFormat.Rows
  private let keypoints: YOLOKeypoints?
  private var output = LabelOutput()

  init(rows: YOLOFormat.Rows, keypoints: YOLOKeypoints?) { (self.rows, self.keypoints) = (rows, keypoints) }

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    output.files.reserveCapacity(set.images.count + 1)
    for image in set.images {
      guard let name = output.name(for: image.name, extension: "txt") else { continue }
      guard let size = image.size, !size.isEmpty else {
        output.findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      output.files.append(LabelFile(name: name, bytes: lines(of: image, size)))
    }
    output.files.append(LabelFile(name: "data.yaml", bytes: YOLONames(names: set.names, keypoints: keypoints).bytes))
    return output
  }

  private mutating func lines<S: Space>(of image: LabelledImage<S>, _ size: PixelSize<S>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.regions.count * 40)
    let scale = (1 / Double(size.width), 1 / Double(size.height), Double(size.width), Double(size.height))
    for region in image.regions {
      guard let label = region.label else {
        output.findings.append(
          LabelFinding(
            .notExpressible, in: image.name, line: Int(region.location.line), note: "row has no class; YOLO needs one"
          ))
        continue
      }
      noteLosses(of: region, image.name)
      ExactDecimal(label).append(to: &bytes)
      if rows == .boxes {
        Self.append(region.box, scale.2, scale.3, to: &bytes)
        if let keypoints { append(region.keypoints, keypoints, size, to: &bytes) }
      } else {
        for point in points(of: region, image.name) {
          Self.append(point.x / scale.2, to: &bytes)
          Self.append(point.y / scale.3, to: &bytes)
        }
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Reports what rows of this kind cannot express; losses of outlines are reported where polygons and corners are
  /// built.
  private mutating func noteLosses<S: Space>(of region: Region<S>, _ image: String) {
    let known = rows == .boxes ? keypoints?.count ?? 0 : 0
    var note: String?
    if known == 0, !region.keypoints.isEmpty {
      note = rows == .boxes ? "only its box is written" : "its keypoints are not written"
    } else if region.keypoints.count > known {
      note = "only the first \(known) of its \(region.keypoints.count) keypoints are written"
    } else if rows == .boxes, region.hasMoreThanBox {
      note = known == 0 ? "only its box is written" : "its outline is not written"
    }
    if let note { output.findings.lost(note, region, image) }
  }

  private func append<S: Space>(
    _ points: [Keypoint<S>], _ shape: YOLOKeypoints, _ size: PixelSize<S>, to bytes: inout [UInt8]
  ) {
    for index in 0..<shape.count {
      let point = index < points.count ? points[index] : Keypoint(Point2D(x: 0, y: 0), .absent)
      Self.append(point.point.x / Double(size.width), to: &bytes)
      Self.append(point.point.y / Double(size.height), to: &bytes)
      if shape.hasVisibility { bytes += [0x20, 0x30 + point.visibility.rawValue] }
    }
  }

  /// The single polygon that a row can contain.
  private mutating func points<S: Space>(of region: Region<S>, _ image: String) -> [Point2D<S>] {
    let corners = RotatedRect<S>(
      center: Point2D(x: region.box.x + region.box.width / 2, y: region.box.y + region.box.height / 2),
      size: Size2D(width: region.box.width, height: region.box.height), degrees: 0
    ).corners
    switch region.outline {
    case .polygon(let polygon) where polygon.rings.count == 1 && (rows == .polygons || polygon.rings[0].count == 4):
      return polygon.rings[0]
    case .rotated(let rect): return rect.corners
    case nil: return corners
    default:
      output.findings.lost("only the corners of its box are written", region, image)
      return corners
    }
  }

  /// Center and size of a box in relative coordinates, with a space before each number.
  @inline(__always)
  static func append<S: Space>(_ box: Rect2D<S>, _ width: Double, _ height: Double, to bytes: inout [UInt8]) {
    append((2 * box.x + box.width) / (2 * width), to: &bytes)
    append((2 * box.y + box.height) / (2 * height), to: &bytes)
    append(box.width / width, to: &bytes)
    append(box.height / height, to: &bytes)
  }

  /// A space, and a number with six decimals.
  @inline(__always)
  private static func append(_ value: Double, to bytes: inout [UInt8]) {
    let scaled = (value * 1e6).rounded()
    guard scaled.magnitude < 1e15 else {
      bytes.append(0x20)
      bytes += NumberText.exact(value)
      return
    }
    let digits = Int(scaled)
    var rest = digits.magnitude % 1_000_000
    bytes.append(0x20)
    if digits < 0 { bytes.append(0x2D) }
    let whole = digits.magnitude / 1_000_000
    if whole < 10 { bytes.append(0x30 + UInt8(truncatingIfNeeded: whole)) } else { bytes += String(whole).utf8 }
    bytes.append(0x2E)
    var divisor: UInt = 100_000
    while divisor > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}

extension LabelFile {
  /// The name of the file for an image, including its folders; nil if it would be outside the base folder.
  static func name(for image: String, extension suffix: String) -> String? {
    let parts = image.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty, last != ".", parts.first != "" || parts.count == 1,
      !parts.contains(".."),
      !image.utf8.contains(0)
    else { return nil }
    return withoutExtension(image) + "." + suffix
  }
}
