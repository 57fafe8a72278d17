// File names whose extension belongs to another format.

extension ContainerFormat {
  /// The finding if a file of this format has the extension `fileExtension` of another one; otherwise nil.
  ///
  /// Unknown extensions give no finding. `.heif` and `.hif` fit any coding (ISO 23008-12, C.2). The two movie formats
  /// are read alike under either extension, since ISO 14496-12 derives from QuickTime's format.
  public func finding(fileExtension: String) -> Finding? {
    guard let named = ContainerFormat(fileExtension: fileExtension), named != self else { return nil }
    if named.isMovie, isMovie { return nil }
    let ending = fileExtension.lowercased()
    if self == .avif, ["heif", "heifs", "hif"].contains(ending) { return nil }
    return Finding(.wrongExtension, "the file name ends in .\(ending), but the format is \(rawValue)")
  }
}
