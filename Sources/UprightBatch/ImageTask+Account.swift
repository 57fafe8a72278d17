// Measures what became of the parts of a source before its result gets its name (docs/account.md).

package import Upright
package import UprightFiles

extension ImageTask {
  /// What a written result has of its source; nil if the plan copies all bytes but those of the tag, which are compared
  /// one by one.
  ///
  /// - Throws: What reading throws.
  func measure(
    _ written: some ByteSource, of source: ProbedFile, by plan: Plan
  ) throws(UprightError) -> Account? {
    guard [.rewrite, .transform, .transcode].contains(plan.route.name) else { return nil }
    let account: Account
    do throws(MetadataError) {
      let made = try Probe(written, rules: rules).fileParts(in: written)
      account = try Account(
        of: source.probe.fileParts(in: source.file, searchingScans: !plan.showsLess || isLimited(plan) || listsParts),
        in: source.file, by: plan, found: made, in: written)
    } catch {
      throw UprightError(error)
    }
    return account
  }

  /// Checks that a result lacks only what it may lack.
  ///
  /// - Throws: `.unanswerable`.
  func checkLosses(_ account: Account?, by plan: Plan) throws(UprightError) {
    let lost = Self.refusedLosses(account, by: plan)
    guard lost.isEmpty else { throw Self.refused(lost) }
  }

  /// The kinds of the parts that a result lacks and must not lack.
  static func refusedLosses(_ account: Account?, by plan: Plan) -> [FilePart.Kind] {
    let allowed = plan.allowedLosses ?? .all
    return account?.lostKinds.filter { !allowed.allows($0) } ?? []
  }

  /// Whether a plan may lose only some parts.
  private func isLimited(_ plan: Plan) -> Bool { plan.allowedLosses.map { $0 != .all } ?? false }

  /// What becomes of the parts of a source, as far as headers tell.
  ///
  /// - Throws: What reading throws.
  package static func planned(
    _ plan: Plan, of probe: Probe, in file: FileBytes
  ) throws(UprightError) -> Account {
    do throws(MetadataError) { return Account(of: try probe.fileParts(in: file), planned: plan) } catch {
      throw UprightError(error)
    }
  }

  /// The refusal to lose parts of these kinds.
  static func refused(_ lost: [FilePart.Kind]) -> UprightError {
    .unanswerable(
      field: "allowedLosses",
      reason: """
        \(FilePart.Kind.names(lost)) would be lost; allow that with --allow-loss \
        \(lost.map(\.rawValue).joined(separator: ",")), or write the result elsewhere with -o
        """)
  }
}
