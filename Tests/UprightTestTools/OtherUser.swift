// Another user of the machine; only root can run programs as that user.

import Foundation

/// User 4000 of group 4000, who owns nothing.
package enum OtherUser {
  /// The numbers of the user and of their group.
  package static let number = 4000

  /// Runs a program as this user, who is also in `groups`, with the umask `mask`.
  ///
  /// The program itself is started with root's rights to search folders, so it may be where this user has no access.
  package static func run(
    _ words: [String], groups: [Int] = [], mask: Int? = nil, in folder: ScratchFolder?
  ) throws -> OutsideTool.Answer {
    let others = groups.isEmpty ? "--clear-groups" : "--groups=" + groups.map(String.init).joined(separator: ",")
    let line = ["--reuid=\(number)", "--regid=\(number)", others] + words
    guard let mask else { return try OutsideTool.setpriv.run(line, in: folder) }
    let shell = ["-c", "umask \(String(mask, radix: 8)); exec setpriv \"$@\"", "sh"]
    return try OutsideTool.run("/bin/sh", shell + line, in: folder)
  }

  /// Whether this user can examine the program itself, as a tracer does, and not only run it.
  package static func canReach(_ program: String) throws -> Bool {
    try run(["/bin/sh", "-c", "test -x \"$0\"", program], in: nil).status == 0
  }
}
