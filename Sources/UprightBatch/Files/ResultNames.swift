// The output folder and the template of names, from -o and --output-template.

import Upright
import UprightFiles

/// How results are named.
package struct ResultNames: Hashable, Sendable {
  /// The file or folder for results; nil for none.
  package let output: String?
  /// The template of names in that folder; nil if files keep their names.
  package let template: OutputTemplate?

  /// The template for several results of each file.
  private static let numbered = "{dir}/{stem}-{n}.{ext}"
  private static let number = "{n}"

  /// Names for `parts` results of each file; nil if results have no numbers. A name such as `part-{n}.jpg` after -o is a
  /// template. `thing` is what each result shows.
  ///
  /// - Throws: `DestinationConflict` for an invalid template, or if several results would get one name.
  package init(
    _ output: String?, template: String?, parts: Int?, inPlace: Bool, of thing: String = "region"
  ) throws(DestinationConflict) {
    let isNumbered = template == nil && output.map { FileName.last(of: $0).contains(Self.number) } == true
    guard let parts, parts > 1 || isNumbered else {
      (self.output, self.template) = (output, try Self.template(template))
      return
    }
    if inPlace {
      throw DestinationConflict("several \(thing)s cannot replace one file; use \(option: .output, "FOLDER/")")
    }
    guard let output, output != "-" else {
      if output == nil {
        (self.output, self.template) = (nil, nil)
      } else {
        throw DestinationConflict(
          "\(option: .output, "-") takes one result; for several \(thing)s use \(option: .output, "FOLDER/")")
      }
      return
    }
    if isNumbered {
      (self.output, self.template) = (FileName.folder(of: output), try OutputTemplate(FileName.last(of: output)))
      return
    }
    let own = try OutputTemplate(template ?? Self.numbered)
    guard own.hasNumber else {
      throw DestinationConflict(
        "\(option: .outputTemplate): several \(thing)s need {n}, the number of the \(thing), in their names")
    }
    let isFolder = output.hasSuffix("/") || (try? FileIdentity(path: output))?.kind == .folder
    let end = FileName.fileExtension(of: output)
    if !isFolder, ContainerFormat(fileExtension: end) != nil {
      let numbered = output.dropLast(end.utf8.count + 1) + "-{n}." + end
      throw DestinationConflict(
        """
        \(TerminalText.plain(output)) is one file, but there are several \(thing)s. Use \(option: .output, "FOLDER/"), \
        or a name with the number of the \(thing): \(TerminalText.plain(String(numbered)))
        """)
    }
    (self.output, self.template) = (output, own)
  }

  private static func template(_ text: String?) throws(DestinationConflict) -> OutputTemplate? {
    try text.map { (text) throws(DestinationConflict) in try OutputTemplate(text) }
  }
}
