// The words and codes that Schemas/upright.schema.json lists are those of the code, neither more nor fewer.

import Foundation
import Testing
import Upright
import UprightCamera
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightFiles
@testable import UprightLabelJobs

@Suite struct JSONSchemaWordsTests {
  private func expectListed<Word: RawRepresentable>(_ name: String, _ words: [Word]) throws
  where Word.RawValue == String { try expectListed(name, words.map(\.rawValue)) }

  private func expectListed(_ name: String, _ words: [String]) throws {
    let listed = try JSONSchema.words(name)
    #expect(Set(listed).count == listed.count, "\(name)")
    let (missing, extra) = (Set(words).subtracting(listed), Set(listed).subtracting(words))
    #expect(missing == [] && extra == [], "\(name) of the schema lacks \(missing.sorted()), has \(extra.sorted())")
  }

  private func codes(of type: String, in file: String) throws -> [String] {
    let found = try #require(try SourceCodes.codes(of: type, in: file), "\(type) in \(file)")
    try #require(found.count > 1, "\(file)")
    return found
  }

  /// The codes of all errors: those of damaged metadata, and one for each other case.
  private var errorCodes: [String] {
    let others: [UprightError] = [
      .malformedText(offset: 0, reason: ""), .unsupported(""), .unanswerable(field: "", reason: ""),
      .limit(.side, asked: 1, allowed: 0), .codec(format: .jpeg, message: ""), .io(path: "", systemError: 0),
      .outOfMemory, .cancelled,
    ]
    for error in others {
      switch error {
      // A new case belongs into the list.
      case .malformed, .malformedText, .unsupported, .unanswerable, .limit, .codec, .io, .shortage, .cancelled: break
      }
    }
    return MetadataError.Code.allCases.map(\.rawValue) + others.map(\.codes.name)
  }

  @Test func codesOfErrorsAndFindings() throws {
    try expectListed("errorCode", errorCodes)
    try expectListed("findingCode", Finding.Code.allCases)
    let exit = (try JSONSchema.definitions()["exitCode"] as? [String: Any])?["anyOf"] as? [[String: Any]]
    #expect(exit?.first?["enum"] as? [Int] == ExitCodes.rows.map { Int($0.code) })
  }

  @Test func codesOfPlans() throws {
    let refusals = try codes(of: "StripRefusal", in: "UprightMetadata/Strip.swift")
    let limits = Limit.allCases.map { "limit-\($0.rawValue)" }
    let reasons = try SourceCodes.rows(in: "Upright/Plan/RouteReason+Row.swift")
    try #require(reasons.count > 50)
    try expectListed(
      "routeReason",
      reasons + refusals + limits + errorCodes)
    let parts = ImagePart.Kind.allCases.map(\.rawValue)
    let contents = try codes(of: "FileContent", in: "UprightMetadata/FileContent.swift") + parts
    let removals = try codes(of: "RemovalNote", in: "UprightMetadata/Strip.swift")
    let marks = try codes(of: "MarkNote", in: "UprightMetadata/MarkNote.swift")
    try expectListed(
      "carriedCode",
      codes(of: "CarryNote", in: "Upright/Plan/ReasonText.swift") + contents.map { "\($0)-dropped" } + removals
        + parts.map { "\($0)-removed" } + marks)
    let previews = try ["PreviewReason", "PreviewReason.Mismatch"].flatMap {
      try codes(of: $0, in: "Upright/Plan/ReasonText.swift")
    }
    try expectListed("previewReason", previews)
    try expectListed("samplesReason", SamplesReason.allCases)
    try expectListed("regionAccess", ["cut", "indexed"] + Plan.RegionAccess.Reason.allCases.map(\.rawValue))
    try expectListed("route", Plan.RouteName.allCases)
  }

  @Test func wordsOfImages() throws {
    try expectListed("format", ContainerFormat.allCases)
    try expectListed("partKind", ImagePart.Kind.allCases)
    try expectListed("filePartKind", FilePart.Kind.allCases)
    try expectListed("orientationWord", ExifOrientation.allCases.map(\.word))
    let sources: [OrientationSource] = [
      .none, .exif(offset: 0), .profile(offset: 0), .thumbnail(offset: 0), .xmp(offset: 0), .properties(offset: 0),
      .codestream(offset: 0), .matrix(offset: 0),
    ]
    for source in sources {
      switch source {
      // A new case belongs into the list.
      case .none, .exif, .profile, .thumbnail, .xmp, .properties, .codestream, .matrix: break
      }
    }
    try expectListed("carrier", sources.map(\.name))
    try expectKeys("fileInfo", ["readers"], Reader.allCases.map(\.rawValue))
    try expectKeys("auditSummary", ["summary", "skipped"], SkippedEntries.Reason.allCases.map(\.rawValue))
    try expectKeys("auditSummary", ["summary", "formats"], ContainerFormat.allCases.map(\.rawValue))
  }

  /// Expects the keys of an object inside a definition.
  private func expectKeys(_ name: String, _ path: [String], _ words: [String]) throws {
    var schema = try JSONSchema.definitions()[name] as? [String: Any]
    for key in path { schema = (schema?["properties"] as? [String: Any])?[key] as? [String: Any] }
    let keys = try #require(schema?["properties"] as? [String: Any], "\(name)").keys
    #expect(Set(keys) == Set(words), "\(name)")
  }

  @Test func wordsOfReports() throws {
    try expectListed("fixSkips", CheckReport.SkipReason.allCases)
    try expectListed("passedOver", NamePolicy.Skip.allCases)
    try expectListed("recovery", Recovery.Finding.allCases)
    try expectListed("undoing", JournalHistory.Entry.Undoing.allCases.map(\.rawValue) + ["discarded"])
    try expectListed("comparison", ImageRelation.Rejection.Step.allCases)
    try expectListed(
      "comparisonReason", codes(of: "ImageRelation.Rejection.Reason", in: "Upright/Plan/ReasonText.swift"))
    try expectListed("verdict", VerifyReport.Verdict.allCases)
    try expectListed("logLevel", MessageLevel.allCases)
    try expectListed("notUpright", ImageReport.KeptTagReason.words)
    try expectListed("knownFormat", KnownFormat.allCases)
    let findings: [Finding.Code] = [.staleTag, .reconstructionConflict]
    try expectListed("noteCode", ["region-clipped", "region-snapped"] + findings.map(\.rawValue))
    try expectListed("settingName", Setting.allCases)
    try expectListed("settingOrigin", SettingsReport.originWords)
    try expectListed("termSubject", Interop.PlatformTerm.Subject.allCases)
  }

  @Test func wordsOfLabels() throws {
    try expectListed("labelSpace", LabelSpaceVerdict.Kind.allCases)
    try expectListed("labelVerdict", LabelAudit.Verdict.allCases)
    try expectListed("labelDoubt", LabelSpaceVerdict.Ambiguity.allCases)
    try expectListed("labelDefect", LabelDefect.Code.allCases)
    try expectListed(
      "labelFault", Set(LabelDefect.Code.allCases.map(\.rawValue) + LabelFinding.Code.allCases.map(\.rawValue)).sorted()
    )
    try expectListed("labelDifference", LabelDifference.Kind.allCases)
    let box = try JSONSchema.definitions()["conventionNumbers"] as? [String: Any]
    #expect(
      Set(try #require(box?["properties"] as? [String: Any]).keys)
        == Set(["size"] + BoxConvention.allCases.map(\.rawValue)))
  }
}
