// Where the result of one file goes.

package import UprightFiles

/// Where one result goes.
package enum Destination: Hashable, Sendable {
  case inPlace
  case file(FileLocation)
  /// Standard output, once the whole result is there.
  case standardOutput
  /// Nowhere: the command only says what it would do.
  case nowhere
}

extension Destination {
  /// From where on the result of `file` is found.
  package func location(of file: InputFile) -> FileLocation {
    if case .file(let location) = self { location } else { file.location }
  }

  /// Where the result of `file` lies.
  package func path(of file: InputFile) -> String {
    location(of: file).path
  }
}
