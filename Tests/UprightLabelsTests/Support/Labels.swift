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

// Small label files in the JSON of several tools, for one image of 100 by 40, with unknown fields and unusual spaces.
extension Labels {
  static let labelMe = """
    {
      "version": "5.5.0", "flags": {"blurred": false},
      "shapes": [
        {"label": "cat", "points": [[30.25, 16.0], [70.25, 24.5]], "group_id": null, "description": "", "shape_type": "rectangle", "flags": {}, "mask": null},
        {"points": [[70, 24], [30, 16]], "shape_type": "rectangle", "label": "caf\\u00e9", "mine": [1, {"x": 2}]},
        {"label": "dog", "shape_type": "polygon", "points": [[10.5, 0.0], [30.5, 0.30726256983240300], [20.125, 30.0]], "group_id": 7, "flags": {"occluded": true}},
        {"label": "dog", "points": [ [ 50 , 1 ],
          [ 60.5,2 ],[55,9.75] ], "group_id": 7, "description": "its tail"},
        {"label": "sun", "points": [[50, 20], [53, 24]], "shape_type": "circle"},
        {"label": "way", "points": [[0, 40], [100, 0]], "shape_type": "line"},
        {"label": "way", "points": [[0, 40], [50.5, 0.125], [99, 10]], "shape_type": "linestrip"},
        {"label": "eye", "points": [[33.5, 7]], "shape_type": "point"},
        {"label": "eyes", "points": [[33.5, 7], [40, 8]], "shape_type": "points"},
        {"label": "roof", "points": [[10, 10], [20, 15], [15, 25], [5, 20]], "shape_type": "oriented_rectangle"}
      ],
      "imagePath": "..\\\\pictures\\\\a.jpg", "imageData": null,
      "imageHeight": 40, "imageWidth": 100, "big": 1e300
    }

    """

  static let labelStudio = """
    [
      {"id": 3, "data": {"id": "x1", "image": "/data/upload/1/0a1b2c3d-a.jpg"}, "meta": {},
       "annotations": [{"id": 9, "was_cancelled": false, "lead_time": 1.5, "result": [
        {"original_width": 100, "original_height": 40, "image_rotation": 0, "value": {"x": 30.25, "y": 40, "width": 40,
          "height": 21.25, "rotation": 0, "rectanglelabels": ["cat"]}, "id": "a", "type": "rectanglelabels", "origin": "manual"},
        {"type": "rectanglelabels", "original_width": 100, "original_height": 40, "id": "b", "value": {"rotation": 28.402556463779192,
          "x": 0.10458911419423693, "y": 50.50000000000001, "height": 12.5, "width": 10.458911419423693, "rectanglelabels": ["dog", "big"]}},
        {"type": "choices", "id": "b", "value": {"x": 0.10458911419423693, "y": 50.50000000000001, "width": 10.458911419423693,
          "height": 12.5, "rotation": 28.402556463779192, "choices": ["asleep"]}, "original_width": 100, "original_height": 40},
        {"type": "polygonlabels", "value": {"points": [[10.5, 0], [30.5, 1.125], [20, 75]], "closed": true, "polygonlabels": ["caf\\u00e9"]}},
        {"type": "ellipselabels", "value": {"x": 50, "y": 50, "radiusX": 4.5, "radiusY": 20, "rotation": 30, "ellipselabels": ["sun"]}},
        {"type": "keypointlabels", "value": {"x": 33.5, "y": 17.5, "width": 0.3, "keypointlabels": ["eye"]}},
        {"type": "rectangle", "id": "c", "value": {"x": 1, "y": 2, "width": 3, "height": 4}},
        {"type": "labels", "id": "c", "value": {"x": 1, "y": 2, "width": 3, "height": 4, "labels": ["late"]}},
        {"type": "choices", "value": {"choices": ["sharp"]}, "from_name": "quality"}
       ]}], "predictions": []},
      {"id": 4, "data": {"picture": "s3://bucket/b%20c.jpg?versionId=7"}, "annotations": [], "predictions": [{"score": 0.5, "result": [
        {"type": "rectanglelabels", "original_width": 100, "original_height": 40, "score": 0.75, "value": {"x": 1.5, "y": 2.5,
          "width": 50, "height": 25, "rotation": 300, "rectanglelabels": ["cat"]}}]}]}
    ]

    """

