import AugerAdapterKit
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import Foundation
import Testing

/// Error messages of libpq about a connection, and the passwords that they would reveal. Needs no server.
@Suite struct SecretTests {
  /// Locations that libpq reads differently than their author intended, and the secrets that must stay hidden.
  static let broken: [(location: String, secrets: [String])] = [
    ("postgresql://me:S3cr%tPW@127.0.0.1:1/db", ["S3cr", "tPW"]),
    ("postgresql://me:before@S3cretPW@127.0.0.1:1/db", ["before", "S3cretPW"]),
    ("postgresql://me:S3cret/PWrest@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("postgresql://me:S3cret?PWrest@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("postgresql://me:S3cret#PWrest@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("postgresql://me:S3cret:PWrest@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("postgresql://me:S3cret%40PW%2Frest@127.0.0.1:1/db", ["S3cret", "PW%2Frest", "PW/rest"]),
    ("postgresql://127.0.0.1:1/db?user=me&password=S3cret%PWrest", ["S3cret", "PWrest"]),
    ("postgresql://127.0.0.1:1/db?password=S3cret=PWrest", ["S3cret", "PWrest"]),
    ("postgresql://127.0.0.1:1/db?sslpassword=S3cretPW&sslkey=/nowhere&sslmode=require", ["S3cretPW"]),
    ("postgresql://127.0.0.1:1/db?user=me&password=S3cret&PWrest", ["S3cret"]),
    ("host=127.0.0.1 port=1 user=me password=S3cret PWrest", ["S3cret", "PWrest"]),
    ("host=127.0.0.1 port=1 password='S3cret PWrest", ["S3cret", "PWrest"]),
    ("host=127.0.0.1 port=1 password='S3cret\\'PWrest'", ["S3cret", "PWrest"]),
    ("host=127.0.0.1 port=1 sslpassword = S3cretPW user=me", ["S3cretPW"]),
    // Combining marks that form one character with the preceding letter.
    ("postgresql://me:\u{301}S3cret/PWrest@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("postgresql://me:S3cret/\u{301}PWrest\u{301}@127.0.0.1:1/db", ["S3cret", "PWrest"]),
    ("host=127.0.0.1 port=1 user=me password=\u{301}S3cret \u{301}PWrest", ["S3cret", "PWrest"]),
  ]

  @Test(arguments: broken)
  func secretsInLibpqMessagesAreRedacted(location: String, secrets: [String]) throws {
    let source = try PostgreSQLAdapter().open(
      SourceConfiguration(
        name: "s", location: location,
        options: [SourceOption("connectTimeout", "2s"), SourceOption("reconnect", "0")]))
    defer { source.close() }
    do {
      _ = try source.tables(RunControl())
      Issue.record("it was connected to")
    } catch {
      let said = "\(error) \(String(reflecting: error)) \((error as? AugerError)?.underlying ?? "")"
      for secret in secrets { #expect(!said.utf8.contains(secret.utf8), "\(said)") }
    }
  }

  @Test func otherPartsOfMessagesStayReadable() {
    let redactor = SecretRedactor(location: "postgresql://me:S3cret%40PW@db:5432/erp", environment: [:])
    let text = "connection to server at \"db\", port 5432 failed: FATAL: database \"erp\" does not exist for \"me\""
    #expect(redactor.redacted(text) == text)
    #expect(redactor.redacted("S3cret@PW or S3cret%40PW") == "*** or ***")
    #expect(redactor.redacted("postgresql://me:S3cret%40PW@db") == "postgresql://me:***@db")
  }

  @Test func passwordsFromEnvironmentAndFilesAreSecrets() {
    let files = [
      "/home/me/.pgpass": "# a comment\nhost:5432:db:me:From\\:File\n", "/etc/other": "*:*:*:*:OtherFile\n",
      "/etc/services": "[erp]\nhost=db\npassword=OfService\n",
    ]
    let environment = [
      "PGPASSWORD": "OfEnvironment", "HOME": "/home/me", "PGPASSFILE": "/etc/other", "PGSERVICEFILE": "/etc/services",
    ]
    let redactor = SecretRedactor(location: "service=erp", environment: environment) { files[$0] }
    for secret in ["OfEnvironment", "From:File", "From\\:File", "OtherFile", "OfService"] {
      #expect(redactor.redacted("could not use \"\(secret)\"") == "could not use \"***\"")
    }
  }

  @Test func shortPasswordLeavesTheRestReadable() {
    let redactor = SecretRedactor(location: "postgresql://me:e@server/db", environment: [:])
    #expect(redactor.redacted("the server said \"e\"") == "the server said \"***\"")
    #expect(redactor.redacted("postgresql://me:e@server/db") == "postgresql://me:***@server/db")
  }

  @Test func passwordsAreReadOnlyFromRegularFiles() {
    #expect(SecretRedactor.text(ofFile: "/dev/null") == nil)
    #expect(SecretRedactor.text(ofFile: NSTemporaryDirectory()) == nil)
  }
}
