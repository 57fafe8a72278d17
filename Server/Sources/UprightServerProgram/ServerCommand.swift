// The program `upright-server`: its options, and what it prints.

import ArgumentParser
import Upright
import UprightProgram
import UprightServer

/// The program. If its first word is `sign`, it signs an address; to serve a folder of this name, write `./sign`.
@main enum ServerProgram {
  static func main() async {
    Program.begin()
    let world = World.process
    let words = Array(CommandLine.arguments.dropFirst())
    let isSigning = words.first == "sign"
    if HelpText.isBriefAsked(by: words), let brief = brief(isSigning) {
      do throws(ExitStatus) { return try world.answer(brief + "\n") } catch { error.leave() }
    }
    if isSigning {
      await SignCommand.main(Array(words.dropFirst()), in: world)
    } else {
      await ServerCommand.main(words, in: world)
    }
  }

  /// What matters of the help of `sign`, or of the server.
  static func brief(_ isSigning: Bool) -> String? {
    let page = isSigning ? SignCommand.helpMessage() : ServerCommand.helpMessage()
    let words = isSigning ? " sign" : ""
    return HelpText(page)?.brief(of: "upright serve\(words)", runBy: "upright-server\(words)")
  }
}

/// The command line of the server.
struct ServerCommand: ServerProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright-server",
    abstract: "Serve the images below folders over HTTP, upright, as IIIF images.",
    discussion: """
      Each image has the address /iiif/3/PATH/info.json, with the path below the folder and its slashes written as \
      %2F. /iiif/2/ is version 2.1 of the API, and /stored/iiif/3/ the image as stored, whatever its tag states. Any \
      image's address with ?explain answers how it would be made.

      Examples:
        upright serve ~/photos
        upright serve /srv/photos --base-url https://img.example --status-port 8081
        upright serve sign --sign-keys keys --expires 3600 --tree /view/2024
      """,
    version: Program.version)

  @Argument(help: "The folders to serve. With several, each path begins with its folder's name.")
  var roots: [String]
  @Option(help: "The address to listen on; 0.0.0.0 or :: for all.")
  var bind = "127.0.0.1"
  @Option(
    help: "The port to listen on; 0 for any that is free, which is printed. (default: 8080)",
    transform: CheckedNumber.whole)
  var port = 8_080
  @Option(
    help: ArgumentHelp("The port for /healthz, /readyz and /metrics; 0 for any that is free.", valueName: "port"),
    transform: CheckedNumber.whole)
  var statusPort: Int?
  @Option(help: ArgumentHelp("The address that this port listens on.", valueName: "address"))
  var statusBind = "127.0.0.1"
  @Option(
    help: ArgumentHelp("The URL by which clients reach the server; by default, as each one states.", valueName: "url")
  )
  var baseURL: String?
  @Option(help: "Images that are decoded at once; by default, one for each core.", transform: CheckedNumber.whole)
  var jobs: Int?
  @Option(help: ArgumentHelp("Working memory of all requests together, such as 512M or 2G.", valueName: "size"))
  var maxMemory = "1G"
  @Option(
    help: ArgumentHelp("Seconds that a request may take. (default: 30.0)", valueName: "seconds"),
    transform: CheckedNumber.decimal)
  var timeout = 30.0
  @Option(
    help: ArgumentHelp(
      "Pixels of the largest result; with it, results may be larger than their region.", valueName: "pixels"),
    transform: CheckedNumber.whole)
  var maxArea: Int?
  @Option(
    help: ArgumentHelp(
      "Pixels of the largest image that is decoded. (default: \(Limits().pixels))", valueName: "pixels"),
    transform: CheckedNumber.whole)
  var maxPixels = Limits().pixels
  @Option(
    help: ArgumentHelp("Width and height of the tiles in info.json. (default: 512)", valueName: "pixels"),
    transform: CheckedNumber.whole)
  var tileSize = 512
  @Option(
    help: "Quality of images that are encoded with loss, 1 to 100; by default, that of each source.",
    transform: CheckedNumber.whole)
  var quality: Int?
  @Flag(help: "Serve only the sizes and tiles in info.json.")
  var sizesOnly = false
  @Option(
    help: ArgumentHelp(
      "Seconds for which clients may use an image without asking again. (default: 0)", valueName: "seconds"),
    transform: CheckedNumber.whole)
  var maxAge = 0
  @Option(
    help: ArgumentHelp("Connections that are open at once. (default: 512)", valueName: "number"),
    transform: CheckedNumber.whole)
  var connections = 512
  @Option(
    help: ArgumentHelp(
      "Requests that wait for memory or a thread at once; more get status 503. (default: 256)", valueName: "number"),
    transform: CheckedNumber.whole)
  var queue = 256
  @Option(
    help: ArgumentHelp(
      "Seconds after which a connection without a request is closed. (default: 30)", valueName: "seconds"),
    transform: CheckedNumber.whole)
  var idleTimeout = 30
  @Option(
    help: ArgumentHelp("Seconds for which requests may go on after SIGTERM. (default: 10)", valueName: "seconds"),
    transform: CheckedNumber.whole)
  var drain = 10
  @Option(help: ArgumentHelp("Memory for headers and indexes of files, such as 64M.", valueName: "size"))
  var cache = "64M"
  @OptionGroup var disk: DiskCacheOptions
  @OptionGroup var access: AccessOptions
  @Option(
    help: ArgumentHelp("A file for one line of JSON for each request; - for standard output.", valueName: "file"))
  var accessLog: String?
  @Option(
    help: ArgumentHelp(
      "A folder for what is saved: selections, in upright.sqlite. By default, nothing is saved.", valueName: "folder"
    ))
  var state: String?

  func validate() throws {
    func check(_ option: String, _ holds: Bool, _ rule: String) throws {
      if !holds { throw ValidationError("\(option) must be \(rule)") }
    }
    try check("--port", 0...65_535 ~= port, "0 to 65535")
    try check("--status-port", statusPort.map { 0...65_535 ~= $0 } ?? true, "0 to 65535")
    try check("--jobs", jobs.map { 1...1_024 ~= $0 } ?? true, "1 to 1024")
    try check("--max-memory", ByteCount.bytes(maxMemory) != nil, "a size such as 512M")
    try check("--cache", ByteCount.bytes(cache) != nil, "a size such as 64M")
    try check("--timeout", timeout > 0 && timeout <= 86_400, "more than 0 and at most 86400")
    try check("--max-area", maxArea.map { $0 > 0 } ?? true, "more than 0")
    try check("--max-pixels", maxPixels > 0, "more than 0")
    try check("--tile-size", 16...16_384 ~= tileSize, "16 to 16384")
    try check("--quality", quality.map { Rendition.Quality.levels ~= $0 } ?? true, "1 to 100")
    try check("--max-age", 0...31_536_000 ~= maxAge, "0 to 31536000")
    try check("--connections", 1...65_536 ~= connections, "1 to 65536")
    try check("--queue", 0...65_536 ~= queue, "0 to 65536")
    try check("--idle-timeout", 1...86_400 ~= idleTimeout, "1 to 86400")
    try check("--drain", 0...3_600 ~= drain, "0 to 3600")
    if access.onlyPresets, state != nil {
      throw ValidationError("--only-presets answers no requests for selections, so it takes no --state")
    }
    if let baseURL, !baseURL.hasPrefix("http://"), !baseURL.hasPrefix("https://") {
      throw ValidationError("--base-url must begin with http:// or https://")
    }
  }

  func run(in world: World) async throws {
    do throws(UprightError) {
      var options = options
      disk.apply(to: &options)
      try access.apply(to: &options)
      let server = try ImageServer(options, in: world)
      try await server.run { listening in
        world.tell("\(listening.isStatus ? "status" : "listening") on \(listening.url)")
      }
    } catch {
      world.tellFailure(error, of: Self.subject(of: error))
      throw ExitCode(error.codes.exitCode)
    }
  }

  static func subject(of error: UprightError) -> String {
    if case .io(let path, _) = error { path } else { "upright-server" }
  }

  private var options: ServerOptions {
    var options = ServerOptions(roots: roots)
    (options.host, options.port, options.statusHost, options.statusPort) = (bind, port, statusBind, statusPort)
    options.baseURL = baseURL.map { url in url.hasSuffix("/") ? String(url.dropLast()) : url }
    (options.jobs, options.seconds, options.queue) = (jobs, timeout, queue)
    options.memoryBytes = ByteCount.bytes(maxMemory) ?? options.memoryBytes
    options.cacheBytes = ByteCount.bytes(cache) ?? options.cacheBytes
    (options.maxArea, options.maxPixels, options.tileSize) = (maxArea, maxPixels, tileSize)
    (options.sizesOnly, options.maxAge, options.connections) = (sizesOnly, maxAge, connections)
    options.quality = quality
    (options.idleSeconds, options.drainSeconds, options.accessLog) = (idleTimeout, drain, accessLog)
    options.stateFolder = state
    return options
  }
}

