// The operations as addresses of the IIIF Image API 3.0 (section 4), fetched by curl.

/// Calls of an image server.
package enum IIIFCalls {
  private static let written: Set<ConformanceCase.Format> = [.jpeg, .png, .webp, .tiff]

  /// The calls for a base such as `http://127.0.0.1:8080/iiif/3`; `{file}` is the file's name in the server's folder.
  package static func calls(_ base: String, _ formats: Set<ConformanceCase.Format>) -> [CaseOperation: Subject.Call] {
    let parts: [CaseOperation: String] = [
      .load: "full/max/0/default.png", .thumb: "full/!{w},{h}/0/default.jpg",
      .crop: "{x},{y},{w},{h}/max/0/default.png", .rotate: "full/max/90/default.{ext}",
      .bake: "full/max/0/default.{ext}", .convert: "full/max/0/default.{ext}",
    ]
    var calls: [CaseOperation: Subject.Call] = [:]
    for (operation, part) in parts {
      // Results in the source's format are only requested in formats that section 4.5 has.
      let written = operation == .rotate || operation == .bake ? formats.intersection(Self.written) : formats
      calls[operation] = Subject.Call(
        command: ["curl", "-sS", "--fail", "--globoff", "-o", "{out}", "\(base)/{file}/\(part)"], formats: written)
    }
    return calls
  }
}
