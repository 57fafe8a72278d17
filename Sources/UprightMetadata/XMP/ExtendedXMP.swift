// The rest of an XMP packet that does not fit into one JPEG segment (XMP Specification Part 3, 1.1.3.1: ExtendedXMP).

/// The packets that continue the first one, each in one or more segments.
struct ExtendedXMP: Hashable, Sendable {
  /// One packet, and the digest by which the first packet refers to it.
  struct Packet: Hashable, Sendable {
    /// The digest, as 32 hexadecimal digits.
    let name: [UInt8]
    /// The packet.
    let bytes: [UInt8]
  }

  /// The packets in the file's order.
  let packets: [Packet]
  /// Whether every segment belongs to a packet that is complete and can be parsed.
  let isReadable: Bool

  /// Maximum total size in bytes; real files have some megabytes.
  static let longest = 64 << 20
  /// Maximum number of packets; real files have one.
  private static let packetLimit = 4
  /// Size in bytes of the fields before a segment's data: identifier, digest, the packet's length, the data's offset.
  private static let headCount = JPEGSegment.Identifier.extendedXMP.count + 32 + 8
  /// Maximum number of a packet's bytes in a segment, as the specification recommends.
  private static let partCount = 65_400

  /// The packets in the segments with these payloads.
  init(_ payloads: [[UInt8]]) {
    var (names, parts, lengths): ([[UInt8]], [[UInt8]: [(Int, ArraySlice<UInt8>)]], [[UInt8]: Int]) = ([], [:], [:])
    var isReadable = true
    for payload in payloads {
      let start = JPEGSegment.Identifier.extendedXMP.count
      guard payload.count > Self.headCount else {
        isReadable = false
        continue
      }
      let name = Array(payload[start..<start + 32])
      let length = BigEndian.number(payload[start + 32..<start + 36])
      if parts[name] == nil { names.append(name) }
      isReadable = isReadable && lengths[name].map { $0 == length } ?? true
      lengths[name] = length
      parts[name, default: []].append(
        (BigEndian.number(payload[start + 36..<start + 40]), payload[Self.headCount...]))
    }
    var packets: [Packet] = []
    for name in names.prefix(Self.packetLimit) {
      let sorted = (parts[name] ?? []).sorted { $0.0 < $1.0 }
      var bytes: [UInt8] = []
      for (offset, part) in sorted where offset == bytes.count { bytes += part }
      let isWhole = bytes.count == lengths[name] && sorted.reduce(0) { $0 + $1.1.count } == bytes.count
      if isWhole, XMPElement(bytes) != nil { packets.append(Packet(name: name, bytes: bytes)) }
    }
    self.packets = packets
    self.isReadable = isReadable && packets.count == names.count
  }

  /// No packets that can be read.
  private init(unreadable packets: [Packet]) { (self.packets, isReadable) = (packets, false) }

  /// The packets of a JPEG; none, and not readable, if they are too long.
  ///
  /// - Throws: `.unreadable`.
  init(_ header: JPEGHeader, _ source: some ByteSource) throws(MetadataError) {
    let segments = header.applications.filter { $0.kind == .extendedXMP }
    guard segments.reduce(0, { $0 + $1.segment.payload.count }) <= Self.longest else {
      self.init(unreadable: [])
      return
    }
    var payloads: [[UInt8]] = []
    for application in segments { payloads.append(try source.read(application.segment.payload)) }
    self.init(payloads)
  }

  /// The payloads of the segments for a packet.
  static func payloads(_ packet: [UInt8]) -> [[UInt8]] {
    let head = JPEGSegment.Identifier.extendedXMP + MD5.name(of: packet) + BigEndian.bytes(packet.count)
    return stride(from: 0, to: packet.count, by: partCount).map { start in
      head + BigEndian.bytes(start) + packet[start..<min(packet.count, start + partCount)]
    }
  }

  /// The first packet with a reference to another rest; `nil` removes the reference.
  static func referring(_ packet: [UInt8], from old: [UInt8], to new: [UInt8]?) -> [UInt8] {
    guard let root = XMPElement(packet) else { return packet }
    let isOld = { (place: Range<Int>) in
      packet[place].elementsEqual(old)
        || packet[place].elementsEqual(String(decoding: old, as: UTF8.self).lowercased().utf8)
    }
    let changes = root.all("rdf:Description").flatMap { element -> [XMPChange] in
      let attributes = element.attributes.filter { $0.name == reference && isOld($0.value) }
      let children = element.children.filter {
        $0.name == reference && isOld(XMPProperty.trimmed($0.content, in: packet))
      }
      guard let new else {
        return attributes.map { .removal($0.whole) } + children.map { $0.removal(in: packet) }
      }
      let text = String(decoding: new, as: UTF8.self)
      return attributes.map { XMPChange($0.value, text) }
        + children.map { XMPChange(XMPProperty.trimmed($0.content, in: packet), text) }
    }
    return XMPChange.apply(changes, to: packet)
  }

  /// The property of the first packet that names the rest.
  static let reference = "xmpNote:HasExtendedXMP"
}

/// What becomes of the rest of a packet in a new file.
struct ExtendedXMPChange: Hashable, Sendable {
  /// The payloads of the new segments; nil if the old ones stay.
  let payloads: [[UInt8]]?
  /// The new packets.
  let packets: [[UInt8]]
  /// The old names, and the new ones; nil if that packet is gone.
  let names: [(old: [UInt8], new: [UInt8]?)]

  /// Everything stays.
  static let none = ExtendedXMPChange(payloads: nil, packets: [], names: [])

  /// Everything goes.
  init(dropping extended: ExtendedXMP) {
    self.init(payloads: [], packets: [], names: extended.packets.map { ($0.name, nil) })
  }

  private init(payloads: [[UInt8]]?, packets: [[UInt8]], names: [(old: [UInt8], new: [UInt8]?)]) {
    (self.payloads, self.packets, self.names) = (payloads, packets, names)
  }

  /// Rewrites each packet; one without any property left is dropped.
  init(_ extended: ExtendedXMP, _ rewrite: ([UInt8]) -> [UInt8]?) {
    let new = extended.packets.map { packet in rewrite(packet.bytes).flatMap { Self.hasProperties($0) ? $0 : nil } }
    let isChanged = zip(extended.packets, new).contains { $0.bytes != $1 }
    self.init(
      payloads: isChanged ? new.compactMap(\.self).flatMap(ExtendedXMP.payloads) : nil,
      packets: new.compactMap(\.self),
      names: isChanged ? zip(extended.packets, new).map { ($0.name, $1.map(MD5.name)) } : [])
  }

  /// The first packet, with references to the new ones.
  func referring(_ packet: [UInt8]) -> [UInt8] {
    names.reduce(packet) { ExtendedXMP.referring($0, from: $1.old, to: $1.new) }
  }

  private static func hasProperties(_ packet: [UInt8]) -> Bool {
    guard let root = XMPElement(packet) else { return true }
    return root.all("rdf:Description").contains { element in
      !element.children.isEmpty
        || element.attributes.contains {
          !$0.name.hasPrefix("xmlns") && !$0.name.hasPrefix("rdf:") && $0.name != "about"
        }
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.payloads == other.payloads && one.packets == other.packets }

  func hash(into hasher: inout Hasher) { hasher.combine(payloads) }
}
