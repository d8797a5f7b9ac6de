import AugerCharts
import AugerColumns

extension MetadataVocabulary {
  /// The page of the language: every node with its attributes and children.
  package static var markdown: String {
    var page = """
      # The dashboard language

      View all nodes of a dashboard file with their attributes, types and defaults. This page is generated from
      `MetadataVocabulary`.

      The same nodes are available in XML, property lists, JSON and YAML. Names start with a capital letter, and values
      are trimmed. *Old spellings* are accepted with a note. The sign + marks extensions to MAKit's language.

      ## Example

      A complete dashboard in XML, as `sales.xml`:

      ```xml
      \(exampleXML)```

      The same dashboard in YAML, as `sales.yaml`:

      ```yaml
      \(exampleYAML)```

      The file `auger.yaml` names the dashboard and contains its queries. `auger check` validates them together:

      ```yaml
      \(exampleWorkspace)```

      """
    for node in nodes {
      page += "\n## \(heading(node))\n\n\(node.summary)\n"
      if !node.children.isEmpty {
        let children = node.children.map { child in
          child.name + old(child.oldSpellings) + count(child.count)
        }
        page += "\nContains: \(children.joined(separator: ", ")).\n"
      }
      guard !node.attributes.isEmpty else { continue }
      page += "\n| attribute | type | description |\n|---|---|---|\n"
      for attribute in node.attributes {
        let need: String =
          switch attribute.need {
          case .required: "required: "
          case .optional: ""
          case .usual(let exception): "required \(exception): "
          }
        let name = "`\(attribute.name)`\(attribute.isOurs ? " +" : "")\(old(attribute.oldSpellings))"
        page += "| \(name) | \(kind(attribute.kind)) | \(need)\(attribute.summary) |\n"
      }
    }
    return page + formats
  }

  /// The output of each format for a sample value.
  private static var formats: String {
    var text = """

      ## Formats

      The number and date formats, with examples in `en_US`. A pattern follows Unicode TR 35.

      | format | value | text |
      |---|---|---|

      """
    let samples: [Scalar] = [.date(CivilDate(days: 19_782)), .float(-1234.5), .int(17), .float(0.17)]
    for name in ValueFormat.names.filter({ !$0.hasPrefix("pattern:") }) + ["pattern:yyyy-MM", "pattern:#,##0;(#,##0)"] {
      guard let format = try? ValueFormat.parse(name) else { continue }
      let written = samples.compactMap { sample in ValueFormatter(format).text(sample).map { (sample, $0) } }
      // Two formats show percentages: one of values in percent, one of fractions.
      for (sample, shown) in [.percent, .percentage].contains(format) ? written.suffix(2) : written.prefix(1) {
        text += "| `\(name)` | \(sample) | \(shown) |\n"
      }
    }
    return text
  }

  /// Returns a heading. Two kinds of nodes with the same name are distinguished by their parents.
  private static func heading(_ node: NodeDescription) -> String {
    let namesakes = nodes.filter { $0.name.isSame(as: node.name) }
    guard namesakes.count > 1 else { return node.name }
    let owner = nodes.first { owner in
      owner.children.contains { child in
        child.name.isSame(as: node.name) && child.node.summary.isSame(as: node.summary)
      }
    }
    return owner.map { "\(node.name) in \($0.name)" } ?? node.name
  }

  private static func old(_ spellings: [String]) -> String {
    spellings.isEmpty ? "" : " (*\(spellings.joined(separator: ", "))*)"
  }

  private static func count(_ count: ChildDescription.Count) -> String {
    switch count {
    case .one: " (one)"
    case .atMostOne: ""
    case .any: " (any number)"
    case .atLeastOne: " (at least one)"
    }
  }

  private static func kind(_ kind: AttributeDescription.Kind) -> String {
    switch kind {
    case .text: "text"
    case .variable: "`$name`"
    case .number: "number"
    case .count: "whole number"
    case .positive, .sequence: "whole number from 1"
    case .truth: "truth value"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .format: "[format](#formats)"
    case .expression: "expression"
    case .names: "names, with commas"
    case .typed: "value of its type"
    }
  }
}
