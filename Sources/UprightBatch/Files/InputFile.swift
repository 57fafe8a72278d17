// One file of a batch: its path, and the path of its result inside a folder.

package import Upright
package import UprightFiles

/// One file to process.
package struct InputFile: Hashable, Sendable {
  /// A further path of a file.
  package struct OtherName: Hashable, Sendable {
    package let path, relativePath: String
  }

  /// Its path, as given; for a file in a folder, after the folder's path as given.
  package let path: String
  /// Its path inside the given folder; its bare name if the file itself was given.
  package let relativePath: String
  /// Its location, with the folder from which it is resolved.
  package let location: FileLocation
  /// Why it cannot be processed, if known in advance: an unreadable folder.
  package var failure: UprightError?
  /// Whether it is copied unchanged, because no image is made from it.
  package var isCopied = false
  /// Further paths by which it was given: symbolic links to it, or what it is a link to.
  package var otherNames: [OtherName] = []
  /// Which of several results of one image this is, from 1; nil if each image has one.
  package private(set) var part: Int?
  /// Whether it is standard input, which has no name that a result could get.
  package private(set) var isStandardInput = false

  package init(path: String, relativePath: String, failure: UprightError? = nil) {
    (self.path, self.relativePath, self.failure) = (path, relativePath, failure)
    location = FileLocation(path: path)
  }

  /// The file at `location`; its result may be named by another path inside the folder.
  package init(_ location: FileLocation, relativePath: String? = nil) {
    (path, self.relativePath, self.location) = (location.path, relativePath ?? location.relativePath, location)
  }

  /// Records the path of the same file, unless that is a hard link, or the path of this one.
  mutating func addName(of other: Self) {
    guard let place = try? FileName.absolute(path), let same = try? FileName.absolute(other.path), place == same,
      Self.place(path) != Self.place(other.path)
    else { return }
    otherNames.append(OtherName(path: other.path, relativePath: other.relativePath))
  }

  /// The path without links in its folders.
  private static func place(_ path: String) -> String? {
    (try? FileName.absolute(FileName.joined(FileName.folder(of: path), "."))).map { $0 + FileName.last(of: path) }
  }

  /// The same file for each of `count` results; only itself for one, and if it is copied.
  ///
  /// - Parameter numberingOne: Whether a single result has a number too.
  package func split(into count: Int, numberingOne: Bool = false) -> [Self] {
    guard count > (numberingOne ? 0 : 1), !isCopied else { return [self] }
    return (1...count).map { number in
      var file = self
      file.part = number
      return file
    }
  }

  /// Standard input, read completely; if that fails, the file fails in its turn.
  ///
  /// - Parameter most: The maximum number of bytes; nil for the usual limit.
  /// - Throws: `.unanswerable` for a terminal.
  package static func standardInput(atMost most: Int? = nil) throws(UprightError) -> Self {
    var file: Self
    do throws(UprightError) {
      file = Self(try StandardInput.complete(atMost: most ?? StandardInput.usualLimit))
    } catch {
      if case .unanswerable = error { throw error }
      file = Self(path: StandardInput.path, relativePath: StandardInput.path, failure: error)
    }
    file.isStandardInput = true
    return file
  }
}
