// The two decompositions of an orientation: mirror first (IIIF Image API 3.0, 4.3; Apple's names) and rotate first
// (GDI+, many Android helpers).

extension Orientation {
  /// Mirrored left to right in `From` first, then rotated clockwise.
  public var mirrorFirst: (mirrored: Bool, thenClockwise: Int) { (isMirrored, clockwiseQuarters) }

  /// Rotated clockwise first, then mirrored left to right in `To`.
  ///
  /// The quarter turns differ from ``mirrorFirst`` if axes swap and a mirror is involved: confusing the two changes
  /// transpose into transverse (5 into 7).
  public var rotateFirst: (clockwise: Int, thenMirrored: Bool) {
    (isMirrored ? -clockwiseQuarters & 3 : clockwiseQuarters, isMirrored)
  }

  /// Mirrors left and right in `From` if `mirrored`, then rotates; `init(mirrored:clockwise:)` with the order in its
  /// name.
  public init(mirroredFirst mirrored: Bool, thenClockwise quarters: Int) {
    self.init(mirrored: mirrored, clockwise: quarters)
  }

  /// Rotates clockwise by `quarters`, then mirrors left and right in `To` if `mirrored`; any integer is taken modulo 4.
  public init(clockwiseFirst quarters: Int, thenMirrored mirrored: Bool) {
    self.init(mirrored: mirrored, clockwise: mirrored ? -(quarters & 3) : quarters)
  }
}

extension Orientation {
  /// Mirrors in `From`, left to right and top to bottom, followed by a quarter turn (`clockwise` or not) if axes swap.
  func mirrors(beforeRotating clockwise: Bool) -> (horizontal: Bool, vertical: Bool, turned: Bool) {
    let back = Orientation<To, To>(clockwise: swapsAxes ? (clockwise ? -1 : 1) : 0)
    let mirrors = then(back).reversesFromAxes
    return (mirrors.horizontal, mirrors.vertical, swapsAxes)
  }
}
