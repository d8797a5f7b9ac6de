/// A list of diagnostics as one document in a chosen format.
package struct DiagnosticReport: Sendable {
  package enum Format: String, Sendable, CaseIterable {
    /// Text for people, with source line and caret for each diagnostic.
    case text
    /// One JSON object with the diagnostics and the number of each level.
    case json
    /// SARIF 2.1.0, which code hosts show next to the code.
    case sarif
    /// Workflow commands of GitHub Actions, one line each.
    case github
  }

  package var diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  package func count(_ level: Diagnostic.Level) -> Int { diagnostics.count { $0.level == level } }

  /// Returns the report with a final line end, unless it is empty.
  package func text(_ format: Format) -> String {
    switch format {
    case .text: lines { DiagnosticRenderer().text($0) }
    case .json: json
    case .sarif: sarif
    case .github: lines(github)
    }
  }

  private func lines(_ line: (Diagnostic) -> String) -> String { diagnostics.map { line($0) + "\n" }.joined() }

  private var json: String { json(adding: nil) }

  /// Returns the `json` report with one additional key. Its value must be JSON.
  package func json(adding key: String, _ value: String) -> String {
    json(adding: "\(DiagnosticRenderer.quoted(key)): \(value)")
  }

  private func json(adding member: String?) -> String {
    let renderer = DiagnosticRenderer()
    let items = diagnostics.map { "    " + renderer.json($0) }.joined(separator: ",\n")
    let last = member.map { ",\n  \($0)" } ?? ""
    return """
      {
        "diagnostics": [\(items.isEmpty ? "" : "\n\(items)\n  ")],
        "errors": \(count(.error)), "warnings": \(count(.warning)), "notes": \(count(.note))\(last)
      }

      """
  }

  // MARK: GitHub

  /// `::error file=sales.xml,line=14,col=38,title=metadataObjectUndefined::filter 'Regoin' is not declared`.
  private func github(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if let place = diagnostic.place {
      properties.append("file=\(Self.escapedProperty(place.source.keyPath == nil ? place.source.name : "\(place)"))")
      if let position = place.position, let span = place.span {
        let end = place.source.position(atOffset: span.upper)
        properties += ["line=\(position.line)", "col=\(position.column)"]
        properties.append("endLine=\(end.line)")
        if end.line == position.line, end.column > position.column { properties.append("endColumn=\(end.column)") }
      }
    }
    properties.append("title=\(Self.escapedProperty(diagnostic.code.rawValue))")
    let command =
      switch diagnostic.level {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let message = ([diagnostic.message] + diagnostic.notes + (diagnostic.hint.map { [$0] } ?? []))
      .joined(separator: "\n")
    return "::\(command) \(properties.joined(separator: ","))::\(Self.escapedData(message))"
  }

  private static func escapedData(_ text: String) -> String {
    escaped(text) { [UInt8(ascii: "%"), 0x0A, 0x0D].contains($0) }
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text) { [UInt8(ascii: "%"), 0x0A, 0x0D, UInt8(ascii: ":"), UInt8(ascii: ",")].contains($0) }
  }

  private static func escaped(_ text: String, where isSpecial: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      guard isSpecial(byte) else {
        bytes.append(byte)
        continue
      }
      bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: SARIF

  private var sarif: String {
    let quoted = DiagnosticRenderer.quoted
    var codes: [String] = []
    for code in diagnostics.map(\.code.rawValue) where !codes.contains(name: code) {
      codes.append(code)
    }
    let rules = codes.map { "{ \"id\": \(quoted($0)) }" }.joined(separator: ", ")
    let results = diagnostics.map { "        " + sarif($0) }.joined(separator: ",\n")
    return """
      {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [
          {
            "tool": { "driver": { "name": "auger", "rules": [\(rules)] } },
            "columnKind": "unicodeCodePoints",
            "results": [\(results.isEmpty ? "" : "\n\(results)\n      ")]
          }
        ]
      }

      """
  }

  private func sarif(_ diagnostic: Diagnostic) -> String {
    let quoted = DiagnosticRenderer.quoted
    let message = ([diagnostic.message] + diagnostic.notes + (diagnostic.hint.map { [$0] } ?? []))
      .joined(separator: ". ")
    var fields = [
      "\"ruleId\": \(quoted(diagnostic.code.rawValue))", "\"level\": \"\(diagnostic.level.rawValue)\"",
      "\"message\": { \"text\": \(quoted(message)) }",
    ]
    if let place = diagnostic.place {
      var location = "\"physicalLocation\": { \"artifactLocation\": { \"uri\": \(quoted(Self.uri(place.source.name))) }"
      if let from = place.position, let span = place.span {
        let to = place.source.position(atOffset: span.upper)
        location +=
          ", \"region\": { \"startLine\": \(from.line), \"startColumn\": \(from.column), "
          + "\"endLine\": \(to.line), \"endColumn\": \(to.column) }"
      }
      location += " }"
      if let keyPath = place.source.keyPath {
        location += ", \"logicalLocations\": [{ \"fullyQualifiedName\": \(quoted(keyPath)) }]"
      }
      fields.append("\"locations\": [{ \(location) }]")
    }
    if !diagnostic.details.isEmpty {
      let details = diagnostic.details.map { "\(quoted($0.key.rawValue)): \(quoted($0.value))" }
      fields.append("\"properties\": { \(details.joined(separator: ", ")) }")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  /// Returns a path as a URI reference. Invalid characters are percent-encoded.
  private static func uri(_ path: String) -> String {
    escaped(path) { byte in
      let isPlain = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      return !(isPlain || (0x30...0x39).contains(byte) || "-._~/".utf8.contains(byte))
    }
  }
}
