// The eight orientations in words for people.

package import Upright

extension ExifOrientation {
  /// The tag, its word and what it means, in columns.
  package var line: String { "tag \(rawValue)  \(Columns.padded(word, to: 17))  \(meaning)" }

  /// What to do to the stored image to display it upright, in order.
  package var meaning: String {
    let form = Orientation<Stored, Displayed>(exif: self).mirrorFirst
    let steps = [
      form.mirrored ? "mirror left to right" : nil,
      form.thenClockwise > 0 ? "rotate \(form.thenClockwise * 90)° clockwise" : nil,
    ]
    let text = steps.compactMap(\.self).joined(separator: ", then ")
    return text.isEmpty ? "as stored" : text
  }
}
