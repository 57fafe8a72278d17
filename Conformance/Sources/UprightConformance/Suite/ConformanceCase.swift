// One case of the suite: a file, what is asked, which results are accepted, how binding that is, and why.

package import UprightFixtures
package import UprightGeometry
package import UprightMetadata

/// One request to a program.
package struct ConformanceCase: Sendable {
  /// The format of its file.
  package enum Format: String, CaseIterable, Sendable {
    case jpeg, png, webp, tiff, heic, avif, jxl, mp4, mov

    /// Whether it is a movie, of which the first frame is judged.
    package var isMovie: Bool { self == .mp4 || self == .mov }

    /// The extension of file names.
    package var fileExtension: String {
      switch self {
      case .jpeg: "jpg"
      case .tiff: "tif"
      default: rawValue
      }
    }
  }

  /// Its name, which stays the same in all versions of the suite: `jpeg/odd/6/crop`.
  package let id: String
  /// The format of its file.
  package let format: Format
  /// Its file.
  package let file: CaseFile
  /// What is asked.
  package let operation: CaseOperation
  /// What its file has besides the image, and `keep` must keep; nil for other operations.
  package var part: KeptPart?
  /// How binding the expectation is.
  package let requirement: Requirement
  /// Why: a clause of a standard, or what browsers do.
  package let why: String

  /// The numbers of the request.
  package var numbers: CaseNumbers {
    let shown = file.stored.displayed(as: file.accepted[0])
    return CaseNumbers(operation, width: shown.width, height: shown.height)
  }

  /// The accepted results, the recommended one first.
  package var expected: [TinyImage] { file.accepted.map(expected(as:)) }

  /// The result of a program that treats the file's tag as `tag`.
  package func expected(as tag: ExifOrientation) -> TinyImage {
    operation.expected(of: file.stored.displayed(as: tag), numbers: numbers)
  }

  /// The results of a program that crops in stored coordinates, as they are, and displayed by the file's tag. What is
  /// outside the stored image is left out, black, or moved inside.
  package var croppedAsStored: [TinyImage] {
    let (asked, stored) = (numbers, file.stored)
    let inside = operation.expected(of: stored, numbers: asked)
    var padded = TinyImage(width: asked.width, height: asked.height, filledWith: [0, 0, 0])
    for y in 0..<min(inside.height, asked.height) {
      for x in 0..<min(inside.width, asked.width) { padded[x, y] = inside[x, y] }
    }
    let moved = stored.cropped(
      x: max(0, min(asked.x, stored.width - asked.width)), y: max(0, min(asked.y, stored.height - asked.height)),
      width: asked.width, height: asked.height)
    return [inside, padded, moved].flatMap { [$0, $0.displayed(as: file.accepted[0])] }
  }

  /// The format of the result.
  package var resultFormat: ContainerFormat? {
    ContainerFormat(fileExtension: operation.resultExtension(for: format.fileExtension))
  }

  /// The name of the result's file.
  package var resultName: String { "out." + operation.resultExtension(for: format.fileExtension) }
}

/// A file of the suite.
package struct CaseFile: Sendable {
  /// Its name in a folder of all files.
  package let name: String
  /// Its bytes.
  package let bytes: [UInt8]
  /// Its pixels as stored.
  package let stored: TinyImage
  /// The orientations by which it may be displayed, the recommended one first.
  package let accepted: [ExifOrientation]
}

// What a JPEG has besides its image, and what must follow it when its pixels are rotated.

/// A part that `keep` must keep.
package enum KeptPart: String, CaseIterable, Sendable {
  /// The thumbnail in Exif's IFD1.
  case thumbnail
  /// The gain map of an Ultra HDR image, which follows it in the file.
  case gainMap = "gain-map"
  /// A named face in XMP.
  case regions

  /// What defines it, and why losing it is a fault.
  package var why: String {
    switch self {
    case .thumbnail:
      "EXIF 2.32, 4.5.8: viewers display the thumbnail by the image's tag; a lost one is only a loss of time"
    case .gainMap: "Ultra HDR 1.1: the gain map is oriented as the image; without it, the image is not HDR any more"
    case .regions: "MWG 2.0, 5.9: regions refer to the image as stored; without them, the names of faces are lost"
    }
  }
}

// How binding an expectation is, in the words of standards (RFC 2119).

/// How binding the expectation of a case is.
package enum Requirement: String, CaseIterable, Sendable {
  /// A standard defines the only correct result, and the file is one that devices write.
  case must
  /// A standard defines the result, but the file is unusual, or refusing it is honest.
  case should
  /// No standard defines the result. Several are accepted, and so is an error; a crash or a hang is not.
  case may
}
