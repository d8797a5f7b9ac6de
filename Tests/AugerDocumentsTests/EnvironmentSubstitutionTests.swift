import AugerDiagnostics
import AugerDocuments
import Testing

@Suite struct EnvironmentSubstitutionTests {
  private static let environment = ["HOST": "db.local", "EMPTY": "", "TRICK": "${HOST}", "A_1": "x"]

  private func substitute(_ marked: String) throws -> (outline: String, diagnostics: [Diagnostic], text: MarkedText) {
    let text = MarkedText(marked)
    let collector = DiagnosticCollector()
    let root = try YAMLDocument.parse(text.source)
    let node = EnvironmentSubstitution(environment: Self.environment).apply(to: root, reporting: collector)
    return (node.outline, collector.diagnostics, text)
  }

  @Test(arguments: [
    ("${HOST}", "db.local"), ("a-${HOST}:${A_1}!", "a-db.local:x!"), ("${NO:-here}", "here"), ("${NO:-}", ""),
    ("${HOST:-here}", "db.local"), ("${EMPTY}", ""), ("${EMPTY:-here}", "here"), ("${TRICK}", "${HOST}"),
    ("$${HOST}", "${HOST}"), ("pa$$word $1", "pa$$word $1"), ("${NO:-postgresql://u:p@h/d}", "postgresql://u:p@h/d"),
  ])
  func referencesAreReplaced(text: String, expected: String) throws {
    let result = try substitute("'\(text)'")
    #expect(result.outline == "'\(expected)'")
    #expect(result.diagnostics.isEmpty)
  }

  @Test func nestedValuesAreSubstitutedAndKeysAreNot() throws {
    #expect(try substitute("{'${HOST}': ['${A_1}', {b: '${A_1}'}]}").outline == "{${HOST}: ['x', {b: 'x'}]}")
  }

  @Test func missingVariableHasALocation() throws {
    let result = try substitute("url: \"http://⟦${NOBODY}⟧/x\"\n")
    #expect(result.diagnostics.map(\.code) == [.environmentVariableUndefined])
    #expect(result.diagnostics.map { $0.place?.span } == result.text.spans)
    #expect(result.diagnostics.first?.hint == "Set it, or give a default: '${NOBODY:-value}'.")
  }

  @Test(arguments: ["⟦${⟧HOST", "⟦${}⟧", "⟦${1A}⟧", "⟦${A B}⟧", "⟦${HOST-x}⟧", "⟦${HOST:x}⟧"])
  func malformedReferenceIsReported(marked: String) throws {
    let result = try substitute("a: '\(marked)'\n")
    #expect(result.diagnostics.map(\.code) == [.environmentReferenceInvalid])
    #expect(result.diagnostics.map { $0.place?.span } == result.text.spans)
  }
}
