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
      commandName: "token", abstract: "Create an access token for 'auger serve --tokens'.",
      discussion: """
        Examples:
          echo tokens: > tokens.yaml
          auger token wall-screen --claim regions=Europe,Asia >> tokens.yaml

        The token is written to standard error and cannot be displayed again. Its entry for the file is written to \
        standard output and contains only a digest of the token. The first line of the file must be 'tokens:'.
        """)

    @Argument(help: "Name of the token user, for logs.") var name: String

    @Option(
      help: ArgumentHelp(
        "Claim about the token user: NAME=VALUE, or several values separated by commas. Repeatable.",
        valueName: "name=value"))
    var claim: [String] = []

    @Option(help: ArgumentHelp("Validity in days, 1 to 3650. Default: 90.", valueName: "count"))
    var days: Int?

    @OptionGroup var reporting: ReportingOptions

    private var validity: Int { days ?? 90 }

    func validate() throws {
      if !(1...3650).contains(validity) { throw ValidationError("--days must be from 1 to 3650.") }
      for claim in claim where claim.parted(at: "=")?.before.isEmpty != false {
        throw ValidationError("--claim '\(claim)' is not NAME=VALUE.")
      }
    }

    func run() async throws {
      try await reporting.run {
        let token = AccessToken.random()
        let last = CivilDate(days: SystemTime.now().date.days + Int32(validity))
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
