// `--families`: the files of one photo change together.

import ArgumentParser
import UprightBatch

/// `--families` and `--partial-families`, as the companions of a command.
struct FamilyOptions: CompanionArguments {
  @Flag(
    name: .customLong("families"),
    help:
      """
      Change files with the same name together, all or none: raw and JPEG, live photo and video, XMP files. Includes \
      members that were not named. Needs -i and --journal.
      """
  )
  var isOn = false

  @Flag(help: "With --families, change the members that can be changed, and name the others.")
  var partialFamilies = false

  var families: FamilyOptions? { isOn ? self : nil }

  func validate() throws(ValidationError) {
    if partialFamilies, !isOn { throw ValidationError("--partial-families needs --families") }
  }

  /// Rejects options that do not work for families.
  ///
  /// - Throws: `ValidationError` that names the alternative.
  func check(_ writing: WriteOptions, _ journaling: JournalOptions, _ others: [(String, Bool)]) throws(ValidationError)
  {
    if writing.output != nil { throw ValidationError("--families changes files in place: use -i in place of -o") }
    if let (option, _) = others.first(where: \.1) {
      throw ValidationError("--families and \(option) cannot be combined")
    }
    guard writing.dryRun || journaling.journal != nil else {
      throw ValidationError("--families needs --journal FILE, so that all files of a photo change, or none")
    }
  }

  func state(in identity: inout BatchIdentity) {
    identity.state(FamilyUndo.option, isOn)
    identity.state("partial-families", partialFamilies)
  }
}