  static let createML = """
    [{"image": "a.jpg", "mine": [{"x": 1}], "annotations": [
        {"label": "cat", "coordinates": {"x": 50.25, "y": 20.25, "width": 40, "height": 8.5}},
        {"coordinates": {"height": 30, "y": 15, "width": 20, "x": 20.5}, "label": "caf\\u00e9"} ]},
     {"imagefilename": "b.jpg", "annotation":
        [ {"label": "dog", "coordinates": { "y" : 2.0, "x" : 3.9, "height" : 40.125, "width" : 20 }, "confidence": 0.5}]},
     {"image": "empty.jpg", "annotations": []}]

    """

  static let boxLines = """
    {"image": "a.jpg", "x": 30.25, "y": 16, "w": 40, "h": 8.5, "label": "cat"}
    {"label": "caf\\u00e9", "width": 20.5, "height": 30.25, "x": 10.5, "y": 0, "image": "a.jpg", "mine": {"x": 7}}\r

    {"image":"b.jpg","bbox":[1,2,3,4],"score":0.25}
    {"image": "b.jpg", "boundingBox": {"x": 1.5, "y": 2, "width": 3, "height": 4}, "class": 3}
    {"image": "empty.jpg"}

    """

  static let tensorFlow = """
    {"image": "a.jpg", "boxes": [[0.4, 0.3025, 0.6125, 0.7025], [0.0, 0.105, 0.75, 0.305]], "classes": ["cat", "caf\\u00e9"], "scores": [0.5, 1]}
    {"image": "b.jpg", "detection_boxes": [ [0.05,0.015625 , 0.25,0.123456] ], "detection_classes": [7], "mine": [0.25]}
    {"image": "empty.jpg", "boxes": []}

    """

  static let vision = """
    {"image": "a.jpg", "boundingBox": {"x": 0.3025, "y": 0.3875, "width": 0.4, "height": 0.2125}, "label": "cat", "confidence": 0.75}
    {"image": "a.jpg", "boundingBox": [[0.105, 0.25], [0.2, 0.75]], "label": "caf\\u00e9"}
    {"image": "b.jpg", "boundingBox": {"height": 0.5, "width": 0.123456, "x": 0, "y": 0.1}, "mine": null}
    {"image": "b.jpg", "boundingBox": {"x": 0, "y": 0, "width": 1, "height": 1}}

    """
}

// A CVAT file with every shape, for one image of 100 by 40.
extension Labels {
  /// Straight and rotated boxes, polygon, line, points, ellipse, mask and skeleton; unknown comments, and unusual
  /// spaces.
  static let cvat = """
    <?xml version="1.0" encoding="utf-8"?>
    <annotations>
      <version>1.1</version>
      <meta><task><id>3</id><labels>
        <label><name>cat</name><color>#ff0000</color></label>
        <label><name>dog &amp; co</name></label>
        <label><name>nose</name><parent>dog &amp; co</parent></label>
      </labels></task><dumped>2026-11-22</dumped></meta>
      <image id="0" name="a.jpg" width="100" height="40">
        <box label="cat" source="manual" occluded="0" xtl="30.25" ytl="16.00" xbr="70.25" ybr="24.50" z_order="0">
          <attribute name="age">old &lt;9&gt;</attribute>
        </box>
        <box occluded='1' rotation='30.00' label='dog &amp; co' xtl='10' ytl='5' xbr='30' ybr='15' mine='7'></box>
        <polygon label="cat" points="1.50,2.00; 40.00,2.00;20.25,30.00" z_order="2"/>
        <polyline label="cat" points="0,0;50.5,40"></polyline>
        <points label="cat" points="99.00,39.00;1.00,38.50"/>
        <ellipse label="cat" cx="50.00" cy="20.00" rx="10.00" ry="5.50" rotation="0.0"/>
        <ellipse label="cat" cx="60" cy="21" rx="10" ry="5" rotation="123.45"/>
        <mask label="cat" rle="1, 2, 1, 3, 1, 1" left="4" top="6" width="3" height="3"/>
        <tag label="cat" source="manual"></tag>
        <skeleton label="dog &amp; co" source="manual" z_order="0">
          <points label="nose" outside="0" occluded="0" points="33.00,7.00"><attribute name="x">1</attribute></points>
          <points label="tail" occluded="1" points="44.00,8.00"/>
          <points label="ear" outside="1" points="5.00,6.00"/>
        </skeleton>
        <!-- <box/> -->
      </image>
    </annotations>

    """
}

