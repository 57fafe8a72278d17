// Regions of images as text in URIs: fragments (W3C, Media Fragments URI 1.0, 4.2.2) and IIIF's parameter (IIIF Image
// API 3.0, 4.1).

public import UprightGeometry

// A rectangle as a URI fragment (W3C, Media Fragments URI 1.0, 4.2.2): `xywh=pixel:160,120,320,240`,
// `xywh=percent:25,25,50,50`.

/// A region of an image, given by a fragment of its URI.
public struct MediaFragment<S: Space>: Hashable, Sendable {
  /// The unit of the four numbers.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Pixels; the default.
    case pixel
    /// Percent of the image's width and height.
    case percent
  }

  /// The unit of the box.
  public var unit: Unit
  /// Left, top, width and height in ``unit``; in percent, the image is 100 wide and 100 high.
  public var box: Rect2D<S>

  /// A box in a unit.
  public init(_ box: Rect2D<S>, in unit: Unit = .pixel) { (self.box, self.unit) = (box, unit) }

  /// Converts a box in pixels of an image of `size` to `unit`. An image without columns or rows has no percentages,
  /// so that the box stays in pixels.
  public init(_ pixels: Rect2D<S>, of size: PixelSize<S>, in unit: Unit) {
    guard unit == .percent, !size.isEmpty else {
      self.init(pixels)
      return
    }
    self.init(pixels.scaled(100 / Double(size.width), 100 / Double(size.height)), in: unit)
  }

  /// Parses a fragment with or without `#`, alone or among others: `t=10&xywh=1,2,3,4`; nil if there is none.
  public init?(_ text: String) {
    let bytes = Array((text.first == "#" ? text.dropFirst() : text[...]).utf8)
    guard let found = MediaFragmentText(bytes, bytes.indices) else { return nil }
    let values = found.numbers.map(\.value)
    self.init(
      Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]),
      in: found.isPercent ? .percent : .pixel)
  }

  /// `xywh=pixel:…` or `xywh=percent:…`, with as few digits as needed.
  public var text: String {
    let numbers = BoxText.corner(box, .exact).map { String(decoding: $0, as: UTF8.self) }
    return "xywh=\(unit.rawValue):\(numbers.joined(separator: ","))"
  }

  /// The box in pixels of an image of `size`.
  public func pixels(of size: PixelSize<S>) -> Rect2D<S> {
    unit == .pixel ? box : box.scaled(Double(size.width) / 100, Double(size.height) / 100)
  }
}

extension Rect2D {
  /// The same box in another unit.
  func scaled(_ across: Double, _ down: Double) -> Rect2D<S> {
    Rect2D(x: x * across, y: y * down, width: width * across, height: height * down)
  }
}

/// A fragment and the positions of its numbers in a file.
struct MediaFragmentText {
  let isPercent: Bool
  /// Left, top, width and height.
  let numbers: [NumberToken]

  /// The fragment in a range of a file, among others separated by `&`; nil if there is none.
  init?(_ bytes: [UInt8], _ place: Range<Int>) {
    var first = place.lowerBound
    var found: Range<Int>?
    while first <= place.upperBound, found == nil {
      let end = bytes[first..<place.upperBound].firstIndex(of: 0x26) ?? place.upperBound
      if bytes[first..<end].starts(with: "xywh=".utf8) { found = first + 5..<end }
      first = end + 1
    }
    guard var rest = found else { return nil }
    isPercent = bytes[rest].starts(with: "percent:".utf8)
    if isPercent { rest = rest.lowerBound + 8..<rest.upperBound }
    if bytes[rest].starts(with: "pixel:".utf8) { rest = rest.lowerBound + 6..<rest.upperBound }
    let fields = bytes[rest].split(separator: 0x2C, omittingEmptySubsequences: false)
    numbers = fields.compactMap { NumberToken.only(in: bytes, $0.startIndex..<$0.endIndex) }
    guard fields.count == 4, numbers.count == 4, numbers.allSatisfy(\.isPlace) else { return nil }
  }
}

// Percent-encoding in URIs: a percent sign and two digits for a byte (RFC 3986, 2.1).

/// Decodes percent-encoding.
enum PercentText {
  /// The decoded bytes; a percent sign without two digits after it is kept.
  static func decoded(_ address: some Sequence<UInt8>) -> [UInt8] {
    let address = Array(address)
    var (bytes, at): ([UInt8], Int) = ([], 0)
    bytes.reserveCapacity(address.count)
    while at < address.count {
      if address[at] == 0x25, address.count - at > 2, let high = JSONText.hex(address[at + 1]),
        let low = JSONText.hex(address[at + 2])
      {
        bytes.append(UInt8(high << 4 | low))
        at += 3
      } else {
        bytes.append(address[at])
        at += 1
      }
    }
    return bytes
  }
}

// The region parameter of an IIIF image request (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`,
// `pct:x,y,w,h`.

/// A region of an image in IIIF's syntax; by default it refers to the image as displayed.
public enum IIIFRegion<S: Space>: Hashable, Sendable {
  /// The whole image.
  case full
  /// A square as large as possible; the server chooses its position.
  case square
  /// Left, top, width and height in pixels.
  case pixels(PixelRect<S>)
  /// Left, top, width and height in percent of the image's width and height.
  case percent(Rect2D<S>)

  /// Parses a region; nil if it is invalid, or has no width or height, for which servers return 400.
  public init?(_ text: String) {
    switch try? RegionParameter(text, as: .canonicalIIIF) {
    case .full: self = .full
    case .square: self = .square
    case .pixels(let x, let y, let width, let height):
      self = .pixels(PixelRect(x: x, y: y, width: width, height: height))
    case .percent(let x, let y, let width, let height):
      self = .percent(Rect2D(x: x, y: y, width: width, height: height))
    case nil, .decimals, .ratio, .sized: return nil
    }
  }

  /// The region as text; percentages have as few digits as needed.
  public var text: String {
    switch self {
    case .full: "full"
    case .square: "square"
    case .pixels(let box): "\(box.x),\(box.y),\(box.width),\(box.height)"
    case .percent(let box):
      "pct:" + BoxText.corner(box, .exact).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    }
  }

  /// The region in an image of `size`, clipped to it; nil if it is outside, for which servers return 400.
  ///
  /// A square is the one that `PixelSize.middleSquare` is.
  public func box(in size: PixelSize<S>) -> Rect2D<S>? {
    let all = size.bounds.rect
    switch self {
    case .full: return all
    case .square: return size.middleSquare.rect
    case .pixels(let box): return Self.shown(box.rect, in: all)
    case .percent(let box): return Self.shown(box.scaled(all.width / 100, all.height / 100), in: all)
    }
  }

  private static func shown(_ box: Rect2D<S>, in all: Rect2D<S>) -> Rect2D<S>? {
    box.intersection(all).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }
}
