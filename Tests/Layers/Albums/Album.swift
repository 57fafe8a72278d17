// A library with a type that another one has, too, and with options of a program in its sentences.

/// Public types need a comment.
public struct Album {
  /// Use `--recursive` here: comments may.
  let advice = "use --recursive to search folders"  // --recursive

  struct Cover {}
}

struct Frame {}

private struct Corner {}
