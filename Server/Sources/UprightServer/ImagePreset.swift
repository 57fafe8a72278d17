// Requests with a name of their own: `/preset/NAME/ID` (docs/server.md).

public import Upright
import UprightIIIF

/// An image request under a name.
public struct ImagePreset: Hashable, Sendable {
  /// Its name in addresses.
  public let name: String
  let request: IIIFRequest

  /// Reads `NAME=REGION/SIZE/ROTATION/QUALITY.FORMAT`, by version 3 of the IIIF Image API.
  ///
  /// - Throws: `.unanswerable` if it is not one.
  public init(_ text: String) throws(UprightError) {
    func refused(_ reason: Phrase) -> UprightError { .unanswerable(field: "\(field: .preset)", reason: reason) }
    guard let mark = text.firstIndex(of: "=") else {
      throw refused("write NAME=REGION/SIZE/ROTATION/QUALITY.FORMAT, such as small=full/!400,400/0/default.jpg")
    }
    name = String(text[..<mark])
    guard 1...64 ~= name.utf8.count, name.utf8.allSatisfy(Self.isLetter) else {
      throw refused("a name has 1 to 64 letters, digits, hyphens and underscores")
    }
    let parts = text[text.index(after: mark)...].split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 4 else {
      throw refused("\(name) needs a region, a size, a rotation and a quality with a format, separated by slashes")
    }
    do throws(IIIFError) {
      request = try IIIFRequest(version: .v3, region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
    } catch {
      throw refused("\(name): \(error.description)")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ImageService {
  private static let presetStart = "/preset/"

  /// Refuses what is not a preset, if only these are served.
  func checkPresets(_ question: ServerRequest) throws(Problem) {
    guard options.onlyPresets, !question.path.hasPrefix(Self.presetStart) else { return }
    throw Problem(
      status: 403, code: "only-presets", detail: "this server has only \(Self.presetStart)NAME/ID", parameter: "path")
  }

  /// The answer to a request for a preset; nil for any other path.
  func presetAnswer(_ question: ServerRequest) async throws(Problem) -> ServerResponse? {
    guard question.path.hasPrefix(Self.presetStart) else { return nil }
    let segments: [String]
    do throws(IIIFError) { segments = try ServerPath.segments(String(question.path)) } catch { throw Problem(error) }
    guard segments.count == 3 else { throw .notFound("the address of a preset is \(Self.presetStart)NAME/ID") }
    guard let preset = options.presets.first(where: { $0.name == segments[1] }) else {
      throw .notFound("there is no such preset")
    }
    let address = ImageAddress(preset.request, of: segments[2])
    let own = Self.presetStart + preset.name + "/" + ServerPath.encoded(segments[2])
    let isOnlyName = options.onlyPresets || options.sizesOnly
    var offered = offer
    offered.sizesOnly = false
    var answer: ServerResponse
    do throws(Problem) {
      answer = try await image(preset.request, address, question, by: offered, named: isOnlyName ? own : nil)
    } catch {
      answer = ServerResponse(error)
    }
    if answer.kind == "other" { answer.kind = "preset" }
    return answer
  }
}
