import AugerDiagnostics

/// Replaces `${NAME}` and `${NAME:-default}` in strings by values of a given environment.
///
/// An empty variable counts as set for `${NAME}` and as unset for `${NAME:-default}`, like in a shell. `$${`
/// represents `${`, and other dollar signs represent themselves. Values are inserted literally: `${` in a value is
/// not replaced.
package struct EnvironmentSubstitution: Sendable {
  private let environment: [String: String]
  /// The variables that may be read. Nil means all.
  package let allowed: [String]?

  package init(environment: [String: String], allowed: [String]? = nil) {
    self.environment = environment
    self.allowed = allowed
  }

  /// Returns the node with substitutions in all scalars below it. Keys are unchanged.
  ///
  /// An undefined variable without a default is reported with its position and replaced by an empty string.
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

  /// Returns true if a scalar of the node or below it contains a reference, or an escaped one.
  package static func mayReplace(_ node: DocumentNode) -> Bool {
    switch node.kind {
    case .scalar(let text, _): text.utf8.contains(UInt8(ascii: "$")) && text.contains("${")
    case .sequence(let items): items.contains(where: mayReplace)
    case .mapping(let entries): entries.contains { mayReplace($0.value) }
    }
  }

  /// Returns the text with its references replaced. Nil if it has none.
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

  /// Returns the value of a reference, without its braces.
  private func value(
    of reference: String, at place: Diagnostic.Place, reporting collector: DiagnosticCollector
  ) -> String {
    let name = String(reference.prefix { $0 != ":" })
    let rest = reference.dropFirst(name.count)
    let isName = !name.isEmpty && name.utf8.enumerated().allSatisfy(Self.mayStand)
    guard isName, rest.isEmpty || rest.hasPrefix(":-") else {
      collector.report(
        Diagnostic(
          .environmentReferenceInvalid, "'${\(reference)}' is not a valid reference to an environment variable",
          at: place,
          hint: "Write '${NAME}' or '${NAME:-default}'."))
      return ""
    }
    guard allowed?.contains(name: name) ?? true else {
      collector.report(
        Diagnostic(
          .environmentVariableNotAllowed, "the workspace is not allowed to read the environment variable '\(name)'",
          at: place,
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

  /// Returns the variable if the text is exactly `${NAME}`, otherwise nil.
  package static func variable(in text: String) -> String? {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
    let name = String(text.dropFirst(2).dropLast())
    return !name.isEmpty && name.utf8.enumerated().allSatisfy(mayStand) ? name : nil
  }

  /// Returns true for a valid character of a name: ASCII letters, underscores, and digits except at the start.
  private static func mayStand(_ offset: Int, _ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): offset > 0
    default: false
    }
  }
}
