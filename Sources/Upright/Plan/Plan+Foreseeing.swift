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
