// A rectangle as the end of a picture's address (W3C, Media Fragments URI 1.0, 4.2.2): `xywh=pixel:160,120,320,240`, `xywh=percent:25,25,50,50`.

public import UprightGeometry

/// A part of a picture, as a fragment of its address says it.
public struct MediaFragment<S: Space>: Hashable, Sendable {
  /// In what the four numbers count.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Pixels; what counts where no unit is written.
    case pixel
    /// Hundredths of the picture's width and height.
    case percent
  }

  /// In what the box counts.
  public var unit: Unit
  /// Left, top, width and height in ``unit``; for percent the picture is 100 wide and 100 high.
  public var box: Rect2D<S>

  /// `box` in a unit.
  public init(_ box: Rect2D<S>, in unit: Unit = .pixel) { (self.box, self.unit) = (box, unit) }

  /// A box of a picture of `size` in pixels, said in `unit`; of a picture without columns or rows there are no hundredths, so that it stays in pixels.
  public init(_ pixels: Rect2D<S>, of size: PixelSize<S>, in unit: Unit) {
    guard unit == .percent, !size.isEmpty else {
      self.init(pixels)
      return
    }
    self.init(pixels.scaled(100 / Double(size.width), 100 / Double(size.height)), in: unit)
  }

  /// The fragment that a text is, with or without `#`, alone or among others: `t=10&xywh=1,2,3,4`; nil where there is none.
  public init?(_ text: String) {
    let bytes = Array((text.first == "#" ? text.dropFirst() : text[...]).utf8)
    guard let found = MediaFragmentText(bytes, bytes.indices) else { return nil }
    let values = found.numbers.map(\.value)
    self.init(
      Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]),
      in: found.isPercent ? .percent : .pixel)
  }

  /// `xywh=pixel:…` or `xywh=percent:…`, with as few digits as are needed.
  public var text: String {
    let numbers = BoxText.corner(box, .exact).map { String(decoding: $0, as: UTF8.self) }
    return "xywh=\(unit.rawValue):\(numbers.joined(separator: ","))"
  }

  /// The box in pixels of a picture of `size`.
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

/// A fragment and where its numbers stand.
struct MediaFragmentText {
  let isPercent: Bool
  /// Left, top, width and height.
  let numbers: [NumberToken]

  /// The one that stands at a place of a file, among others that `&` divides; nil where none does.
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
