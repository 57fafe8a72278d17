// What an XMP packet states about attachments (Google, "GContainer"; Motion Photo 1.0; Ultra HDR 1.1).

internal import UprightGeometry

/// The container's item list, and the properties of videos and gain maps.
struct XMPAttachments {
  private let packet: [UInt8]
  private let root: XMPElement

  /// The attachments in a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) {
    self.root = root
    self.packet = packet
  }

  /// An entry of the list, and its properties.
  private struct Item {
    let element: XMPElement
    let length, padding: Range<Int>?
    let isVideo: Bool
  }

  /// The necessary changes: new lengths, and the removal of entries and properties of dropped attachments.
  func changes(_ move: ImageMove) -> [XMPChange] {
    if move.dropsVideo { return videoChanges }
    guard !move.edit.attachments.isEmpty else { return [] }
    var properties: [String] = []
    if move.drops(.video) { properties += ["GCamera:MotionPhoto", "GCamera:MicroVideo"] }
    if move.drops(.gainMap) { properties.append("hdrgm:") }
    return root.all("Container:Directory").flatMap { changes(of: $0, move) } + removals(properties) + distances(move)
  }

  /// The new distance of the video from the file's end: what follows it stays, with new lengths of attachments.
  private func distances(_ move: ImageMove) -> [XMPChange] {
    guard let start = move.attachments.first(where: { $0.kind == .video })?.range.lowerBound else { return [] }
    let following = move.edit.attachments.filter { $0.range.lowerBound >= start }
    guard following.contains(where: { $0.range.lowerBound == start && $0.byteCount != nil }) else { return [] }
    let distance = following.reduce(move.byteCount - start) { $0 + ($1.byteCount ?? 0) - $1.range.count }
    return root.all("rdf:Description").compactMap { $0.value("GCamera:MicroVideoOffset", in: packet) }
      .compactMap { XMPNumber.change($0, to: Double(distance), in: packet) }
  }

  /// Removes what describes a video that was in a box of its own: properties, and the entry in the list.
  var videoChanges: [XMPChange] {
    let lists = root.all("Container:Directory").flatMap { directory -> [XMPChange] in
      let items = directory.items.map { (element: $0, item: $0.child("Container:Item") ?? $0) }
      let videos = items.filter { $0.item.value("Item:Semantic", in: packet).map(text) == "MotionPhoto" }
      guard !videos.isEmpty else { return [] }
      let others = items.dropFirst().count { $0.item.value("Item:Semantic", in: packet).map(text) != "MotionPhoto" }
      return others == 0 ? [directory.removal(in: packet)] : videos.map { $0.element.removal(in: packet) }
    }
    return lists + removals(["GCamera:MotionPhoto", "GCamera:MicroVideo"])
  }

  private func text(_ place: Range<Int>) -> String { XMPNumber.text(place, in: packet) }

  private func changes(of directory: XMPElement, _ move: ImageMove) -> [XMPChange] {
    let items = directory.items.map { element in
      let item = element.child("Container:Item") ?? element
      return Item(
        element: element, length: item.value("Item:Length", in: packet),
        padding: item.value("Item:Padding", in: packet),
        isVideo: item.value("Item:Semantic", in: packet).map(text) == "MotionPhoto")
    }
    let places = ranges(of: items, move)
    var (changes, left): ([XMPChange], Int) = ([], 0)
    for (item, place) in zip(items, places) {
      changes += [item.padding.flatMap { XMPNumber.change($0, to: 0, in: packet) }].compactMap(\.self)
      guard let place, let attachment = move.edit.attachments.first(where: { $0.range == place }) else { continue }
      if let count = attachment.byteCount {
        left += 1
        changes += [item.length.flatMap { XMPNumber.change($0, to: Double(count), in: packet) }].compactMap(\.self)
      } else {
        changes = changes.filter { !item.element.whole.overlaps($0.range) } + [item.element.removal(in: packet)]
      }
    }
    return left > 0 ? changes : [directory.removal(in: packet)]
  }

  /// The ranges of the items: contiguous up to the file's end, the main image first. Where other data follows or
  /// separates them, an item's range is that of the next attachment of its length.
  private func ranges(of items: [Item], _ move: ImageMove) -> [Range<Int>?] {
    let known = items.map { item in
      XMPContents.Item(
        semantic: "", length: item.length.flatMap { Int(XMPNumber.text($0, in: packet)) } ?? 0,
        padding: item.padding.flatMap { Int(XMPNumber.text($0, in: packet)) } ?? 0)
    }
    let attached = move.edit.attachments.map(\.range)
    var places = [nil] + JPEGAttachments.places(of: Array(known.dropFirst()), upTo: move.byteCount)
    places = places.map { place in attached.contains { $0 == place } ? place : nil }
    var free = attached.filter { !places.contains($0) }
    for index in known.indices.dropFirst() where places[index] == nil {
      guard let match = free.firstIndex(where: { $0.count == known[index].length }) else { continue }
      places[index] = free.remove(at: match)
    }
    // The length of a video may be wrong, or missing.
    let videos = move.attachments.filter { $0.kind == .video }.map(\.range)
    for index in known.indices.dropFirst() where places[index] == nil && items[index].isVideo {
      guard let match = free.firstIndex(where: videos.contains) else { continue }
      places[index] = free.remove(at: match)
    }
    return places
  }

  /// Removes all properties whose names begin with one of these prefixes.
  private func removals(_ prefixes: [String]) -> [XMPChange] {
    root.all("rdf:Description").flatMap { element in
      element.attributes.filter { name in prefixes.contains { name.name.hasPrefix($0) } }.map { .removal($0.whole) }
        + element.children.filter { name in prefixes.contains { name.name.hasPrefix($0) } }
        .map { $0.removal(in: packet) }
    }
  }
}