/// A command of the server's program, which runs in a world that is passed.
protocol ServerProgramCommand: ParsableCommand {
  /// Runs the command, whose messages go to `world`.
  func run(in world: World) async throws
}

extension ServerProgramCommand {
  /// Parses a line and runs its command; ends the program if either fails.
  static func main(_ words: [String], in world: World) async {
    do {
      var command = try parseAsRoot(words)
      if let command = command as? any ServerProgramCommand {
        try await command.run(in: world)
      } else {
        try command.run()
      }
    } catch { exit(withError: error) }
  }
}

/// `--cache-folder` and what belongs to it.
struct DiskCacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder for indexes of JPEGs, which nothing else may use; it is created if it does not exist.",
      valueName: "folder"), completion: .directory)
  var cacheFolder: String?
  @Option(help: ArgumentHelp("What this folder may contain, such as 500M or 10G.", valueName: "size"))
  var cacheFolderSize = "1G"
  @Option(
    help: ArgumentHelp("The files that this folder may contain. (default: 100000)", valueName: "number"),
    transform: CheckedNumber.whole)
  var cacheFolderFiles = 100_000
  @Flag(help: "Keep results in this folder too.")
  var cacheResults = false

  func validate() throws {
    if let cacheFolder, cacheFolder.isEmpty { throw ValidationError("--cache-folder needs the name of a folder") }
    guard ByteCount.bytes(cacheFolderSize) != nil else {
      throw ValidationError("--cache-folder-size must be a size such as 1G")
    }
    guard 1...10_000_000 ~= cacheFolderFiles else {
      throw ValidationError("--cache-folder-files must be 1 to 10000000")
    }
    if cacheResults, cacheFolder == nil { throw ValidationError("--cache-results needs --cache-folder") }
  }

  func apply(to options: inout ServerOptions) {
    (options.cacheFolder, options.cacheFolderFiles, options.cachesResults) = (
      cacheFolder, cacheFolderFiles, cacheResults
    )
    options.cacheFolderBytes = ByteCount.bytes(cacheFolderSize) ?? options.cacheFolderBytes
  }
}

