// Python packages of others that read labels: whether they are installed, and their output.

import Foundation

/// A package that tests ask for the position of a label.
package enum LabelReader: String, Sendable, CaseIterable {
  /// COCO's own API.
  case pycocotools
  /// Reads COCO, YOLO and Pascal VOC in displayed coordinates.
  case supervision
  /// A converter in Rust that works in stored coordinates.
  case panlabel
  /// Reads all of CVAT's shapes, masks pixel by pixel.
  case datumaro

  /// Whether it is installed, in the Python that `UPRIGHT_LABEL_PYTHON` names, or that `Scripts/label-readers` made, or
  /// else in the first one on the path.
  package var isInstalled: Bool { Self.installed.contains(self) }

  /// The message of a test that is skipped without it.
  package var reason: String { "needs the Python package \(rawValue), which is not installed" }

  private static let python: String? = {
    if let named = ProcessInfo.processInfo.environment["UPRIGHT_LABEL_PYTHON"] { return named }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let made = root.appendingPathComponent(".build/readers/bin/python").path
    if FileManager.default.isExecutableFile(atPath: made) { return made }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static let installed: Set<LabelReader> = {
    guard let python else { return [] }
    return Set(
      allCases.filter { reader in
        let question = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(reader.rawValue)') is None)"
        let answer = try? OutsideTool.run(python, ["-c", question], in: nil)
        return answer?.status == 0
          && (reader != .panlabel || FileManager.default.isExecutableFile(atPath: reader.program))
      })
  }()

  /// The program with that name next to Python.
  private var program: String {
    URL(fileURLWithPath: Self.python ?? "").deletingLastPathComponent().appendingPathComponent(rawValue).path
  }

  /// What a script in Python prints, run in a folder.
  ///
  /// - Throws: the answer where its exit status is not 0.
  package static func answer(to script: String, in folder: ScratchFolder) throws -> String {
    guard let python else { throw CocoaError(.fileNoSuchFile) }
    let answer = try OutsideTool.run(python, ["-c", script], in: folder)
    guard answer.status == 0 else { throw answer }
    return answer.text
  }

  /// What the program of this name does with arguments in a folder.
  ///
  /// - Throws: the answer where its exit status is not 0.
  package func run(_ arguments: [String], in folder: ScratchFolder) throws {
    let answer = try OutsideTool.run(program, arguments, in: folder)
    guard answer.status == 0 else { throw answer }
  }
}
