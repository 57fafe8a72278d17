// A box of ISO base media (ISO 14496-12, 4.2), with a correct or deliberately wrong length.

/// How a box's length is written.
public enum TinyBoxLength: CaseIterable, Sendable {
  /// In four bytes.
  case short
  /// In eight bytes after the type.
  case long
  /// As 0: to the end of its container.
  case open
}

/// Boxes as bytes.
public enum TinyBox {
  /// A box of this type.
  public static func bytes(_ kind: String, _ payload: [UInt8], length: TinyBoxLength = .short) -> [UInt8] {
    switch length {
    case .short: number(payload.count + 8, 4) + kind.utf8 + payload
    case .long: number(1, 4) + kind.utf8 + number(payload.count + 16, 8) + payload
    case .open: number(0, 4) + kind.utf8 + payload
    }
  }

  /// A box with a version and flags.
  public static func full(
    _ kind: String, version: Int = 0, flags: Int = 0, _ payload: [UInt8], length: TinyBoxLength = .short
  ) -> [UInt8] {
    bytes(kind, number(version << 24 | flags, 4) + payload, length: length)
  }

  /// A big-endian number.
  public static func number(_ value: Int, _ size: Int) -> [UInt8] { TinyTIFF.ByteOrder.big.bytes(value, width: size) }
}
