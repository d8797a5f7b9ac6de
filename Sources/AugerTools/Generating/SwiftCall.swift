/// A call in generated Swift: a name with arguments, a trailing closure and modifiers.
struct SwiftCall {
  struct Argument {
    var label: String?
    var value: SwiftCall
  }

  /// The name, or a complete literal without arguments.
  var name: String
  /// Nil for a literal or a constant.
  var arguments: [Argument]?
  /// The elements of a literal with brackets, which can be on several lines.
  var elements: [String]?
  /// The statements of the trailing closure.
  var content: [SwiftCall]?
  var modifiers: [SwiftCall] = []

  /// Creates a literal or a constant.
  init(literal: String) { name = literal }

  init(_ name: String) {
    self.name = name
    arguments = []
  }

  /// Returns a string literal.
  static func text(_ text: String) -> SwiftCall { SwiftCall(literal: SwiftNames.literal(text)) }

  mutating func add(_ label: String?, _ value: SwiftCall?) {
    if let value { arguments?.append(Argument(label: label, value: value)) }
  }

  mutating func add(_ label: String?, text: String?) { add(label, text.map { .text($0) }) }

  mutating func add(_ label: String?, code: String?) { add(label, code.map { SwiftCall(literal: $0) }) }

  /// Adds `.name(label: value)`.
  mutating func modify(_ name: String, _ values: [(String?, SwiftCall?)]) {
    var call = SwiftCall(".\(name)")
    for (label, value) in values { call.add(label, value) }
    modifiers.append(call)
  }

  /// Adds a modifier for each attribute without its own.
  mutating func modify(with attributes: [(name: String, value: String)]) {
    for (name, value) in attributes { modify("attribute", [(nil, .text(name)), ("to", .text(value))]) }
  }

  // MARK: Lines

  private static let width = 120

  /// The call on one line. Nil with a trailing closure.
  var line: String? {
    guard content == nil else { return nil }
    var text = elements.map { "[\($0.joined(separator: ", "))]" } ?? name
    if let arguments {
      let parts = arguments.map { argument in argument.value.line.map { argument.prefix + $0 } }
      guard !parts.contains(where: { $0 == nil }) else { return nil }
      text += "(\(parts.compactMap { $0 }.joined(separator: ", ")))"
    }
    for modifier in modifiers {
      guard let line = modifier.line else { return nil }
      text += line
    }
    return text
  }

  /// Returns the lines of the call as a statement or an argument, without the indentation of the first one.
  ///
  /// - Parameters:
  ///   - lead: The number of characters before the call on its line.
  ///   - trail: The number of characters after it.
  func lines(indent: Int, lead: Int, trail: Int = 0) -> [String] {
    if let line, lead + line.unicodeScalars.count + trail <= Self.width { return [line] }
    var lines = head(indent: indent, lead: lead)
    if let content {
      lines[lines.count - 1] += " {"
      for call in content {
        lines += Self.indented(call.lines(indent: indent + 2, lead: indent + 2), by: indent + 2)
      }
      lines.append(Self.space(indent) + "}")
    }
    let inner = lines.count == 1 ? indent + 2 : indent
    for modifier in modifiers {
      lines += Self.indented(modifier.lines(indent: inner, lead: inner), by: inner)
    }
    return lines
  }

  private func head(indent: Int, lead: Int) -> [String] {
    if let elements { return ["["] + elements.map { Self.space(indent + 2) + $0 + "," } + [Self.space(indent) + "]"] }
    guard let arguments, !arguments.isEmpty else { return [arguments == nil ? name : "\(name)()"] }
    let parts = arguments.map { argument in argument.value.line.map { argument.prefix + $0 } }
    let whole = parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }.joined(separator: ", ")
    if let whole, lead + name.unicodeScalars.count + whole.unicodeScalars.count + 4 <= Self.width {
      return ["\(name)(\(whole))"]
    }
    let inner = indent + 2
    if let whole, inner + whole.unicodeScalars.count <= Self.width {
      return ["\(name)(", Self.space(inner) + whole, Self.space(indent) + ")"]
    }
    var lines = ["\(name)("]
    for (index, argument) in arguments.enumerated() {
      let isLast = index == arguments.count - 1
      var value = argument.value.lines(
        indent: inner, lead: inner + argument.prefix.unicodeScalars.count, trail: isLast ? 0 : 1)
      value[0] = Self.space(inner) + argument.prefix + value[0]
      if !isLast { value[value.count - 1] += "," }
      lines += value
    }
    return lines + [Self.space(indent) + ")"]
  }

  /// Indents the first line. The others have their indentation.
  private static func indented(_ lines: [String], by count: Int) -> [String] {
    var lines = lines
    lines[0] = space(count) + lines[0]
    return lines
  }

  private static func space(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension SwiftCall.Argument {
  fileprivate var prefix: String { label.map { "\($0): " } ?? "" }
}
