// The common part of the commands that make images: arguments that define a request.

import ArgumentParser
import Upright
import UprightBatch

/// The arguments of a command that makes images, without the destination.
protocol RenditionArguments: ParsableArguments, Sendable {
  /// What may change together with images.
  associatedtype Companions: CompanionArguments = NoCompanions
  /// What they request.
  associatedtype Asked: ImageRequest = Request

  /// The command's name.
  static var verb: String { get }
  /// One line of help.
  static var abstract: String { get }
  /// Paragraphs of help, with two examples.
  static var discussion: String { get }
  /// The discussion for `plan`, with its example.
  static var planExample: String { get }

  /// The request.
  var request: Asked { get }

  /// The page of a TIFF of which an image is made, or all; nil for the file as a whole.
  var page: PageChoice? { get }

  /// What `--check` checks.
  ///
  /// - Throws: `ValidationError` for options that have no effect then.
  func checkTarget() throws(ValidationError) -> UprightState.Target

  /// The folder of indexes for regions of JPEGs; nil for none.
  var cache: String? { get }
}

extension RenditionArguments {
  /// The pixels.
  func checkTarget() throws(ValidationError) -> UprightState.Target { .pixels }

  /// The whole file.
  var page: PageChoice? { nil }

  /// No region is decoded.
  var cache: String? { nil }

  /// The indexes of that folder, or those that several results of a file share; nil for none.
  ///
  /// - Parameters:
  ///   - savesNew: Whether new indexes are made.
  ///   - world: Where the error is printed.
  /// - Throws: The exit code if the folder cannot be used, after printing the error.
  func indexes(_ limits: Limits, savesNew: Bool, in world: World) throws(ExitStatus) -> IndexCache? {
    guard let cache else { return savesNew ? IndexCache(sharedBy: request.partCount, limits: limits) : nil }
    return try world.exitOnError(cache) { () throws(UprightError) in
      try IndexCache(cache, limits: limits, savesNew: savesNew)
    }
  }
}

extension Request {
  /// Checks the fields of the operation.
  ///
  /// - Throws: `ValidationError` with the sentence of the first fault.
  func check() throws(ValidationError) {
    if let fault { throw ValidationError(fault.sentence) }
  }
}
