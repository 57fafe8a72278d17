// The codecs whose libraries hostile content may crash, as one list; `upright-worker` has them (DESIGN.md, "The worker").

import CConfined
public import Upright

/// The codecs that belong into a process of their own; a program that links them takes the risk in its own.
public enum ConfinedCodecs {
  /// One codec per format: TIFF by libtiff, HEIF and AVIF by libheif, JPEG XL by libjxl; what a trait left out refuses.
  public static var all: [any Codec] {
    var all: [any Codec] = []
    #if TIFF
      all.append(TIFFCodec())
    #else
      all.append(UnbuiltCodec(.tiff, trait: "TIFF"))
    #endif
    #if JPEGXL
      all.append(JPEGXLCodec())
    #else
      all.append(UnbuiltCodec(.jpegXL, trait: "JPEGXL"))
    #endif
    #if HEIF
      all += [HEIFCodec(.heif), HEIFCodec(.avif)]
    #else
      all += [UnbuiltCodec(.heif, trait: "HEIF"), UnbuiltCodec(.avif, trait: "HEIF")]
    #endif
    return all
  }

  /// The libraries, as they are linked.
  public static var libraries: [LibraryVersion] {
    [("libtiff", UC_LIBTIFF), ("libheif", UC_LIBHEIF), ("libjxl", UC_LIBJXL), ("Little CMS", UC_LCMS)].compactMap {
      name, library in LibraryVersion(name, packed: uc_version(library))
    }
  }
}
