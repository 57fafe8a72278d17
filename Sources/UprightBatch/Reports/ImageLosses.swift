// What an image's report says of the parts that its result lacks (docs/account.md).

package import Upright
package import UprightFiles

extension ImageReport {
  /// The parts that are lost without being asked to: as measured, or as planned if nothing was written.
  package var lostParts: [FilePart] {
    account?.losses.map(\.part) ?? plan.knownLosses.map { FilePart($0, ranges: []) }
  }

  /// `2 parts lost: comment and depth map`; nil if nothing is.
  var lossSentence: String? { Account.sentence(lostParts) }

  /// `"lossCount":2,"lost":["comment","depth-map"]`; the list only if there are any.
  var lossJSON: [JSONLine.Member] { FilePart.lossJSON(lostParts) }
}

extension FilePart {
  /// `"lossCount":2,"lost":["comment","depth-map"]` of parts that are lost; the list only if there are any.
  package static func lossJSON(_ lost: [FilePart]) -> [JSONLine.Member] {
    let kinds = Kind.allCases.filter(Set(lost.map(\.kind)).contains)
    return [.init("lossCount", .number(lost.count))]
      + (kinds.isEmpty ? [] : [.init("lost", .list(kinds.map { .text($0.rawValue) }))])
  }
}

extension Account {
  /// Each part with what became of it, for `--explain`: one line each, those inside others only if they are lost or are
  /// images or places.
  package var lines: [String] {
    listed.filter { entry in
      guard entry.part.kind != .structure else { return entry.fate.isLoss }
      guard entry.part.owner != nil else { return true }
      return entry.fate.isLoss || entry.part.kind.isView || entry.part.kind.isPlace
    }.map { entry in
      let name = entry.part.title == entry.part.kind.name && !entry.part.name.isEmpty ? " (\(entry.part.name))" : ""
      return "\(TerminalText.plain(entry.part.title + name)): \(entry.words)"
    }
  }

  /// The same for programs: all but losses inside other losses.
  package var json: JSONLine {
    .list(
      listed.map { entry in
        var members: [JSONLine.Member] = [.init("kind", .text(entry.part.kind.rawValue))]
        if !entry.part.name.isEmpty { members.append(.init("name", .text(entry.part.name))) }
        members.append(.init("fate", .text(entry.fate.code)))
        if case .lost(let note?) = entry.fate { members.append(.init("reason", .text(note.description))) }
        if !entry.part.ranges.isEmpty {
          let ranges = entry.part.ranges.map { JSONLine.list([.number($0.lowerBound), .number($0.upperBound)]) }
          members.append(.init("ranges", .list(ranges)))
        }
        return .object(members)
      })
  }
}
