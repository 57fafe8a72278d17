// The parsed arguments of a batch as the identity that its journal states.

import ArgumentParser
import Upright
import UprightBatch
import UprightLabelJobs

extension WritingCommand {
  /// What a journal states of this request.
  var identity: BatchIdentity {
    var identity = arguments.request.identity
    writing.state(in: &identity)
    companions.state(in: &identity)
    settings.state(in: &identity)
    return identity
  }
}

extension WriteOptions {
  func state(in identity: inout BatchIdentity) {
    identity.state("output", output)
    identity.state("output-template", outputTemplate)
    identity.state("in-place", inPlace)
    identity.state("force", force)
    identity.state("skip-existing", skipExisting)
    identity.state("update", update)
    identity.state("break-hard-links", breakHardLinks)
    identity.state("preserve-mtime", preserveMtime)
    identity.state("verify", verify)
  }
}

extension NoCompanions {
  func state(in identity: inout BatchIdentity) {}
}

extension FixCompanions {
  func state(in identity: inout BatchIdentity) {
    identity.state("all", all)
    family.state(in: &identity)
    identity.state("labels", labelling.labels)
    identity.state("label-format", labelling.labelFormat?.rawValue)
    identity.state("label-space", labelling.labelSpace?.rawValue)
  }
}
