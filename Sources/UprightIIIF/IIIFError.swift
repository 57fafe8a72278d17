// Why a request is refused: the parameter at fault, a stable code, the HTTP status (IIIF Image API 3.0, 7.3).

/// Why a request gets no image.
public struct IIIFError: Error, Hashable, Sendable {
  /// The HTTP status: 400, 403, 414, 422 or 501.
  public let status: Int
  /// A stable code for programs, such as `region-outside`.
  public let code: String
  /// The parameter at fault: `path`, `region`, `size`, `rotation`, `quality`, `format` or `image`.
  public let parameter: String
  /// What is wrong and what to do, for people.
  public let message: String

  /// An error with its four parts.
  public init(status: Int, code: String, parameter: String, message: String) {
    self.status = status
    self.code = code
    self.parameter = parameter
    self.message = message
  }
}

extension IIIFError: CustomStringConvertible {
  /// `region: …`.
  public var description: String { "\(parameter): \(message)" }
}
