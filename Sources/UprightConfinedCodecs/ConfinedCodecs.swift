// The codecs whose libraries hostile content may crash, as one list; `upright-worker` has them (docs/worker.md).

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
      all.append(UnavailableCodec(.tiff, trait: "TIFF"))
    #endif
    #if JPEGXL
      all.append(JPEGXLCodec())
    #else
      all.append(UnavailableCodec(.jpegXL, trait: "JPEGXL"))
    #endif
    #if HEIF
      all += [HEIFCodec(.heif), HEIFCodec(.avif)]
    #else
      all += [UnavailableCodec(.heif, trait: "HEIF"), UnavailableCodec(.avif, trait: "HEIF")]
    #endif
    return all
  }

  /// The libraries that a format needs, those of colours with them, or all: loads them, and leaves out what is missing.
  ///
  /// libheif and libjxl are loaded when they are first needed. A process that confines itself has to call this before.
  public static func libraries(for format: ContainerFormat? = nil) -> [LibraryVersion] {
    var names = [("libtiff", UC_LIBTIFF), ("Little CMS", UC_LCMS)]
    if format == nil || format == .jpegXL { names.insert(("libjxl", UC_LIBJXL), at: 1) }
    if format == nil || format == .heif || format == .avif { names.insert(("libheif", UC_LIBHEIF), at: 1) }
    return names.compactMap { name, library in LibraryVersion(name, packed: uc_version(library)) }
  }
}
