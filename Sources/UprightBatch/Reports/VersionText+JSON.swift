// `upright --version --json`: what programs need to know about this one before they call it (docs/stability.md).

import Upright
import UprightCodecs
package import UprightFiles
import UprightSandbox

extension VersionText {
  /// What `upright` prints for `words`; nil if they do not ask for the version.
  package static func answer(to words: [String], in world: World) -> String? {
    switch words {
    case ["--version"]: VersionText(in: world).lines.map { $0 + "\n" }.joined()
    case ["--version", "--json"], ["--json", "--version"]: VersionText(in: world).json.line + "\n"
    default: nil
    }
  }

  /// The version, the formats that can be used here, and the versions of what is written for other programs.
  package var json: JSONLine {
    .object(
      [.schema, .init("version", .text(Program.version))]
        + (Program.commit.map { [.init("commit", .text($0))] } ?? [])
        + [
          .init("formats", .list(ContainerFormat.allCases.map(format))),
          .init("libraries", .list(SystemCodecs.libraries.map { .text($0.description) })), workerMember,
          .init(
            "writes",
            .object([
              .init("json", JSONLine.Member.schema.value), .init("journal", .number(JournalRecord.schema)),
              .init("digests", .list(ImageDigest.Form.allCases.map { .text("upright-\($0.rawValue)-sha256") })),
            ])),
        ])
  }

  /// A format, and what can be done with its pixels.
  private func format(_ format: ContainerFormat) -> JSONLine {
    let near = SystemCodecs.all.first { $0.format == format && $0.capabilities.decodes }?.capabilities
    let isFar = (try? worker.get()).map(farFormats)?.contains(format) == true
    let far = isFar ? ConfinedFormats.capabilities(of: format) : nil
    let found = near ?? far
    return .object([
      .init("format", .text(format.rawValue)), .init("decodes", .flag(found?.decodes ?? false)),
      .init("encodes", .flag(found?.encodes ?? false)), .init("confined", .flag(near == nil && far != nil)),
    ])
  }

  private var workerMember: JSONLine.Member {
    switch worker {
    case .failure(let error): .init("workerFault", .text(error.sentence))
    case .success(let worker):
      .init(
        "worker",
        .object(
          JSONLine.pathMembers(worker.path) + [
            .init("confinement", .text(worker.confinement)),
            .init("libraries", .list(worker.libraries.map(JSONLine.text))),
            .init("missing", .list(missing(in: worker).map { .text($0.library) })),
          ]))
    }
  }
}
