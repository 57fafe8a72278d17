// Regions as Create ML's annotations (developer.apple.com, MLObjectDetector.AnnotationType.boundingBox).

import UprightGeometry

/// Writes a set as one file.
struct CreateMLWriter: SingleFileWriter {
  private let measure: BoxMeasure
  private(set) var findings: [LabelFinding] = []
  private var text = JSONOutput()

  init(_ measure: BoxMeasure) { self.measure = measure }

  var bytes: [UInt8] { text.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    text.put("[")
    var isFirst = true
    for image in set.images {
      guard let numbers = BoxNumbers(measure, image.size) else {
        findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      text.put(isFirst ? "\n{\"image\":" : ",\n{\"image\":")
      isFirst = false
      text.put(text: image.name)
      text.put(",\"annotations\":[")
      for (index, region) in image.regions.enumerated() {
        text.put(index == 0 ? "\n" : ",\n")
        write(region, set.names, numbers)
        findings.lostAllButBox(region, image.name)
      }
      text.put("]}")
    }
    text.put("\n]\n")
  }

  private mutating func write<S: Space>(_ region: Region<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    let keys: [StaticString] = ["{\"x\":", ",\"y\":", ",\"width\":", ",\"height\":"]
    text.put("{\"label\":")
    text.put(text: region.className(in: names) ?? "object")
    text.put(",\"coordinates\":")
    for (key, number) in zip(keys, numbers.numbers(region)) {
      text.put(key)
      text.put(bytes: number)
    }
    text.put("}}")
  }
}
