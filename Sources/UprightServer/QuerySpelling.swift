// How addresses write what a request states.

import Upright

/// The names of options as in the query of an address: `edge=recode`.
struct QuerySpelling: Spelling {
  func option(_ option: RequestOption, _ value: String?) -> String {
    option.name(separatedBy: "-") + (value.map { "=\($0)" } ?? "")
  }
}
