// `upright verify`: whether two files show the same picture, and how the one lies to the other.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Say whether two files show the same picture the same way round, and how exactly.",
    discussion: """
      Compares by the cheapest means that decides: the coded bytes without tags and other metadata; the blocks of DCT \
      coefficients, which any lossless turn keeps; the decoded pixels, in each of the eight orientations that the sizes \
      allow. The line says which turn leads from the first to the second, as displayed and as stored, and in what they \
      agree.

      The exit code is 0 where both show the same picture displayed alike, 1 where not: another picture, the same one \
      turned or mirrored, or in other colours by its profile. A JPEG is re-encoded where its blocks are \
      what its own tables make of the other image, as fix --edge recode leaves it: that counts as the same unless \
      --min-psnr or --exact is given. Other noise counts as the same from --min-psnr on (40 dB), unless 32 by 32 pixels \
      anywhere have more than 15 dB less; partial blocks at edges may differ, which lossless turns trim or leave behind, \
      unless --exact is given. Damaged data are an error.

      Examples:
        upright verify original.jpg turned.jpg
        upright verify --exact --json original.jpg copy.jpg
      """)

  @Argument(help: ArgumentHelp("The first picture.", valueName: "path"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The picture it is held against.", valueName: "path"), completion: .file())
  var second: String

  @Flag(help: "The same picture in any of the eight orientations counts as yes.")
  var allowTurn = false

  @Flag(help: "Only the same bytes, blocks or pixels count as yes, ragged edges too.")
  var exact = false

  @Option(
    name: .customLong("min-psnr"),
    help: ArgumentHelp(
      "Decoded pixels count as the same from this peak signal-to-noise ratio on, re-encoded or not; without it, from 40 dB.",
      valueName: "dB"))
  var minimum: Double?

  @Flag(help: "Say why cheaper comparisons did not decide.")
  var explain = false

  @Flag(help: "One JSON object, with \"schema\":1.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    if let minimum, !minimum.isFinite || minimum < 0 {
      throw ValidationError("--min-psnr is a number of decibels from 0 on")
    }
  }

  func run() throws {
    let report = VerifyReport(first: first, second: second, terms: terms, relation: try relation())
    if quietOption.quiet, report.isMatch { return }
    try Console.answer((json ? report.json.line : report.text(explained: explain)) + "\n")
    if !report.isMatch { throw ExitCode.negative }
  }

  private var terms: VerifyReport.Terms {
    VerifyReport.Terms(decibels: minimum, isExact: exact, allowsTurn: allowTurn)
  }

  /// How the two lie to one another.
  ///
  /// - Throws: the exit code of what stopped it, which is said.
  private func relation() throws -> ImageRelation? {
    var path = first
    do throws(UprightError) {
      let one = try FileBytes(path: first)
      path = second
      let other = try FileBytes(path: second)
      do throws(ComparisonFailure) {
        return try limits.pipeline.relation(of: one, to: other, rules: ruleOptions.rules)
      } catch {
        path = error.side == .first ? first : second
        throw error.error
      }
    } catch {
      let error = error.naming(path)
      Console.note([TerminalText.plain("\(path): \(error.sentence(about: path))")])
      if json { try Console.answer(error.line(about: path) + "\n") }
      throw ExitCode(error.codes.exitCode)
    }
  }
}
