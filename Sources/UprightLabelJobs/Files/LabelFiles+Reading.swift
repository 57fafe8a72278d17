// Reads label files into one set whose space is not known yet (docs/labels.md).

package import Upright
import UprightFiles
public import UprightLabels

extension LabelFiles {
  /// The labels with their space unknown, and why some are missing; relative coordinates are scaled by the stored size.
  public func unplaced(_ images: ImageIndex) -> (LabelSet<Labelled>, [LabelFinding]) {
    naming(images).unplaced(calling: images.name) { images.facts(of: $0)?.labelledSize(.stored) }
  }

  /// The labels in images with the sizes that `size` returns, if the format needs sizes.
  ///
  /// - Parameters:
  ///   - calling: Returns an image's identifier from its name and its label file's folder.
  ///   - rescaled: Whether relative coordinates are scaled by that size even if the file states another.
  package func unplaced(
    calling: @escaping (String, String) -> String = { name, _ in name }, rescaled: Bool = false,
    _ size: @escaping (String) -> PixelSize<Labelled>?
  ) -> (LabelSet<Labelled>, [LabelFinding]) {
    var set = LabelSet<Labelled>(names: names?.names ?? [])
    var unread: [LabelFinding] = []
    for file in files {
      do throws(LabelError) { try read(file, into: &set, calling: calling, rescaled: rescaled, size: size) } catch {
        var finding = LabelFinding(
          .rowMalformed, in: error.file, line: error.line, field: "byte \(error.offset)", note: error.note)
        finding.remedy = error.remedy
        unread.append(finding)
      }
    }
    return (set, unread + set.findings)
  }

  /// Adds a file's labels. `size` is called for images whose size the format needs and the file does not state; these
  /// stay without one.
  package func read(
    _ file: LabelFile, into set: inout LabelSet<Labelled>, calling: @escaping (String, String) -> String,
    rescaled: Bool, size: @escaping (String) -> PixelSize<Labelled>?
  ) throws(LabelError) {
    let (first, folder) = (set.images.count, FileName.folder(of: file.name))
    let known = set.files.isEmpty ? 0 : set.names.count
    defer { set.noteLongTexts(of: file.name, fromName: known, image: first) }
    let stated = try rescaled ? [] : statedNames(in: file)
    try coding.read(file, into: &set) { [format] name in
      format.unit == .pixels || stated.contains(name) ? nil : size(calling(name, folder))
    }
    for index in first..<max(first, set.images.count) {
      let name = set.images[index].name
      if format.unit == .sharesOfStatedSize, !rescaled, !stated.contains(name) { set.images[index].size = nil }
      set.images[index].name = calling(name, folder)
    }
  }

  /// The images whose size a file states beside relative coordinates.
  private func statedNames(in file: LabelFile) throws(LabelError) -> Set<String> {
    guard format.unit == .sharesOfStatedSize else { return [] }
    var set = LabelSet<Labelled>()
    try coding.read(file, into: &set) { _ in nil }
    return Set(set.images.lazy.filter { $0.size != nil }.map(\.name))
  }
}
