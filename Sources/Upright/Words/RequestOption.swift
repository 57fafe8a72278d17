// What a request can state, by one name that no door has to use.

import Synchronization

/// Something that a request can state, and that sentences about it name: in camel case, as properties are. Each door
/// has its own name for it, which its `Spelling` knows.
public enum RequestOption: String, Hashable, Sendable, CaseIterable {
  /// What is done about parts of JPEG blocks.
  case edge
  /// Where results go.
  case output
  /// That results replace their sources.
  case inPlace
  /// The names of results.
  case outputTemplate
  /// The format of results.
  case format
  /// The frame of an animation.
  case frame
  /// The page of a file with several.
  case page
  /// What is done about tags that look stale.
  case stale
  /// Whether pixels rotate, or the tag changes.
  case to
  /// Whether pixels rotate where the tag would do.
  case bake
  /// The parts that may be lost.
  case allowedLosses
  /// Whether a loss is an error everywhere.
  case strictParts
  /// Where changes are recorded.
  case journal
  /// Whether a recorded batch goes on.
  case resume
  /// Whether what a journal keeps is removed.
  case discard
  /// Whether files that belong together change together.
  case families
  /// Whether such files change even if some cannot.
  case partialFamilies
  /// Whether existing files are replaced.
  case overwrite
  /// Whether inputs whose result exists are left out.
  case skipExisting
  /// Whether only outdated results are made.
  case update
  /// Whether a file with other hard links may be replaced.
  case breakHardLinks
  /// Whether symbolic links are left alone.
  case noFollow
  /// Whether folders inside folders are searched.
  case recursive
  /// Whether other files are copied.
  case all
  /// Whether results are compared with what was asked.
  case verify
  /// Whether only an exact match counts.
  case exact
  /// Whether reasons are given.
  case explain
  /// Whether everything is listed.
  case verbose
  /// The color behind transparent pixels.
  case background
  /// How tones outside the usual range are changed.
  case toneMap
  /// Whether colors become sRGB.
  case toSRGB = "toSrgb"
  /// Whether scaling computes in linear light.
  case linear
  /// Whether a crop keeps the coded data.
  case lossless
  /// The size of the result.
  case size
  /// What fills the rest of a size.
  case pad
  /// The quality of re-encoded images.
  case quality
  /// A point that stays in the crop.
  case focus
  /// A side that stays in the crop.
  case gravity
  /// The space that a region is in.
  case space
  /// The view that a region refers to.
  case viewport
  /// A view with a picker's modes.
  case picker
  /// When codecs run in another process.
  case sandbox
  /// The most pixels of an image.
  case maxPixels
  /// The most memory.
  case maxMemory
  /// The longest time.
  case maxSeconds
  /// The most bytes of an input.
  case maxBytes
  /// How old leftovers must be.
  case olderThan
  /// Whether folders are looked at once, and not watched.
  case once
  /// Where a cache is kept.
  case cacheFolder
  /// Whether the answer is only whether something would change.
  case check
  /// Label files that rotate with their images.
  case labels
  /// The format of those.
  case labelFormat
  /// The space of those.
  case labelSpace
  /// Where the images of labels are.
  case images
  /// Where the names of classes are.
  case names
  /// The format that is read.
  case from
  /// The space that is read.
  case fromSpace
  /// The space that is written.
  case toSpace
  /// Whether only doubtful labels are drawn.
  case doubtful
  /// The table of all names.
  case table
  /// The time between samples without one.
  case every
  /// Prepared renditions.
  case preset
  /// Where a server keeps what it is sent.
  case state
  /// The keys of signed addresses.
  case signKeys
  /// The address that a server is reached by.
  case baseURL = "baseUrl"
}

// How a door writes the names of options.

/// How a way to this library, such as a program's arguments or another language, writes what a request states.
public protocol Spelling: Sendable {
  /// The name of an option, as the subject of a message.
  func field(_ option: RequestOption) -> String

  /// An option in a sentence; with its value, or a word in capitals for it, if there is one.
  func option(_ option: RequestOption, _ value: String?) -> String

  /// A command, such as `fix`, with an option.
  func command(_ name: String, _ option: RequestOption, _ value: String?) -> String

  /// Whether callers choose options, so that sentences may refer to their choice.
  var statesChoices: Bool { get }
}

extension Spelling {
  /// As in a sentence.
  public func field(_ option: RequestOption) -> String { self.option(option, nil) }

  /// The command, then the option.
  public func command(_ name: String, _ option: RequestOption, _ value: String?) -> String {
    "\(name) \(self.option(option, value))"
  }

  /// They do.
  public var statesChoices: Bool { true }

  /// Runs `body`, in which descriptions are spelled in this way.
  package func used<Result>(_ body: () -> Result) -> Result { Door.$scoped.withValue(self, operation: body) }
}

extension RequestOption {
  /// Its name in lower case, with this between its words: `max-pixels`.
  package func name(separatedBy separator: String) -> String {
    rawValue.reduce(into: "") { $0 += ($1.isUppercase ? separator : "") + $1.lowercased() }
  }
}

/// The names of properties: `edge: recode`.
public struct LibrarySpelling: Spelling {
  /// The only one.
  public init() {}

  /// `edge`, or `edge: recode`.
  public func option(_ option: RequestOption, _ value: String?) -> String {
    option.rawValue + (value.map { ": \($0)" } ?? "")
  }
}

/// The door through which this code is used.
package enum Door {
  private static let ofProcess = Mutex<any Spelling>(LibrarySpelling())

  /// The spelling of a task, which differs from that of the process.
  @TaskLocal package static var scoped: (any Spelling)?

  /// How descriptions are spelled.
  package static var spelling: any Spelling { scoped ?? ofProcess.withLock { $0 } }

  /// Has a program's messages spelled in this way from now on, except where a task has its own.
  package static func open(_ spelling: some Spelling) { ofProcess.withLock { $0 = spelling } }
}
