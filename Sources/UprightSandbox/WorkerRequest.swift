// What the worker is asked to do: one call of a codec, without the pixels and without the source's bytes.

import Upright

/// One call of a codec in another process.
struct WorkerRequest: Hashable {
  /// Which call.
  enum Operation: Hashable {
    case decode(DecodePass)
    case decodePlanes(PixelRect<Stored>, Subsampling)
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
  /// Bytes of the source; 0 for none.
  let byteCount: Int
  /// Whether the source is an open file that comes along; otherwise its bytes are asked for.
  let passesFile: Bool
  /// How the shared memory is divided; nil where no pixels pass.
  let slots: SlotLayout?
  /// How large the shared memory is that comes along; nil where the last one serves.
  let newMemory: Int?
}

extension WorkerRequest.Operation {
  /// The slots that its pixels pass through; nil for none.
  var slots: SlotLayout? {
    switch self {
    case .decode(let pass): SlotLayout(pass.size, bytesPerPixel: pass.layout.bytesPerPixel)
    case .decodePlanes(let region, _): SlotLayout(region.size, bytesPerPixel: 3)
    case .encode(let size, let layout, _, _), .convert(let size, let layout, _):
      SlotLayout(size, bytesPerPixel: layout.bytesPerPixel)
    case .encodePlanes(let size, _, _, _): SlotLayout(size, bytesPerPixel: 3)
    case .transform, .writeBlocks, .profile: nil
    }
  }

  /// Rows that pass, in either direction.
  var rows: Int {
    switch self {
    case .decode(let pass): pass.size.height
    case .decodePlanes(let region, _): region.height
    case .encode(let size, _, _, _), .encodePlanes(let size, _, _, _), .convert(let size, _, _): size.height
    case .transform, .writeBlocks, .profile: 0
    }
  }

  /// Whether it makes pixels out of a file.
  var decodes: Bool {
    switch self {
    case .decode, .decodePlanes, .profile: true
    case .encode, .encodePlanes, .transform, .writeBlocks, .convert: false
    }
  }
}
