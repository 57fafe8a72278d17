// How binding an expectation is, in the words of standards (RFC 2119).

/// How binding the expectation of a case is.
package enum Requirement: String, CaseIterable, Sendable {
  /// A standard defines the only correct result, and the file is one that devices write.
  case must
  /// A standard defines the result, but the file is unusual, or refusing it is honest.
  case should
  /// No standard defines the result. Several are accepted, and so is an error; a crash or a hang is not.
  case may
}
