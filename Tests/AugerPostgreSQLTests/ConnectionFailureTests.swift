import AugerDiagnostics
import AugerPostgreSQL
import Testing

@Suite struct ConnectionFailureTests {
  @Test func missingPasswordIsReported() {
    let failure = ConnectionFailure(
      verbose: "connection to server at \"127.0.0.1\", port 5432 failed: fe_sendauth: no password supplied\n")
    let error = failure.error("open 'erp'")
    #expect(error.code == .authenticationFailed && !failure.isTransient)
    #expect(error.message == "the server requires a password, and none was given")
    #expect(error.hint?.contains("PGPASSWORD") == true)
  }

  @Test func errorNamesTheUnresponsiveServer() {
    let failure = ConnectionFailure(verbose: "connection refused")
    #expect(failure.error("open 'erp'").code == .connectionFailed && failure.isTransient)
  }
}
