import Foundation

/// Takes the secrets of a source out of whatever its driver says.
///
/// Drivers quote what they could not read: a URL whose password holds an `@` or a `/` is split at the wrong place, and
/// a piece of the password is called a host or a port. So it is not only the password that is taken out but every piece
/// that it may have been split into, as it was written and with `%40` decoded.
package struct SecretRedactor: Sendable {
  private static let mark = "***"
  /// Shorter pieces of a secret stand in many words by chance, and say nothing.
  private static let shortestPiece = 3

  /// The longest first: what contains another is replaced before it.
  private let secrets: [String]

  /// `location` is a URL or a list of `keyword=value`. `environment` may hold a password, or say where files of
  /// passwords are; `contents` reads such a file.
  package init(
    location: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    contents: (String) -> String? = Self.text(ofFile:)
  ) {
    var found = Self.isURL(location) ? Self.secrets(ofURL: location) : Self.secrets(ofKeywords: location)
    if let password = environment["PGPASSWORD"] { found.append(password) }
    let home = environment["HOME"] ?? ""
    let passwordFiles = [Self.passwordFile(in: location), environment["PGPASSFILE"], home + "/.pgpass"]
    for file in passwordFiles.compactMap({ $0 }) {
      for line in contents(file)?.split(whereSeparator: \.isNewline) ?? [] where !line.hasPrefix("#") {
        found += Self.lastField(of: line)
      }
    }
    for file in [environment["PGSERVICEFILE"], home + "/.pg_service.conf"].compactMap({ $0 }) {
      for line in contents(file)?.split(whereSeparator: \.isNewline) ?? [] where line.contains("password") {
        if let equals = line.firstIndex(of: "=") { found.append(String(line[line.index(after: equals)...])) }
      }
    }
    var secrets: Set<String> = []
    for secret in found {
      for form in [secret, secret.removingPercentEncoding ?? secret] {
        let trimmed = form.trimmingCharacters(in: .whitespaces)
        if !trimmed.isEmpty { secrets.insert(trimmed) }
        let pieces = form.split { "@/:?#&=%'\\".contains($0) || $0.isWhitespace }
        for piece in pieces where piece.utf8.count >= Self.shortestPiece { secrets.insert(String(piece)) }
      }
    }
    self.secrets = secrets.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// The text without the secrets.
  package func redacted(_ text: String) -> String {
    var text = text
    for secret in secrets where text.contains(secret) {
      if secret.utf8.count >= Self.shortestPiece {
        text = text.replacing(secret, with: Self.mark)
      } else {
        for form in ["\"\(secret)\"", "=\(secret)", ":\(secret)@"] {
          text = text.replacing(form, with: form.replacing(secret, with: Self.mark))
        }
      }
    }
    return text
  }

  /// Nothing but a plain file: a pipe would be waited for.
  package static func text(ofFile path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return try? String(contentsOfFile: path, encoding: .utf8)
  }

  private static func isURL(_ location: String) -> Bool { location.firstRange(of: "://") != nil }

  /// From the first colon of the authority to the last `@` of the URL, and what parameters call a password.
  private static func secrets(ofURL location: String) -> [String] {
    var found: [String] = []
    guard let scheme = location.firstRange(of: "://") else { return [] }
    let rest = location[scheme.upperBound...]
    // A password may hold what ends an authority, but a parameter may hold an `@` as well.
    let query = rest.firstRange(of: #/\?[A-Za-z_]+=/#)?.lowerBound ?? rest.endIndex
    if let at = rest[..<query].lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
      found.append(String(rest[rest.index(after: colon)..<at]))
    }
    // libpq ends the value of a parameter at the next `&`; what is written behind it may belong to the password.
    for match in location.matches(of: #/(?i)password=([^&]*)/#) { found.append(String(match.output.1)) }
    return found
  }

  /// What stands behind `password =` and `sslpassword =`, quoted or not. Where the quotes or blanks are wrong, the rest
  /// may be part of it.
  private static func secrets(ofKeywords location: String) -> [String] {
    var found: [String] = []
    for match in location.matches(of: #/(?i)password\s*=\s*('(?:\\.|[^'\\])*'|(?:\\.|[^\s\\])*)/#) {
      let value = String(match.output.1)
      found.append(value)
      found.append(value.trimmingCharacters(in: ["'"]).replacing(#/\\(.)/#) { String($0.output.1) })
      // Words that follow without being `keyword=value`.
      let rest = location[match.range.upperBound...].split(whereSeparator: \.isWhitespace)
      found += rest.prefix { !$0.contains("=") }.map(String.init)
      if value.hasPrefix("'"), !value.dropFirst().contains("'") { found += rest.map(String.init) }
    }
    return found
  }

  private static func passwordFile(in location: String) -> String? {
    guard let match = location.firstMatch(of: #/(?:^|[?&\s])passfile\s*=\s*([^&\s]*)/#) else { return nil }
    let path = String(match.output.1)
    return path.removingPercentEncoding ?? path
  }

  /// The password of a line `host:port:database:user:password`, as it stands and without its backslashes.
  private static func lastField(of line: Substring) -> [String] {
    var colons = 0
    var isEscaped = false
    for index in line.indices {
      if isEscaped {
        isEscaped = false
      } else if line[index] == "\\" {
        isEscaped = true
      } else if line[index] == ":" {
        colons += 1
        if colons == 4 {
          let field = String(line[line.index(after: index)...])
          return [field, field.replacing(#/\\(.)/#) { String($0.output.1) }]
        }
      }
    }
    return []
  }
}