/// Which addresses are answered, and in which format: signed addresses, presets, negotiated formats.
struct AccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with a key in each line; only addresses signed by one of them are answered.", valueName: "file"),
    completion: .file())
  var signKeys: String?
  @Option(
    help: ArgumentHelp(
      "Serve an image request as /preset/NAME/ID, such as small=full/!400,400/0/default.jpg; may be repeated.",
      valueName: "name=request"), transform: Self.preset)
  var preset: [ImagePreset] = []
  @Flag(help: "Serve only these.")
  var onlyPresets = false
  @Option(
    help: ArgumentHelp(
      "Send avif, webp or both (avif,webp) in place of default.jpg to clients that accept them by name.",
      valueName: "formats"))
  var negotiate: NegotiatedFormats?

  private static func preset(_ text: String) throws -> ImagePreset {
    do throws(UprightError) { return try ImagePreset(text) } catch { throw ValidationError(error.description) }
  }

  func validate() throws {
    if onlyPresets, preset.isEmpty { throw ValidationError("--only-presets needs at least one --preset") }
    if Set(preset.map(\.name)).count < preset.count {
      throw ValidationError("two values of --preset have the same name")
    }
    if preset.count > 1_000 { throw ValidationError("--preset may be given at most 1000 times") }
  }

  func apply(to options: inout ServerOptions) throws(UprightError) {
    if let signKeys { options.signKeys = try URLKeys(signKeys) }
    (options.presets, options.onlyPresets) = (preset, onlyPresets)
    options.negotiated = negotiate?.formats ?? []
  }
}

/// A list of formats, best first.
struct NegotiatedFormats: ExpressibleByArgument {
  let formats: [NegotiatedFormat]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let formats = words.compactMap { NegotiatedFormat(rawValue: String($0)) }
    guard formats.count == words.count, Set(formats).count == formats.count else { return nil }
    self.formats = formats
  }
}
