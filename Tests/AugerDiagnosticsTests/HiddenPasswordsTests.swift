import AugerDiagnostics
import Testing

/// A path in the input can be the URL of a database. No error message contains its password.
@Suite struct HiddenPasswordsTests {
  @Test(arguments: [
    ("there is no file 'mysql://me:S3c@r/et'x@h/db'", "there is no file 'mysql://me:***@h/db'"),
    ("jdbc:postgresql://h/db?user=me&password=S3cret&x=1", "jdbc:postgresql://h/db?user=me&password=***&x=1"),
    ("open 'x.db?Password=S3cret' (could not)", "open 'x.db?Password=***' (could not)"),
    ("host=h passwd = 'S3c \\' ret' dbname=x", "host=h passwd = '***' dbname=x"),
    ("Server=h;Pwd=S3cret", "Server=h;Pwd=***"), ("'pwd=S3cret')", "'pwd=***')"), ("pwd='S3cret", "pwd='***"),
    ("a://b:\u{301}S3@h, c://d:S4@h", "a://b:***@h, c://d:***@h"),
  ])
  func passwordsAreHidden(text: String, shown: String) {
    #expect(text.withoutPasswords == shown)
    #expect(shown.withoutPasswords == shown)
  }

  @Test(arguments: [
    "", ":", "=", "://", "a://", "a://@", "a://b:@h", "postgresql://me@h:5432/db", "https://h:80/a?b=c", "12:30:00",
    "password", "password=", "password=${PW}", "password = ", "the column 'password' is not there", "x = 1 and y: 2",
    // The time is proportional to the length, for any input.
    String(repeating: "://", count: 100_000),
    String(repeating: "password ", count: 100_000),
  ]) func otherTextIsUnchanged(text: String) {
    #expect(text.withoutPasswords == text)
  }

  @Test func allErrorTextsHidePasswords() {
    let text = "a://b:S3cret@h"
    var error = AugerError(
      .fileNotFound, operation: text, text, place: text, hint: text, underlying: text,
      details: [.init(.general, text)])
    var diagnostic = Diagnostic(.other, text, hint: text, notes: [text], details: [.init(.path, text)])
    func check() {
      for rendered in [
        "\(error)", error.reason, DiagnosticRenderer().json(error), "\(DiagnosticError(diagnostic))",
        DiagnosticRenderer().json(diagnostic), "\(error.details)", "\(diagnostic.details)",
      ] {
        #expect(rendered.contains("a://b:***@h") && !rendered.contains("S3cret"), "\(rendered)")
      }
    }
    check()
    (error.operation, error.message, error.place, error.hint, error.underlying) = (text, text, text, text, text)
    (diagnostic.message, diagnostic.hint) = (text, text)
    check()
  }
}
