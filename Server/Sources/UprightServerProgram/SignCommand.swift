// `upright-server sign`: prints signed addresses.

import ArgumentParser
import Upright
import UprightFiles
import UprightProgram
import UprightServer

/// The command line of `sign`.
struct SignCommand: ServerProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright-server sign",
    abstract: "Print signed addresses for a server with --sign-keys.",
    discussion: """
      An address is signed alone, as /PATH?expires=…&signature=…. With --tree, the address begins with the signature, \
      as /signed/…/PATH, and allows everything about the file or folder that PATH is about: an image's information \
      and tiles for any viewer, its page, and with a folder all files below it.

      Make a key with: openssl rand -hex 32 > keys && chmod 600 keys

      Examples:
        upright serve sign --sign-keys keys --expires 3600 '/iiif/3/a.jpg/full/!400,400/0/default.jpg'
        upright serve sign --sign-keys keys --expires 86400 --tree /iiif/3/a.jpg/info.json
      """)

  @Option(
    help: ArgumentHelp("The file with a key in each line; the first one signs.", valueName: "file"),
    completion: .file())
  var signKeys: String
  @Option(
    help: ArgumentHelp(
      "Seconds from now up to which the address is valid, or since 1970 after an @.", valueName: "seconds"))
  var expires: String
  @Flag(help: "Allow everything about the file or folder.")
  var tree = false
  @Option(help: ArgumentHelp("The URL of the server, to be printed before the path.", valueName: "url"))
  var baseURL: String?
  @Argument(help: ArgumentHelp("Paths of the server, percent-encoded.", valueName: "path"))
  var paths: [String]

  private var end: Int? {
    let isFixed = expires.hasPrefix("@")
    guard let seconds = Int(expires.dropFirst(isFixed ? 1 : 0)), 1..<1_000_000_000_000 ~= seconds else { return nil }
    let end = isFixed ? seconds : seconds + FileIdentity.Time.now.seconds
    return end < 1_000_000_000_000 ? end : nil
  }

  func validate() throws {
    guard end != nil else { throw ValidationError("--expires must be seconds, such as 3600 or @1800000000") }
    if let path = paths.first(where: { !$0.hasPrefix("/") }) {
      throw ValidationError("\(path): a path begins with a slash")
    }
    if let path = paths.first(where: { $0.contains("#") || $0.contains(" ") }) {
      throw ValidationError("\(path): write # as %23 and a space as %20")
    }
    if !tree, let page = paths.first(where: { $0.hasPrefix("/view/") }) {
      throw ValidationError("\(page): a page loads other addresses too, so it needs --tree")
    }
  }

  func run(in world: World) throws {
    do throws(UprightError) {
      let keys = try URLKeys(signKeys)
      for path in paths {
        let base = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
        try world.output.write(base + keys.signed(path, until: end ?? 0, isTree: tree) + "\n")
      }
    } catch {
      world.tellFailure(error, of: ServerCommand.subject(of: error))
      throw ExitCode(error.codes.exitCode)
    }
  }
}
