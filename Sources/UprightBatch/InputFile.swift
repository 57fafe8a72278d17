// One file of a batch: the path to it, and where its result belongs inside a folder.

package import Upright
package import UprightFiles

/// One file to work on.
package struct InputFile: Hashable, Sendable {
  /// Its path, as given; for a file in a folder, behind the folder's path as given.
  package let path: String
  /// Its path inside the folder that was given; its bare name where it was given itself.
  package let relativePath: String
  /// From where on it is looked for.
  package let location: FileLocation
  /// Why it cannot be worked on, where that is known beforehand: a folder that cannot be read.
  package var failure: UprightError?
  /// Whether it goes along as it is, because no image is made of it.
  package var isCopied = false

  package init(path: String, relativePath: String, failure: UprightError? = nil) {
    (self.path, self.relativePath, self.failure) = (path, relativePath, failure)
    location = FileLocation(path: path)
  }

  /// The file at `location`, whose result may be named as another path inside the folder.
  package init(_ location: FileLocation, relativePath: String? = nil) {
    (path, self.relativePath, self.location) = (location.path, relativePath ?? location.relativePath, location)
  }
}
