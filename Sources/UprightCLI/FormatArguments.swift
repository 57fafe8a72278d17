// `--format`: the container of the result.

public import ArgumentParser
public import Upright

extension ContainerFormat: ExpressibleByArgument {
  /// The extension that files of this format get.
  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    }
  }
}

/// `--format`.
struct FormatArguments: ParsableArguments {
  @Option(help: "Format of the result; otherwise by the name after -o, otherwise the source's.")
  var format: ContainerFormat?
}
