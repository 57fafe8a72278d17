// Marked regions in XMP sidecar files (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo): relative coordinates, one
// packet per image.

public import UprightGeometry

/// Reads, reorients and writes regions in XMP files, such as `photo.xmp` or `photo.jpg.xmp`.
///
/// A region's class is its type (`Face`), or its name if it has no type. Both lists, MWG's and Microsoft's, are read
/// and written.
public struct XMPRegionsFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits

  /// XMP with these limits.
  public init(limits: LabelLimits = LabelLimits()) { self.limits = limits }

  /// Adds the regions of one image; see ``LabelCoding``.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var findings = FindingList(file.name, limits)
    defer { set.findings += findings.all }
    let regions = try XMPRegionFile(file, limits, &findings)
    let index = set.files.count
    set.files.append(file.name)
    let declared = PixelSize<S>(regions.width, regions.height)
    let known = size(file.stem)
    if let known, let declared, !declared.isShaped(like: known) {
      findings.add(
        .sizeContradicts, "AppliedToDimensions", "the labels state \(declared), the image header \(known)")
    }
    guard let size = known ?? declared, !size.isEmpty else {
      if !regions.rows.isEmpty { findings.add(.imageUnknown) }
      return
    }
    var image = LabelledImage(name: file.stem, size: size)
    for (number, row) in regions.rows.enumerated() {
      let box = regions.shares(row, in: declared ?? size).denormalized(in: size)
      var region = Region<S>(box: box, location: LabelLocation(file: index, line: row.line, row: number))
      if row.kind == .point { region.outline = Self.outline(box, isCircle: row.diameter != nil) }
      region.label = (row.type ?? row.name).map { set.index(of: $0) }
      if row.type != nil, let name = row.name { region.attributes = [LabelAttribute("name", name)] }
      let unit = row.isInPixels ? 0 : row.numbers.map(\.halfUnit).min() ?? 0
      region.precision = LabelPrecision(across: unit * Double(size.width), down: unit * Double(size.height))
      image.regions.append(region)
    }
    set.images.append(image)
  }

  private static func outline<S: Space>(_ box: Rect2D<S>, isCircle: Bool) -> Outline<S> {
    let center = Point2D<S>(x: box.x + box.width / 2, y: box.y + box.height / 2)
    guard isCircle else { return .points([center]) }
    return .ellipse(
      RotatedRect(center: center, size: Size2D(width: box.width, height: box.height), degrees: 0))
  }

  /// Reorients a packet in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var findings = FindingList(file.name, limits)
    let regions = try XMPRegionFile(file, limits, &findings)
    var edit = LabelEdit(file.bytes)
    let declared = PixelSize<From>(regions.width, regions.height)
    let turn = turn(file.stem)
    if turn != nil, declared != nil, regions.brokenCount > 0 {
      findings.add(.imageUnknown, "", partialNote(file.stem))
      edit.unchangedRows = regions.rows.count + regions.brokenCount
    } else if let turn, declared.map({ $0.isShaped(like: turn.size) }) ?? true {
      var places: [ByteEdit] = []
      if turn.orientation.swapsAxes, declared != nil, let width = regions.width, let height = regions.height {
        places += [width, height].places([.kept(1), .kept(0)], in: file.bytes)
      }
      var evidence = NumberStyleEvidence()
      for row in regions.rows + regions.repetitions where row.kind == .corner {
        row.numbers.forEach { evidence.see($0) }
      }
      for row in regions.rows + regions.repetitions {
        places += row.numbers.places(
          row.reoriented(turn.orientation, regions.width, regions.height, evidence.style, file.bytes), in: file.bytes)
      }
      var copy = PatchedBytes(file.bytes)
      copy.replace(places)
      (edit.bytes, edit.reorientedRows, edit.unchangedRows) = (copy.finished(), regions.rows.count, regions.brokenCount)
    } else {
      findings.add(.imageUnknown, "", "the image's orientation is unknown, or its header states another shape")
      edit.unchangedRows = regions.rows.count + regions.brokenCount
    }
    edit.findings = findings.all
    return edit
  }

  /// The positions of elements; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { LabelRow.numbered("region", numbers) }

  /// One packet for each image with regions; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = XMPRegionsWriter()
      return writer.write(set)
    }
  }
}

extension XMPRegionFile.Row {
  /// The reoriented numbers; `width` and `height` are those of the image for which the regions were made.
  fileprivate func reoriented<From: Space, To: Space>(
    _ orientation: Orientation<From, To>, _ width: NumberToken?, _ height: NumberToken?, _ style: NumberStyle,
    _ source: [UInt8]
  ) -> [ReorientedNumber] {
    let one = ExactDecimal(1)
    let across = isInPixels ? width?.exact ?? one : one
    let down = isInPixels ? height?.exact ?? one : one
    let grid = GridReorientation(orientation, across: across, down: down, style: style, source: source)
    switch kind {
    case .center: return grid.centerBox(numbers)
    case .corner: return grid.cornerBox(numbers)
    case .point:
      let (x, y) = grid.point(0, 1, of: numbers)
      return [x, y]
    }
  }
}

extension PixelSize {
  /// Whether aspect ratios match to within 2 %, since images are scaled down after they are marked. Not if the
  /// transposed ratio is closer, because regions in the other space state that one.
  fileprivate func isShaped(like other: PixelSize<S>) -> Bool {
    let upright = deviation(other.width, other.height)
    return upright <= 0.02 && upright <= deviation(other.height, other.width)
  }

  private func deviation(_ otherWidth: Int, _ otherHeight: Int) -> Double {
    let (one, two) = (Double(width) * Double(otherHeight), Double(height) * Double(otherWidth))
    return abs(one - two) / max(one, two, 1)
  }
}
