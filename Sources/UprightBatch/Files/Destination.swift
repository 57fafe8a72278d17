// The destination of one file's result.

package import UprightFiles

/// The destination of one result.
package enum Destination: Hashable, Sendable {
  case inPlace
  case file(FileLocation)
  /// Standard output, after the whole result is complete.
  case standardOutput
  /// Nowhere: the command only reports what it would do.
  case nowhere
}

extension Destination {
  /// The location of the result of `file`.
  package func location(of file: InputFile) -> FileLocation {
    if case .file(let location) = self { location } else { file.location }
  }

  /// The path of the result of `file`.
  package func path(of file: InputFile) -> String {
    location(of: file).path
  }
}
