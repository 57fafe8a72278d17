// The options whose defaults can be set: none changes or replaces a file that would stay without it.

import Upright
import UprightFiles

/// An option whose default can be set in a file or by a variable (docs/config.md).
package enum Setting: String, CaseIterable, Sendable {
  /// `--jobs`
  case jobs
  /// `--max-memory`
  case maxMemory = "max-memory"
  /// `--max-pixels`
  case maxPixels = "max-pixels"
  /// `--max-seconds`
  case maxSeconds = "max-seconds"
  /// `--color`
  case color
  /// `--no-progress`
  case progress
  /// `--quality` of thumbnails
  case quality
  /// `--cache`
  case cache
}

extension Setting {
  /// The environment variable.
  package var variable: String {
    "UPRIGHT_" + String(rawValue.map { $0 == "-" ? "_" : $0 }).uppercased()
  }

  /// Whether a lower value only refuses or slows down more.
  package var isLimit: Bool { [.jobs, .maxMemory, .maxPixels, .maxSeconds].contains(self) }

  /// Whether a file in a folder of images may set it. Such a file may be a stranger's.
  package var isAllowedInFolder: Bool { isLimit || self == .color || self == .progress }

  /// The value without any setting; nil for none.
  package var builtIn: TOMLDocument.Value? {
    switch self {
    case .jobs: .number(FileQueue.width(nil))
    case .maxMemory: .number(Limits().memoryBytes)
    case .maxPixels: .number(Limits().pixels)
    case .maxSeconds, .cache: nil
    case .color: .text(ColorChoice.auto.rawValue)
    case .progress: .flag(true)
    case .quality: .number(ThumbRequest.defaultQuality)
    }
  }

  /// The values that it accepts, in words.
  package var expectation: String {
    switch self {
    case .jobs: "a whole number from 1 to \(FileQueue.widest)"
    case .maxPixels, .maxSeconds: "a whole number, 1 or more"
    case .maxMemory: "bytes, or a text such as \"512M\" or \"2G\""
    case .color: ColorChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .progress: "true or false"
    case .quality: "a whole number from 1 to 100"
    case .cache: "a folder as an absolute path, or as ~/ and a path in your home"
    }
  }

  /// The value that commands use for one in a file; nil if it is not accepted.
  package func accepted(_ value: TOMLDocument.Value, home: String?) -> TOMLDocument.Value? {
    switch (self, value) {
    case (.jobs, .number(let number)): (1...FileQueue.widest).contains(number) ? value : nil
    case (.maxPixels, .number(let number)), (.maxSeconds, .number(let number)), (.maxMemory, .number(let number)):
      number >= 1 ? value : nil
    case (.maxMemory, .text(let text)): ByteCount.bytes(text).map { .number($0) }
    case (.quality, .number(let number)): Rendition.Quality.levels.contains(number) ? value : nil
    case (.color, .text(let text)): ColorChoice(rawValue: text) == nil ? nil : value
    case (.progress, .flag): value
    case (.cache, .text(let text)): Self.folder(text, home: home).map { .text($0) }
    default: nil
    }
  }

  /// The same for the text of a variable.
  package func accepted(_ text: String, home: String?) -> TOMLDocument.Value? {
    switch self {
    case .color, .cache, .maxMemory: accepted(.text(text), home: home)
    case .jobs, .maxPixels, .maxSeconds, .quality: Int(text).flatMap { accepted(.number($0), home: home) }
    case .progress: ["true": .flag(true), "1": .flag(true), "false": .flag(false), "0": .flag(false)][text]
    }
  }

  private static func folder(_ text: String, home: String?) -> String? {
    if text.contains("\0") { return nil }
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("~/"), let home, home.hasPrefix("/") else { return nil }
    return FileName.joined(home, String(text.dropFirst(2)))
  }

  /// The option that gives a command this value; nil if it needs none.
  package func option(_ value: TOMLDocument.Value) -> String? {
    switch (self, value) {
    case (.progress, .flag(let shows)): shows ? nil : "--no-progress"
    case (_, .number(let number)): "--\(rawValue)=\(number)"
    case (_, .text(let text)): "--\(rawValue)=\(text)"
    case (_, .flag): nil
    }
  }
}

// MARK: commands

extension Setting {
  private static let planned = ["fix", "rotate", "orient", "crop", "thumb"]
  /// Commands that decode images.
  private static let decoding =
    planned.map { "plan \($0)" } + planned
    + ["sheet", "show", "verify", "labels overlay", "labels crop", "digest", "camera stamp", "batch"]
  /// Commands that process several files, and log.
  private static let batches =
    decoding.filter { !["show", "verify"].contains($0) } + [
      "info", "audit", "labels audit", "index", "undo", "recover", "watch",
    ]
  private static let labels = ["labels convert", "labels validate", "labels diff"]

  /// The commands that have the option.
  package var commands: [String] {
    switch self {
    case .jobs: Self.batches
    case .maxMemory: Self.decoding + Self.labels + ["labels audit", "worker"]
    case .maxPixels, .maxSeconds: Self.decoding + ["worker"]
    case .color, .progress: Self.batches + Self.labels + ["verify"]
    case .quality: ["thumb", "plan thumb"]
    case .cache: ["crop", "plan crop", "index"]
    }
  }

  /// All commands that have a setting.
  package static let allCommands = Set(allCases.flatMap(\.commands))

  /// The table of a command's own settings: `plan` uses those of the command that it plans.
  package static func table(of command: String) -> String {
    let words = command.split(separator: " ").map(String.init)
    return words.first == "plan" ? words.last ?? command : words.first ?? command
  }

  /// The names of all tables.
  package static let tables = Set(allCommands.map(table)).sorted()

  /// The settings of a table.
  package static func settings(ofTable table: String) -> [Setting] {
    allCases.filter { $0.commands.contains { Self.table(of: $0) == table } }
  }
}
