// Another user of the machine, whom only root can run programs as.

import Foundation

/// User 4000 of group 4000, who owns nothing.
package enum OtherUser {
  /// The numbers of the user and of their group.
  package static let number = 4000

  /// Runs a program as this user, who is also in `groups`.
  package static func run(
    _ words: [String], groups: [Int] = [], in folder: ScratchFolder?
  ) throws -> OutsideTool.Answer {
    let others = groups.isEmpty ? "--clear-groups" : "--groups=" + groups.map(String.init).joined(separator: ",")
    return try OutsideTool.setpriv.run(["--reuid=\(number)", "--regid=\(number)", others] + words, in: folder)
  }
}
