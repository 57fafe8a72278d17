// What a plan decided and what it costs, as a value to log, send or store, and what more than headers tells of it in
// advance. A plan itself is neither encoded nor decoded: it is only valid for the bytes and the version that it was
// made with.

public import UprightGeometry

extension Plan {
  /// A plan's decision and cost, with the keys that `upright plan --json` has for them. Decoding ignores other keys, so
  /// that it reads those lines too.
  public struct Summary: Hashable, Sendable, Codable {
    /// A cheaper route that was not taken.
    public struct Rejection: Hashable, Sendable, Codable {
      /// The route.
      public var route: RouteName
      /// The stable code of the reason.
      public var code: String
      /// The reason as a sentence, which later versions may change.
      public var reason: String
    }

    /// What will be done.
    public var route: RouteName
    /// The cheaper routes, and why they were not taken.
    public var rejections: [Rejection]
    /// The orientation that remains in the result's tag.
    public var orientation: ExifOrientation
    /// The result's displayed size.
    public var size: PixelSize<Output>
    /// The run's peak memory in bytes.
    public var peakBytes: Int
  }

  /// The plan's decision and cost.
  public var summary: Summary {
    Summary(
      route: route.name,
      rejections: rejections.map {
        Summary.Rejection(route: $0.route, code: $0.reason.code, reason: $0.reason.description)
      },
      orientation: remaining.exif, size: outputSize, peakBytes: peakBytes)
  }
}

extension Plan.Summary {
  /// Decodes an object, whatever other keys it has.
  ///
  /// - Throws: `DecodingError` with the path of the first key that is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.fields(CodingKeys.self, "a summary")
    self.init(
      route: try values.value(.route), rejections: try values.list(.rejections),
      orientation: try values.value(.orientation), size: try values.value(.size),
      peakBytes: try values.whole(.peakBytes))
  }
}

extension Plan.Summary.Rejection {
  /// Decodes an object, whatever other keys it has.
  ///
  /// - Throws: `DecodingError` with the path of the first key that is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.fields(CodingKeys.self, "a rejection")
    self.init(
      route: try values.value(.route), code: try values.text(.code), reason: try values.text(.reason))
  }
}

// What only reading more than a source's headers tells of its result in advance: profiles, and Photoshop's resources.
extension Plan {
  /// The same plan, with the notes on what a result lacks that a run would add after reading the source's profile and
  /// Photoshop's resources. What cannot be read adds none.
  package func foreseeing(_ probe: Probe, in source: some ByteSource) -> Plan {
    var plan = self
    for (note, applies) in [
      (CarryNote.profileDamaged, losesUnfitProfile(of: probe, in: source)),
      (.loss(.damagedResources), removesDamagedResources(of: probe, in: source)),
    ] where applies && !losses.contains(note) {
      plan.losses.append(note)
    }
    return plan
  }

  /// Whether the source has a profile that the result cannot hold.
  private func losesUnfitProfile(of probe: Probe, in source: some ByteSource) -> Bool {
    guard case .transcode(let transcode) = route, transcode.carry.keepsProfile, transcode.form == .samples,
      !transcode.pass.keepsCoding, !(probe.format == .png && format == .png),
      let profile = try? probe.colorProfile(in: source)
    else { return false }
    return !transcode.canHold(ColorProfile(profile), of: probe)
  }

  /// Whether Photoshop's resources are removed because they cannot be read to their end.
  private func removesDamagedResources(of probe: Probe, in source: some ByteSource) -> Bool {
    let isRemoved: Bool?
    switch route {
    case .copy, .retag: isRemoved = false
    case .rewrite(let rewrite): isRemoved = try? probe.hasDamagedResources(without: rewrite.strip, in: source)
    case .transform(let transform): isRemoved = try? probe.dropsDamagedResources(transform.carry.edit, from: source)
    case .transcode(let transcode): isRemoved = try? probe.dropsDamagedResources(transcode.carry.edit, from: source)
    }
    return isRemoved ?? false
  }
}

extension Plan.Carry {
  /// What is removed from metadata and moved in it; without a thumbnail.
  fileprivate var edit: MetadataEdit {
    var edit = MetadataEdit(size: size, map: map, thumbnail: nil, keepsProfile: keepsProfile, keepsCoding: false)
    (edit.strip, edit.showsLess, edit.shared) = (strip, showsLess, shared)
    return edit
  }
}
