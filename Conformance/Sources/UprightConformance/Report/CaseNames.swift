// Names of cases that share a verdict, as one name, so that results are short: `jpeg/odd/2,5,6/load`.

/// Joins and splits names that differ only in their third part.
package enum CaseNames {
  /// Answers with joined names, in the order of each first one.
  static func joined(_ answers: [(id: String, verdict: String)]) -> [(names: String, verdict: String)] {
    struct Group: Hashable {
      let head, tail, verdict: String
    }
    var order: [Group] = []
    var members: [Group: [String]] = [:]
    for answer in answers {
      let parts = answer.id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else {
        order.append(Group(head: answer.id, tail: "", verdict: answer.verdict))
        continue
      }
      let group = Group(head: "\(parts[0])/\(parts[1])/", tail: "/\(parts[3])", verdict: answer.verdict)
      if members[group] == nil { order.append(group) }
      members[group, default: []].append(parts[2])
    }
    return order.map { ($0.head + (members[$0]?.joined(separator: ",") ?? "") + $0.tail, $0.verdict) }
  }

  /// The single names.
  package static func split(_ names: String) -> [String] {
    let parts = names.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return [names] }
    return parts[2].split(separator: ",").map { "\(parts[0])/\(parts[1])/\($0)/\(parts[3])" }
  }
}
