// `--format`: the format of the result.

public import ArgumentParser
public import Upright
import UprightBatch

extension ContainerFormat: ExpressibleByArgument {
  /// A format that can be written, by its name.
  public init?(argument: String) {
    guard let format = Self.written.first(where: { $0.rawValue == argument }) else { return nil }
    self = format
  }

  /// The possible values.
  public static var allValueStrings: [String] { written.map(\.rawValue) }
}

/// `--format`.
struct FormatArguments: ParsableArguments {
  @Option(
    help: """
      Format of the result (default: by the extension after -o, otherwise the source's). HEIC is read-only: the \
      result is a JPEG, or a PNG if the image has transparency, with a matching extension; -i refuses HEIC.
      """)
  var format: ContainerFormat?
}

extension ResultSettings {
  init(_ formatting: FormatArguments, _ colors: ColorOptions, _ stripping: StripOption) {
    self.init()
    (format, toSRGB, linear) = (formatting.format, colors.toSRGB, colors.linear)
    (toneMap, background, strip) = (colors.toneMap, colors.background, stripping.strip)
  }
}
