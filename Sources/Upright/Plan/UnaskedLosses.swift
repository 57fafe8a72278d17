// What a result that replaces its source would lose although nobody asked for that.

public import UprightMetadata

extension PlanRequest {
  /// The content that a route would lose in a result that replaces its source, and that nobody asked or allowed to
  /// lose; empty if the source stays.
  func unaskedLosses(of route: Plan.Route) -> [CarryNote] {
    guard let allowed = rendition.allowedLosses else { return [] }
    let notes: [CarryNote]
    switch route {
    case .copy, .retag, .rewrite: return []
    case .transform(let transform): notes = transform.carry.notes
    case .transcode(let transcode): notes = transcode.notes()
    }
    return notes.filter { note in note.lostKind.map { !allowed.contains($0) } ?? false }
  }

  /// The decision, unless the route would lose content that must stay.
  func keepingContent(_ decision: RouteDecision) -> RouteDecision {
    guard case .feasible(let route, _, _) = decision else { return decision }
    let losses = unaskedLosses(of: route)
    return losses.isEmpty ? decision : .declined(.contentLost(losses))
  }
}

extension CarryNote {
  /// The kind of content that is lost although nobody asked to remove it; nil if nothing is, or only a thumbnail, which
  /// viewers make anew.
  public var lostKind: FilePart.Kind? {
    switch self {
    case .contentDropped(let content): content.kind
    case .trailerDropped: .trailer
    case .attachmentDropped(_, .requested), .attachmentDropped(_, .mayHoldPosition): nil
    case .attachmentDropped(let name, _): Self.kinds[name] ?? .item
    default: nil
    }
  }

  /// The kinds of attachments, by their names in plans.
  private static let kinds: [String: FilePart.Kind] = [
    "gain map": .gainMap, "video": .video, "preview": .preview, "other image": .item,
  ]

  /// What is lost, as the object of a sentence.
  public var lostContent: String {
    switch self {
    case .contentDropped(let content): content.description
    case .trailerDropped(let count): "\(count) bytes after the end of the image"
    case .attachmentDropped(let name, _): "the \(name)"
    default: description
    }
  }
}

extension [CarryNote] {
  /// What is lost, as the object of a sentence: "Photoshop's layers and the comment".
  public var lostContents: String {
    var seen: Set<String> = []
    let names = map(\.lostContent).filter { seen.insert($0).inserted }
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }

  /// The codes of what is lost, for `--allow-loss`: "layers,comment".
  public var lostCodes: String {
    var seen: Set<FilePart.Kind> = []
    return compactMap(\.lostKind).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ",")
  }
}

extension FileContent {
  /// What it is among the parts of a file.
  fileprivate var kind: FilePart.Kind {
    switch self {
    case .parts(.page, _): .page
    case .parts(.preview, _): .preview
    case .parts(.auxiliary, _): .auxiliary
    case .parts(.video, _), .video: .video
    case .parts(.main, _): .item
    case .compressedMetadata: .xmp
    case .photoshopResources, .photoshopResourcesBesidesIPTC: .photoshop
    case .comment: .comment
    case .textChunks, .drawnText: .text
    case .extendedXMP: .extendedXMP
    case .contentCredentials: .credentials
    case .flashPix: .flashPix
    case .otherData: .unknown
    case .mapLocation: .mapLocation
    case .layers: .layers
    case .clipPath: .field
    case .colorFields: .colors
    case .privateFields: .privateFields
    }
  }
}
