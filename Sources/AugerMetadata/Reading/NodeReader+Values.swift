import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

// Reads numbers, Booleans and names.
extension NodeReader {
  func number(_ name: String, required isRequired: Bool? = nil) -> Double? {
    guard let attribute = attribute(name, required: isRequired) else { return nil }
    let text = attribute.value.trimmed
    if text.isEmpty, !(isRequired ?? description.attribute(name)?.isRequired ?? false) { return nil }
    if let number = Self.number(text) { return number }
    reject(attribute, "a number")
    return nil
  }

  static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Reads an integer of at least 1.
  func sequence(_ name: String) -> Int? { wholeNumber(name, from: 1) }

  /// Reads an integer in a range. An empty string counts as missing.
  func wholeNumber(_ name: String, from least: Int, to most: Int = .max) -> Int? {
    guard let attribute = attribute(name) else { return nil }
    let text = attribute.value.trimmed
    if text.isEmpty, least == 0 { return nil }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isPlain, let number = Int(text), (least...most).contains(number) { return number }
    reject(attribute, most == .max ? "a whole number from \(least) on" : "a whole number from \(least) to \(most)")
    return nil
  }

  /// Reads a Boolean in the words of the guide.
  func truth(_ name: String) -> Bool? {
    guard let attribute = attribute(name) else { return nil }
    let text = attribute.value.trimmed
    if let truth = text.isEmpty ? false : Self.truth(text) { return truth }
    reject(attribute, "true or false", hint: Self.truthHint)
    return nil
  }

  static let truthHint = "Use true, yes or 1, or false, no or 0."

  static func truth(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE", "yes", "Yes", "YES", "1": true
    case "false", "False", "FALSE", "no", "No", "NO", "0": false
    default: nil
    }
  }

  /// Reads names separated by commas, with their locations. Empty names are ignored.
  func names(_ name: String) -> [NameReference] {
    guard let attribute = attribute(name) else { return [] }
    var names: [NameReference] = []
    var offset = 0
    for part in attribute.value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let text = String(Substring(part))
      let trimmed = text.trimmed
      if !trimmed.isEmpty {
        let lead = text.utf8.prefix { XMLSpace.contains($0) }.count
        let span = SourceSpan(offset + lead, offset + lead + trimmed.utf8.count)
        names.append(NameReference(trimmed, at: Diagnostic.Place(attribute.source, attribute.span(of: span))))
      }
      offset += part.count + 1
    }
    return names
  }

  private enum XMLSpace {
    static func contains(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
  }

  /// Reads the name of a variable and removes its `$`. A name without `$` is reported and returned unchanged.
  func variableName() -> (name: String, isRight: Bool)? {
    guard let text = text("Name"), let attribute = node.attribute("Name") else { return nil }
    if text.utf8.first == UInt8(ascii: "$"), text.utf8.count > 1 { return (String(text.dropFirst()), true) }
    reject(attribute, "'$' and a name", hint: text == "$" ? nil : "Did you mean '$\(text.shown)'?")
    return (text, false)
  }
}

// Reads expressions and formats.
extension NodeReader {
  /// Reads an expression with locations in the file.
  func expression(_ name: String, required isRequired: Bool? = nil) -> Expression? {
    guard let attribute = attribute(name, required: isRequired) else { return nil }
    if attribute.value.trimmed.isEmpty {
      if isRequired ?? description.attribute(name)?.isRequired ?? false { missing(attribute.name) }
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
          notes: diagnostic.notes,
          details: [.init(.attribute, attribute.name), .init(.expression, attribute.value.shown)])
      }
      return nil
    }
  }

  /// Reads Format and, if the node has one, CurrencyCode.
  func format() -> ValueFormat? {
    let code = description.attribute("CurrencyCode") == nil ? nil : attribute("CurrencyCode")
    guard let attribute = attribute("Format") else { return nil }
    do throws(DiagnosticError) {
      return try ValueFormat.parse(
        attribute.value.trimmed, currencyCode: code?.value.trimmed, at: attribute.place)
    } catch {
      for diagnostic in error.diagnostics {
        let culprit = diagnostic.code == .invalidCurrencyCode ? code ?? attribute : attribute
        report(
          .metadataAttributeWrongValue, "\(culprit.name) of \(what) cannot be '\(culprit.value.shown)'",
          at: culprit.place, hint: diagnostic.hint, details: Self.details(culprit))
      }
      return nil
    }
  }
}

