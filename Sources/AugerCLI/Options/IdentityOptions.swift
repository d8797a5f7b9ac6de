#if Server
  import ArgumentParser
  import AugerDiagnostics
  import AugerServer
  import HTTPTypes

  /// How callers of a server say who they are.
  struct IdentityOptions: ParsableArguments {
    @Option(help: "A YAML file of tokens, by one of which everybody has to say who they are; see 'auger token'.")
    var tokens: String?

    @Option(help: "A JSON Web Key Set: whoever has a JSON Web Token that one of its keys has signed is known by it.")
    var jwks: String?

    @Option(help: "With --jwks: the 'aud' that tokens must have.") var audience: String?

    @Option(help: "With --jwks: the 'iss' that tokens must have.") var issuer: String?

    @Option(help: "With --jwks: a header field that has the token alone, in place of 'Authorization: Bearer'.")
    var tokenHeader: String?

    @Option(help: "Addresses of proxies that sign callers in: 10.0.0.0/8,fd00::/8.") var trustedProxies: String?

    @Option(help: "With --trusted-proxies: the header field in which they say who a caller is.") var userHeader: String?

    @Option(help: "A JSON Web Key Set whose keys sign the addresses of pages that stand in other sites' pages.")
    var embedJwks: String?

    /// Whether everybody has to say who they are.
    var areThere: Bool { tokens != nil || jwks != nil || trustedProxies != nil }

    func validate() throws {
      #if !JWT
        if jwks != nil || embedJwks != nil { throw MissingPart.option("--jwks and --embed-jwks", needs: "JWT") }
      #endif
      if (jwks == nil) != (audience == nil) || (jwks == nil) != (issuer == nil) {
        throw ValidationError("--jwks, --audience and --issuer are given together.")
      }
      if tokenHeader != nil, jwks == nil { throw ValidationError("--token-header is of the tokens of --jwks.") }
      if audience == "embed" { throw ValidationError("--audience embed is that of embedded pages: take another.") }
      if (trustedProxies == nil) != (userHeader == nil) {
        throw ValidationError("--trusted-proxies and --user-header are given together.")
      }
      for (option, name) in [("--token-header", tokenHeader), ("--user-header", userHeader)] {
        if let name, Self.field(name) == nil { throw ValidationError("\(option) '\(name)' is no name of a field.") }
      }
      _ = try blocks()
    }

    /// What a server asks for. `failed` is handed why a file that has changed is not taken.
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
          throw ValidationError("--trusted-proxies '\(text)' is no block of addresses: write 10.0.0.0/8 or fd00::/8.")
        }
        return block
      }
    }

    /// A field of one's own: those that HTTP or a browser gives a meaning say nothing of a caller.
    private static func field(_ name: String) -> HTTPField.Name? {
      let others = ["authorization", "cookie", "host", "origin", "referer", "content-type", "accept"]
      return others.contains(name.lowercased()) ? nil : HTTPField.Name(name)
    }
  }
#endif
