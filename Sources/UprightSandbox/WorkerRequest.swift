// A request to the worker: one call of a codec, without the pixels and the source's bytes.

import Upright

/// One call of a codec in another process.
struct WorkerRequest: Hashable {
  /// The call.
  enum Operation: Hashable {
    case decode(DecodePass)
    case decodePlanes(PixelRect<Stored>, Subsampling, cutLimit: Int?, checksRest: Bool = false)
    case encode(PixelSize<Output>, SampleLayout, EncodeSettings, CarriedMetadata)
    case encodePlanes(PixelSize<Output>, Subsampling, EncodeSettings, CarriedMetadata)
    case transform(LosslessJob, CarriedMetadata)
    case writeBlocks(PixelSize<Stored>, Orientation<Stored, Displayed>)
    case convert(PixelSize<Output>, SampleLayout, profile: [UInt8])
    case profile
  }

  let format: ContainerFormat
  let operation: Operation
  let limits: Limits
  /// The source's length in bytes; 0 for none.
  let byteCount: Int
  /// Whether the source is sent as an open file; otherwise its bytes are requested.
  let passesFile: Bool
  /// The layout of the shared memory; nil if no pixels are transferred.
  let slots: SlotLayout?
  /// The size of the new shared memory that is sent along; nil if the last one suffices.
  let newMemory: Int?
}

extension WorkerRequest.Operation {
  /// The slots for its pixels; nil for none.
  var slots: SlotLayout? {
    switch self {
    case .decode(let pass): SlotLayout(pass.size, bytesPerPixel: pass.layout.bytesPerPixel)
    case .decodePlanes(let region, _, _, _): SlotLayout(region.size, bytesPerPixel: 3)
    case .encode(let size, let layout, _, _), .convert(let size, let layout, _):
      SlotLayout(size, bytesPerPixel: layout.bytesPerPixel)
    case .encodePlanes(let size, _, _, _): SlotLayout(size, bytesPerPixel: 3)
    case .transform, .writeBlocks, .profile: nil
    }
  }

  /// The number of rows transferred, in either direction.
  var rows: Int {
    switch self {
    case .decode(let pass): pass.size.height
    case .decodePlanes(let region, _, _, _): region.height
    case .encode(let size, _, _, _), .encodePlanes(let size, _, _, _), .convert(let size, _, _): size.height
    case .transform, .writeBlocks, .profile: 0
    }
  }

  /// Whether it decodes a file to pixels.
  var decodes: Bool {
    switch self {
    case .decode, .decodePlanes, .profile: true
    case .encode, .encodePlanes, .transform, .writeBlocks, .convert: false
    }
  }
}
