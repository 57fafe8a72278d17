// The pages of a contact sheet: which files each shows, and its name.

package import UprightBatch
import UprightFiles

/// One page of a contact sheet.
package struct SheetPage: Sendable {
  /// The name of its file; nil if it is not written to a file.
  package let output: String?
  /// The files that it shows.
  package let files: [InputFile]

  /// The pages for `files`: one, or as many as needed for `count` files on each.
  ///
  /// The pages of `sheet.png` are `sheet-1.png`, `sheet-2.png` …; all numbers have equally many digits.
  package static func all(of files: [InputFile], count: Int?, output: String?) -> [Self] {
    guard let count, count > 0, let output else { return [Self(output: output, files: files)] }
    let last = max(1, files.count / count + (files.count % count == 0 ? 0 : 1))
    return (1...last).map { number in
      let start = (number - 1) * count
      return Self(
        output: name(number, of: last, output), files: Array(files.dropFirst(start).prefix(count)))
    }
  }

  private static func name(_ number: Int, of last: Int, _ output: String) -> String {
    let digits = String(repeating: "0", count: "\(last)".count - "\(number)".count) + "\(number)"
    let tail = FileName.fileExtension(of: output)
    let stem = tail.isEmpty ? output : String(output.dropLast(tail.count + 1))
    return "\(stem)-\(digits)" + (tail.isEmpty ? "" : ".\(tail)")
  }
}
