// Positions of a Pascal VOC object besides its box: the point of a person (VOC2012, "Action Classification"), and
// polygons of other tools.

/// Finds the positions in an object.
enum VOCPoints {
  /// Elements with positions, in the orders in which tools write them; the box and parts are read elsewhere.
  private static let known: Set<String> = ["point", "polygon"]
  private static let places: Set<String> = [
    "x", "y", "cx", "cy", "w", "h", "width", "height", "angle", "xmin", "ymin", "xmax", "ymax",
  ]

  /// x and y of each point, or the name of an element with unknown positions.
  static func all(of object: Int, in document: XMLDocument) -> (points: [NumberToken], foreign: String?) {
    var points: [NumberToken] = []
    for element in document.children(of: object) {
      let name = document.name(element)
      guard !["bndbox", "robndbox", "part"].contains(name) else { continue }
      guard known.contains(name) else {
        if hasPlaces(element, document) { return ([], name) }
        continue
      }
      guard let found = pairs(in: element, document) else { return ([], name) }
      points += found
    }
    return (points, nil)
  }

  /// `<x/><y/>`, `<x1/><y1/><x2/><y2/>…`, or such inside `<pt>`; nil for anything else.
  private static func pairs(in element: Int, _ document: XMLDocument) -> [NumberToken]? {
    let children = document.children(of: element)
    if children.isEmpty { return document.text(of: element).map { $0.isEmpty } ?? true ? [] : nil }
    var (numbers, suffix): ([NumberToken], String?) = ([], nil)
    for child in children {
      let name = document.name(child)
      if name == "pt" || name == "point" {
        guard suffix == nil, let inner = pairs(in: child, document) else { return nil }
        numbers += inner
        continue
      }
      if name == "username" { continue }
      let isAcross = suffix == nil
      guard name.hasPrefix(isAcross ? "x" : "y"), suffix.map({ name.dropFirst() == $0 }) ?? true,
        name.dropFirst().allSatisfy(\.isNumber),
        let place = document.textPlace(of: child), let number = NumberToken(document.file.bytes, place), number.isPlace
      else { return nil }
      numbers.append(number)
      suffix = isAcross ? String(name.dropFirst()) : nil
    }
    return suffix == nil ? numbers : nil
  }

  private static func hasPlaces(_ element: Int, _ document: XMLDocument) -> Bool {
    document.children(of: element).contains {
      let name = document.name($0)
      return places.contains(name) || ["x", "y"].contains(name.prefix(1)) && name.dropFirst().allSatisfy(\.isNumber)
        || hasPlaces($0, document)
    }
  }
}
