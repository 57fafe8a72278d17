// How the functions for C, and Python through them, write what a request states.

import Upright

/// The names of options as members of a structure or arguments of a function: `edge="recode"`.
struct CallerSpelling: Spelling {
  func option(_ option: RequestOption, _ value: String?) -> String {
    let name = option.name(separatedBy: "_")
    guard let value else { return name }
    return "\(name)=" + (value.contains(where: \.isLowercase) ? "\"\(value)\"" : value)
  }
}
