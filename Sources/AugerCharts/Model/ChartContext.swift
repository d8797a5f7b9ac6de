import AugerColumns
import AugerDiagnostics

/// A description of the filters and changes of a chart's data: the line below its title.
package struct ChartContext: Sendable, Hashable {
  /// A selection, filter, argument, variable or change.
  package struct Part: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The selections of the drill path, from the first level.
      case drill
      case filter
      /// A selection in another chart with `CrossFilter`.
      case selection
      /// A query argument from the caller.
      case argument
      /// A variable that the chart's values use.
      case variable
      case whatIf
      /// The range from the first to the last visible date.
      case period
    }

    package var kind: Kind
    /// The title of the column, filter or variable. Empty if the text is sufficient.
    package var title: String
    /// The selected value, in the chart's formats.
    package var text: String

    package init(_ kind: Kind, title: String = "", text: String) {
      self.kind = kind
      self.title = title
      self.text = text
    }

    /// `Region: Europe`.
    package var sentence: String { title.isEmpty ? text : "\(title): \(text)" }
  }

  /// The parts in the order of the kinds.
  package var parts: [Part]

  package init(_ parts: [Part] = []) { self.parts = parts }

  package var isEmpty: Bool { parts.isEmpty }

  /// The selections that may exclude all rows: `Region: Europe, Year: 2012`. Empty without selections.
  package var conditions: String {
    parts.filter { [.drill, .filter, .selection, .argument].contains($0.kind) }.map(\.sentence).joined(separator: ", ")
  }

  /// `Region: Europe · Year: 2012`; empty without parts.
  package var text: String { parts.map(\.sentence).joined(separator: " · ") }
}

extension Receipt {
  /// The unique names of the queries' sources, in the order of the queries.
  package var sources: [String] {
    var names: [String] = []
    for source in queries.compactMap(\.source) where !names.contains(name: source) {
      names.append(source)
    }
    return names
  }

  /// Returns the line below charts that are shown together: their sources, and the time if it is the same for all.
  package static func sourceText(of models: [ChartModel]) -> String {
    var all = Receipt(queries: models.flatMap(\.receipt.queries))
    if let first = models.first?.receipt.asOf, models.allSatisfy({ $0.receipt.asOf == first }) { all.asOf = first }
    return all.sourceText(models.first?.locale ?? ChartLocale())
  }

  /// Returns `Source: sales.csv · As of 1 Mar 2026, 12:00`; empty if neither is known.
  package func sourceText(_ locale: ChartLocale) -> String {
    let sources = sources
    let texts = locale.texts
    let time = asOf.map { asOf in
      let formatter = ValueFormatter(.pattern("d MMM yyyy, HH:mm"), locale: locale)
      return texts.text(.asOf, ["time": formatter.text(.timestamp(asOf)) ?? asOf.description])
    }
    let source: String? =
      switch sources.count {
      case 0: nil
      case 1: texts.text(.source, ["source": sources[0]])
      default: texts.text(.sources, ["sources": sources.joined(separator: ", ")])
      }
    return [source, time].compactMap(\.self).joined(separator: " · ")
  }
}
