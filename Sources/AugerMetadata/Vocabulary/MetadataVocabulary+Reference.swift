import AugerCharts
import AugerColumns

extension MetadataVocabulary {
  /// The page of the language: every node with its attributes and what may stand in it.
  package static var markdown: String {
    var page = """
      # The dashboard language

      The nodes of a metadata file and their attributes, in XML, property lists, JSON and YAML alike. Names begin with a
      capital; values are trimmed. *Old spellings* are read with a note. What is marked + is an addition to MAKit's
      language. This page is made from `MetadataVocabulary`.

      """
    for node in nodes {
      page += "\n## \(heading(node))\n\n\(node.summary)\n"
      if !node.children.isEmpty {
        let children = node.children.map { child in
          child.name + old(child.oldSpellings) + count(child.count)
        }
        page += "\nHolds: \(children.joined(separator: ", ")).\n"
      }
      guard !node.attributes.isEmpty else { continue }
      page += "\n| attribute | what it holds | |\n|---|---|---|\n"
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

  /// What each format makes of a value, written by it.
  private static var formats: String {
    var text = """

      ## Formats

      How values become text, here in `en_US`. A pattern is one of Unicode TR 35, of a number or a date.

      | format | of | is |
      |---|---|---|

      """
    let samples: [Scalar] = [.date(CivilDate(days: 19_782)), .float(-1234.5), .int(17), .float(0.17)]
    for name in ValueFormat.names.filter({ !$0.hasPrefix("pattern:") }) + ["pattern:yyyy-MM", "pattern:#,##0;(#,##0)"] {
      guard let format = try? ValueFormat.parse(name) else { continue }
      let written = samples.compactMap { sample in ValueFormatter(format).text(sample).map { (sample, $0) } }
      // Two formats are of shares: one of hundredths, one of parts of one.
      for (sample, shown) in [.percent, .percentage].contains(format) ? written.suffix(2) : written.prefix(1) {
        text += "| `\(name)` | \(sample) | \(shown) |\n"
      }
    }
    return text
  }

  /// Two kinds of nodes that share a name are told apart by where they stand.
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
