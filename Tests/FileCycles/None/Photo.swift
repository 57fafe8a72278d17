// Its private type has the name of another file's private type.

struct Photo {
  let album: Album
  private let page = Page()
}

private struct Page {}
