// What contradicts a file among the other members of its family.

package import Upright
import UprightFiles

/// Compares files with the other members of their families.
package struct FamilyAudit: Sendable {
  private let folders: [[UInt8]: FamilyFolder]

  /// The families in the folders of `files`; a folder that cannot be listed has none.
  package init(_ files: [InputFile]) {
    var folders: [[UInt8]: FamilyFolder] = [:]
    for file in files where file.failure == nil && !file.isStandardInput {
      let folder = Self.folder(file)
      if folders[folder] == nil { folders[folder] = try? FamilyFolder(file.location) }
    }
    self.folders = folders
  }

  private static func folder(_ file: InputFile) -> [UInt8] { Array(FileName.folder(of: file.path).utf8) }

  /// The probed file with what contradicts it.
  package func compared(_ probed: ProbedFile, _ file: InputFile, rules: OrientationRules) -> ProbedFile {
    let name = FileName.last(of: file.path)
    guard let family = folders[Self.folder(file)]?.family(of: name), family.members.count > 1, !family.isTooLarge,
      let own = family.members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return probed }
    let image = Self.image(probed, family.members[own])
    var findings: [Finding] = []
    for (index, member) in family.members.enumerated() where index != own {
      let location = file.location.renamed(member.name)
      switch member.role {
      case .image:
        guard let other = try? ProbedFile(FileBytes(location), rules: rules),
          let message = FamilyDecision.contradiction(of: image, to: Self.image(other, member), named: member.name)
        else { continue }
        findings.append(Finding(.familyConflict, message))
      case .sidecar where member.described.contains(own):
        let tags = member.described.filter { $0 != own }.compactMap { place in
          try? ProbedFile(FileBytes(file.location.renamed(family.members[place].name)), rules: rules)
        }.map(\.probe.orientation.exif)
        findings += Self.findings(of: location, member.name, tagged: [image.now] + tags)
      case .sidecar: continue
      }
    }
    return probed.adding(findings)
  }

  private static func image(_ probed: ProbedFile, _ member: Family.Member) -> FamilyDecision.Image {
    let (tag, shown) = (probed.probe.orientation.exif, probed.probe.displayedSize)
    return FamilyDecision.Image(
      now: tag, after: tag, stored: probed.probe.storedSize, shown: shown,
      shownAfter: PixelSize(width: shown.width, height: shown.height), changes: false, isRaw: member.kind == .raw)
  }

  private static func findings(
    of location: FileLocation, _ name: String, tagged tags: [ExifOrientation]
  ) -> [Finding] {
    do throws(UprightError) {
      let values = try SidecarFile.read(location).xmp.statements
      guard let value = values.first(where: { value in !tags.contains { $0 == value } }) else { return [] }
      let stated = value.map { "\($0.rawValue)" } ?? "no valid orientation"
      return [Finding(.sidecarConflict, "\(name) states \(stated), and the image has tag \(tags[0].rawValue)")]
    } catch { return [Finding(.metadataDamaged, "\(name) cannot be read: \(error.sentence)")] }
  }
}
