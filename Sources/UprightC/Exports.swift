// The functions of upright.h, which describes them. Each hands checked values to the library.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CUprightABI
import Upright
import UprightBatch
import UprightFiles

/// As upright.h.
@c @implementation
public func upright_abi_version() -> Int32 { Int32(UPRIGHT_ABI_VERSION) }

/// As upright.h.
@c @implementation
public func upright_version(
  _ json: UnsafeMutablePointer<upright_buffer>?, _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let json = try unsafe BufferReceiver(emptying: json, named: "json")
    try json.set(Engine.shared.version)
  }
}

/// As upright.h.
@c @implementation
public func upright_probe(
  _ source: UnsafePointer<upright_source>?, _ json: UnsafeMutablePointer<upright_buffer>?,
  _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let json = try unsafe BufferReceiver(emptying: json, named: "json")
    try json.set(CallerImage(unsafe GivenSource(source)).json)
  }
}

/// As upright.h.
@c @implementation
public func upright_probe_paths(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ facts: UnsafeMutablePointer<upright_facts>?,
  _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let files = try unsafe GivenPaths(paths, count: count, facts)
    files.forEach { path throws(UprightError) in try CallerImage(.path(path)).facts }
  }
}

/// As upright.h.
@c @implementation
public func upright_map_boxes(
  _ from: UnsafePointer<Double>?, _ to: UnsafeMutablePointer<Double>?, _ count: Int, _ form: Int32,
  _ orientation: Int32, _ storedWidth: Int64, _ storedHeight: Int64, _ space: Int32,
  _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let boxes = try unsafe Positions(from, to, count: count, of: 4)
    let map = try GridMap(orientation, storedWidth, storedHeight, space)
    switch Int(form) {
    case UPRIGHT_XYWH: boxes.mapBoxes(map.box)
    case UPRIGHT_XYXY: boxes.mapBoxes(map.corners)
    default: throw .argument("form", "\(form) is neither xywh nor xyxy")
    }
  }
}

/// As upright.h.
@c @implementation
public func upright_map_points(
  _ from: UnsafePointer<Double>?, _ to: UnsafeMutablePointer<Double>?, _ count: Int, _ orientation: Int32,
  _ storedWidth: Int64, _ storedHeight: Int64, _ space: Int32, _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let points = try unsafe Positions(from, to, count: count, of: 2)
    try points.mapPoints(GridMap(orientation, storedWidth, storedHeight, space).point)
  }
}

/// As upright.h.
@c @implementation
public func upright_plan(
  _ source: UnsafePointer<upright_source>?, _ request: UnsafePointer<upright_request>?,
  _ json: UnsafeMutablePointer<upright_buffer>?, _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let json = try unsafe BufferReceiver(emptying: json, named: "json")
    let request = try CallerRequest(unsafe RequestFields(request))
    try json.set(CallerImage(unsafe GivenSource(source)).planJSON(request))
  }
}

/// As upright.h.
@c @implementation
public func upright_measure(
  _ source: UnsafePointer<upright_source>?, _ request: UnsafePointer<upright_request>?,
  _ width: UnsafeMutablePointer<Int64>?, _ height: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let width = try unsafe NumberReceiver(width, named: "width")
    let height = try unsafe NumberReceiver(height, named: "height")
    let request = try CallerRequest(unsafe RequestFields(request))
    let size = try CallerImage(unsafe GivenSource(source)).pixelSize(request)
    width.set(size.width)
    height.set(size.height)
  }
}

/// As upright.h.
@c @implementation
public func upright_decode(
  _ source: UnsafePointer<upright_source>?, _ request: UnsafePointer<upright_request>?, _ channels: Int32,
  _ pixels: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ stride: Int, _ width: UnsafeMutablePointer<Int64>?,
  _ height: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let room = try unsafe PixelRoom(pixels, capacity: capacity, stride: stride, channels: channels)
    let request = try CallerRequest(unsafe RequestFields(request))
    let image = try CallerImage(unsafe GivenSource(source))
    let pixels = try image.pixels(request) { size throws(UprightError) in
      if unsafe width != nil { try unsafe NumberReceiver(width, named: "width").set(size.width) }
      if unsafe height != nil { try unsafe NumberReceiver(height, named: "height").set(size.height) }
      try room.check(size)
    }
    try room.write(pixels)
  }
}

/// As upright.h.
@c @implementation
public func upright_decode_all(
  _ sources: UnsafePointer<upright_source>?, _ count: Int, _ request: UnsafePointer<upright_request>?,
  _ channels: Int32, _ threads: Int32, _ pixels: UnsafeMutablePointer<upright_pixels>?,
  _ errors: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  let fields = Result { () throws(UprightError) in try unsafe RequestFields(request) }
  return unsafe GivenImages(sources, pixels, errors, count: count).forEach(threads: threads, channels) {
    source throws(UprightError) in
    try CallerImage(source).pixels(CallerRequest(fields.get()))
  }
}

/// As upright.h.
@c @implementation
public func upright_encode(
  _ source: UnsafePointer<upright_source>?, _ request: UnsafePointer<upright_request>?,
  _ image: UnsafeMutablePointer<upright_buffer>?, _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let result = try unsafe BufferReceiver(emptying: image, named: "image")
    let request = try CallerRequest(unsafe RequestFields(request))
    try result.set(CallerImage(unsafe GivenSource(source)).encoded(request))
  }
}

/// As upright.h.
@c @implementation
public func upright_save(
  _ source: UnsafePointer<upright_source>?, _ request: UnsafePointer<upright_request>?,
  _ destination: UnsafePointer<CChar>?, _ overwriting: Int32, _ lost: UnsafeMutablePointer<upright_buffer>?,
  _ error: UnsafeMutablePointer<upright_error>?
) -> Int32 {
  unsafe reporting(to: error) { () throws(UprightError) in
    let lost = unsafe lost == nil ? nil : try unsafe BufferReceiver(emptying: lost, named: "lost")
    let destination = try unsafe text(destination, named: "destination")
    let request = try CallerRequest(unsafe RequestFields(request))
    let parts = try CallerImage(unsafe GivenSource(source)).save(
      request, to: destination, overwriting: overwriting != 0)
    try lost?.set(JSONLine.object(FilePart.lossJSON(parts)).line)
  }
}

/// As upright.h.
@c @implementation
public func upright_free(_ buffer: UnsafeMutablePointer<upright_buffer>?) {
  unsafe BufferReceiver.release(buffer)
}
