// Scans Web annotations sequentially (W3C Web Annotation Data Model, 2017, 3 to 5): single, in an array, in pages and
// collections.

/// One pass over a file.
struct WebAnnotationScan {
  private var scanner: JSONScanner
  private var annotations: [WebAnnotation] = []
  private var hasList = false

  /// All annotations of a file, in order.
  ///
  /// - Throws: `LabelError` if it is not JSON, or has neither an annotation nor a list of them.
  static func all(in file: LabelFile, _ limits: LabelLimits) throws(LabelError) -> [WebAnnotation] {
    var scan = Self(scanner: try JSONScanner(file, limits))
    try scan.node()
    try scan.scanner.finish()
    guard scan.hasList || !scan.annotations.isEmpty else {
      throw scan.scanner.error(
        .wrongFormat, "a Web annotation needs a \"target\", and a page of them \"items\"", 0)
    }
    return scan.annotations
  }

  private init(scanner: JSONScanner) { self.scanner = scanner }

  /// An annotation, a page, a collection, or a list of these; anything else is skipped.
  private mutating func node() throws(LabelError) {
    switch try scanner.kind() {
    case .array:
      hasList = true
      try scanner.openArray()
      while try scanner.element() { try node() }
    case .object: try object()
    default: try scanner.skip()
    }
  }

  private mutating func object() throws(LabelError) {
    var annotation = WebAnnotation(line: scanner.line)
    var seen: Set<String> = []
    let index = annotations.count
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = text(place)
      guard seen.insert(key).inserted else {
        annotation.duplicates.append(key)
        try scanner.skip()
        continue
      }
      switch key {
      case "target": try targets(&annotation)
      case "body": try bodies(&annotation)
      case "items", "first", "@graph": try node()
      default: try scanner.skip()
      }
    }
    guard seen.contains("target") else { return }
    if annotation.duplicates.contains("target") {
      for target in annotation.targets.indices { annotation.targets[target].selectors.append(Self.ambiguous) }
    }
    annotations.insert(annotation, at: index)
  }

  /// Stands for a duplicate key: readers differ in which one they use, so that neither is reoriented.
  private static let ambiguous = WebAnnotation.Selector(kind: .other("twice"), value: nil)

  private func text(_ place: Range<Int>) -> String { JSONText.decoded(scanner.bytes, place) }

  // MARK: Targets

  private mutating func targets(_ annotation: inout WebAnnotation) throws(LabelError) {
    switch try scanner.kind() {
    case .array:
      try scanner.openArray()
      while try scanner.element() { try targets(&annotation) }
    case .string:
      var target = WebAnnotation.Target(line: scanner.line)
      address(try scanner.string(), &target)
      annotation.targets.append(target)
    case .object: annotation.targets.append(try target(&annotation))
    default: try scanner.skip()
    }
  }

  /// An IRI, and the part that its fragment selects.
  private func address(_ place: Range<Int>, _ target: inout WebAnnotation.Target) {
    guard let mark = scanner.bytes[place].firstIndex(of: 0x23) else { return target.source = text(place) }
    target.source = text(place.lowerBound..<mark)
    target.selectors.append(.init(kind: .fragment, value: mark + 1..<place.upperBound))
  }

  private mutating func target(_ annotation: inout WebAnnotation) throws(LabelError) -> WebAnnotation.Target {
    var target = WebAnnotation.Target(line: scanner.line)
    var id: Range<Int>?
    var seen: Set<String> = []
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = text(place)
      guard seen.insert(key).inserted else {
        annotation.duplicates.append("target.\(key)")
        if key != "type" { target.selectors.append(Self.ambiguous) }
        try scanner.skip()
        continue
      }
      switch key {
      case "id", "@id": id = try stringOrSkip()
      case "source": try source(&target)
      case "selector": try selectors(&target)
      case "width": target.width = try scanner.sideOrSkip()
      case "height": target.height = try scanner.sideOrSkip()
      default: try scanner.skip()
      }
    }
    if target.source == nil, let id { address(id, &target) }
    return target
  }

  /// The image: its IRI, or an object that may also state its size.
  private mutating func source(_ target: inout WebAnnotation.Target) throws(LabelError) {
    guard try scanner.kind() == .object else {
      if let place = try stringOrSkip() { address(place, &target) }
      return
    }
    try scanner.openObject()
    while let place = try scanner.key() {
      switch text(place) {
      case "id", "@id": if let place = try stringOrSkip() { address(place, &target) }
      case "width": target.width = try scanner.sideOrSkip()
      case "height": target.height = try scanner.sideOrSkip()
      default: try scanner.skip()
      }
    }
  }

  private mutating func selectors(_ target: inout WebAnnotation.Target) throws(LabelError) {
    switch try scanner.kind() {
    case .array:
      try scanner.openArray()
      while try scanner.element() { try selectors(&target) }
    case .object: target.selectors.append(try selector())
    default:
      try scanner.skip()
      target.selectors.append(.init(kind: .other("unnamed"), value: nil))
    }
  }

  private mutating func selector() throws(LabelError) -> WebAnnotation.Selector {
    var kind: String?
    var (value, region): (Range<Int>?, Range<Int>?)
    var seen: Set<String> = []
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = text(place)
      guard seen.insert(key).inserted else {
        try scanner.skip()
        kind = "twice"
        continue
      }
      switch key {
      case "type", "@type": kind = try words().first.map { kind ?? $0 } ?? kind
      case "value": value = try stringOrSkip()
      case "region": region = try stringOrSkip()
      case "refinedBy":
        try scanner.skip()
        kind = "refined"
      default: try scanner.skip()
      }
    }
    let name = kind.flatMap { $0.split(separator: ":").last.map(String.init) } ?? "unnamed"
    switch name {
    case "FragmentSelector": return .init(kind: .fragment, value: value)
    case "SvgSelector": return .init(kind: .svg, value: value)
    case "ImageApiSelector": return .init(kind: .region, value: region)
    default: return .init(kind: .other(name), value: nil)
    }
  }

  // MARK: Bodies

  private mutating func bodies(_ annotation: inout WebAnnotation) throws(LabelError) {
    switch try scanner.kind() {
    case .array:
      try scanner.openArray()
      while try scanner.element() { try bodies(&annotation) }
    case .object:
      var body = WebAnnotation.Body()
      try scanner.openObject()
      while let place = try scanner.key() {
        switch text(place) {
        case "purpose": body.purposes = try words()
        case "value": body.value = try stringOrSkip().map(text)
        default: try scanner.skip()
        }
      }
      annotation.bodies.append(body)
    default: try scanner.skip()
    }
  }

  // MARK: Values

  private mutating func stringOrSkip() throws(LabelError) -> Range<Int>? {
    if try scanner.kind() == .string { return try scanner.string() }
    try scanner.skip()
    return nil
  }

  /// A string, or a list of strings.
  private mutating func words() throws(LabelError) -> [String] {
    guard try scanner.kind() == .array else { return try stringOrSkip().map { [text($0)] } ?? [] }
    var words: [String] = []
    try scanner.openArray()
    while try scanner.element() { if let place = try stringOrSkip() { words.append(text(place)) } }
    return words
  }
}
