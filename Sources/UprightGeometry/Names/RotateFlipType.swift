// RotateFlipType of GDI+ (gdiplusimaging.h) and System.Drawing: rotated clockwise first, then flipped.

/// A value of `RotateFlipType`, 0…7: two bits of quarter turns clockwise, and one to mirror left to right after them.
public struct RotateFlipType: OrientationNaming {
  /// The value, 0…7.
  public let rawValue: Int

  /// The value that displays an image stored with this tag upright.
  public init(exif: ExifOrientation) {
    let (quarters, mirrored) = exif.form.rotateFirst
    rawValue = quarters + (mirrored ? 4 : 0)
  }

  /// The orientation with this number, 0…7.
  public init?(rawValue: Int) { self.init({ $0.rawValue }, is: rawValue) }

  /// The orientation with any of the sixteen names: `FlipY` and `FlipXY` are second names of the same eight values.
  public init?(name: String) {
    let turns = Array(Self.turns.enumerated()),
      flips = [("None", false, 0), ("X", true, 0), ("Y", true, 2), ("XY", false, 2)]
    for (quarters, turn) in turns {
      for (flip, mirrored, more) in flips where name == "Rotate\(turn)Flip\(flip)" {
        self.init(Orientation(clockwiseFirst: quarters + more, thenMirrored: mirrored))
        return
      }
    }
    return nil
  }

  /// `Rotate90FlipX`: its name without `Y`.
  public var name: String { "Rotate\(Self.turns[rawValue & 3])Flip\(rawValue < 4 ? "None" : "X")" }

  private static let turns = ["None", "90", "180", "270"]
}
