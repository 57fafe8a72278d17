// How Python writes what a request states, for the program that its package runs.

import Upright
import UprightBatch

/// The names of options as arguments of the functions of the Python package: `edge="recode"`.
struct PythonSpelling: Spelling {
  /// The environment variable by which a program that runs this one states its language.
  static let variable = "UPRIGHT_SPELLING"
  /// What it states for Python.
  static let language = "python"

  func option(_ option: RequestOption, _ value: String?) -> String {
    guard let name = Self.argument(option) else { return CommandLineSpelling.ofProgram(option, value) }
    guard let value, !name.contains("=") else { return name }
    let isPlaceholder = !value.contains(where: \.isLowercase)
    return "\(name)=" + (isPlaceholder ? value.replacing("/", with: "") : "\"\(value)\"")
  }

  private static func argument(_ option: RequestOption) -> String? {
    switch option {
    case .inPlace: "output=None"
    case .overwrite: "overwrite=True"
    case .resume, .recursive, .strictParts: option.name(separatedBy: "_") + "=True"
    case .allowedLosses: "allow_loss"
    case .from: "from_format"
    case .to, .stale, .edge, .quality, .frame, .page, .format, .labels, .labelFormat, .labelSpace, .output, .journal,
      .maxPixels, .maxMemory, .maxSeconds, .images, .names, .fromSpace, .toSpace:
      option.name(separatedBy: "_")
    default: nil
    }
  }
}
