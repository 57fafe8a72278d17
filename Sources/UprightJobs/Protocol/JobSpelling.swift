// How jobs write what a request states: as members of their JSON.

package import Upright
import UprightBatch

/// The names of options as members of a job, such as `"edge": "recode"`; what no job states is an option of the
/// worker's program.
package struct JobSpelling: Spelling {
  /// The only one.
  package init() {}

  /// The member, without a value.
  package func field(_ option: RequestOption) -> String { Self.member(option) ?? Self.elsewhere(option) }

  /// The member; with its value, unless that is a word in capitals for it.
  package func option(_ option: RequestOption, _ value: String?) -> String {
    guard let member = Self.member(option) else { return Self.elsewhere(option) }
    guard let value, value.contains(where: \.isLowercase) || Int(value) != nil else { return member }
    return "\"\(member)\": " + (Int(value) == nil ? "\"\(value)\"" : value)
  }

  /// The kind, then the member.
  package func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    "\"kind\": \"\(name)\", \(self.option(option, value))"
  }

  private static func member(_ option: RequestOption) -> String? {
    switch option {
    case .output: "out.path"
    case .inPlace: "out.in_place"
    case .overwrite: "out.overwrite"
    case .allowedLosses: "allow_loss"
    case .edge, .format, .frame, .page, .stale, .to, .bake, .strictParts, .toSRGB, .quality, .size, .space, .focus,
      .gravity:
      option.name(separatedBy: "_")
    default: nil
    }
  }

  private static func elsewhere(_ option: RequestOption) -> String {
    "the worker's option \(CommandLineSpelling().field(option))"
  }
}
