// How formats and libraries express a box in numbers (each case cites its documentation); uses the formats' number
// printers.

public import UprightGeometry

/// A convention for the coordinates of a box.
public enum BoxConvention: String, Hashable, Sendable, CaseIterable {
  /// Left, top, width, height in pixels (cocodataset.org, "Data format").
  case coco
  /// Center, width, height in relative coordinates (docs.ultralytics.com, "Datasets").
  case yolo
  /// xmin, ymin, xmax, ymax: pixels counted from 1, including the last one (devkit 2012, 4.1).
  case voc
  /// The same as edges counted from 0, as many tools write it.
  case vocFromZero = "voc-0"
  /// xtl, ytl, xbr, ybr in pixels (docs.cvat.ai, "XML annotation format").
  case cvat
  /// x, y, width, height in percent (labelstud.io, "Units of image annotations").
  case labelStudio = "label-studio"
  /// Center x, y, width, height in pixels (Apple, "Building an object detector data source").
  case createML = "create-ml"
  /// x, y, width, height in relative coordinates from the lower left (Apple Vision, `boundingBox`).
  case vision
  /// ymin, xmin, ymax, xmax in relative coordinates (TensorFlow, `tf.image.draw_bounding_boxes`).
  case tensorFlow = "tensorflow"
  /// Media Fragments URI 1.0, 4.2.2, in pixels.
  case w3c
  /// The same in percent.
  case w3cPercent = "w3c-percent"
  /// IIIF Image API 3.0, 4.1: whole pixels, rounded outward and clipped to the image.
  case iiif
  /// The same in percent, unrounded.
  case iiifPercent = "iiif-percent"

  /// Numbers in the convention's order, or one text.
  public enum Notation: Hashable, Sendable {
    /// Numbers as printed.
    case numbers([String])
    /// A text in the convention's syntax.
    case text(String)
  }

  /// The box of an image of `size`; nil if the convention cannot express it, because the image is empty or the box is
  /// outside.
  public func notation<S: Space>(_ box: Rect2D<S>, in size: PixelSize<S>) -> Notation? {
    guard !size.isEmpty else { return nil }
    let shares = box.normalized(in: size)
    let percent = MediaFragment(box, of: size, in: .percent)
    switch self {
    case .coco: return .numbers(Self.texts(BoxText.corner(box, .exact)))
    case .yolo:
      var bytes: [UInt8] = []
      YOLOWriter.append(box, Double(size.width), Double(size.height), to: &bytes)
      return .numbers(bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) })
    case .voc: return .numbers(Self.texts(VOCFormat.Numbering.fromOne.edges(of: box, .exact)))
    case .vocFromZero, .cvat: return .numbers(Self.texts(VOCFormat.Numbering.fromZero.edges(of: box, .exact)))
    case .labelStudio: return .numbers(Self.texts(BoxText.corner(percent.box, .exact)))
    case .createML:
      return .numbers(
        [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height].map { NumberText.text($0) })
    case .vision: return .numbers(Self.texts(BoxText.corner(shares.yUp(), .exact)))
    case .tensorFlow: return .numbers([shares.y, shares.x, shares.maxY, shares.maxX].map { NumberText.text($0) })
    case .w3c: return .text(MediaFragment(box).text)
    case .w3cPercent: return .text(percent.text)
    case .iiif: return box.pixels(.outward).clipped(to: size).map { .text(IIIFRegion.pixels($0).text) }
    case .iiifPercent:
      guard let inside = box.clipped(to: size) else { return nil }
      return .text(IIIFRegion.percent(MediaFragment(inside, of: size, in: .percent).box).text)
    }
  }

  private static func texts(_ numbers: [[UInt8]]) -> [String] { numbers.map { String(decoding: $0, as: UTF8.self) } }
}

extension BoxConvention.Notation: CustomStringConvertible {
  /// The numbers separated by spaces, or the text.
  public var description: String {
    switch self {
    case .numbers(let numbers): numbers.joined(separator: " ")
    case .text(let text): text
    }
  }
}
