import Foundation

/// Removes the secrets of a source from its driver's messages.
///
/// Drivers quote input that they cannot parse. A URL whose password contains `@` or `/` is split incorrectly, and a
/// piece of the password is reported as a host or a port. Therefore every possible piece of the password is removed,
/// in its original form and with `%40` decoded.
///
/// Secrets are found by scalars and replaced by bytes. A combining mark after a character would hide it from a search
/// for characters.
package struct SecretRedactor: Sendable {
  private static let mark = "***"
  /// The minimum length of a piece. Shorter pieces occur in many words by chance and reveal little.
  private static let shortestPiece = 3

  /// The secrets, longest first, so that a secret is replaced before its parts.
  private let secrets: [[UInt8]]

  /// Creates a redactor. `location` is a URL or a list of `keyword=value`. `environment` may contain a password or
  /// the paths of password files, which `contents` reads.
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
        let scalars = line.unicodeScalars
        if let equals = scalars.firstIndex(of: "=") { found.append(String(scalars[scalars.index(after: equals)...])) }
      }
    }
    var secrets: Set<[UInt8]> = []
    for secret in found {
      for form in [secret, secret.removingPercentEncoding ?? secret] {
        let trimmed = form.trimmingCharacters(in: .whitespaces)
        if !trimmed.isEmpty { secrets.insert(Array(trimmed.utf8)) }
        let pieces = form.unicodeScalars.split {
          "@/:?#&=%'\\".unicodeScalars.contains($0) || $0.properties.isWhitespace
        }
        for piece in pieces.map({ Array(String($0).utf8) }) where piece.count >= Self.shortestPiece {
          secrets.insert(piece)
        }
      }
    }
    self.secrets = secrets.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }
  }

  /// Returns the text without the secrets.
  package func redacted(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for secret in secrets {
      if secret.count >= Self.shortestPiece {
        Self.replace(secret, in: &bytes)
      } else {
        for (before, after) in [("\"", "\""), ("=", ""), (":", "@")] {
          Self.replace(secret, between: Array(before.utf8), Array(after.utf8), in: &bytes)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replace(
    _ secret: [UInt8], between before: [UInt8] = [], _ after: [UInt8] = [], in bytes: inout [UInt8]
  ) {
    let old = before + secret + after
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == old[0], bytes[at...].starts(with: old) {
        out += before + Self.mark.utf8 + after
        at += old.count
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    bytes = out
  }

  /// Returns the content of a regular file. Reading a pipe would block.
  package static func text(ofFile path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return try? String(contentsOfFile: path, encoding: .utf8)
  }

  /// A character after a backslash, in a list of `keyword=value` or in a password file.
  private static var escape: Regex<(Substring, Substring)> { #/\\(.)/#.matchingSemantics(.unicodeScalar) }

  private static func isURL(_ location: String) -> Bool { location.utf8.firstRange(of: "://".utf8) != nil }

  /// Returns the secrets of a URL: from the first colon of the authority to the last `@`, and password parameters.
  private static func secrets(ofURL location: String) -> [String] {
    var found: [String] = []
    guard let scheme = location.firstRange(of: #/:\/\//#.matchingSemantics(.unicodeScalar)) else { return [] }
    let rest = location[scheme.upperBound...].unicodeScalars
    // A password may contain characters that end an authority, but a parameter may contain an `@` too.
    let parameter = #/\?[A-Za-z_]+=/#.matchingSemantics(.unicodeScalar)
    let query = location[scheme.upperBound...].firstRange(of: parameter)?.lowerBound ?? rest.endIndex
    if let at = rest[..<query].lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
      found.append(String(rest[rest.index(after: colon)..<at]))
    }
    // libpq ends the value of a parameter at the next `&`, but the following text may belong to the password.
    for match in location.matches(of: #/(?i)password=([^&]*)/#.matchingSemantics(.unicodeScalar)) {
      found.append(String(match.output.1))
    }
    return found
  }

  /// Returns the values after `password =` and `sslpassword =`, quoted or not. If quotes or spaces are incorrect, the
  /// rest may be part of the value.
  private static func secrets(ofKeywords location: String) -> [String] {
    var found: [String] = []
    let password = #/(?i)password\s*=\s*('(?:\\.|[^'\\])*'|(?:\\.|[^\s\\])*)/#.matchingSemantics(.unicodeScalar)
    for match in location.matches(of: password) {
      let value = String(match.output.1)
      found.append(value)
      found.append(value.trimmingCharacters(in: ["'"]).replacing(Self.escape) { String($0.output.1) })
      // Following words that are not `keyword=value`.
      let rest = location[match.range.upperBound...].unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      found += rest.prefix { !$0.contains("=") }.map { String($0) }
      if value.unicodeScalars.first == "'", !value.unicodeScalars.dropFirst().contains("'") {
        found += rest.map { String($0) }
      }
    }
    return found
  }

  private static func passwordFile(in location: String) -> String? {
    guard let match = location.firstMatch(of: #/(?:^|[?&\s])passfile\s*=\s*([^&\s]*)/#) else { return nil }
    let path = String(match.output.1)
    return path.removingPercentEncoding ?? path
  }

  /// Returns the password of a line `host:port:database:user:password`, with and without its backslashes.
  private static func lastField(of line: Substring) -> [String] {
    var colons = 0
    var isEscaped = false
    let scalars = line.unicodeScalars
    for index in scalars.indices {
      if isEscaped {
        isEscaped = false
      } else if scalars[index] == "\\" {
        isEscaped = true
      } else if scalars[index] == ":" {
        colons += 1
        if colons == 4 {
          let field = String(scalars[scalars.index(after: index)...])
          return [field, field.replacing(Self.escape) { String($0.output.1) }]
        }
      }
    }
    return []
  }
}
