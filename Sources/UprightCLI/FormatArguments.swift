// `--format`: the container of the result.

public import ArgumentParser
public import Upright

extension ContainerFormat: ExpressibleByArgument {
  /// The formats that can be written from pixels.
  static let written = PictureCodecs.all().filter(\.capabilities.encodes).map(\.format)

  /// The formats whose pixels can be read.
  static let decoded = PictureCodecs.decoded

  /// A format that can be written, by its name.
  public init?(argument: String) {
    guard let format = Self.written.first(where: { $0.rawValue == argument }) else { return nil }
    self = format
  }

  /// What can be typed.
  public static var allValueStrings: [String] { written.map(\.rawValue) }

  /// The extension that files of this format get.
  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    case .heif: "heic"
    default: rawValue
    }
  }
}

/// `--format`.
struct FormatArguments: ParsableArguments {
  @Option(
    help: """
      Format of the result; otherwise by the name after -o, otherwise the source's. Where that is read and not written \
      (HEIC), the result is a JPEG, or a PNG where the picture has opacity, and its name says so; with -i it is refused.
      """)
  var format: ContainerFormat?
}
