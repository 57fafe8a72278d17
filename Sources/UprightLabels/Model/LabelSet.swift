// The labels of many images in one space (modeled on COCO's "images", "annotations" and "categories"), which may
// be many thousands. Names and texts of unusual length are kept and reported.

public import UprightGeometry

/// Labels of images in the space `S`.
public struct LabelSet<S: Space>: Hashable, Sendable {
  /// The class names; regions refer to them by index.
  public var names: [String] { didSet { places.forget() } }
  /// The keypoint names of each class, by index into `names`, if a file states them.
  public var keypointNames: [Int: [String]]
  /// The images, in the order of the files.
  public var images: [LabelledImage<S>]
  /// The names of the files that were read, as given by the caller.
  public var files: [String]
  /// Unusual or invalid parts of the files; see ``LabelFinding/Code/dropsRow``.
  public var findings: [LabelFinding]
  private var places = NameIndex()

  /// An empty set; `names` are the class names if another file contains them (YOLO).
  public init(names: [String] = []) {
    (self.names, keypointNames, images, files, findings) = (names, [:], [], [], [])
  }

  /// Total number of regions.
  public var regionCount: Int { images.reduce(0) { $0 + $1.regions.count } }

  /// The index of a class name, which is added if it is new.
  public mutating func index(of name: String) -> Int {
    if let index = places.first(of: name, in: names) { return index }
    names.append(name)
    places.added(name, at: names.count - 1)
    return names.count - 1
  }

  /// The labels after each image is reoriented.
  ///
  /// Images without a size, or for which `orientation` returns nil, are left out with a finding.
  @specialized(where S == Stored, To == Displayed)
  @specialized(where S == Displayed, To == Stored)
  public consuming func applying<To: Space>(
    _ orientation: (_ image: String) -> Orientation<S, To>?
  ) -> LabelSet<To> {
    var result = LabelSet<To>(names: names)
    (result.keypointNames, result.files, result.findings) = (keypointNames, files, findings)
    result.images.reserveCapacity(images.count)
    for index in images.indices {
      let image = images[index]
      images[index].regions = []
      guard let turn = orientation(image.name), image.size != nil else {
        result.findings.append(
          image.statesMalformedSize
            ? .init(.sizeMalformed, in: image.name, note: LabelFinding.malformedSizeNote)
            : .init(.imageUnknown, in: image.name))
        continue
      }
      result.images.append(image.applying(turn))
    }
    return result
  }
}

/// An image and its labels.
public struct LabelledImage<S: Space>: Hashable, Sendable {
  /// The image's file name in the labels.
  public var name: String
  /// The image's size in the space of the labels; nil if neither the file nor the caller provides it.
  public var size: PixelSize<S>?
  /// The labeled regions.
  public var regions: [Region<S>]
  /// Whether the labels state a size that no image can have.
  var statesMalformedSize = false

  /// An image with its regions.
  public init(name: String, size: PixelSize<S>?, regions: [Region<S>] = []) {
    (self.name, self.size, self.regions) = (name, size, regions)
  }

  /// The labels after the image is reoriented; nil if its size is unknown.
  @specialized(where S == Stored, To == Displayed)
  @specialized(where S == Displayed, To == Stored)
  public func applying<To: Space>(_ orientation: Orientation<S, To>) -> LabelledImage<To> {
    guard let size else { return LabelledImage<To>(name: name, size: nil) }
    let all = regions.span
    let turned = [Region<To>](capacity: all.count) { turned in
      for index in all.indices { turned.append(all[index].applying(orientation, in: size)) }
    }
    return LabelledImage<To>(name: name, size: orientation.applied(to: size), regions: turned)
  }
}

/// The size of an image in the space of its labels, and the reorientation to apply.
public struct LabelReorientation<From: Space, To: Space>: Hashable, Sendable {
  /// The image's size before the reorientation.
  public var size: PixelSize<From>
  /// The reorientation.
  public var orientation: Orientation<From, To>
  /// Whether labels that state the size in the space `To` are in `From` all the same. That size then stays as it is.
  public var overridesStatedSize: Bool

  /// An image of `size` that is reoriented by `orientation`.
  public init(size: PixelSize<From>, orientation: Orientation<From, To>, overridesStatedSize: Bool = false) {
    (self.size, self.orientation, self.overridesStatedSize) = (size, orientation, overridesStatedSize)
  }

  /// What happens to the image size that labels state.
  enum StatedSizeChange {
    /// Its sides swap if the axes do.
    case reoriented
    /// It is that of the result already.
    case kept
  }

  /// What happens to a stated size; nil if it contradicts the image's, so that nothing may change.
  func change(of stated: PixelSize<From>?) -> StatedSizeChange? {
    guard let stated, stated != size else { return .reoriented }
    let result = orientation.applied(to: size)
    return overridesStatedSize && (stated.width, stated.height) == (result.width, result.height) ? .kept : nil
  }
}

extension Region {
  /// The name of its class in `names`; nil if it has no class or the index is invalid.
  func className(in names: [String]) -> String? { label.flatMap { names.indices.contains($0) ? names[$0] : nil } }
}

/// Indices of names. The cache does not take part in comparisons.
struct NameIndex: Hashable, Sendable {
  private var places: [String: Int] = [:]
  private var isCurrent = false

  /// The index of the first `name` in the list `names`.
  mutating func first(of name: String, in names: [String]) -> Int? {
    if !isCurrent {
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
      isCurrent = true
    }
    return places[name]
  }

  /// Records that a new name was appended, and nothing else changed.
  mutating func added(_ name: String, at place: Int) {
    places[name] = place
    isCurrent = true
  }

  /// Invalidates the index after any other change.
  mutating func forget() { isCurrent = false }

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into _: inout Hasher) {}
}

extension LabelSet {
  /// Maximum usual length of a name or text in bytes.
  private static var maxText: Int { 4096 }

  /// Adds a finding for each class name, image name and region text that exceeds 4 KB.
  ///
  /// - Parameters:
  ///   - file: The file that was read.
  ///   - name: The index of its first class name.
  ///   - image: The index of its first image.
  public mutating func noteLongTexts(of file: String, fromName name: Int, image: Int) {
    func finding(_ what: String, _ count: Int, _ row: Int32? = nil) -> LabelFinding {
      let note = "\(what) of \(count) bytes, more than 4 KB; left unchanged"
      return LabelFinding(.textLong, in: file, field: row.map { "row \($0 + 1)" } ?? "", note: note)
    }
    for text in names.dropFirst(name) where text.utf8.count > Self.maxText {
      findings.append(finding("a class name", text.utf8.count))
    }
    for image in images.dropFirst(image) {
      if image.name.utf8.count > Self.maxText {
        findings.append(finding("an image name", image.name.utf8.count))
      }
      for region in image.regions {
        for attribute in region.attributes {
          let count = max(attribute.name.utf8.count, attribute.value.utf8.count)
          if count > Self.maxText { findings.append(finding("a text", count, region.location.row)) }
        }
      }
    }
  }
}
