// Where results are to go, and what may happen to the files that are there.

import Upright
package import UprightFiles

/// How results are to reach their places.
package struct DeliveryRequest: Hashable, Sendable {
  /// Where results go.
  package enum Place: Hashable, Sendable {
    /// Each replaces its source.
    case inPlace
    /// A file or folder.
    case path(String)
    /// To whoever asks: standard output, or a reply.
    case reply
  }

  /// Where results go; nil for nowhere.
  package var place: Place?
  /// The template of names in a folder; nil if files keep their names.
  package var template: String?
  /// What to do if the name of a result exists; `.overwrite` also allows a result that shows less to replace its source.
  package var existing = NamePolicy.refuse
  /// Whether nothing is written.
  package var isDryRun = false
  /// Whether a file with several names may be replaced.
  package var breaksHardLinks = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  /// Whether results get their source's modification time.
  package var keepsTime = false
  /// Whether each result is compared with its source.
  package var verifies = false
  /// When a change is reported.
  package var durability = Durability.full

  /// Nowhere.
  package init() {}

  /// Whether results replace their sources.
  package var isInPlace: Bool { place == .inPlace }

  /// The file or folder for results; `-` for standard output.
  package var output: String? {
    switch place {
    case .path(let path): path
    case .reply: "-"
    case .inPlace, nil: nil
    }
  }
}

extension Delivery {
  /// The delivery of the results of `request`.
  package init(_ asked: DeliveryRequest, of request: some ImageRequest) {
    self.init()
    (isDryRun, existing, durability) = (asked.isDryRun, asked.existing, asked.durability)
    (breaksHardLinks, backsUp) = (asked.breaksHardLinks, asked.backsUp)
    times = asked.keepsTime ? .all : request.keepsTimeOfCopies ? .ofCopies : .none
  }
}
