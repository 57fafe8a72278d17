// The rest of an XMP packet that does not fit into one JPEG segment (XMP Specification Part 3, 1.1.3.1: ExtendedXMP).
// The digest that names the rest of an XMP packet (RFC 1321; XMP Specification Part 3, 1.1.3.1). It protects nothing.

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

/// Computes an MD5 digest.
enum MD5 {
  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  /// The integer part of 2³² |sin(n)| for n from 1 to 64.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]

  /// The digest as 32 uppercase hexadecimal digits.
  static func name(of bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return digest(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// The 16 bytes of the digest.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { add(bytes[start..<start + 64], to: &state) }
    var rest = Array(bytes[whole...]) + [0x80]
    while rest.count % 64 != 56 { rest.append(0) }
    rest += (0..<8).map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) << 3) >> UInt64(8 * $0)) }
    for start in stride(from: 0, to: rest.count, by: 64) { add(rest[start..<start + 64], to: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let start = block.startIndex
    let words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[start + 4 * index + $1]) << UInt32(8 * $1) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (mixed, word): (UInt32, Int) =
        switch step / 16 {
        case 0: (b & c | ~b & d, step)
        case 1: (d & b | ~d & c, (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
      let sum = a &+ mixed &+ sines[step] &+ words[word]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
  }
}
