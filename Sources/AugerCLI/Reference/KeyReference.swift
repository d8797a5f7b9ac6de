import AugerDiagnostics
import AugerDocuments

/// Writes the Markdown reference of a file format: a section per mapping, with a table of its keys.
struct KeyReference {
  /// Returns the section of a mapping, followed by the sections of its nested mappings.
  static func sections(_ mapping: MappingDescription, level: Int = 2) -> String {
    var page = "\(String(repeating: "#", count: level)) \(heading(mapping.name))\n\n\(mapping.summary)\n"
    page += table(mapping)
    page += example(mapping.example)
    if let variants = mapping.variants {
      for variant in variants.cases {
        page += "\n### `\(variants.key): \(variant.word)`\n\n\(variant.description.summary)\n"
        page += table(variant.description) + example(variant.description.example)
      }
    }
    for inner in mapping.keys.flatMap({ mappings(in: $0.shape) }) { page += "\n" + sections(inner, level: level) }
    return page
  }

  private static func heading(_ name: String) -> String { "`\(name)`" }

  private static func example(_ text: String?) -> String { text.map { "\n```yaml\n\($0)\n```\n" } ?? "" }

  private static func table(_ mapping: MappingDescription) -> String {
    guard !mapping.keys.isEmpty else { return "" }
    var text = "\n| key | value | description | default | example |\n|---|---|---|---|---|\n"
    for key in mapping.keys {
      let without = key.isRequired ? "*required*" : key.standard.map(cell) ?? ""
      text +=
        "| `\(key.name)` | \(words(for: key.shape)) | \(cell(key.summary)) | \(without) | `\(cell(key.example))` |\n"
    }
    if !mapping.needsOneOf.isEmpty {
      text += "\nAt least one of \(list(mapping.needsOneOf)) is required.\n"
    }
    return text + conflicts(of: mapping)
  }

  /// Returns a sentence for each key that excludes others.
  private static func conflicts(of mapping: MappingDescription) -> String {
    var firsts: [String] = []
    for conflict in mapping.conflicts where !firsts.contains(conflict.first) { firsts.append(conflict.first) }
    return firsts.map { first in
      let others = mapping.conflicts.filter { $0.first == first }
      return "\n`\(first)` excludes \(list(others.map(\.second))): \(others[0].hint).\n"
    }.joined()
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  /// Escapes vertical bars, which would end the cell.
  private static func cell(_ text: String) -> String {
    text.replacingBytes("\n", with: " ").replacingBytes("|", with: "\\|")
  }

  private static func words(for shape: ValueShape) -> String {
    switch shape {
    case .text(let text): text.name
    case .choice(let words):
      words.map { $0.isEmpty ? "empty" : "`\($0 == "\u{A0}" ? "U+00A0" : $0)`" }.joined(separator: " ")
    case .whole(let range):
      range.upperBound == .max
        ? "whole number, \(range.lowerBound) or more" : "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .number: "number"
    case .truth, .toggle: "`true` `false`"
    case .duration: "duration"
    case .list(let item): "list: \(words(for: item))"
    case .mapping(let mapping): "[mapping](#\(anchor(mapping.name)))"
    case .named(let value):
      if case .mapping(let mapping) = value {
        "[mappings](#\(anchor(mapping.name))) by name"
      } else {
        "by name: \(words(for: value))"
      }
    case .oneOf(let shapes): shapes.map(words).joined(separator: ", or ")
    case .anything: "anything"
    }
  }

  /// Returns the anchor that Markdown renderers create for a heading.
  private static func anchor(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static func mappings(in shape: ValueShape) -> [MappingDescription] {
    switch shape {
    case .mapping(let mapping): [mapping]
    case .list(let item), .named(let item): mappings(in: item)
    case .oneOf(let shapes): shapes.flatMap(mappings)
    default: []
    }
  }
}
