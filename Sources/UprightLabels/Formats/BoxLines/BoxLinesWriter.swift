// Regions as JSON Lines (jsonlines.org); see BoxLinesFormat for their fields.

import UprightGeometry

/// Writes a set as one file.
struct BoxLinesWriter: SingleFileWriter {
  /// The measure of one box per line; nil for one line per image, with all boxes.
  private let measure: BoxMeasure?
  private(set) var findings: [LabelFinding] = []
  private var text = JSONOutput()

  init(_ measure: BoxMeasure?) { self.measure = measure }

  var bytes: [UInt8] { text.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    let shares = BoxMeasure(unit: .shares, origin: .topLeft, anchor: .corner)
    for image in set.images {
      guard let numbers = BoxNumbers(measure ?? shares, image.size) else {
        findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      for region in image.regions { findings.lostAllButBox(region, image.name) }
      if measure == nil { line(image, set.names, numbers) } else { lines(image, set.names, numbers) }
    }
  }

  /// One line per region; if there are none, one line with only the image.
  private mutating func lines<S: Space>(_ image: LabelledImage<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    if image.regions.isEmpty {
      text.put("{\"image\":")
      text.put(text: image.name)
      text.put("}\n")
    }
    let isVision = measure == .vision
    let keys: [StaticString] = isVision ? ["x", "y", "width", "height"] : ["x", "y", "w", "h"]
    for region in image.regions {
      text.put("{\"image\":")
      text.put(text: image.name)
      text.put(isVision ? ",\"boundingBox\":{" : ",")
      for (index, number) in numbers.numbers(region).enumerated() {
        text.put(index == 0 ? "\"" : ",\"")
        text.put(keys[index])
        text.put("\":")
        text.put(bytes: number)
      }
      if isVision { text.put("}") }
      if let label = region.className(in: names) {
        text.put(",\"label\":")
        text.put(text: label)
      }
      if let score = Self.score(region) {
        text.put(isVision ? ",\"confidence\":" : ",\"score\":")
        text.put(bytes: score)
      }
      text.put("}\n")
    }
  }

  private static func score<S: Space>(_ region: Region<S>) -> [UInt8]? {
    region.attributes.first { $0.name == "score" && NumberToken($0.value) != nil }.map { Array($0.value.utf8) }
  }

  /// One line with all boxes. Classes without a name are null; scores are written only if all regions have one.
  private mutating func line<S: Space>(_ image: LabelledImage<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    text.put("{\"image\":")
    text.put(text: image.name)
    list(",\"boxes\":[", image.regions) { text, region in
      let edges = numbers.edges(region)
      text.put("[")
      text.put(bytes: [edges[1], edges[0], edges[3], edges[2]].joined(separator: [0x2C]).map { $0 })
      text.put("]")
    }
    list(",\"classes\":[", image.regions) { text, region in
      if let label = region.className(in: names) { text.put(text: label) } else { text.put(nil) }
    }
    let scores = image.regions.compactMap { Self.score($0) }
    if !scores.isEmpty, scores.count == image.regions.count {
      list(",\"scores\":[", scores) { text, score in text.put(bytes: score) }
    }
    text.put("}\n")
  }

  private mutating func list<Element>(
    _ start: StaticString, _ elements: [Element], _ write: (inout JSONOutput, Element) -> Void
  ) {
    text.put(start)
    for (index, element) in elements.enumerated() {
      if index > 0 { text.put(",") }
      write(&text, element)
    }
    text.put("]")
  }
}
