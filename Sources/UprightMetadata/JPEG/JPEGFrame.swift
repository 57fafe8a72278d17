// A JPEG frame header with its tables (ITU T.81, B.2.2 and B.2.4).

public import UprightGeometry

/// How a JPEG's headers describe the coding of its image.
public struct JPEGFrame: Hashable, Sendable {
  /// The coding process, from the SOFn marker (ITU T.81, table B.1).
  public enum Process: String, Hashable, Sendable, CaseIterable {
    /// SOF0.
    case baseline
    /// SOF1.
    case extended
    /// SOF2.
    case progressive
    /// SOF3.
    case lossless
    /// SOF5…7 and SOF13…15.
    case hierarchical
    /// SOF9.
    case arithmetic
    /// SOF10.
    case arithmeticProgressive = "arithmetic-progressive"
    /// SOF11.
    case arithmeticLossless = "arithmetic-lossless"
  }

  /// The color model of the components (Adobe TN 5116; JFIF 1.02; libjpeg's rules if neither applies).
  public enum ColorModel: String, Hashable, Sendable, CaseIterable {
    /// One component.
    case gray
    /// Luma and two chroma components (JFIF 1.02).
    case ycbcr
    /// RGB, stored directly.
    case rgb
    /// CMYK, inverted (`InkStorage`).
    case cmyk
    /// Inverted CMYK with CMY as luma and chroma (YCCK).
    case ycck
    /// Two components, or more than four.
    case unknown
  }

  /// One component of the frame.
  public struct Component: Hashable, Sendable {
    /// Its component identifier.
    public let identifier: UInt8
    /// Horizontal sampling factor.
    public let horizontal: Int
    /// Vertical sampling factor.
    public let vertical: Int
    /// Index of its quantization table.
    public let table: Int

    /// A component with its identifier, sampling factors and table.
    public init(identifier: UInt8, horizontal: Int, vertical: Int, table: Int) {
      self.identifier = identifier
      self.horizontal = horizontal
      self.vertical = vertical
      self.table = table
    }
  }

  /// The coding process.
  public let process: Process
  /// Bits per sample.
  public let precision: Int
  /// The components, in the frame's order.
  public let components: [Component]
  /// The quantization tables 0…3 in natural (row-by-row) order; nil for undefined ones.
  public let quantization: [[UInt16]?]
  /// MCUs between restart markers; 0 if there are none.
  public let restartInterval: Int
  /// The color model of the components.
  public let colorModel: ColorModel

  /// A frame from its fields.
  public init(
    process: Process, precision: Int, components: [Component], quantization: [[UInt16]?] = [],
    restartInterval: Int = 0, colorModel: ColorModel
  ) {
    self.process = process
    self.precision = precision
    self.components = components
    self.quantization = quantization
    self.restartInterval = restartInterval
    self.colorModel = colorModel
  }

  /// The largest sampling factors.
  public var maxSampling: (horizontal: Int, vertical: Int) {
    (components.map(\.horizontal).max() ?? 1, components.map(\.vertical).max() ?? 1)
  }

  /// The smallest unit that a lossless transform can move, in stored pixels. A single component is coded in single
  /// blocks (ITU T.81, A.2.2).
  public var blockSize: PixelSize<Stored> {
    guard components.count > 1 else { return PixelSize(width: 8, height: 8) }
    return PixelSize(width: 8 * maxSampling.horizontal, height: 8 * maxSampling.vertical)
  }

  /// Whether several scans refine the image.
  public var isProgressive: Bool { process == .progressive || process == .arithmeticProgressive }
}
