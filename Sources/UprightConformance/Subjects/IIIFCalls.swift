// The operations as addresses of the IIIF Image API 3.0 (section 4), fetched by curl.

/// Calls of an image server.
package enum IIIFCalls {
  /// The calls for a base such as `http://127.0.0.1:8080/iiif/3`; `{file}` is the file's name in the server's folder.
  package static func calls(_ base: String, _ formats: Set<ConformanceCase.Format>) -> [CaseOperation: Subject.Call] {
    let parts: [CaseOperation: String] = [
      .load: "full/max/0/default.png", .thumb: "full/!{w},{h}/0/default.jpg",
      .crop: "{x},{y},{w},{h}/max/0/default.png", .rotate: "full/max/90/default.{ext}",
      .bake: "full/max/0/default.{ext}", .convert: "full/max/0/default.{ext}",
    ]
    return parts.mapValues { part in
      Subject.Call(
        command: ["curl", "-sS", "--fail", "--globoff", "-o", "{out}", "\(base)/{file}/\(part)"], formats: formats)
    }
  }
}
