#if Server
  import ArgumentParser
  import AugerDiagnostics
  import AugerServer
  import HTTPTypes

  /// The authentication methods of a server.
  struct IdentityOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "YAML file of access tokens, written by 'auger token'. Every request must present one.", valueName: "file"))
    var tokens: String?

    @Option(
      help: ArgumentHelp(
        "JSON Web Key Set. Every request must present a JSON Web Token that is signed with one of its keys.",
        valueName: "file"))
    var jwks: String?

    @Option(
      help: ArgumentHelp("Required 'aud' claim of the tokens. Required with --jwks.", valueName: "audience"))
    var audience: String?

    @Option(help: ArgumentHelp("Required 'iss' claim of the tokens. Required with --jwks.", valueName: "issuer"))
    var issuer: String?

    @Option(
      help: ArgumentHelp(
        "Header field that contains only the token of --jwks. Default: 'Authorization: Bearer'.",
        valueName: "field"))
    var tokenHeader: String?

    @Option(
      help: ArgumentHelp(
        "Addresses of proxies that authenticate users, separated by commas: 10.0.0.0/8,fd00::/8.",
        valueName: "blocks"))
    var trustedProxies: String?

    @Option(
      help: ArgumentHelp(
        "Header field in which the proxy sends the user. Required with --trusted-proxies.", valueName: "field"))
    var userHeader: String?

    @Option(
      help: ArgumentHelp(
        "JSON Web Key Set for the signed URLs of dashboards that are embedded in other sites.", valueName: "file"))
    var embedJwks: String?

    /// True if every request must be authenticated.
    var areThere: Bool { tokens != nil || jwks != nil || trustedProxies != nil }

    func validate() throws {
      #if !JWT
        if jwks != nil || embedJwks != nil { throw MissingPart.option("--jwks and --embed-jwks", needs: "JWT") }
      #endif
      if (jwks == nil) != (audience == nil) || (jwks == nil) != (issuer == nil) {
        throw ValidationError("--jwks, --audience and --issuer must be used together.")
      }
      if tokenHeader != nil, jwks == nil { throw ValidationError("--token-header requires --jwks.") }
      if audience == "embed" {
        throw ValidationError("--audience cannot be 'embed', which is reserved for embedded pages.")
      }
      if (trustedProxies == nil) != (userHeader == nil) {
        throw ValidationError("--trusted-proxies and --user-header must be used together.")
      }
      for (option, name) in [("--token-header", tokenHeader), ("--user-header", userHeader)] {
        if let name, Self.field(name) == nil {
          throw ValidationError("\(option) '\(name)' is not a valid header field name.")
        }
      }
      _ = try blocks()
    }

    /// Returns the access rules of the server. `failed` receives the error if a changed file cannot be read.
    func access(
      authorities: Set<String>?, isSecure: Bool, failed: @escaping @Sendable (any Error) -> Void
    ) async throws -> SiteAccess {
      var access = SiteAccess(authorities: authorities, isSecure: isSecure)
      access.tokens = try tokens.map { try TokenFile($0, failed: failed) }
      if let jwks, let audience, let issuer {
        access.signed = SignedIdentity(
          keys: try await KeyFile(jwks, failed: failed), audience: audience, issuer: issuer,
          field: tokenHeader.flatMap(Self.field))
      }
      if let field = userHeader.flatMap(Self.field) {
        access.proxies = ProxyIdentity(addresses: try blocks(), field: field)
      }
      if let embedJwks { access.embeds = try await KeyFile(embedJwks, failed: failed) }
      return access
    }

    private func blocks() throws -> [AddressBlock] {
      try (trustedProxies?.split(separator: ",", omittingEmptySubsequences: false) ?? []).map { text in
        guard let block = AddressBlock(String(text)) else {
          throw ValidationError(
            "--trusted-proxies '\(text)' is not a block of IP addresses: write 10.0.0.0/8 or fd00::/8.")
        }
        return block
      }
    }

    /// Returns a custom header field. Standard fields of HTTP cannot identify a user, so they are rejected.
    private static func field(_ name: String) -> HTTPField.Name? {
      let others = ["authorization", "cookie", "host", "origin", "referer", "content-type", "accept"]
      return others.contains(name.lowercased()) ? nil : HTTPField.Name(name)
    }
  }
#endif
