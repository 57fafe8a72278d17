// What helps against problems in label files, by the names of options.

package import Upright
package import UprightLabels

extension LabelRemedy {
  /// The end of a sentence about the problem.
  package var phrase: Phrase {
    switch self {
    case .images: " (use \(option: .images))"
    case .names: ", which \(option: .names) reads"
    case .format: "; for other formats use \(option: .from)"
    }
  }
}

extension LabelFinding {
  /// The finding with its place, and what helps.
  package var phrase: Phrase { Phrase(description) + (remedy?.phrase ?? "") }
}
