// Files with the labels of many images, recognized by their names and first bytes, and the images that they name
// (cocodataset.org/#format-data; CVAT's "XML format").

import Upright
import UprightFiles

/// A file with the labels of many images.
struct LabelList: Sendable {
  /// What a list says of a photo.
  enum Mention: Hashable, Sendable {
    /// Photos of this name that it names are in other folders.
    case none
    /// It names the photo without a folder, or does not name it as it is called.
    case possible
    /// It names the photo with folders.
    case certain
  }

  let path: String
  /// The part of a data set that its name states.
  let part: DataSetPart?
  /// The stated paths by their last names; nil if not all are known.
  private let names: [String: [String]]?

  /// The list at `path`; its names are read if it has at most `bytes`, which are subtracted.
  init(_ path: String, reading bytes: inout Int) {
    self.path = path
    part = DataSetPart(of: MaskFolders.stem(of: FileName.last(of: path)))
    guard let file = try? FileBytes(path: path), file.byteCount <= bytes,
      let text = try? file.read(0..<file.byteCount)
    else {
      names = nil
      return
    }
    bytes -= file.byteCount
    let stated = LabelText.isXML(path) ? StatedNames.ofXML(text) : StatedNames.ofJSON(text)
    names = stated.map { Dictionary(grouping: $0) { Self.folded(FileName.last(of: Self.withSlashes($0))) } }
  }

  /// What it says of the photo with this name.
  ///
  /// - Parameter folders: The folders that the photo is in, from the root; several ways for links.
  func mention(of name: String, in folders: [[String]]) -> Mention {
    guard let names else { return .possible }
    let stated = (names[Self.folded(name)] ?? []) + (names[MaskFolders.stem(of: name)] ?? [])
    let mentions = stated.map { Self.mention($0, in: folders) }
    if mentions.contains(.certain) { return .certain }
    return mentions.isEmpty || mentions.contains(.possible) ? .possible : .none
  }

  private static func mention(_ stated: String, in folders: [[String]]) -> Mention {
    let own = MaskFolders.folders(of: withSlashes(stated)).filter { $0 != ".." }
    if own.isEmpty || stated.contains("://") { return .possible }
    let isAbsolute = stated.hasPrefix("/") || stated.hasPrefix("\\") || stated.dropFirst().first == ":"
    let needed = isAbsolute ? 1 : own.count
    let agrees = folders.contains { $0.suffix(needed).elementsEqual(own.suffix(needed)) }
    return agrees ? .certain : .none
  }

  private static func withSlashes(_ path: String) -> String { String(path.map { $0 == "\\" ? "/" : $0 }) }

  /// The name with its extension in lower case.
  private static func folded(_ name: String) -> String {
    let stem = MaskFolders.stem(of: name)
    return stem + name.dropFirst(stem.count).lowercased()
  }
}

/// The parts into which data sets are divided.
enum DataSetPart: Hashable, Sendable {
  case training, validation, test

  private static let words: [String: Self] = [
    "train": .training, "training": .training, "val": .validation, "valid": .validation, "validation": .validation,
    "test": .test, "testing": .test,
  ]

  /// The part that a name states (`train2017`, `instances_val`); nil for none, and for several.
  init?(of name: String) {
    let found = Set(name.lowercased().split { !$0.isLetter }.compactMap { Self.words[String($0)] })
    guard found.count == 1, let part = found.first else { return nil }
    self = part
  }
}

/// The names of images in label files.
private enum StatedNames {
  private static let keys: Set<String> = ["file_name", "image", "imagefilename"]
  private static let quote = UInt8(ascii: "\"")

  /// The values of the keys for images; nil if there are none, or one that is not plainly a path.
  static func ofJSON(_ bytes: [UInt8]) -> [String]? {
    var names: [String] = []
    var isName = false
    var place = 0
    while let open = bytes[place...].firstIndex(of: quote) {
      let close = end(ofText: bytes, from: open + 1)
      let text = bytes[min(open + 1, close)..<close]
      place = min(close + 1, bytes.count)
      let next = bytes[place...].firstIndex { !$0.isJSONSpace } ?? bytes.count
      if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
        let value = bytes[(next + 1)...].firstIndex { !$0.isJSONSpace } ?? bytes.count
        isName = value < bytes.count && bytes[value] == quote && keys.contains(String(decoding: text, as: UTF8.self))
      } else if isName {
        guard let name = decoded(text), isPlain(name) else { return nil }
        names.append(name)
        isName = false
      }
    }
    return names.isEmpty ? nil : names
  }

  /// The place of the quote that ends a text, or the end of the bytes.
  private static func end(ofText bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != quote { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, bytes.count)
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
    guard case .text(let decoded)? = JSONReader.value(of: [quote] + text + [quote]) else { return nil }
    return decoded
  }

  /// Whether a text is a path or an address, without a code or a query, and not the name of an upload.
  private static func isPlain(_ name: String) -> Bool {
    !name.contains("%") && !name.contains("?") && !name.contains("/upload/")
  }

  /// The names of CVAT's images; nil if there are none, or one with a code.
  static func ofXML(_ bytes: [UInt8]) -> [String]? {
    var names: [String] = []
    var place = 0
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      place = close
      guard bytes[open..<close].starts(with: "<image ".utf8) else { continue }
      guard let name = name(in: String(decoding: bytes[open..<close], as: UTF8.self)) else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }

  private static func name(in tag: String) -> String? {
    for mark in ["\"", "'"] {
      guard let start = tag.firstRange(of: " name=\(mark)")?.upperBound else { continue }
      let name = tag[start...].prefix { String($0) != mark }
      return name.contains("&") ? nil : String(name)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

// Label files, recognized by their names and by how they begin.

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
