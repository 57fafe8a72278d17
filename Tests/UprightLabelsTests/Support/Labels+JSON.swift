// Small label files in the JSON of several tools, for one image of 100 by 40, with unknown fields and unusual spaces.

@testable import UprightLabels

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