// An XMP packet with regions in all forms of RDF, for one image of 100 by 40.
extension Labels {
  /// MWG's rectangles, a circle, a point and pixels; Microsoft's, one of which MWG repeats, and a person without a
  /// position.
  static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:r='http://www.metadataworkinggroup.com/schemas/regions/'
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
      xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
      xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="1">
      <r:Regions rdf:parseType="Resource">
        <r:AppliedToDimensions stDim:w="100" stDim:h="40" stDim:unit="pixel"/>
        <r:RegionList><rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <r:Area stArea:x="0.50000" stArea:y="0.250000" stArea:w="0.200000" stArea:h="0.100000" stArea:unit="normalized"/>
            <r:Name>Anna &amp; co</r:Name><r:Type>Face</r:Type>
          </rdf:li>
          <rdf:li><rdf:Description r:Type="Pet"><r:Area rdf:parseType="Resource">
            <stArea:h> 0.5 </stArea:h><stArea:w>0.4</stArea:w><stArea:y>0.75</stArea:y><stArea:x>0.2</stArea:x>
          </r:Area></rdf:Description></rdf:li>
          <rdf:li r:Name="cat"><r:Area stArea:x="0.1" stArea:y="0.3" stArea:d="0.25"/></rdf:li>
          <rdf:li r:Type="Focus"><r:Area stArea:x="0.125" stArea:y="0.875"/></rdf:li>
          <rdf:li r:Name="box"><r:Area stArea:x="30" stArea:y="10" stArea:w="20" stArea:h="4" stArea:unit="pixel"/></rdf:li>
        </rdf:Bag></r:RegionList>
      </r:Regions>
      <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
        <rdf:li MPReg:Rectangle="0.400000, 0.200000, 0.200000, 0.100000" MPReg:PersonDisplayName="Anna &amp; co"/>
        <rdf:li rdf:parseType="Resource"><MPReg:Rectangle>0.125000,0.250000,0.500000,0.375000</MPReg:Rectangle></rdf:li>
        <rdf:li MPReg:PersonDisplayName="Ben"/>
      </rdf:Bag></MPRI:Regions></MP:RegionInfo>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>

    """
}

// A file of Web annotations with every supported kind of target, for one image of 100 by 40.
extension Labels {
  /// Fragments in pixels and percent, in addresses and selectors; SVG, also in escapes; IIIF's regions; unknown fields.
  static let web = #"""
    {
      "@context": "http://www.w3.org/ns/anno.jsonld", "type": "AnnotationPage", "mine": [1e300, "x"],
      "items": [
        { "id": "#1", "type": "Annotation",
          "body": [{"type": "TextualBody", "purpose": "commenting", "value": "caf\u00e9"},
                   {"type": "TextualBody", "purpose": "tagging", "value": "cat"}],
          "target": {"source": "a.jpg", "selector": {"type": "FragmentSelector",
            "conformsTo": "http://www.w3.org/TR/media-frags/", "value": "xywh=pixel:30.25,16.0,40.0,8.5"}}},
        {"body": {"value": "dog"}, "target": "a.jpg#xywh=1,2,3,4"},
        {"target": ["a.jpg#t=1&xywh=percent:25.00,12.50,50.00,75.00", {"id": "a.jpg#xywh=0,0,100,40"}]},
        {"target": {"source": {"id": "a.jpg", "type": "Image", "width": 100, "height": 40}, "selector": [
          {"type": "FragmentSelector", "value": "xywh=10,0,20,30"},
          {"type": "SvgSelector", "value": "<svg xmlns=\"http:\/\/www.w3.org\/2000\/svg\"><g>\n<polygon points=\"10,0 30,0.50\t20,30\"><\/polygon></g></svg>"}]}},
        {"target": {"source": "a.jpg", "selector": {"type": ["SvgSelector"], "value": "<svg><path d='M 1,2 L 11,2 11,12 Z M3,4L5,4L5 6z' fill-rule='evenodd'/></svg>"}}},
        {"target": {"source": "a.jpg", "selector": {"type": "oa:SvgSelector", "value": "<svg><rect x='1' y='2.5' width='30' height='4'/></svg>"}}},
        {"target": {"source": "a.jpg", "selector": {"type": "SvgSelector", "value": "<svg><ellipse cx='50' cy='20' rx='10' ry='5'/></svg>"}}},
        {"target": {"source": "a.jpg", "selector": {"type": "SvgSelector", "value": "<svg><circle cx='50' cy='20' r='5'/></svg>"}}},
        {"target": {"source": "a.jpg", "selector": {"type": "SvgSelector", "value": "<svg><polyline points='0 0 50 40'/></svg>"}}},
        {"target": {"source": "a.jpg", "selector": {"type": "ImageApiSelector", "region": "pct:10,20,30,40"}}}
      ]
    }

    """#
}
