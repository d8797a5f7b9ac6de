import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

/// Reads Variable nodes and what-if columns: the values of controls, and their bounds.
struct ControlReader {
  let collector: DiagnosticCollector

  /// Returns the variable. Nil after reporting an error; `name` is returned even if other parts are invalid.
  func variable(_ node: AttributedNode) -> (name: String?, definition: VariableDefinition?) {
    let reader = NodeReader(node, as: MetadataVocabulary.variable, reporting: collector)
    let name = reader.variableName()
    let title = reader.text("DisplayName") ?? ""
    if title.isEmpty, let name {
      reader.report(
        .displayNameMissing, level: .note, "\(reader.what) has no DisplayName, so '\(name.name.shown)' is shown",
        at: reader.place, details: [.init(.attribute, "DisplayName")])
    }
    let type = reader.choice("VariableType", of: VariableType.self)
    defer { reader.finish() }
    guard let type else {
      reader.reach("Choices")
      return (name?.name, nil)
    }
    if type == .enumeration {
      let choices = self.choices(reader)
      guard let choices, let name, let selection = selection(reader, choices) else { return (name?.name, nil) }
      return (
        name.name,
        name.isRight
          ? VariableDefinition(
            name.name, title: title, choices: choices, selection: selection, at: reader.place) : nil
      )
    }
    reader.reach("Choices")
    reader.useless("Selection", "only enums have choices")
    if let choices = node.children.first(where: { $0.name.isSame(as: "Choices") }) {
      reader.report(
        .metadataUnrecognizedItem, level: .warning, "Choices of \(reader.what) have no effect: only enums have choices",
        at: choices.place, details: [.init(.node, "Choices")])
    }
    let bounds = bounds(reader, type)
    let value = reader.value("Value", type, required: true)
    guard let name, name.isRight, let value else { return (name?.name, nil) }
    if let attribute = node.attribute("Value"), !bounds.holds(value) {
      reader.reject(attribute, "between Min and Max", level: .warning)
    }
    return (
      name.name,
      VariableDefinition(name.name, title: title, type: type, value: value, bounds: bounds, at: reader.place)
    )
  }

  /// Returns a column for what-if analysis. Nil after reporting an error.
  func whatIfColumn(_ node: AttributedNode, chart: String?) -> WhatIfColumnDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.whatIfColumn, reporting: collector, chart: chart)
    let name = reader.text("Name")
    let title = reader.text("DisplayName") ?? ""
    let types = [VariableType.float, .integer].map { ($0.rawValue, $0) }
    let type = reader.choice("VariableType", of: types)
    let bounds = type.map { self.bounds(reader, $0) }
    let value = type.flatMap { reader.value("Value", $0) }
    reader.finish()
    guard let name, let type, let bounds else { return nil }
    return WhatIfColumnDefinition(
      name, title: title, type: type, value: value, bounds: bounds, at: reader.place)
  }

  private func bounds(_ reader: NodeReader, _ type: VariableType) -> ControlBounds {
    if type == .boolean {
      for name in ["Min", "Max", "Step", "Decimals", "Format"] { reader.useless(name, "a truth value has no bounds") }
      return ControlBounds()
    }
    var bounds = ControlBounds(min: reader.value("Min", type), max: reader.value("Max", type))
    if let min = bounds.min, let max = bounds.max, ControlBounds.order(max, min) == .before {
      if let attribute = reader.node.attribute("Max") { reader.reject(attribute, "at least Min") }
      bounds.max = nil
    }
    if let step = reader.number("Step") {
      if step > 0 {
        bounds.step = step
      } else if let attribute = reader.node.attribute("Step") {
        reader.reject(attribute, "more than 0")
      }
    }
    bounds.decimals = reader.wholeNumber("Decimals", from: 0, to: 15)
    bounds.format = reader.format()
    return bounds
  }

  private func choices(_ reader: NodeReader) -> [VariableDefinition.Choice]? {
    for attribute in ["Value", "Min", "Max", "Step", "Decimals", "Format"] {
      reader.useless(attribute, "the choice that Selection names is the value of an enum")
    }
    guard let list = reader.child("Choices", required: true) else { return nil }
    let listReader = reader.reader(list, as: MetadataVocabulary.choices)
    let nodes = listReader.children("Choice")
    listReader.finish()
    if nodes.isEmpty { reader.missingNode("Choice", in: list) }
    var choices: [VariableDefinition.Choice] = []
    var seen: Set<[UInt8]> = []
    for node in nodes {
      let reader = reader.reader(node, as: MetadataVocabulary.choice)
      // An empty value is a value. Only a missing attribute means no value.
      let value = reader.attribute("Value")?.value
      let title = reader.text("Display")
      reader.finish()
      guard let value else { continue }
      if !seen.insert(Array(value.utf8)).inserted {
        reader.report(
          .duplicateName, level: .warning, "choice '\(value.shown)' occurs twice",
          at: node.attribute("Value")?.place, details: [.init(.value, value.shown)])
      }
      choices.append(VariableDefinition.Choice(value, title: title.flatMap { $0.isEmpty ? nil : $0 }))
    }
    return choices.isEmpty || choices.count < nodes.count ? nil : choices
  }

  private func selection(_ reader: NodeReader, _ choices: [VariableDefinition.Choice]) -> Int? {
    guard reader.node.attribute("Selection") != nil else { return 0 }
    return reader.wholeNumber("Selection", from: 0, to: choices.count - 1)
      ?? (reader.node["Selection"]?.trimmed.isEmpty == true ? 0 : nil)
  }
}

