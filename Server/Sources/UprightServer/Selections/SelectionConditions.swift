// The conditions of requests that change selections, so that nobody overwrites what they have not seen (RFC 9110, 13).

/// `If-Match` and `If-None-Match` of one request.
struct SelectionConditions: Hashable, Sendable {
  private let ifMatch, ifNoneMatch: [String]

  /// - Throws: 428 for a request without a condition.
  init(_ question: ServerRequest) throws(Problem) {
    (ifMatch, ifNoneMatch) = (question.ifMatch, question.ifNoneMatch)
    let isNew = question.method == "PUT" && EntityTags.all(in: ifNoneMatch).contains("*")
    guard isNew || !EntityTags.all(in: ifMatch).isEmpty else {
      throw Problem(
        status: 428, code: "condition-needed",
        detail: "state which selections you have seen: If-Match with their ETag, or If-None-Match: * for none",
        parameter: "If-Match")
    }
  }

  /// Why a request must not be carried out where `tag` is the current entity tag, nil for none; nil if it may.
  func refusal(for tag: String?) -> Problem? {
    let seen = EntityTags.all(in: ifMatch)
    let isSeen = seen.isEmpty || tag.map { seen.contains("*") || seen.contains($0[...]) } ?? false
    let isOther = tag.map { EntityTags.match($0, in: ifNoneMatch) } ?? false
    guard !isSeen || isOther else { return nil }
    return Problem(
      status: 412, code: "selections-changed",
      detail: tag == nil
        ? "no selections of this image are saved any more"
        : "the saved selections, or the image, are no longer what the request states; get them again",
      parameter: isSeen ? "If-None-Match" : "If-Match")
  }
}

extension EntityTags {
  /// The tags in fields' values, with their quotes, and `*`.
  static func all(in values: [String]) -> [Substring] {
    values.flatMap { $0.split(separator: ",").map(\.trimmed) }.filter { !$0.isEmpty }
  }
}
