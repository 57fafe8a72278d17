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
