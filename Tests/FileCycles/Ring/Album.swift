// Uses Photo in what a string interpolates.

struct Album {
  let name: String

  var title: String { "\(name): \(Photo(album: nil).title)" }
}
