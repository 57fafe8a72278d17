// Web annotations as regions (W3C Web Annotation Data Model, 2017, 4.2).

import UprightGeometry

/// Builds regions from targets.
struct WebAnnotationReader<S: Space> {
  private let file: LabelFile
  private let fileIndex: Int
  private let size: (String) -> PixelSize<S>?
  private var set: LabelSet<S>
  private var findings: FindingList
  private var images: [String: Int] = [:]
  private var row = 0

  init(
    _ set: LabelSet<S>, _ file: LabelFile, _ limits: LabelLimits, _ size: @escaping (_ image: String) -> PixelSize<S>?
  ) {
    (self.set, self.file, self.size) = (set, file, size)
    fileIndex = set.files.count
    self.set.files.append(file.name)
    findings = FindingList(file.name, limits, isJSON: true)
  }

  consuming func finished() -> LabelSet<S> {
    set.findings += findings.all
    return set
  }

  mutating func take(_ annotation: WebAnnotation, _ index: Int) {
    for key in annotation.duplicates {
      findings.add(.duplicateKey, line: annotation.line, "annotation[\(index)].\(key)")
    }
    for (number, target) in annotation.targets.enumerated() {
      take(WebAnnotationRow(target, field: "annotation[\(index)].target[\(number)]"), of: annotation)
      row += 1
    }
  }

  private mutating func take(_ row: WebAnnotationRow, of annotation: WebAnnotation) {
    if let fault = row.sizeFault {
      return findings.add(fault.code, line: row.target.line, row.field + fault.field, fault.note)
    }
    let image = image(row)
    guard let parts = row.parts(in: file.bytes, &findings) else { return }
    let shape = parts.shape?.outline(in: S.self)
    var box = parts.shape?.box(in: S.self) ?? shape?.box
    for (numbers, isPercent) in [(parts.region, parts.regionIsPercent), (parts.box?.numbers, parts.box?.isPercent)] {
      guard let values = numbers?.map(\.value) else { continue }
      let stated = MediaFragment(
        Rect2D<S>(x: values[0], y: values[1], width: values[2], height: values[3]),
        in: isPercent == true ? .percent : .pixel)
      guard stated.unit == .pixel || set.images[image].size != nil else {
        return findings.add(
          .imageUnknown, line: row.target.line, row.field, "percentages of an image of unknown size")
      }
      box = stated.pixels(of: set.images[image].size ?? PixelSize(width: 0, height: 0))
    }
    guard let box else { return }
    set.images[image].regions.append(
      Region(
        box: box, outline: shape, label: annotation.label.map { set.index(of: $0) }, attributes: annotation.attributes,
        location: LabelLocation(file: fileIndex, line: row.target.line, row: self.row)))
  }

  /// The index of a row's image, which is added if it is new.
  private mutating func image(_ row: WebAnnotationRow) -> Int {
    if let index = images[row.image] { return index }
    let declared = PixelSize<S>(row.target.width, row.target.height)
    images[row.image] = set.images.count
    let size = findings.size(size(row.image), stated: declared, line: row.target.line, row.field)
    set.images.append(LabelledImage(name: row.image, size: size))
    return set.images.count - 1
  }
}
