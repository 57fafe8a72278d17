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
    try Account.measured(
      written, of: source.file, headed: source.probe, by: plan, rules: rules, listsParts: listsParts)
  }

  /// Checks that a result lacks only what it may lack; otherwise `refused` gets the kinds of the other parts.
  ///
  /// - Throws: `.unanswerable`.
  func checkLosses(
    _ account: Account?, by plan: Plan, refusing refused: inout [FilePart.Kind]
  ) throws(UprightError) {
    let allowed = plan.allowedLosses ?? .all
    refused = account?.lostKinds.filter { !allowed.allows($0) } ?? []
    guard refused.isEmpty else { throw Self.refused(refused) }
  }

  /// The same, where the kinds are of no further use.
  ///
  /// - Throws: `.unanswerable`.
  func checkLosses(_ account: Account?, by plan: Plan) throws(UprightError) {
    var refused: [FilePart.Kind] = []
    try checkLosses(account, by: plan, refusing: &refused)
  }

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

  /// The error with the other way out of a refusal to lose parts, which depends on where the result goes.
  static func advising(_ error: UprightError, at destination: Destination) -> UprightError {
    guard case .unanswerable("allowedLosses", let reason) = error else { return error }
    let way = destination == .inPlace ? "write the result elsewhere with -o" : "leave out --strict-parts"
    return .unanswerable(field: "allowedLosses", reason: "\(reason), or \(way)")
  }

  /// The refusal to lose parts of these kinds.
  private static func refused(_ lost: [FilePart.Kind]) -> UprightError {
    .unanswerable(
      field: "allowedLosses",
      reason: """
        \(FilePart.Kind.names(lost)) would be lost, which is not allowed; --allow-loss \
        \(lost.map(\.rawValue).joined(separator: ",")) allows it
        """)
  }
}

extension Account {
  /// What a written result has of a source with these headers; nil if the plan copies all bytes but those of the tag.
  ///
  /// - Parameter listsParts: Whether all parts are searched for, also where a result shows only some of them.
  /// - Throws: What reading throws.
  package static func measured(
    _ written: some ByteSource, of source: some ByteSource, headed probe: Probe, by plan: Plan,
    rules: OrientationRules = OrientationRules(), listsParts: Bool = false
  ) throws(UprightError) -> Account? {
    guard [.rewrite, .transform, .transcode].contains(plan.route.name) else { return nil }
    do throws(MetadataError) {
      let made = try Probe(written, rules: rules).fileParts(in: written)
      let parts = try probe.fileParts(in: source, searchingScans: !plan.showsLess || plan.isLimited || listsParts)
      return try Account(of: parts, in: source, by: plan, found: made, in: written)
    } catch {
      throw UprightError(error)
    }
  }
}
