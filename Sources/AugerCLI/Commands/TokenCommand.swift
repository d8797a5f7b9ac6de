#if Server
  import ArgumentParser
  import AugerColumns
  import AugerDiagnostics
  import AugerExport
  import AugerQuery
  import AugerServer
  import Foundation

  struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "token", abstract: "Makes a token for 'auger serve --tokens', and its entry of the file.",
      discussion: """
        The token is written to standard error, once: nobody can read it from the file, which has its digest alone.
        The entry is written to standard output; the file begins with 'tokens:'.

        Examples:
          echo tokens: > tokens.yaml
          auger token sales-screen --claim role=seller --claim regions=Europe,Asia >> tokens.yaml
        """)

    @Argument(help: "Who sends the token, for logs.") var name: String

    @Option(help: "What is certified of its sender: NAME=VALUE, several values with commas; repeatable.")
    var claim: [String] = []

    @Option(help: "For how many days it is good.") var days = 90

    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
      if !(1...3650).contains(days) { throw ValidationError("--days is a number from 1 to 3650.") }
      for claim in claim where claim.parted(at: "=")?.before.isEmpty != false {
        throw ValidationError("--claim '\(claim)' is no NAME=VALUE.")
      }
    }

    func run() async throws {
      try await reporting.run {
        let token = AccessToken.random()
        let last = CivilDate(days: SystemTime.now().date.days + Int32(days))
        let claims = claim.map { claim in
          let (written, list) = claim.parted(at: "=") ?? (claim[...], "")
          let values = list.parts(at: ",").map { DiagnosticRenderer.quoted(String($0)) }
          let name = DiagnosticRenderer.quoted(String(written))
          return "\(name): " + (values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]")
        }
        Console.error("\(token)\n")
        Console.write(
          """
            - name: \(DiagnosticRenderer.quoted(name))
              sha256: \(SHA256.text(Array(token.utf8)))
              expires: \(last)
              claims: { \(claims.joined(separator: ", ")) }

          """)
      }
    }
  }
#endif