extension ControlBounds {
  enum Order { case before, same, after }

  /// Compares two numbers or dates; nil for other values.
  static func order(_ a: Scalar, _ b: Scalar) -> Order? {
    switch (a, b) {
    case (.int(let a), .int(let b)): a < b ? .before : a == b ? .same : .after
    case (.date(let a), .date(let b)): a < b ? .before : a.days == b.days ? .same : .after
    case (.timestamp(let a), .timestamp(let b)): a < b ? .before : a == b ? .same : .after
    default:
      a.doubleValue.flatMap { a in b.doubleValue.map { b in a < b ? .before : a == b ? .same : .after } }
    }
  }

  /// Returns true if a value is within the bounds. Steps are not checked.
  package func holds(_ value: Scalar) -> Bool {
    if let min, Self.order(value, min) == .before { return false }
    if let max, Self.order(value, max) == .after { return false }
    return true
  }
}

extension NodeReader {
  func value(_ name: String, _ type: VariableType, required isRequired: Bool = false) -> Scalar? {
    guard let attribute = attribute(name, required: isRequired) else { return nil }
    let text = attribute.value.trimmed
    if text.isEmpty {
      if isRequired { missing(attribute.name) }
      return nil
    }
    switch type {
    case .integer: return integer(text, attribute)
    case .float:
      if let number = Self.number(text) { return .float(number) }
      reject(attribute, "a number")
    case .boolean:
      if let truth = Self.truth(text) { return .bool(truth) }
      reject(attribute, "true or false", hint: Self.truthHint)
    case .date, .datetime:
      if let date = DateCall.parse(text) { return date }
      reject(attribute, "a date", hint: "Dates are written date(2000,12,30), or date(2000,12,30,23,59,0).")
    case .enumeration: return .string(text)
    }
    return nil
  }

  private func integer(_ text: String, _ attribute: NodeAttribute) -> Scalar? {
    let hasPlus = text.utf8.first == UInt8(ascii: "+")
    if let number = Int64(hasPlus ? String(text.dropFirst()) : text) { return .int(number) }
    // The guide itself uses Min="0.0" for an integer.
    if let number = Self.number(text), let whole = Int64(exactly: number) {
      report(
        .looseNumber, level: .note, "\(attribute.name) '\(text.shown)' of \(what) is read as \(whole)",
        at: attribute.place, details: Self.details(attribute))
      return .int(whole)
    }
    reject(attribute, "a whole number")
    return nil
  }

  /// Reports that an attribute of the language has no effect here.
  func useless(_ name: String, _ reason: String) {
    guard let attribute = node.attribute(name) else { return }
    report(
      .metadataUnrecognizedItem, level: .warning, "\(name) of \(what) has no effect: \(reason)",
      at: attribute.namePlace, details: [.init(.attribute, name)])
  }

  /// Returns the name of a theme. Nil for none, and with a warning for an unknown one.
  func theme(among others: [String]) -> String? {
    guard let name = text("Theme"), !name.isEmpty else { return nil }
    if Theme.named(name) != nil || others.contains(name: name) { return name }
    report(
      .unknownTheme, level: .warning, "Theme '\(name.shown)' of \(what) does not exist and is ignored",
      at: place(of: "Theme"), hint: hint(for: name, among: Theme.names + others, listing: "Themes"),
      details: [.init(.attribute, "Theme"), .init(.value, name.shown)])
    return nil
  }

  /// Reports old spellings of children that are not read otherwise.
  func reach(_ name: String) { _ = children(name) }
}
