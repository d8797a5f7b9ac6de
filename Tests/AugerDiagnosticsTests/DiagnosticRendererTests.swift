import AugerDiagnostics
import Testing

@Suite struct DiagnosticRendererTests {
  /// Renders a diagnostic with the location between ⟦ and ⟧.
  private func render(_ marked: String, hint: String? = nil, notes: [String] = []) -> [String] {
    let parts = marked.split(separator: "⟦", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts[1].split(separator: "⟧", maxSplits: 1, omittingEmptySubsequences: false)
    let lower = parts[0].utf8.count
    let source = SourceText(name: "file", text: String(parts[0] + rest[0] + rest[1]))
    let place = Diagnostic.Place(source, SourceSpan(lower, lower + rest[0].utf8.count))
    let diagnostic = Diagnostic(.other, "it is wrong", at: place, hint: hint, notes: notes)
    return DiagnosticRenderer().text(diagnostic).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test func headContainsLocationLevelCodeAndMessage() {
    #expect(render("a\nb ⟦c⟧").first == "file:2:3: error: other: it is wrong")
  }

  @Test func caretsMarkTheSpan() {
    #expect(render("a: ⟦Regoin⟧ x").dropFirst() == ["  a: Regoin x", "     ^^^^^^"])
  }

  @Test func emptySpanHasOneCaret() {
    #expect(render("ab⟦⟧").dropFirst() == ["  ab", "    ^"])
  }

  @Test func tabsBeforeTheSpanArePreserved() {
    #expect(render("\ta\t⟦b⟧").dropFirst() == ["  \ta\tb", "  \t \t^"])
  }

  /// An error next to a password is shown with its line, but the password is hidden.
  @Test(arguments: [
    ("{ url: 'postgresql://me:S3c@r/et@host/db', ⟦x⟧: 1 }", "{ url: 'postgresql://me:********@host/db', x: 1 }"),
    ("{ ⟦x⟧: 1, password: \"S3cret, y\", z }", "{ x: 1, password: \"*********\", z }"),
    ("⟦x⟧=1&Password=S3cret&y=2", "x=1&Password=******&y=2"),
    ("{ ⟦x⟧: 1, secret: S3cret }", "{ x: 1, secret: ****** }"),
    ("{ ⟦x⟧: 1, password: '${PW}', url: \"${URL}\" }", "{ x: 1, password: '${PW}', url: \"${URL}\" }"),
    ("<Chart Query=\"secret\" ⟦Name⟧=\"a://b\"/>", "<Chart Query=\"secret\" Name=\"a://b\"/>"),
  ])
  func passwordsInTheLineAreHidden(marked: String, shown: String) {
    let lines = render(marked)
    #expect(lines[1] == "  " + shown)
    #expect(lines[2].firstIndex(of: "^")?.utf16Offset(in: lines[2]) == 2 + marked.prefix { $0 != "⟦" }.count)
  }

  @Test func passwordStartingBeforeTheExcerptIsHidden() {
    let lines = render(
      "url: postgresql://me:" + String(repeating: "s", count: 150) + "⟦s⟧@host" + String(repeating: "x", count: 200))
    #expect(!lines[1].contains("s@") && lines[1].contains("*@host"))
  }

  @Test func caretsCountScalars() {
    #expect(render("é👍 ⟦größe⟧").dropFirst() == ["  é👍 größe", "     ^^^^^"])
  }

  @Test func carriageReturnsAreHidden() {
    #expect(render("a ⟦b⟧\r\nc").dropFirst() == ["  a b", "    ^"])
  }

  @Test func multilineSpanIsMarkedOnTheFirstLine() {
    #expect(render("a ⟦b c\nd⟧ e").dropFirst() == ["  a b c", "    ^^^"])
  }

  @Test func longLineIsTruncatedAroundTheSpan() throws {
    let lines = render(String(repeating: "x", count: 500) + "⟦yyy⟧" + String(repeating: "z", count: 500))
    #expect(lines[0].hasPrefix("file:1:501:"))
    let caretColumn = try #require(lines[2].firstIndex(of: "^")).utf16Offset(in: lines[2])
    #expect(lines[1].count == 162)
    #expect(Array(lines[1])[caretColumn..<(caretColumn + 3)] == ["y", "y", "y"])
    #expect(lines[2].filter { $0 == "^" }.count == 3)
  }

  @Test func notesAndHintFollow() {
    #expect(render("⟦a⟧", hint: "Try b.", notes: ["see c"]).suffix(2) == ["  note: see c", "  hint: Try b."])
  }

  @Test func locationWithoutSpanNamesOnlyTheFile() {
    let place = Diagnostic.Place(SourceText(name: "file", text: "a"))
    let text = DiagnosticRenderer().text(Diagnostic(.other, level: .note, "look", at: place))
    #expect(text == "file: note: other: look")
  }

  @Test func jsonHasEveryKeyInOrder() {
    let source = SourceText(name: "a \"b\".yaml", text: "x\nyö z")
    let diagnostic = Diagnostic(
      .other, level: .warning, "tab\there", at: Diagnostic.Place(source, SourceSpan(3, 5)), hint: "h",
      notes: ["n", "\u{1}"])
    #expect(
      DiagnosticRenderer().json(diagnostic)
        == #"{"code":"other","level":"warning","message":"tab\there","file":"a \"b\".yaml","line":2,"column":2,"#
        + #""endLine":2,"endColumn":3,"hint":"h","notes":["n","\u0001"]}"#)
  }

  @Test func jsonOfARuntimeErrorContainsItsDetails() {
    let error = AugerError(.fileNotFound, operation: "open 'x'", "there is no file 'x'", hint: "Look.")
    #expect(
      DiagnosticRenderer().json(error)
        == #"{"code":"fileNotFound","level":"error","message":"there is no file 'x'","operation":"open 'x'","#
        + #""hint":"Look."}"#
    )
  }

  @Test func runtimeErrorReadsAsASentence() {
    let error = AugerError(
      .queryFailed, operation: "run query 'Q'", "the database refused it", place: "row 3", hint: "Look.",
      underlying: "no")
    #expect(
      error.description
        == "row 3: error: queryFailed: the database refused it (could not run query 'Q')\n  no\n  hint: Look.")
  }

  @Test func severalDiagnosticsAreThrownTogether() {
    let error = DiagnosticError([Diagnostic(.other, "one"), Diagnostic(.other, "two")])
    #expect(error.description == "error: other: one\nerror: other: two")
  }
}