// Reads axis options.
extension NodeReader {
  /// Reads the options of an axis: the value axis if the attributes start with `Value`, otherwise the category axis.
  /// Empty for nodes without such attributes.
  func axisOptions(ofValues: Bool = false) -> AxisOptions {
    var options = AxisOptions()
    for part in AxisOptions.Part.allCases {
      let name = MetadataVocabulary.attributeName(of: part, ofValues: ofValues)
      guard description.attribute(name) != nil, let attribute = attribute(name), !attribute.value.trimmed.isEmpty
      else { continue }
      if !options.set(part, attribute.value.trimmed) { reject(attribute, part.expectation) }
    }
    return options
  }
}

// Reads plot options.
extension NodeReader {
  /// Reads the options for the marks and the legend. Empty for nodes without such attributes.
  func plotOptions() -> PlotOptions {
    var options = PlotOptions()
    for part in PlotOptions.Part.allCases {
      let name = MetadataVocabulary.attributeName(of: part)
      guard description.attribute(name) != nil, let attribute = attribute(name), !attribute.value.trimmed.isEmpty
      else { continue }
      if !options.set(part, attribute.value.trimmed) { reject(attribute, part.expectation) }
    }
    return options
  }
}

// Reads sequences.
extension NodeReader {
  /// Reports errors in the numbers of a sequence attribute: duplicates, gaps, a first number other than 1.
  func check(_ name: String, of nodes: [(sequence: Int, node: AttributedNode)]) {
    let order = nodes.indices.sorted { (nodes[$0].sequence, $0) < (nodes[$1].sequence, $1) }
    var expected = 1
    for index in order {
      let (sequence, node) = nodes[index]
      let place = node.attribute(name)?.place ?? node.place
      let details: [Diagnostic.Detail] = [
        .init(.node, node.name), .init(.attribute, name), .init(.sequence, "\(sequence)"),
      ]
      if sequence < expected {
        report(.metadataOutOfSequence, "\(name) \(sequence) occurs twice in \(what)", at: place, details: details)
      } else if sequence > expected {
        report(
          .metadataOutOfSequence, "\(name) \(sequence) of \(what) is out of sequence, expected \(expected)", at: place,
          hint: "Sequences count from 1 without gaps.", details: details)
      }
      expected = sequence < .max ? max(expected, sequence + 1) : expected
    }
  }

  /// Returns items sorted by their numbers, followed by items without a number in definition order.
  ///
  /// If any item has a number, those without are reported, unless `isOptional` is true.
  func inSequence<Item>(
    _ name: String, _ items: [(item: Item, sequence: Int?, node: AttributedNode)], isOptional: Bool = false
  ) -> [Item] {
    check(name, of: items.compactMap { item in item.sequence.map { ($0, item.node) } })
    if items.contains(where: { $0.node.attribute(name) != nil }) || (!isOptional && items.count > 1) {
      for item in items where item.node.attribute(name) == nil {
        report(
          .metadataMissingAttribute, "a \(item.node.name) of \(what) has no \(name), though there are several",
          at: item.node.place, details: [.init(.node, item.node.name), .init(.attribute, name)])
      }
    }
    let order = items.indices.sorted { a, b in
      (items[a].sequence ?? .max, a) < (items[b].sequence ?? .max, b)
    }
    return order.map { items[$0].item }
  }
}
