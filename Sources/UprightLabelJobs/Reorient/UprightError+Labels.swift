// Why labels cannot be reoriented together with their images.

package import Upright

extension UprightError {
  /// Labels that cannot be reoriented with their images.
  package static func labelsUndecidable(_ reason: Phrase) -> Self {
    .unanswerable(field: "\(field: .labels)", reason: reason)
  }

  /// Regions inside the images themselves.
  package static let regionsReorientThemselves = Self.labelsUndecidable(
    "there are no XMP files; regions inside images rotate with them anyway: leave out \(option: .labels)"
  )
}
