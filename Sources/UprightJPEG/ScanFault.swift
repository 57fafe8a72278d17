// Why a scan is not walked: a coding that an index does not cover, or damage, and its byte offset.

/// A JPEG that cannot be walked, the reason, and the byte of the file.
package struct ScanFault: Error, Hashable, Sendable {
  /// One code per reason.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    // Codings that libjpeg reads and the walk does not.
    case progressive, arithmetic, lossless, hierarchical
    case twelveBit = "12-bit"
    case severalScans = "several-scans"
    /// The height comes after the scan, in a DNL segment (ITU T.81, B.2.5).
    case heightAfterScan = "height-after-scan"
    /// The scan uses a Huffman table that the file does not define, as Motion JPEG does.
    case standardTables = "standard-tables"
    case componentOrder = "component-order"
    case tooLarge = "too-large"
    /// Fill bytes before a stuffed zero, which libjpeg does not always decode alike.
    case fillBytes = "fill-bytes"
    /// A JFIF or Adobe segment of another version, of which libjpeg warns.
    case colorsUnclear = "colors-unclear"
    /// Bytes between the data of a unit and the next marker, of which libjpeg warns only sometimes.
    case extraneousData = "extraneous-data"
    /// Colors or samplings that only libjpeg converts, or coefficients larger than those of any image.
    case samplesUnusual = "samples-unusual"

    // Damage.
    case notJPEG = "not-a-jpeg"
    case markerExpected = "marker-expected"
    case markerUnknown = "marker-unknown"
    case segmentInvalid = "segment-invalid"
    case frameMissing = "frame-missing"
    case frameInvalid = "frame-invalid"
    case scanInvalid = "scan-invalid"
    case tableInvalid = "table-invalid"
    case quantizationMissing = "quantization-missing"
    /// The file ends inside a segment, or before its end marker.
    case truncated
    /// Bits that are no Huffman code.
    case codeInvalid = "code-invalid"
    /// The data of the scan ends before its last unit.
    case dataEnds = "data-ends"
    case restartMissing = "restart-missing"
    case unreadable

    // Requests.
    case regionOutside = "region-outside"
    /// The region has more coded data than may be cut out, or coefficients take more memory than they may.
    case cutTooLong = "cut-too-long"
    /// The file is not the one that the index describes.
    case indexMismatch = "index-mismatch"

    /// Whether the file may be valid, but uses a coding that is not covered.
    package var isUnsupported: Bool {
      switch self {
      case .progressive, .arithmetic, .lossless, .hierarchical, .twelveBit, .severalScans, .heightAfterScan,
        .standardTables, .componentOrder, .tooLarge, .fillBytes, .colorsUnclear, .extraneousData, .samplesUnusual:
        true
      default: false
      }
    }

    /// Whether the coded data is damaged, as opposed to what precedes it, or to a coding that is not covered.
    package var isDamagedData: Bool { [.codeInvalid, .dataEnds, .restartMissing, .truncated].contains(self) }
  }

  /// The kind of fault.
  package let code: Code
  /// The byte offset in the file.
  package let offset: Int

  /// A reason, and its byte offset.
  package init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }
}

extension ScanFault: CustomStringConvertible {
  /// One phrase for a person.
  package var description: String {
    code.isUnsupported ? "cannot be indexed: \(code.phrase)" : "\(code.phrase) (byte \(offset))"
  }
}

extension ScanFault.Code {
  fileprivate var phrase: String {
    switch self {
    case .progressive: "progressive"
    case .arithmetic: "arithmetic coding"
    case .lossless: "lossless coding"
    case .hierarchical: "hierarchical coding"
    case .twelveBit: "samples that do not have 8 bits"
    case .severalScans: "several scans"
    case .heightAfterScan: "the height is stated only after the image (DNL segment)"
    case .standardTables: "Huffman tables are not in the file"
    case .componentOrder: "components in a different order from the frame's"
    case .tooLarge: "larger than 65,500 pixels"
    case .fillBytes: "fill bytes in the image data"
    case .colorsUnclear: "unknown version of JFIF or Adobe segment"
    case .notJPEG: "not a JPEG"
    case .markerExpected: "a marker is missing"
    case .markerUnknown: "a marker is unknown"
    case .segmentInvalid: "a segment does not fit its fields"
    case .frameMissing: "the frame header is missing"
    case .frameInvalid: "the frame header is inconsistent"
    case .scanInvalid: "the scan header is inconsistent"
    case .tableInvalid: "a table is inconsistent"
    case .quantizationMissing: "a quantization table is missing"
    case .truncated: "the file ends too early"
    case .codeInvalid: "image data is damaged"
    case .dataEnds: "image data ends too early"
    case .restartMissing: "a restart marker is missing"
    case .extraneousData: "unexpected bytes in image data"
    case .samplesUnusual: "unusual colors, sampling or coefficients"
    case .unreadable: "the file could not be read"
    case .regionOutside: "the region is outside the image"
    case .cutTooLong: "the region has too much coded data"
    case .indexMismatch: "the index does not match the file"
    }
  }
}
