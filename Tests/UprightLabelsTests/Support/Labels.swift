// Small label files, and short ways to read them.

import UprightGeometry

@testable import UprightLabels

/// Label files of every format for one image of 100 by 40.
enum Labels {
  static let size = PixelSize<Stored>(width: 100, height: 40)

  static func file(_ name: String, _ text: String) -> LabelFile { LabelFile(name: name, bytes: Array(text.utf8)) }

  /// The transform of an image of 100 by 40 with a tag.
  static func turn(_ tag: ExifOrientation) -> LabelReorientation<Stored, Displayed> {
    LabelReorientation(size: size, orientation: Orientation(exif: tag))
  }

  /// The way back.
  static func back(_ tag: ExifOrientation) -> LabelReorientation<Displayed, Stored> {
    let turn = turn(tag)
    return LabelReorientation(size: turn.orientation.applied(to: size), orientation: turn.orientation.inverse)
  }

  /// COCO with a box, a polygon, both kinds of runs and keypoints; unknown fields, and unusual spaces.
  static let coco = """
    {
      "info": {"year": 2026, "note": "caf\\u00e9", "big": 1e300},
      "images": [ {"id":7, "file_name":"a.jpg", "width":100, "height":40, "coco_url": null} ],
      "categories": [{"id": 3, "name": "person", "keypoints": ["nose", "left_eye", "right_eye"], "skeleton": [[1, 2]]}],
      "annotations": [
        {"id": 1, "image_id": 7, "category_id": 3, "bbox": [30.25, 16.0, 40.0, 8.5], "area": 340.0, "iscrowd": 0, "mine": [1, {"x": 2}]},
        {"bbox": [10.5, 0.0, 20.0, 30.0], "id": 2, "image_id": 7, "category_id": 3, "segmentation": [[10.5, 0.0, 30.5, 0.0, 20.125, 30.0], [1, 2, 3, 4, 5, 6]]},
        {"id": 3, "image_id": 7, "category_id": 3, "bbox": [5.0, 5.0, 10.0, 10.0], "keypoints": [5.0, 6.0, 2, 0, 0, 0, 15.0, 7.5, 1], "num_keypoints": 2},
        {"id": 4, "image_id": 7, "category_id": 3, "bbox": [0.0, 0.0, 2.0, 3.0], "segmentation": {"size": [40, 100], "counts": [0, 3, 37, 3, 3957]}, "iscrowd": 1},
        {"id": 5, "image_id": 7, "category_id": 3, "bbox": [0.0, 0.0, 2.0, 3.0], "segmentation": {"counts": "03U10`j3", "size": [40, 100]}}
      ]
    }

    """

  static let yolo = """
    0 0.5 0.5 0.4 0.2
    2  0.302500 0.125000 0.100000 0.050000 0.87
    1 0.1 0.2 0.3 0.2 0.25 0.6
    1 0.10 0.20 0.30 0.20 0.30 0.60 0.10 0.60\r

    0\t0.015625 1 0.03125 0

    """

  static let voc = """
    <annotation verified="yes">
    \t<folder>x</folder>
    \t<filename>a.jpg</filename>
    \t<size><width>100</width><height>40</height><depth>3</depth></size>
    \t<object>
    \t\t<name>dog &amp; cat</name>
    \t\t<pose>Left</pose><truncated>1</truncated><difficult>0</difficult>
    \t\t<bndbox><xmin>31</xmin> <ymin>17</ymin><xmax> 70 </xmax><ymax>24</ymax></bndbox>
    \t\t<mine a='1'/>
    \t</object>
    \t<!-- <object> -->
    \t<object><bndbox><ymax>40.5</ymax><ymin>1</ymin><xmin>2.25</xmin><xmax>3</xmax></bndbox><name>bird</name></object>
    </annotation>

    """

  /// The first line in which two files differ, short enough for a message.
  static func difference(_ one: [UInt8], _ two: [UInt8]) -> String {
    guard let at = zip(one, two).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return "lengths"
    }
    let place = max(0, at - 20)
    return
      "'\(text(Array(one[place..<min(one.count, at + 20)])))', not '\(text(Array(two[place..<min(two.count, at + 20)])))'"
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The set in a file about images of 100 by 40.
  static func read(
    _ coding: some LabelCoding, _ file: LabelFile, names: [String] = []
  ) throws(LabelError) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: names)
    try coding.read(file, into: &set) { _ in size }
    return set
  }

  /// The boxes of a set as numbers.
  static func boxes<S: Space>(_ set: LabelSet<S>) -> [[Double]] {
    set.images.flatMap { $0.regions.map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] } }
  }

  /// The same set with all its regions, for comparing: without locations and precision.
  static func bare<S: Space>(_ set: LabelSet<S>) -> [LabelledImage<S>] {
    set.images.map { image in
      var image = image
      for index in image.regions.indices {
        image.regions[index].location = .none
        image.regions[index].precision = .exact
      }
      return image
    }
  }

  /// Whether two images' regions are equal within a tolerance.
  static func agree<S: Space>(_ one: Region<S>, _ two: Region<S>, within tolerance: Double = 1e-9) -> Bool {
    func near(_ one: [Double], _ two: [Double]) -> Bool {
      one.count == two.count && zip(one, two).allSatisfy { abs($0 - $1) <= tolerance }
    }
    func numbers(_ region: Region<S>) -> [Double] {
      [region.box.x, region.box.y, region.box.width, region.box.height]
        + region.keypoints.flatMap { [$0.point.x, $0.point.y, Double($0.visibility.rawValue)] }
        + numbers(region.outline)
    }
    func numbers(_ outline: Outline<S>?) -> [Double] {
      switch outline {
      case nil: []
      case .rotated(let rect), .ellipse(let rect):
        [rect.center.x, rect.center.y, rect.size.width, rect.size.height, rect.degrees]
      case .polygon(let polygon): polygon.rings.joined().flatMap { [$0.x, $0.y] }
      case .mask(let mask): mask.runs.map(Double.init)
      case .line(let points), .points(let points): points.flatMap { [$0.x, $0.y] }
      }
    }
    return one.label == two.label && near(numbers(one), numbers(two))
  }
}
