// Images that state their size, and of which a row cannot be reoriented: they stay unchanged as a whole.

/// Collects those images by name in a first pass, because the rows of an image may be anywhere in a file.
struct WholeImages {
  private var sized: Set<String> = []
  private var broken: Set<String> = []

  /// The images of which nothing may be reoriented.
  var partial: Set<String> { broken.intersection(sized) }

  /// Adds rows of an image.
  mutating func see(_ image: String, statesSize: Bool, isBroken: Bool) {
    if statesSize { sized.insert(image) }
    if isBroken { broken.insert(image) }
  }
}
