// Colours that came through a lossy coding.

import Testing

/// Whether each sample of `pixel` is at most 6 from that of `color`.
func expectNear(_ pixel: [UInt8], _ color: [UInt8]) {
  for (one, other) in zip(pixel, color) { #expect(abs(Int(one) - Int(other)) <= 6, "\(pixel) and \(color)") }
}
