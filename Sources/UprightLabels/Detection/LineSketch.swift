// Detects the kind of boxes in JSON Lines by keys and by the magnitude of numbers; see BoxLinesFormat.

/// The kind of boxes in the lines up to the end of the bytes or an invalid line.
struct LineSketch {
  /// The range of relative coordinates, including boxes that extend beyond the image.
  private static let share = -0.5...1.5

  /// Their kind; nil if there are no boxes.
  private(set) var kind: LabelKind?

  init(_ beginning: LabelFile) {
    var (places, edges): ([NumberToken], [NumberToken]) = ([], [])
    var isVision = true
    do throws(LabelError) {
      var scanner = try JSONScanner(beginning)
      while scanner.hasMore() {
        let start = scanner.at
        let list = try Self.numbers(scanner, .tensorFlow).numbers
        let box: [NumberToken]
        (box, scanner) = try Self.numbers(scanner, .boxes(.pixels))
        edges += list
        places += box
        if !box.isEmpty { isVision = isVision && Self.isVision(beginning.bytes[start..<scanner.at]) }
      }
    } catch {}
    if places.isEmpty {
      kind = !edges.isEmpty && edges.allSatisfy { Self.share.contains($0.value) } ? .tensorFlow : nil
    } else {
      let isFine = places.contains { $0.value != $0.value.rounded() }
      let areShares = isFine && places.allSatisfy { Self.share.contains($0.value) }
      kind = !areShares ? .boxLines : isVision ? .vision : .shares
    }
  }

  /// The numbers of the boxes on the next line, read as one kind of rows, and the end of the line.
  private static func numbers(
    _ scanner: JSONScanner, _ rows: BoxLinesFormat.Rows
  ) throws(LabelError) -> (numbers: [NumberToken], end: JSONScanner) {
    var (line, end) = (BoxLine(index: 0, line: scanner.line), scanner)
    let image = try line.image(&end, rows)
    return (image.rows.filter { !$0.isLost }.compactMap(\.shape).flatMap(\.numbers), end)
  }

  /// Whether a line has its box in a field named like Vision's property.
  private static func isVision(_ line: ArraySlice<UInt8>) -> Bool {
    line.firstRange(of: Array("\"boundingBox\"".utf8)) != nil
  }
}
