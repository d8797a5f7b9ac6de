import AugerDiagnostics

/// Replaces `${NAME}` and `${NAME:-default}` in texts by values of an environment that it is handed.
///
/// An empty variable counts as set for `${NAME}` and as unset for `${NAME:-default}`, as in a shell. `$${` stands for
/// `${`; any other dollar sign means itself. Values are inserted as they are: a `${` that comes out of the environment
/// is text.
package struct EnvironmentSubstitution: Sendable {
  private let environment: [String: String]
  /// The variables that may be read; nil: all.
  package let allowed: [String]?

  package init(environment: [String: String], allowed: [String]? = nil) {
    self.environment = environment
    self.allowed = allowed
  }

  /// The node with all scalars below it substituted; keys stay as they are.
  ///
  /// A variable that is not set and has no default is reported where it stands, and gives an empty text.
  package func apply(to node: DocumentNode, reporting collector: DiagnosticCollector) -> DocumentNode {
    switch node.kind {
    case .scalar(let text, let style):
      guard let text = substituted(text, in: node, reporting: collector) else { return node }
      return DocumentNode(.scalar(text, style: style), span: node.span, in: node.source)
    case .sequence(let items):
      let items = items.map { apply(to: $0, reporting: collector) }
      return DocumentNode(.sequence(items), span: node.span, in: node.source)
    case .mapping(let entries):
      let entries = entries.map { DocumentEntry(key: $0.key, value: apply(to: $0.value, reporting: collector)) }
      return DocumentNode(.mapping(entries), span: node.span, in: node.source)
    }
  }

  /// Whether a scalar of the node or below it refers to a variable, or escapes the beginning of a reference.
  package static func mayReplace(_ node: DocumentNode) -> Bool {
    switch node.kind {
    case .scalar(let text, _): text.utf8.contains(UInt8(ascii: "$")) && text.contains("${")
    case .sequence(let items): items.contains(where: mayReplace)
    case .mapping(let entries): entries.contains { mayReplace($0.value) }
    }
  }

  /// The text with its references replaced; nil if it has none.
  private func substituted(
    _ text: String, in node: DocumentNode, reporting collector: DiagnosticCollector
  ) -> String? {
    let bytes = Array(text.utf8)
    let dollar = UInt8(ascii: "$")
    let open = UInt8(ascii: "{")
    guard bytes.indices.dropLast().contains(where: { bytes[$0] == dollar && bytes[$0 + 1] == open }) else { return nil }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: [dollar, dollar, open]) {
        result += [dollar, open]
        index += 3
      } else if rest.starts(with: [dollar, open]) {
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else {
          collector.report(
            Diagnostic(
              .environmentReferenceInvalid, "'${' is not closed", at: node.place(of: SourceSpan(index, index + 2)),
              hint: "Write '$${' for the two characters themselves."))
          return nil
        }
        let inside = String(decoding: bytes[(index + 2)..<close], as: UTF8.self)
        let place = node.place(of: SourceSpan(index, close + 1))
        result += Array(value(of: inside, at: place, reporting: collector).utf8)
        index = close + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The value of what stands between the braces.
  private func value(
    of reference: String, at place: Diagnostic.Place, reporting collector: DiagnosticCollector
  ) -> String {
    let name = String(reference.prefix { $0 != ":" })
    let rest = reference.dropFirst(name.count)
    let isName = !name.isEmpty && name.utf8.enumerated().allSatisfy(Self.mayStand)
    guard isName, rest.isEmpty || rest.hasPrefix(":-") else {
      collector.report(
        Diagnostic(
          .environmentReferenceInvalid, "'${\(reference)}' is no reference to an environment variable", at: place,
          hint: "Write '${NAME}' or '${NAME:-default}'."))
      return ""
    }
    guard allowed?.contains(name: name) ?? true else {
      collector.report(
        Diagnostic(
          .environmentVariableNotAllowed, "the workspace may not read the environment variable '\(name)'", at: place,
          hint: "Pass --allow-env \(name) to allow it."))
      return ""
    }
    let value = environment[name]
    if rest.isEmpty {
      if let value { return value }
      collector.report(
        Diagnostic(
          .environmentVariableUndefined, "environment variable '\(name)' is not set", at: place,
          hint: "Set it, or give a default: '${\(name):-value}'."))
      return ""
    }
    if let value, !value.isEmpty { return value }
    return String(rest.dropFirst(2))
  }

  /// The variable that a text consists of, `${NAME}` and nothing else; nil for other texts.
  package static func variable(in text: String) -> String? {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
    let name = String(text.dropFirst(2).dropLast())
    return !name.isEmpty && name.utf8.enumerated().allSatisfy(mayStand) ? name : nil
  }

  /// Names are ASCII letters, digits and underscores, and begin with no digit.
  private static func mayStand(_ offset: Int, _ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): offset > 0
    default: false
    }
  }
}
