// What becomes of the further pages of a file whose first page gets another orientation.

/// How the pages after the first change along with it.
package enum PageRetagging: Hashable, Sendable {
  /// Each is reoriented as the first is, starting from how it is displayed now.
  case alike
  /// Each gets the first page's tag, whatever its own was.
  case sameTag
}
