// Options of signed addresses, presets and negotiated formats.

import ArgumentParser
import Upright
import UprightServer

/// Which addresses are answered, and in which format.
struct AccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with a key in each line; only addresses signed by one of them are answered.", valueName: "file"),
    completion: .file())
  var signKeys: String?
  @Option(
    help: ArgumentHelp(
      "Serve an image request as /preset/NAME/ID, such as small=full/!400,400/0/default.jpg; may be repeated.",
      valueName: "name=request"), transform: Self.preset)
  var preset: [ImagePreset] = []
  @Flag(help: "Serve only these.")
  var onlyPresets = false
  @Option(
    help: ArgumentHelp(
      "Send avif, webp or both (avif,webp) in place of default.jpg to clients that accept them by name.",
      valueName: "formats"))
  var negotiate: NegotiatedFormats?

  private static func preset(_ text: String) throws -> ImagePreset {
    do throws(UprightError) { return try ImagePreset(text) } catch { throw ValidationError(error.description) }
  }

  func validate() throws {
    if onlyPresets, preset.isEmpty { throw ValidationError("--only-presets needs at least one --preset") }
    if Set(preset.map(\.name)).count < preset.count {
      throw ValidationError("two values of --preset have the same name")
    }
    if preset.count > 1_000 { throw ValidationError("--preset may be given 1000 times") }
  }

  func apply(to options: inout ServerOptions) throws(UprightError) {
    if let signKeys { options.signKeys = try URLKeys(signKeys) }
    (options.presets, options.onlyPresets) = (preset, onlyPresets)
    options.negotiated = negotiate?.formats ?? []
  }
}

/// A list of formats, best first.
struct NegotiatedFormats: ExpressibleByArgument {
  let formats: [NegotiatedFormat]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let formats = words.compactMap { NegotiatedFormat(rawValue: String($0)) }
    guard formats.count == words.count, Set(formats).count == formats.count else { return nil }
    self.formats = formats
  }
}
