// Which files shells offer for an argument.

import ArgumentParser
import Upright
import UprightFiles

extension CompletionKind {
  /// Folders, and images and videos by their extensions.
  static let images = file(extensions: ContainerFormat.allCases.flatMap(\.fileExtensions))

  /// Folders and JPEGs.
  static let jpegs = file(extensions: ContainerFormat.jpeg.fileExtensions)

  /// Folders and label files.
  static let labels = file(extensions: JournalPlan.endings)
}
