// What is kept of an image's selections, and by whom.

/// Selections that were saved.
struct SavedSelections: Hashable, Sendable {
  /// The number of this state: no other state of any image has or had it.
  let revision: Int
  /// The selections, as JSON.
  let document: String
  /// The state of the file that they were drawn on.
  let fingerprint: String

  /// Whether the file is no longer the one that they were drawn on.
  func isStale(for source: SourceFacts) -> Bool { fingerprint != source.fingerprint }

  /// The strong entity tag of the answer that states them.
  func entityTag(for source: SourceFacts) -> String { "\"\(revision)\(isStale(for: source) ? "-stale" : "")\"" }

  /// The answer that states them: the document, and whether it is stale.
  func body(for source: SourceFacts) -> [UInt8] {
    Array(document.utf8.dropLast()) + Array(",\"stale\":\(isStale(for: source))}\n".utf8)
  }
}

/// What is known of an image when its selections are saved.
struct SourceFacts: Hashable, Sendable {
  /// The path below the served folders: the identifier.
  let path: String
  /// Its size as displayed.
  let width, height: Int
  /// The orientation in use, as Exif numbers it.
  let orientation: Int
  /// The state of the file.
  let fingerprint: String
}

/// Keeps the selections of images.
protocol SelectionKeeping: Sendable {
  /// The selections of the image at `path`; nil if there are none.
  func saved(at path: String) async throws(Problem) -> SavedSelections?

  /// Saves `document` unless `refusal` finds a reason in what is saved already, and returns it; `isNew` if nothing was.
  func save(
    _ document: String, of source: SourceFacts, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem) -> (saved: SavedSelections, isNew: Bool)

  /// Removes the selections of the image at `path` unless `refusal` finds a reason in what is saved.
  func remove(
    at path: String, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem)

  /// Ends; what comes later fails.
  func close()
}
