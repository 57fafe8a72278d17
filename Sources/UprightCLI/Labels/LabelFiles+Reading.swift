// Label files read into one set whose space nobody says yet (docs/labels.md).

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

extension LabelFiles {
  /// The labels as they are, their space unknown, and why some are missing; shares count in pictures as stored.
  func unplaced(_ pictures: ImageIndex) -> (LabelSet<Labelled>, [LabelFinding]) {
    unplaced(calling: pictures.name) { pictures.facts(of: $0)?.labelledSize(.stored) }
  }

  /// The labels as they are, of pictures of the sizes that `size` says, in so far as the format has to be told.
  ///
  /// - Parameters:
  ///   - calling: What a picture is called by, of its name and the folder of the label file that has it.
  ///   - rescaled: Whether shares are wanted in that size also where the file states another.
  func unplaced(
    calling: @escaping (String, String) -> String = { name, _ in name }, rescaled: Bool = false,
    _ size: @escaping (String) -> PixelSize<Labelled>?
  ) -> (LabelSet<Labelled>, [LabelFinding]) {
    var set = LabelSet<Labelled>(names: names?.names ?? [])
    var unread: [LabelFinding] = []
    for file in files {
      do throws(LabelError) { try read(file, into: &set, calling: calling, rescaled: rescaled, size: size) } catch {
        unread.append(
          LabelFinding(.rowMalformed, in: error.file, line: error.line, field: "byte \(error.offset)", note: error.note)
        )
      }
    }
    return (set, unread + set.findings)
  }

  /// Adds what a file says; `size` is asked for the pictures whose size its format needs and the file does not state, and these stay without one.
  func read(
    _ file: LabelFile, into set: inout LabelSet<Labelled>, calling: @escaping (String, String) -> String,
    rescaled: Bool, size: @escaping (String) -> PixelSize<Labelled>?
  ) throws(LabelError) {
    let (first, folder) = (set.images.count, FileName.folder(of: file.name))
    let known = set.files.isEmpty ? 0 : set.names.count
    defer { set.noteLongTexts(of: file.name, fromName: known, picture: first) }
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

  /// The pictures whose size a file states beside shares of it.
  private func statedNames(in file: LabelFile) throws(LabelError) -> Set<String> {
    guard format.unit == .sharesOfStatedSize else { return [] }
    var set = LabelSet<Labelled>()
    try coding.read(file, into: &set) { _ in nil }
    return Set(set.images.lazy.filter { $0.size != nil }.map(\.name))
  }
}
