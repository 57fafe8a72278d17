// The two ways to take an orientation apart: mirror first (IIIF Image API 3.0, 4.3; Apple's names) and turn first (GDI+, many Android helpers).

extension Orientation {
  /// Mirrored left to right in `From` first, then turned clockwise.
  public var mirrorFirst: (mirrored: Bool, thenClockwise: Int) { (isMirrored, clockwiseQuarters) }

  /// Turned clockwise first, then mirrored left to right in `To`.
  ///
  /// The number of quarters is another one than that of ``mirrorFirst`` where axes swap and a mirror is involved: taking one for the
  /// other changes transpose into transverse (5 into 7).
  public var rotateFirst: (clockwise: Int, thenMirrored: Bool) {
    (isMirrored ? -clockwiseQuarters & 3 : clockwiseQuarters, isMirrored)
  }

  /// Mirrors left and right in `From` when asked, then turns; the same as `init(mirrored:clockwise:)`, with the order in its name.
  public init(mirroredFirst mirrored: Bool, thenClockwise quarters: Int) {
    self.init(mirrored: mirrored, clockwise: quarters)
  }

  /// Turns clockwise by `quarters`, then mirrors left and right in `To` when asked; any integer counts modulo 4.
  public init(clockwiseFirst quarters: Int, thenMirrored mirrored: Bool) {
    self.init(mirrored: mirrored, clockwise: mirrored ? -(quarters & 3) : quarters)
  }
}

extension Orientation {
  /// Mirrors in `From`, left to right and top to bottom, and after them a quarter turn (`clockwise`, or not) where axes swap.
  func mirrors(beforeRotating clockwise: Bool) -> (horizontal: Bool, vertical: Bool, turned: Bool) {
    let back = Orientation<To, To>(clockwise: swapsAxes ? (clockwise ? -1 : 1) : 0)
    let mirrors = then(back).reversesFromAxes
    return (mirrors.horizontal, mirrors.vertical, swapsAxes)
  }
}
