// Which parts of a file a result may lose although nobody asked to remove them (docs/account.md).

import UprightGeometry
public import UprightMetadata

/// The parts that a result may lose without being asked to. What a request removes, such as by `strip`, by a crop or by
/// another frame, is not a loss.
public enum AllowedLosses: Hashable, Sendable {
  /// Everything that the result cannot keep. The account names it.
  case all
  /// Parts of these kinds only. If anything else would be lost, the image keeps its orientation tag where the request
  /// allows that; otherwise it is refused.
  case only(Set<FilePart.Kind>)

  /// Nothing.
  public static var none: Self { .only([]) }

  /// Whether a part of this kind may be lost.
  ///
  /// A thumbnail always may: it shows nothing that the image does not, and a wrong one is worse than none.
  public func allows(_ kind: FilePart.Kind) -> Bool {
    switch self {
    case .all: true
    case .only(let kinds): kind == .thumbnail || kinds.contains(kind)
    }
  }
}

extension AllowedLosses {
  /// What a list of codes with commas allows, or `all` or `none`; nil for an unknown code.
  public init?(_ words: String) {
    if words == "all" || words == "none" {
      self = words == "all" ? .all : .none
      return
    }
    var kinds: Set<FilePart.Kind> = []
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = FilePart.Kind(rawValue: String(word)) else { return nil }
      kinds.insert(kind)
    }
    self = .only(kinds)
  }

  /// `all`, `none`, or the codes in alphabetical order, with commas.
  package var words: String {
    switch self {
    case .all: "all"
    case .only(let kinds): kinds.isEmpty ? "none" : kinds.map(\.rawValue).sorted().joined(separator: ",")
    }
  }
}

extension AllowedLosses: Codable {
  /// Decodes a text: `all`, `none`, or the kinds' codes with commas.
  ///
  /// - Throws: `DecodingError` for anything else, and for a kind that this version does not know.
  public init(from decoder: any Decoder) throws {
    let words: String = try decoder.single("allowed losses are a text")
    guard let allowed = AllowedLosses(words) else {
      throw decoder.fault("'\(words)' is neither all nor none nor a list of kinds of parts")
    }
    self = allowed
  }

  /// Encodes `all`, `none`, or the codes in alphabetical order.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(words)
  }
}

extension FilePart {
  /// Whether it is the box of a JPEG XL with the data to reconstruct a JPEG.
  var isReconstruction: Bool { [.item, .unknown].contains(kind) && name == "jbrd" }

  /// Its kind, and its name where others of its kind are usual: `metadata field IFD0:0x0131`.
  public var title: String {
    switch kind {
    case _ where isReconstruction: "data that reconstructs the JPEG"
    case .field, .property, .unknown, .text, .item, .structure: name.isEmpty ? kind.name : "\(kind.name) \(name)"
    default: kind.name
    }
  }
}

extension FilePart.Kind {
  /// The names of several kinds, as a list: `comment, depth map and Photoshop layers`.
  public static func names(_ kinds: [Self]) -> String { list(kinds.map(\.name)) }

  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Its name in sentences: `depth map`.
  public var name: String {
    switch self {
    case .exif: "Exif"
    case .xmp: "XMP"
    case .extendedXMP: "extended XMP"
    case .property: "XMP property"
    case .field: "metadata field"
    case .iptc: "IPTC"
    case .photoshop: "Photoshop resources"
    case .layers: "Photoshop layers"
    case .profile: "color profile"
    case .colors: "color definition"
    case .credentials: "content credentials"
    case .flashPix: "FlashPix data"
    case .auxiliary: "auxiliary image"
    case .image: "image data"
    case .original: "original image"
    case .item: "other image"
    case .crop: "crop to apply"
    case .privateFields: "private fields"
    case .trailer: "data after the image"
    case .unknown: "data of other programs"
    case .makerNote, .structure, .comment, .text, .thumbnail, .preview, .gainMap, .depthMap, .thermalImage, .page,
      .frame, .video, .audio, .region, .subject, .focusPoint, .panorama, .mapLocation:
      rawValue.replacing("-", with: " ")
    }
  }
}

// What a route would lose of its source although nobody asked for that (docs/account.md).
extension PlanRequest {
  /// What a route would lose and the rendition does not allow to lose.
  func unaskedLosses(of route: Plan.Route) -> [CarryNote] { route.losses(notAllowedBy: rendition.allowedLosses) }

  /// The decision, unless the route would lose content that must stay.
  func keepingContent(_ decision: RouteDecision) -> RouteDecision {
    guard case .feasible(let route, _, _) = decision else { return decision }
    let losses = unaskedLosses(of: route)
    return losses.isEmpty ? decision : .declined(.contentLost(losses))
  }
}

extension Plan {
  /// The kinds of the parts that are lost without being asked to, as far as known in advance, one for each loss.
  package var knownLosses: [FilePart.Kind] {
    (route.losses(isReplaced: isLimited) + losses.filter { !$0.missingKinds.isEmpty && !isRequested($0) }).flatMap(
      \.missingKinds)
  }
}

extension Plan.Route {
  /// What the route loses without being asked to and `allowed` does not list.
  func losses(notAllowedBy allowed: AllowedLosses?) -> [CarryNote] {
    guard let allowed, allowed != .all else { return [] }
    return losses(isReplaced: true).filter { note in note.missingKinds.contains { !allowed.allows($0) } }
  }

  /// What the route loses without being asked to, as known from headers.
  func losses(isReplaced: Bool) -> [CarryNote] {
    switch self {
    case .copy, .retag: []
    case .rewrite(let rewrite):
      rewrite.losses.filter { note in
        !note.missingKinds.isEmpty && !note.isRequested(rewrite.strip, showsLess: false, isReplaced: isReplaced)
      }
    case .transform(let transform): transform.carry.losses(transform.carry.notes, isReplaced: isReplaced)
    case .transcode(let transcode): transcode.carry.losses(transcode.notes(), isReplaced: isReplaced)
    }
  }
}

extension Plan.Carry {
  /// The notes on parts that are lost without being asked to.
  func losses(_ notes: [CarryNote], isReplaced: Bool) -> [CarryNote] {
    notes.filter { note in
      !note.missingKinds.isEmpty && !note.isRequested(strip, showsLess: showsLess, isReplaced: isReplaced)
    }
  }
}

extension CarryNote {
  /// What is lost, as the object of a sentence.
  public var lostContent: String {
    switch self {
    case .contentDropped(let content): content.description
    case .chunksDropped(let names): "the \(names.count == 1 ? "chunk" : "chunks") \(names.joined(separator: ", "))"
    case .loss(.malformedChunks(let names)): "malformed chunks (\(names.joined(separator: ", ")))"
    case .trailerDropped(let count): "\(count) bytes after the end of the image"
    case .attachmentDropped(let name, _): "the \(name)"
    default: missingKinds.first.map { "the \($0.name)" } ?? description
    }
  }
}

extension [CarryNote] {
  /// What is lost, as the object of a sentence: "Photoshop's layers and the comment".
  public var lostContents: String {
    var seen: Set<String> = []
    let names = map(\.lostContent).filter { seen.insert($0).inserted }
    return names.isEmpty ? "nothing" : FilePart.Kind.list(names)
  }

  /// The codes of what is lost, for a list of what may be: "layers,comment".
  public var lostCodes: String {
    var seen: Set<FilePart.Kind> = []
    return flatMap(\.missingKinds).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ",")
  }
}
