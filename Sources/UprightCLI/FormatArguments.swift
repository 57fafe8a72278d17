// `--format`: the container of the result.

public import ArgumentParser
public import Upright
import UprightBatch

extension ContainerFormat: ExpressibleByArgument {
  /// A format that can be written, by its name.
  public init?(argument: String) {
    guard let format = Self.written.first(where: { $0.rawValue == argument }) else { return nil }
    self = format
  }

  /// What can be typed.
  public static var allValueStrings: [String] { written.map(\.rawValue) }
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
