// Closes the ring.

extension Photo {
  struct Frame {
    let around: Album
  }
}
