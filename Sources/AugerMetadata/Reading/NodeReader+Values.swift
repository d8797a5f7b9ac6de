import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

extension NodeReader {
  /// An expression whose places are those of the file.
  mutating func expression(_ name: String, required: Bool = false) -> Expression? {
    guard let attribute = attribute(name, required: required) else { return nil }
    if attribute.value.trimmed.isEmpty {
      if required {
        report(.metadataMissingAttribute, "\(name) of \(what) is empty", at: attribute.place)
      }
      return nil
    }
    do throws(DiagnosticError) {
      if attribute.isVerbatim { return try Expression.parse(attribute.source, in: attribute.valueSpan) }
      let decoded = try Expression.parse(attribute.value, name: attribute.source.name)
      return decoded.relocated(to: attribute.source) { attribute.span(of: $0) }
    } catch {
      for var diagnostic in error.diagnostics {
        if !attribute.isVerbatim {
          let span = diagnostic.place?.span.map { attribute.span(of: $0) } ?? attribute.valueSpan
          diagnostic.place = Diagnostic.Place(attribute.source, span)
        }
        report(
          diagnostic.code, level: diagnostic.level, diagnostic.message, at: diagnostic.place, hint: diagnostic.hint,
          notes: diagnostic.notes)
      }
      return nil
    }
  }

  /// Format and CurrencyCode.
  mutating func format() -> ValueFormat? {
    let code = attribute("CurrencyCode")
    guard let attribute = attribute("Format") else { return nil }
    do throws(DiagnosticError) {
      return try ValueFormat.parse(
        attribute.value.trimmed, currencyCode: code?.value.trimmed, at: attribute.place)
    } catch {
      for diagnostic in error.diagnostics {
        let culprit = diagnostic.code == .invalidCurrencyCode ? code ?? attribute : attribute
        report(
          .metadataAttributeWrongValue, "\(culprit.name) of \(what) cannot be '\(culprit.value.shown)'",
          at: culprit.place,
          hint: diagnostic.hint)
      }
      return nil
    }
  }

  mutating func displayName() -> String { text("DisplayName", old: ["Description", "Label"]) ?? "" }

  /// Reports what is wrong with the numbers of a sequence attribute: duplicates, gaps, a first number other than 1.
  func check(_ name: String, of nodes: [(sequence: Int, node: AttributedNode)]) {
    let order = nodes.indices.sorted { (nodes[$0].sequence, $0) < (nodes[$1].sequence, $1) }
    var expected = 1
    for index in order {
      let (sequence, node) = nodes[index]
      let place = node.attribute(name)?.place ?? node.place
      if sequence < expected {
        report(.metadataOutOfSequence, "\(name) \(sequence) stands twice in \(what)", at: place)
      } else if sequence > expected {
        report(
          .metadataOutOfSequence, "\(name) \(sequence) of \(what) comes where \(expected) must", at: place,
          hint: "Sequences count from 1 without gaps.")
      }
      expected = max(expected, sequence + 1)
    }
  }
}
