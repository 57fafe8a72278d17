// The destinations of all results, decided and checked before the first is written.

package import Upright
package import UprightFiles

/// Why the results of a batch cannot be written as requested, as a sentence.
package struct DestinationConflict: Error, Hashable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The destinations of a batch, and the requested format.
package struct DestinationPlan {
  /// The files to process, in the given order; a file that was given twice for one result is listed once.
  package let files: [InputFile]
  /// One per file.
  package let destinations: [Destination]
  /// The format from the name after -o or from the caller; nil for the source's.
  package let format: ContainerFormat?
  /// Whether results go into a folder, which is created if missing.
  package let makesFolders: Bool
  /// Notes for the user before the work begins.
  package let notes: [String]

  /// Results that replace their sources.
  ///
  /// - Parameter partingHardLinks: Whether each name of a file gets a result of its own.
  /// - Throws: `DestinationConflict` if that would separate two given names of one file.
  package init(inPlace inputs: InputFiles, partingHardLinks: Bool) throws(DestinationConflict) {
    if inputs.files.contains(where: \.isStandardInput) {
      throw DestinationConflict(
        "standard input cannot be changed in place; use \(option: .output, "FILE") or \(option: .output, "-")")
    }
    let distinct = DistinctFiles(inputs.files)
    try distinct.checkNames(partingHardLinks: partingHardLinks)
    self.init(inPlace: distinct, notes: inputs.notes)
  }

  /// No results: a dry run.
  package init(nowhere inputs: InputFiles, format: ContainerFormat?) {
    self.init(
      files: inputs.files, destinations: inputs.files.map { _ in .nowhere }, format: format, notes: inputs.notes)
  }

  /// The result of a single file, on standard output.
  ///
  /// - Throws: `DestinationConflict` for any other number of files.
  package init(toStandardOutput inputs: InputFiles, format: ContainerFormat?) throws(DestinationConflict) {
    guard inputs.files.count == 1, !inputs.hasFolder else {
      let found = inputs.hasFolder ? "not a folder" : "not \(inputs.files.count)"
      throw DestinationConflict(
        "\(option: .output, "-") takes one input file, \(found); use \(option: .output, "FOLDER/") for several")
    }
    self.init(files: inputs.files, destinations: [.standardOutput], format: format, notes: inputs.notes)
  }

  /// Each file in its own place.
  package init(inPlace distinct: DistinctFiles, notes: [String]) {
    self.init(
      files: distinct.files, destinations: distinct.files.map { _ in .inPlace }, format: nil,
      notes: notes + distinct.notes)
  }

  private init(files: [InputFile], destinations: [Destination], format: ContainerFormat?, notes: [String]) {
    self.files = files
    self.destinations = destinations
    self.format = format
    self.notes = notes
    makesFolders = false
  }

  /// Results under other names. In a folder, `chosen` supplies the format if none is requested and the source's does
  /// not stay.
  ///
  /// - Throws: `DestinationConflict` if names conflict or a result would destroy a source.
  package init(
    _ inputs: InputFiles, output: String, format: ContainerFormat?,
    chosen: (InputFile) -> ContainerFormat? = { _ in nil }
  ) throws(DestinationConflict) {
    let isFolder = try Self.isFolder(output, for: inputs)
    if isFolder, inputs.files.contains(where: \.isStandardInput) {
      throw DestinationConflict(
        """
        standard input has no name for a file in a folder; use \(option: .output, "FILE"), \(option: .output, "-") or \
        \(option: .outputTemplate)
        """)
    }
    if isFolder { try Self.checkIsFolder(output) }
    makesFolders = isFolder
    self.format = isFolder ? format : try Self.format(ofName: output, asked: format)
    let root = FolderRoot(resultsIn: output, followingLinks: inputs.followsLinks)
    let names = inputs.files.map { Self.renamed($0.relativePath, for: $0.isCopied ? nil : format ?? chosen($0)) }
    let results = names.map { isFolder ? FileName.joined(output, $0) : output }
    let locations = Dictionary(
      names.map { name in
        let location = isFolder ? root.location(name) : FileLocation(path: output, followingLinks: inputs.followsLinks)
        return (Array(location.path.utf8), location)
      }, uniquingKeysWith: { first, _ in first })
    let distinct = DistinctFiles(inputs.files, results: results)
    (files, notes) = (distinct.files, inputs.notes + distinct.notes)
    try Self.checkDistinctFiles(files, distinct.results)
    try Self.checkSourcesSurvive(files, distinct.results)
    destinations = distinct.results.map {
      .file(locations[Array($0.utf8)] ?? FileLocation(path: $0, followingLinks: inputs.followsLinks))
    }
  }

  /// Whether results go into a folder with this name, rather than one result into a file.
  private static func isFolder(_ output: String, for inputs: InputFiles) throws(DestinationConflict) -> Bool {
    if output.hasSuffix("/") || (try? FileIdentity(path: output))?.kind == .folder { return true }
    let count = DistinctFiles(inputs.files, results: inputs.files.map(\.relativePath)).files.count
    guard count > 1 || inputs.hasFolder else { return false }
    if ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil {
      let name = TerminalText.plain(output)
      throw DestinationConflict("\(name) is one file, but there are several inputs. For a folder, write \(name)/")
    }
    return true
  }

  /// Results in a folder, with names from a template.
  ///
  /// - Parameter facts: What the template states of a file's planned result. If that fails, so does the file.
  /// - Throws: `DestinationConflict` if names conflict or are outside the folder, or if a result would destroy a
  ///   source.
  package init(
    _ inputs: InputFiles, in folder: String, named template: OutputTemplate, format: ContainerFormat?,
    facts: (InputFile) throws(UprightError) -> OutputTemplate.Facts
  ) throws(DestinationConflict) {
    try Self.checkIsFolder(folder)
    makesFolders = true
    self.format = try template.format(asked: format)
    let root = FolderRoot(resultsIn: folder, followingLinks: inputs.followsLinks)
    var (named, names): ([InputFile], [String]) = (inputs.files, [])
    for index in named.indices {
      var name = ""
      if named[index].failure == nil {
        let found = Result { [file = named[index]] () throws(UprightError) in try facts(file) }
        switch found {
        case .success(let facts): name = try template.path(of: named[index], facts)
        case .failure(let error): named[index].failure = error.naming(named[index].path)
        }
      }
      names.append(name)
    }
    let distinct = DistinctFiles(named, results: names)
    (files, notes) = (distinct.files, inputs.notes + distinct.notes)
    let made = zip(files, distinct.results).filter { !$0.1.isEmpty }
    let paths = made.map { FileName.joined(folder, $0.1) }
    try Self.checkDistinctFiles(made.map(\.0), paths)
    try Self.checkNoFileIsFolder(made.map(\.1))
    try Self.checkSourcesSurvive(files, paths)
    destinations = distinct.results.map { $0.isEmpty ? .nowhere : .file(root.location($0)) }
  }

  /// Makes sure that no result would be in a folder that has the name of another result.
  private static func checkNoFileIsFolder(_ names: [String]) throws(DestinationConflict) {
    let taken = Set(names.map { Array($0.utf8) })
    for name in names {
      var folder = FileName.folder(of: name)
      while folder != "." {
        guard !taken.contains(Array(folder.utf8)) else {
          throw DestinationConflict(
            "\(TerminalText.plain(name)) would be in a folder that has the name of another result; change the template")
        }
        folder = FileName.folder(of: folder)
      }
    }
  }

  /// Makes sure that results can go into a folder with this name.
  private static func checkIsFolder(_ output: String) throws(DestinationConflict) {
    if let missing = FileName.missingFolder(leftBy: output) {
      throw DestinationConflict(
        "\(TerminalText.plain(output)) has .. after \(TerminalText.plain(missing)), which is not a folder; "
          + "name the output folder without ..")
    }
    try checkIsNoFile(output)
  }

  /// Makes sure that a folder can have this name.
  private static func checkIsNoFile(_ output: String) throws(DestinationConflict) {
    var name = output[...]
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    guard let found = try? FileIdentity(path: String(name)), found.kind != .folder else { return }
    throw DestinationConflict("\(TerminalText.plain(String(name))) is a file, not a folder")
  }

  /// The name with the format's extension, unless it already has one of that format.
  private static func renamed(_ name: String, for format: ContainerFormat?) -> String {
    guard let format, ContainerFormat(fileExtension: FileName.fileExtension(of: name)) != format else { return name }
    return FileName.replacingExtension(of: name, with: format.fileExtension)
  }

  static func format(
    ofName name: String, asked: ContainerFormat?
  ) throws(DestinationConflict) -> ContainerFormat {
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: name))
    if let asked, let named, asked != named {
      throw DestinationConflict(
        "\(option: .format, asked.rawValue) does not match the extension of \(TerminalText.plain(name))")
    }
    guard let format = asked ?? named else {
      throw DestinationConflict(
        """
        Cannot tell the format from '\(TerminalText.plain(name))'. Use \(Self.endings), or \(option: .format). For a \
        folder, write \(TerminalText.plain(name))/
        """)
    }
    return format
  }

  /// The extensions of all written formats, as an enumeration in words.
  private static var endings: String {
    let all = ContainerFormat.written.map { ".\($0.fileExtension)" }
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }

  private static func checkDistinctFiles(_ files: [InputFile], _ results: [String]) throws(DestinationConflict) {
    var seen: [[UInt8]: String] = [:]
    for (file, result) in zip(files, results) {
      guard let first = seen.updateValue(file.path, forKey: Array(result.utf8)) else { continue }
      throw DestinationConflict(
        """
        \(TerminalText.plain(first)) and \(TerminalText.plain(file.path)) would both be written to \
        \(TerminalText.plain(result)); rename one, or process them separately
        """)
    }
  }

  private static func checkSourcesSurvive(_ inputs: [InputFile], _ names: [String]) throws(DestinationConflict) {
    guard let name = source(of: inputs, named: names) else { return }
    throw DestinationConflict(
      "\(TerminalText.plain(name)) is one of the input files; use \(option: .inPlace) to change them in place")
  }

  /// Checks that a page or a sheet about files is not one of them.
  ///
  /// - Throws: `DestinationConflict`.
  package static func check(_ output: String, isNoneOf inputs: [InputFile]) throws(DestinationConflict) {
    guard let name = source(of: inputs, named: [output]) else { return }
    throw DestinationConflict("\(TerminalText.plain(name)) is one of the input files; name another file")
  }

  /// The first of several names that resolves to one of the sources.
  private static func source(of inputs: [InputFile], named names: [String]) -> String? {
    let present = names.compactMap { name in (try? FileIdentity(path: name)).map { (name, $0) } }
    guard !present.isEmpty else { return nil }
    let sources = Set(inputs.compactMap { (try? FileIdentity($0.location)).map(FileKey.init) })
    return present.first { sources.contains(FileKey($0.1)) }?.0
  }
}

