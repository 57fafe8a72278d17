// `upright verify`: whether two files show the same image, and how they relate.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `verify`.
struct VerifyCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check whether two files show the same image, and how exactly.",
    discussion: """
      Tries the cheapest comparison first: the encoded bytes without metadata; the blocks of DCT coefficients, which \
      lossless rotation preserves; the decoded pixels, in each orientation that the sizes allow. The output states \
      which rotation maps the first to the second, as displayed and as stored, and how exactly they agree.

      The exit code is 0 if both show the same image in the same orientation. It is 1 if the image, its orientation or \
      its colors (by profile) differ. A JPEG re-encoded from the other image passes unless it is quantized more \
      coarsely than both that image and quality 50. --min-psnr and --exact turn this exception off. Other differences \
      pass at --min-psnr (40 dB) or above, unless a 32x32 block is more than 15 dB below it. Partial edge blocks, \
      which lossless rotation trims or leaves in place, may differ unless --exact is given. Damaged data is an error.

      Examples:
        upright verify original.jpg rotated.jpg
        upright verify --exact --json original.jpg copy.jpg
      """)

  @Argument(help: ArgumentHelp("The first image, or - for standard input.", valueName: "path"), completion: .images)
  var first: String

  @Argument(help: ArgumentHelp("The image to compare it with, or -.", valueName: "path"), completion: .images)
  var second: String

  @Flag(help: "Accept the same image in any of the eight orientations.")
  var allowTurn = false

  @Flag(help: "Accept only identical bytes, blocks or pixels, including partial edge blocks.")
  var exact = false

  @Option(
    name: .customLong("min-psnr"),
    help: ArgumentHelp(
      "Accept decoded pixels with at least this peak signal-to-noise ratio, re-encoded or not (default: 40 dB).",
      valueName: "dB"), transform: CheckedNumber.decimal)
  var minimum: Double?

  @Flag(help: "Print why cheaper comparisons did not decide.")
  var explain = false

  @Flag(help: "Print one JSON object, with \"schema\":1.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var input: StandardInputOption

  func validate() throws(ValidationError) {
    if let minimum, !minimum.isFinite || minimum < 0 {
      throw ValidationError("--min-psnr must be 0 dB or more")
    }
  }

  func run(in world: World) throws {
    let report = VerifyReport(first: first, second: second, terms: terms, relation: try relation(in: world))
    if quietOption.quiet, report.isMatch { return }
    try world.answer((json ? report.json.line : report.text(explained: explain)) + "\n")
    if !report.isMatch { throw ExitStatus.negative }
  }

  private var terms: VerifyReport.Terms {
    VerifyReport.Terms(decibels: minimum, isExact: exact, allowsTurn: allowTurn)
  }

  /// How the two relate.
  ///
  /// - Throws: The exit code of the error, after printing it.
  private func relation(in world: World) throws -> ImageRelation? {
    var path = first
    do throws(UprightError) {
      let one = try FileBytes(StandardInput.location(named: first, atMost: input.most))
      path = second
      let other = try FileBytes(StandardInput.location(named: second, atMost: input.most))
      do throws(ComparisonFailure) {
        return try limits.pipeline(in: world).relation(of: one, to: other, rules: ruleOptions.rules)
      } catch {
        path = error.side == .first ? first : second
        throw error.error
      }
    } catch {
      let error = error.naming(path)
      world.tellFailure(error, of: path)
      if json { try world.answer(error.line(about: path) + "\n") }
      throw ExitStatus(error)
    }
  }
}
