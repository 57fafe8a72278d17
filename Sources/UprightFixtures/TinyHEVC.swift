// An HEVC-coded image, for files like those of phones (ISO 14496-15, 8.3.3.1; ITU-T H.265).

import UprightMetadata

/// 64 × 64, of which the top left 48 × 32 are six squares of 16: red, green, blue, yellow, magenta, cyan, of 220 and 30
/// (green 200). Coded by `heif-enc -q 60` (libheif 1.15.1, x265 3.5), 4:2:0.
package enum TinyHEVC {
  /// The box `hvcC`.
  package static let configuration = bytes(
    """
    00000076687663430103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003000003001eba
    0240210001002a42010103700000030090000003000003001ea020810596eae4a6b9b8101030200000030020000003002122000100064401c173
    c089
    """)

  /// The coded image.
  package static let codedImage = bytes(
    """
    0000013a2801af09e02139341fffec91cfffb969d97e9f5fbc2df204adfed3e7ffe7361bd7ffc2c11dff3b025ff58f3fb57fd6aa74faa18b17da
    7aa8cfffe8657bfef3c21fe53d035c11607f4aeb7feb25edfc09c1171177c40e50d5cf3d31bfbbc75e18e856c57a94326d0bd24fe3fd22a14635
    964ce29202a9e89066e64419537a08f66284e1ba974a874780915ebef77a283be6539ecc7da8a05ada88e7b763bb4fded4d5698c805977c60624
    4c18c2427dd3d03dd751c9e7c0ed13e2ce5f29e3f87a75fd385fd13236495cdaf23949905903c6f6bae5e4af5e6cdcebbd2302c3029b3983d403
    5442ff9a0658e2fa020630eda542e7d34511052fecbbeaf58f78d28bd0177206b0deb1370e8faa95bd906f5232b47c0705321db11b14944c8782
    11b800313b48c3705d3e727f819aee370c9d1cc3b654e2ea4475fcf0
    """)

  /// The box `hvcC` of ``codedBlocks``.
  package static let blockConfiguration = bytes(
    """
    00000078687663430103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
    1eba0240210001002b42010103700000030090000003000003001ea0182030596ea4929ae6e04040c0800000030080000003008422000100
    074401c172b06240
    """)

  /// 192 × 192, nine blocks of 64 in different colors, coded as above at quality 30.
  package static let codedBlocks = bytes(
    """
    000000a22801af1966d728f77c8537b4eefe567fb5b4fffaad0905613f6c0b4fcbc5524e6561beeb1eea629df43165d0aecf20afe9dec2f6
    1ca7a68d5a54f6e240aba15bfff03364f8a8f9377c70c069d6dfecb7a05ffe8a19ff33800d6960e137d17648111ac726dafd4776ae50d9a0
    7921324da8ceb82c6e988fcb5044a00c4ecd8b4d24dfd7544b7560453deb363c403c023d6b8b0ffcb6e67e24f174ad63e037cf782160
    """)

  private static func bytes(_ digits: String) -> [UInt8] {
    Hex.bytes(digits.filter { !$0.isNewline }) ?? []
  }
}