extension DistinctFiles {
  /// Checks that no file is given by two of its names if these are to be separated.
  ///
  /// - Throws: `DestinationConflict`, with both names.
  package func checkNames(partingHardLinks: Bool) throws(DestinationConflict) {
    guard partingHardLinks, let pair = repeated.first(where: \.isHardLinked) else { return }
    throw DestinationConflict(
      """
      \(TerminalText.plain(pair.first)) and \(TerminalText.plain(pair.second)) are the same file; with \
      \(option: .breakHardLinks) give only one of its names
      """)
  }
}

// The destination of one file's result.

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

// Checks that all results of a batch can be written, before the first one is (open(2), rename(2)).

extension DestinationPlan {
  /// Checks that no result has the name of a folder nor, unless `overwriting`, of an existing file.
  ///
  /// - Throws: `.io` for the first conflict, with EISDIR for a folder, with EEXIST for a file.
  package func checkNew(overwriting: Bool) throws(UprightError) {
    for case .file(let location) in destinations { try location.checkNew(overwriting: overwriting) }
  }
}

extension FileLocation {
  /// Checks that a new file may have this name.
  ///
  /// - Returns: The existing file that will be replaced; nil for none.
  /// - Throws: `.io`, with EISDIR for a folder, with EEXIST for a file that may not be replaced.
  @discardableResult
  package func checkNew(overwriting: Bool) throws(UprightError) -> FileIdentity? {
    guard let found = try? FileIdentity(self) else { return nil }
    if found.kind == .folder { throw .isFolder(path) }
    guard overwriting else { throw .exists(path) }
    return found
  }
}
