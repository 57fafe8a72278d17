// The published JSON Schema of what `--json` prints, and the validator of Python's jsonschema.

package import Foundation

/// `Schemas/upright.schema.json`.
package enum JSONSchema {
  /// A line, and the definition that describes it.
  package struct Line: Hashable, Sendable {
    /// The name of the definition.
    package let definition: String
    /// One JSON value.
    package let text: String

    /// A line that `definition` describes.
    package init(_ definition: String, _ text: some StringProtocol) {
      (self.definition, self.text) = (definition, String(text))
    }
  }

  /// Which keys and words are accepted.
  package enum Mode: String, Sendable {
    /// As for readers: later versions may add keys and words.
    case open
    /// Only those that are listed.
    case strict
  }

  /// What jsonschema reports.
  package struct Verdict: Sendable {
    /// A sentence for each fault.
    package let faults: [String]
    /// The definitions of single lines that described one.
    package let used: Set<String>
  }

  /// The schema's file.
  package static let file = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Schemas/upright.schema.json")

  /// Its definitions.
  package static func definitions() throws -> [String: Any] {
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    return schema?["$defs"] as? [String: Any] ?? [:]
  }

  /// The words that a definition lists; empty if it lists none.
  package static func words(_ name: String) throws -> [String] {
    let parts = (try definitions()[name] as? [String: Any])?["anyOf"] as? [[String: Any]]
    return parts?.first?["enum"] as? [String] ?? []
  }

  /// The definitions that the outputs of commands consist of.
  package static func lineDefinitions() throws -> Set<String> {
    let definitions = try definitions()
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    return Set(
      references(root).flatMap { output in
        let parts = references(definitions[output])
        return parts.isEmpty ? [output] : parts
      })
  }

  private static func references(_ schema: Any?) -> [String] {
    let parts = (schema as? [String: Any])?["anyOf"] as? [[String: Any]] ?? []
    return parts.compactMap { ($0["$ref"] as? String)?.split(separator: "/").last.map(String.init) }
  }

  /// Validates `lines`.
  package static func verdict(on lines: [Line], _ mode: Mode) throws -> Verdict {
    let folder = try ScratchFolder()
    let rows = lines.map { "\($0.definition)\t\($0.text)\n" }.joined()
    try folder.write(Array(rows.utf8), as: "rows")
    let answer = try OutsideTool.jsonschema.run(["-c", program, file.path, mode.rawValue, folder.path("rows")])
    guard answer.status == 0 else { throw answer }
    let found = answer.text.split(separator: "\n")
    return Verdict(
      faults: found.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) },
      used: Set(found.filter { $0.hasPrefix("= ") }.map { String($0.dropFirst(2)) }))
  }

  /// Of the definitions that an output lists, the one with the fewest faults describes a line.
  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator

    def strict(schema):
        if isinstance(schema, list):
            return [strict(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        parts = schema.get("anyOf", [])
        if len(parts) == 2 and "enum" in parts[0] and list(parts[1]) == ["type"]:
            schema = {**schema, "anyOf": parts[:1]}
        changed = {key: strict(value) for key, value in schema.items() if key != "additionalProperties"}
        if "properties" in schema and schema.get("type") == "object":
            changed["unevaluatedProperties"] = False
        return changed

    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    definitions = schema["$defs"]
    if sys.argv[2] == "strict":
        # Members that several lines share are complete only together with those of the line.
        definitions = {name: strict(part) for name, part in definitions.items()}
        for name in [name for name in definitions if name.endswith("Members")]:
            del definitions[name]["unevaluatedProperties"]
    validators = {}

    def faults(name, value):
        if name not in validators:
            validators[name] = Draft202012Validator({"$ref": "#/$defs/" + name, "$defs": definitions})
        return list(validators[name].iter_errors(value))

    def best(name, value):
        parts = [part["$ref"].split("/")[-1] for part in definitions[name].get("anyOf", []) if "$ref" in part]
        if not parts:
            return name, faults(name, value)
        return min((best(part, value) for part in parts), key=lambda found: len(found[1]))

    for row in open(sys.argv[3], encoding="utf-8"):
        name, line = row.split("\\t", 1)
        used, found = best(name, json.loads(line))
        print("=", used)
        for fault in found[:3]:
            print("!", used, "/".join(map(str, fault.absolute_path)), fault.message[:300], "in", line.strip()[:300])
    """
}
