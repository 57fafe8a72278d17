// Plans as JSON, with numbers in the fewest digits that parse to the same double (IEEE 754).

package import Upright
package import UprightFiles

extension Plan {
  /// The members of a JSON report.
  package var json: [JSONLine.Member] {
    [
      .init("route", .text(route.name.rawValue)),
      form.map { .init("form", .text($0)) },
      samplesReason.map { .init("samplesReason", .text($0.code)) },
      regionAccess.map { .init("regionAccess", .text($0.code)) },
      frame.map { .init("frame", .number($0.number)) },
      frame?.count.map { .init("frames", .number($0)) },
      pages.map { .init("pages", .number($0)) },
      embedding.map { .init("embedded", $0.json) },
      toneMapping.map { .init("toneMap", .text($0.sentence)) },
      skipped.map { .init("skipped", .text($0.message)) },
      unwrittenFormat.map { _ in .init("chosenFormat", .text(format.rawValue)) },
      .init(
        "rejections",
        .list(
          rejections.map {
            .object([
              .init("route", .text($0.route.rawValue)), .init("code", .text($0.reason.code)),
              .init("reason", .text($0.reason.description)),
            ])
          })),
      carried.isEmpty ? nil : .init("carried", .list(carried.map { .text($0.description) })),
      carried.isEmpty ? nil : .init("carriedCodes", .list(carried.map { .text($0.code) })),
      pixelCheck.map { .init("pixelsChecked", .flag($0.isChecked)) },
      .init("orientation", .number(Int(remaining.exif.rawValue))),
      .init("size", .size(outputSize)),
      .init("peakBytes", .number(peakBytes)),
    ].compactMap(\.self)
  }

  /// The outcome of `--embedded-ok`, if it was given and pixels are decoded.
  private var embedding: Plan.Embedding? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.embedded
  }

  /// Why a JPEG's own pixels do not stay in planes, if they are encoded once more.
  private var samplesReason: SamplesReason? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.samplesReason
  }

  /// How pixels pass through, if they do: "samples" or "planes".
  private var form: String? {
    guard case .transcode(let transcode) = route else { return nil }
    switch transcode.form {
    case .samples: return "samples"
    case .planes: return "planes"
    }
  }
}

extension Plan.Embedding {
  /// `{"used":true,"what":"thumbnail","stored":…}`, or why not.
  fileprivate var json: JSONLine {
    switch self {
    case .used(let preview):
      .object([
        .init("used", .flag(true)), .init("what", .text(preview.name)), .init("stored", .size(preview.storedSize)),
      ])
    case .declined(let reasons):
      .object([
        .init("used", .flag(false)),
        .init("codes", .list(reasons.map { .text($0.code) })),
        .init("reason", .text(reasons.map(\.description).joined(separator: "; "))),
      ])
    }
  }
}

// Numbers in the fewest digits that parse to the same double (IEEE 754).

/// Writes numbers: integers without a decimal point, and zero without a sign.
package enum ShortestNumber {
  /// Appends the digits of `number`.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.magnitude < 0x1p54, case let whole = Int(number), Double(whole) == number else {
      return bytes.append(contentsOf: number.description.utf8)
    }
    if whole < 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole.magnitude, to: &bytes)
  }

  /// The digits of `number`.
  package static func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with the fewest decimals, at most 9, that differs from `number` by at most `error`; `number` if there is
  /// none.
  package static func plain(_ number: Double, within error: Double) -> Double {
    guard number.magnitude < 0x1p40 else { return number }
    var scale = 1.0
    for _ in 0...9 {
      let near = (number * scale).rounded() / scale
      if (near - number).magnitude <= error { return near == 0 ? 0 : near }
      scale *= 10
    }
    return number
  }

  private static func append(_ number: UInt, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
