// What to do with the members of a family, decided from facts about each, before anything is written.

package import Upright

/// The decision about one family.
package struct FamilyDecision: Sendable {
  /// What is known of an image or a video, and what is planned for it.
  package struct Image: Hashable, Sendable {
    /// The orientation now, and after the change.
    package let now, after: ExifOrientation
    /// The stored size now, and the displayed one now and after the change.
    package let stored: PixelSize<Stored>
    package let shown: PixelSize<Displayed>
    package let shownAfter: PixelSize<Output>
    /// Whether its bytes change, and whether its pixels move.
    package let changes, movesPixels: Bool
    /// Whether its kind of file stores pixels that no program rotates.
    package let isRaw: Bool

    /// Memberwise initializer.
    package init(
      now: ExifOrientation, after: ExifOrientation, stored: PixelSize<Stored>, shown: PixelSize<Displayed>,
      shownAfter: PixelSize<Output>, changes: Bool, movesPixels: Bool = false, isRaw: Bool = false
    ) {
      (self.now, self.after, self.stored, self.shown) = (now, after, stored, shown)
      (self.shownAfter, self.changes, self.movesPixels, self.isRaw) = (shownAfter, changes, movesPixels, isRaw)
    }
  }

  /// A member's state.
  package enum MemberState: Hashable, Sendable {
    /// An image or a video that can be processed.
    case image(Image)
    /// A sidecar, and each orientation that it states; nil for a value outside 1…8.
    case sidecar([ExifOrientation?])
    /// A member that cannot be processed.
    case fault(UprightError)
  }

  /// What happens to a member.
  package enum MemberAction: Hashable, Sendable {
    /// The image is processed as planned.
    case process
    /// The sidecar gets this orientation.
    case set(ExifOrientation)
    /// The sidecar stays as it is.
    case keep
    /// Nothing happens to it; why.
    case leave(UprightError)
  }

  /// A finding about a member.
  package struct Remark: Hashable, Sendable {
    /// The member's position.
    package let member: Int
    package let finding: Finding
  }

  /// One action per member.
  package private(set) var actions: [MemberAction] = []
  /// Contradictions among the members as they are.
  package private(set) var remarks: [Remark] = []
  /// Whether nothing is changed, because a member cannot be and the others may not change without it.
  package private(set) var isRefused = false

  /// Decides.
  ///
  /// - Parameters:
  ///   - states: The state of each member.
  ///   - isPartial: Whether the members that can be processed may change without the others.
  ///   - normalizes: Whether sidecars are made to agree even if no image changes.
  package init(_ family: Family, _ states: [MemberState], isPartial: Bool, normalizes: Bool) {
    remarks = Self.remarks(family, states)
    for (index, state) in states.enumerated() {
      switch state {
      case .image: actions.append(.process)
      case .fault(let error): actions.append(.leave(error))
      case .sidecar(let values):
        actions.append(Self.action(family, family.members[index], values, states, normalizes))
      }
    }
    guard !isPartial else { return }
    if let pair = Self.newContradiction(family, states) {
      actions[pair.1] = .leave(
        .unanswerable(
          field: "\(field: .families)",
          reason: "it would be displayed differently from \(family.members[pair.0].name), which is the same photo"))
    }
    isRefused = actions.contains { if case .leave = $0 { true } else { false } }
  }

  private static func action(
    _ family: Family, _ sidecar: Family.Member, _ values: [ExifOrientation?], _ states: [MemberState],
    _ normalizes: Bool
  ) -> MemberAction {
    let described = sidecar.described.compactMap { index -> (name: String, image: Image)? in
      guard case .image(let image) = states[index] else { return nil }
      return (family.members[index].name, image)
    }
    // Sizes and regions in it follow the pixels, whether or not it states an orientation.
    let moves = described.contains(where: \.image.movesPixels)
    guard moves || !values.isEmpty, described.count == sidecar.described.count, let first = described.first,
      normalizes || described.contains(where: \.image.changes)
    else { return .keep }
    if let other = described.first(where: { $0.image.after != first.image.after }) {
      return .leave(
        .unanswerable(
          field: "\(field: .families)",
          reason: """
            it may describe \(first.name), with tag \(first.image.after.rawValue) after the change, or \(other.name), \
            with tag \(other.image.after.rawValue)
            """))
    }
    return values.allSatisfy { $0 == first.image.after } && !moves ? .keep : .set(first.image.after)
  }

  // MARK: Contradictions

  /// The contradictions among members as they are.
  package static func remarks(_ family: Family, _ states: [MemberState]) -> [Remark] {
    var remarks: [Remark] = []
    let images = images(states)
    for (place, one) in images.enumerated() {
      for other in images[..<place] {
        guard let message = contradiction(of: one.image, to: other.image, named: family.members[other.index].name)
        else { continue }
        remarks.append(Remark(member: one.index, finding: Finding(.familyConflict, message)))
      }
    }
    for (index, state) in states.enumerated() {
      guard case .sidecar(let values) = state else { continue }
      let described = images.filter { family.members[index].described.contains($0.index) }
      guard let first = described.first,
        let message = contradiction(of: values, to: described.map(\.image.now), named: family.members[first.index].name)
      else { continue }
      remarks.append(Remark(member: index, finding: Finding(.sidecarConflict, message)))
    }
    return remarks
  }

  private static func images(_ states: [MemberState]) -> [(index: Int, image: Image)] {
    states.enumerated().compactMap { index, state in
      if case .image(let image) = state { (index, image) } else { nil }
    }
  }

  /// How a sidecar contradicts the images that it may describe; nil if it agrees with one.
  package static func contradiction(
    of values: [ExifOrientation?], to tags: [ExifOrientation], named name: String
  ) -> String? {
    guard let tag = tags.first, let value = values.first(where: { value in !tags.contains { $0 == value } }) else {
      return nil
    }
    let stated = value.map { "\($0.rawValue)" } ?? "no valid orientation"
    return "the XMP file states \(stated), and \(name) has tag \(tag.rawValue)"
  }

  /// How two images contradict each other, as far as headers show; nil if they may be the same photo. Pixels of either
  /// may have been rotated instead of its tag, except those of a raw photo.
  package static func contradiction(of one: Image, to other: Image, named name: String) -> String? {
    if let mine = shape(one.shown.width, one.shown.height), let theirs = shape(other.shown.width, other.shown.height),
      mine != theirs
    {
      return "it is displayed \(mine), and \(name) \(theirs)"
    }
    let isStoredAlike =
      shape(one.stored.width, one.stored.height) == shape(other.stored.width, other.stored.height)
    guard one.now != other.now, isStoredAlike, one.isRaw || one.now != .topLeft, other.isRaw || other.now != .topLeft
    else { return nil }
    return "it has tag \(one.now.rawValue), and \(name) tag \(other.now.rawValue)"
  }

  /// Two images that agree as they are, and would not after the change.
  private static func newContradiction(_ family: Family, _ states: [MemberState]) -> (Int, Int)? {
    let images = images(states)
    for (place, one) in images.enumerated() {
      for other in images[..<place] where contradiction(of: one.image, to: other.image, named: "") == nil {
        let (mine, theirs) = (one.image.shownAfter, other.image.shownAfter)
        if let mine = shape(mine.width, mine.height), let theirs = shape(theirs.width, theirs.height), mine != theirs {
          return (other.index, one.index)
        }
      }
    }
    return nil
  }

  /// The shape in a word; nil for a square.
  private static func shape(_ width: Int, _ height: Int) -> String? {
    width == height ? nil : width > height ? "wide" : "tall"
  }
}
