import AugerDiagnostics
import AugerRefresh
import Testing

@Suite struct RunFailureTests {
  @Test func errorOfARunIsOneLine() {
    let error = AugerError(
      .queryFailed, operation: "execute 'Q'", "it failed", place: "auger.yaml:3", hint: "Try again.",
      underlying: "first\nsecond")
    let message = RunFailure(error).message
    #expect(message == "auger.yaml:3: it failed (could not execute 'Q'); first; second; Try again.")
    let wrong = DiagnosticError(Diagnostic(.queryFailed, "it is wrong", hint: "Write it right."))
    #expect(RunFailure(wrong).message == "it is wrong; Write it right.")
  }
}
