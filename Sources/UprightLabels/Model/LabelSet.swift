// The labels of many pictures, all in one space (COCO's "images", "annotations" and "categories"; the other formats are read into it).

public import UprightGeometry

/// Labels of pictures in the space `S`.
public struct LabelSet<S: Space>: Hashable, Sendable {
  /// What things are called; regions refer to these by index.
  public var names: [String] { didSet { places.forget() } }
  /// The names of keypoints for each of `names`, where a file says them.
  public var keypointNames: [Int: [String]]
  /// The pictures, in the order of the files.
  public var images: [LabelledImage<S>]
  /// The files that were read, by the names that the caller gave them.
  public var files: [String]
  /// What is odd or wrong in the files; see ``LabelFinding/Code/dropsRow``.
  public var findings: [LabelFinding]
  private var places = NameIndex()

  /// An empty set, with the names of things where the format keeps those in another file (YOLO).
  public init(names: [String] = []) {
    (self.names, keypointNames, images, files, findings) = (names, [:], [], [], [])
  }

  /// How many regions there are.
  public var regionCount: Int { images.reduce(0) { $0 + $1.regions.count } }

  /// The index of a name, which is added where it is new.
  public mutating func index(of name: String) -> Int {
    if let index = places.first(of: name, in: names) { return index }
    names.append(name)
    places.added(name, at: names.count - 1)
    return names.count - 1
  }

  /// The same labels after each picture has gone through its orientation.
  ///
  /// Pictures whose size is unknown, or for which `orientation` says nothing, are left out, and a finding names each.
  @specialized(where S == Stored, To == Displayed)
  @specialized(where S == Displayed, To == Stored)
  public consuming func applying<To: Space>(
    _ orientation: (_ picture: String) -> Orientation<S, To>?
  ) -> LabelSet<To> {
    var result = LabelSet<To>(names: names)
    (result.keypointNames, result.files, result.findings) = (keypointNames, files, findings)
    result.images.reserveCapacity(images.count)
    for index in images.indices {
      let picture = images[index]
      images[index].regions = []
      guard let turn = orientation(picture.name), picture.size != nil else {
        result.findings.append(.init(.imageUnknown, in: picture.name))
        continue
      }
      result.images.append(picture.applying(turn))
    }
    return result
  }
}

/// A picture and what is labelled on it.
public struct LabelledImage<S: Space>: Hashable, Sendable {
  /// The picture's file, as the labels name it.
  public var name: String
  /// The picture's size in the space of the labels; nil where neither the file nor the caller knows it.
  public var size: PixelSize<S>?
  /// What is labelled.
  public var regions: [Region<S>]

  /// A picture with its regions.
  public init(name: String, size: PixelSize<S>?, regions: [Region<S>] = []) {
    (self.name, self.size, self.regions) = (name, size, regions)
  }

  /// The same labels after the picture has gone through `orientation`; without a size there are none.
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

/// What a picture's own header says: how it lies in the space of its labels, and where it goes from there.
public struct LabelReorientation<From: Space, To: Space>: Hashable, Sendable {
  /// The picture's size before.
  public var size: PixelSize<From>
  /// What it goes through.
  public var orientation: Orientation<From, To>

  /// A picture of `size` that goes through `orientation`.
  public init(size: PixelSize<From>, orientation: Orientation<From, To>) {
    (self.size, self.orientation) = (size, orientation)
  }
}

extension Region {
  /// What its class is called among the names of a set; nil where it has none, or one that is not among them.
  func className(in names: [String]) -> String? { label.flatMap { names.indices.contains($0) ? names[$0] : nil } }
}
