// The operations as addresses of the IIIF Image API 3.0 (section 4), fetched by curl.

/// Calls of an image server.
package enum IIIFCalls {
  /// The program that asks servers.
  static let client = "curl"

  private static let written: Set<ConformanceCase.Format> = [.jpeg, .png, .webp, .tiff]

  private static let parts: [CaseOperation: String] = [
    .load: "full/max/0/default.png", .thumb: "full/!{w},{h}/0/default.jpg",
    .crop: "{x},{y},{w},{h}/max/0/default.png", .rotate: "full/max/90/default.{ext}",
    .bake: "full/max/0/default.{ext}", .convert: "full/max/0/default.{ext}",
  ]
  /// The file in a call's folder with the headers of the answer.
  private static let headers = "headers"

  /// The operations that the API has.
  package static var operations: Set<CaseOperation> { Set(parts.keys) }

  /// The calls for a base such as `http://127.0.0.1:8080/iiif/3`; `{file}` is the file's name in the server's folder.
  package static func calls(_ base: String, _ formats: Set<ConformanceCase.Format>) -> [CaseOperation: Subject.Call] {
    var calls: [CaseOperation: Subject.Call] = [:]
    for (operation, part) in parts {
      // Results in the source's format are only requested in formats that section 4.5 has.
      let written = operation == .rotate || operation == .bake ? formats.intersection(Self.written) : formats
      calls[operation] = Subject.Call(
        command: [client, "-sS", "--fail", "--globoff"] + direct(base) + [
          "-D", "{folder}/\(headers)", "-o", "{out}", "\(base)/{file}/\(part)",
        ], formats: written, mayLackWebP: true)
    }
    return calls
  }

  /// The options by which curl asks a server on this machine itself, whatever proxy the environment names.
  static func direct(_ address: String) -> [String] {
    let host = address.split(separator: "/").dropFirst().first.map { $0.split(separator: "@").last ?? $0 } ?? ""
    let isHere = ["localhost", "127.", "[::1]"].contains { host.hasPrefix($0) }
    return isHere ? ["--noproxy", "*"] : []
  }

  /// Whether the server said that it does not write the requested format: 400 or 501, by section 7.
  static func refusesFormat(in folder: String) -> Bool {
    let bytes = SubprocessCalls.readFile("\(folder)/\(headers)", atMost: 1 << 16) ?? []
    // A proxy's answer may come before the server's.
    let status = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .last { $0.hasPrefix("HTTP/") }?.split(separator: " ").dropFirst().first
    return status.map { ["400", "501"].contains($0) } ?? false
  }
}
