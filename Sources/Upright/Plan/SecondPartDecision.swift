// Whether a second thread decodes the last rows of a JPEG while the first one decodes the others
// (Sources/UprightJPEG/Design.md).

internal import UprightMetadata

extension PlanRequest {
  /// The last rows of a pass, for a second thread; nil if they cannot be cut out, or if that gains too little.
  func secondPart(of pass: DecodePass, as form: Plan.Transcode.Form = .samples) -> DecodePass.SecondPart? {
    guard let jpeg = probe.jpeg, probe.format == .jpeg, jpeg.reasonAgainstCuts == nil, pass.imageIndex == nil,
      pass.cutLimit == nil, pass.denominator < 8, pass.layout.depth == .eight,
      pass.region.size.pixelCount ?? 0 >= DecodePass.SecondPart.leastPixels,
      let firstRow = DecodePass.SecondPart.firstRow(of: pass, as: form)
    else { return nil }
    let above = firstRow * pass.denominator
    let region = PixelRect<Stored>(
      x: pass.region.x, y: pass.region.y + above, width: pass.region.width, height: pass.region.height - above)
    let limit = cutting(region, of: jpeg).limit
    // The limit is twice the average, which itself must be small enough.
    guard limit <= 2 * DecodePass.SecondPart.mostBytes else { return nil }
    return DecodePass.SecondPart(firstRow: firstRow, cutLimit: min(limit, DecodePass.SecondPart.mostBytes))
  }
}

extension DecodePass.SecondPart {
  /// Below this many stored pixels, a second thread is not worth starting.
  fileprivate static let leastPixels = 2_000_000
  /// The maximum bytes of its pixels, and of its coded data.
  fileprivate static let mostBytes = 16 << 20
  /// The rows of the first thread, in hundredths. The second one also walks to its rows, and walks them twice.
  private static let firstShare = 68
  /// A second part is at least one in so many rows.
  private static let leastShare = 8

  /// The first row of the second part, at the beginning of a band; nil if too few rows are left, or if planes' bands
  /// begin elsewhere.
  fileprivate static func firstRow(of pass: DecodePass, as form: Plan.Transcode.Form) -> Int? {
    let (height, band) = (pass.size.height, DecodePass.bandRows)
    guard form == .samples || pass.region.y % band == 0 else { return nil }
    let bandBytes = form.bandBytes(of: pass, rows: band).reduce(0) { $0.addingSaturating($1) }
    let fitting = (mostBytes / max(1, bandBytes)).multipliedSaturating(band)
    let share = Int((Double(height) * Double(firstShare) / 100).rounded())
    let first = (max(share, height - fitting) + band - 1) / band * band
    return first > 0 && height - first >= max(1, height / leastShare) ? first : nil
  }
}

extension Plan.Transcode.Form {
  /// Bytes of the blocks of memory that hold so many rows of a decoded pass.
  func bandBytes(of pass: DecodePass, rows: Int) -> [Int] {
    let band = PixelSize<Decoded>(width: pass.size.width, height: rows)
    func bytes(_ size: PixelSize<Decoded>, _ each: Int) -> Int { (size.pixelCount ?? .max).multipliedSaturating(each) }
    guard case .planes(let chroma, _) = self else { return [bytes(band, pass.layout.bytesPerPixel)] }
    return [.none, chroma, chroma].map { bytes($0.covering(band), 1) }
  }
}

extension Plan.Transcode {
  /// The same, decoded by one thread.
  var undivided: Self {
    var result = self
    result.pass.secondPart = nil
    return result
  }

  /// The same, as a whole and by one thread.
  var inOne: Self {
    var result = undivided
    result.strips = nil
    return result
  }

  /// Whether all planes in memory would exceed the limit.
  var isOnlyInStrips: Bool { strips?.isRequired == true }

  /// The same, never with all planes in memory; nil if it has no strips.
  var onlyInStrips: Self? {
    guard let strips else { return nil }
    var result = undivided
    result.strips = strips.required
    return result
  }
}
