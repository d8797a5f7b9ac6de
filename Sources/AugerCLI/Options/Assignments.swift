import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

extension QueryArguments {
  /// Throws `argumentUnused` for each argument that is not in `names`, for example because of a typo.
  func requireUse(by what: String, taking names: [String], option: String) throws(DiagnosticError) {
    let unused = self.names.filter { name in !names.contains(name: name) }
    guard !unused.isEmpty else { return }
    throw DiagnosticError(
      unused.map { name in
        Diagnostic(
          .argumentUnused, "\(what) takes no argument '\(name)' (\(option))",
          hint: DidYouMean.hint(for: name, among: names, listing: "arguments")
            ?? "Remove the argument. None is accepted.")
      })
  }

  /// Parses `NAME=VALUE`, `NAME=[A,B]` and `NAME=LOWER..UPPER`. A `$` before the name is dropped.
  ///
  /// The type of a value is inferred: int, float, date, timestamp or string. A value in single quotes is a string.
  init(assignments: [String], option: String) throws(AugerError) {
    self.init()
    for text in assignments {
      guard let (written, value) = text.parted(at: "=") else {
        throw AugerError(
          .wrongOptionValue, operation: "read \(option)", "'\(text)' has no '='", hint: "Write NAME=VALUE.")
      }
      var name = String(written)
      if name.hasPrefix("$") { name.removeFirst() }
      guard !name.isEmpty else {
        throw AugerError(
          .wrongOptionValue, operation: "read \(option)", "'\(text)' has no name", hint: "Write NAME=VALUE.")
      }
      guard self[name] == nil else {
        throw AugerError(
          .duplicateName, operation: "read \(option)",
          "'\(name)' is given twice", hint: "Write several values as NAME=[A,B].")
      }
      self[name] = Self.argument(String(value))
    }
  }

  private static func argument(_ text: String) -> QueryArgument {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = text.dropFirst().dropLast()
      return .list(inner.isEmpty ? [] : split(inner).map(value))
    }
    if !text.hasPrefix("'"), let dots = text.firstRange(of: "..") {
      return .range(lower: value(String(text[..<dots.lowerBound])), upper: value(String(text[dots.upperBound...])))
    }
    return .scalar(value(text))
  }

  /// Splits text at commas outside quotes.
  private static func split(_ text: Substring) -> [String] {
    var items = [""]
    var isQuoted = false
    for character in text {
      if character == "'" { isQuoted.toggle() }
      if character == ",", !isQuoted { items.append("") } else { items[items.count - 1].append(character) }
    }
    return items
  }

  private static func value(_ text: String) -> Scalar {
    if text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") {
      return .string(String(text.dropFirst().dropLast()).replacingBytes("''", with: "'"))
    }
    return .inferred(text)
  }
}
