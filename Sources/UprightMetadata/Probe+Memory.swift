// The memory that headers and carried metadata take, measured for each container.

extension Probe {
  /// Memory in bytes for a new image's metadata, before and after editing and while writing, excluding what the
  /// headers hold. The factors are measured, because containers copy metadata different numbers of times.
  public var carriedByteCount: Int { header.container.carriedByteCount }

  /// Memory in bytes for the headers' own contents, including while the result's headers are read.
  package var probingByteCount: Int { header.container.probingByteCount }
}

extension JPEGHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * applications.reduce(0) { $0 + $1.segment.payload.count } }
  /// The rest of XMP packets, doubled because those of the result are read too.
  var probingByteCount: Int { furtherMarked.reduce(0) { $0 + 4 * $1.count } }
}

extension WebPHeader {
  /// Measured.
  var carriedByteCount: Int { 3 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}

extension TIFFHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}

extension HEIFHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * describedByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * describedByteCount }
}

extension JPEGXLHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}
