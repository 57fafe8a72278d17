// Label files, recognized by their names and by how they begin.

import Upright
import UprightFiles

/// Recognizes label files.
enum LabelText {
  /// Extensions of files with the labels of one image.
  static let endings: Set<String> = ["json", "txt", "xml"]
  /// Extensions of files with the labels of many images.
  static let listEndings: Set<String> = ["json", "xml"]
  private static let headLength = 4_096

  private static func head(_ path: String) -> String {
    guard let file = try? FileBytes(path: path), let bytes = try? file.read(0..<headLength) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the file has labels of one image: rows of a class and numbers, XML of annotations, or JSON of shapes.
  static func isLabels(at path: String) -> Bool {
    let head = head(path)
    return switch FileName.fileExtension(of: path).lowercased() {
    case "xml": head.contains("<annotation")
    case "json":
      ["shapes", "imagePath", "annotations", "regions", "objects"].contains { head.contains("\"\($0)\"") }
    default: isRow(head.split(whereSeparator: \.isNewline).first ?? "")
    }
  }

  /// Whether a line has a class and at least a box.
  private static func isRow(_ line: Substring) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.count >= 5 && words.prefix(5).allSatisfy { Double($0) != nil }
  }

  /// Whether the file lists images and their labels, as COCO's and Create ML's JSON and CVAT's XML do.
  static func isList(at path: String) -> Bool {
    let head = head(path)
    if isXML(path) { return head.contains("<annotations>") || head.contains("<annotations ") }
    let isArray = head.first { !$0.isWhitespace } == "["
    return (["images", "categories"] + (isArray ? ["annotations"] : [])).contains { key in
      head.contains("\"\(key)\":") || head.contains("\"\(key)\" :")
    }
  }

  /// Whether a path names XML.
  static func isXML(_ path: String) -> Bool { FileName.fileExtension(of: path).lowercased() == "xml" }

  /// Whether the name is usual for labels of many images.
  static func isNamedAsList(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["coco", "instances", "annotations", "keypoints"].contains { name.contains($0) }
  }
}
