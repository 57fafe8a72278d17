// Photo.swift uses Album; what follows only looks as if this file used Photo.

struct Album {
  let text = "a Photo"
  let raw = #"a \(Photo) and "Photo""#
  let lines = """
    Photo, and " Photo
    """

  func isEmpty<Photo: Equatable>(_ one: Photo, _ other: Photo) -> Bool { one == other }
}

private struct Page {
  let album: Album
}
