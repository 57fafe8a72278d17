// Uses a type that is nested in its own, in another file, by its bare name.

struct Photo {
  let album: Frame?

  var title: String { "untitled" }
}
