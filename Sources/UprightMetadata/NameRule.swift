// What a file's name promises and its bytes do not keep: the extension of another format.

extension ContainerFormat {
  /// What is odd about a file of this format whose name ends in `fileExtension`, nil where nothing is.
  ///
  /// Extensions that are those of no format that is known promise nothing. `.heif` and `.hif` stand for any coding (ISO 23008-12, C.2), and the two
  /// kinds of movies are read alike under either name (ISO 14496-12 grew out of QuickTime's format).
  public func finding(fileExtension: String) -> Finding? {
    guard let named = ContainerFormat(fileExtension: fileExtension), named != self else { return nil }
    if named.isMovie, isMovie { return nil }
    let ending = fileExtension.lowercased()
    if self == .avif, ["heif", "heifs", "hif"].contains(ending) { return nil }
    return Finding(.wrongExtension, "the name ends in .\(ending), and the file is \(rawValue)")
  }
}
