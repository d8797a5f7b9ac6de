import AugerDiagnostics

/// The reason why no connection could be established: libpq's message, and the server's SQLSTATE if one was received.
package struct ConnectionFailure: Error, Sendable {
  var state = ""
  var message: String

  /// Parses libpq's verbose message: `... failed: FATAL:  28P01: password authentication failed`. For a list of
  /// hosts, it has one line each. Locations in the server's source code are removed.
  package init(verbose text: String) {
    var lines: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("LOCATION:") {
      var line = String(line)
      if let mark = line.firstRange(of: #/[A-Z]+:  [0-9A-Z]{5}: /#) {
        let code = line[mark].split(separator: ":")[1].trimmingPrefix("  ")
        if state.isEmpty { state = String(code) }
        line.replaceSubrange(mark, with: "")
      }
      lines.append(line)
    }
    message = lines.joined(separator: "; ")
  }

  init(_ message: String) { self.message = message }

  /// Creates the failure for a server that is not ready in time.
  init(late timeout: Duration) {
    self.init("the server did not respond within \(timeout), the source's option 'connectTimeout'")
  }

  /// True if another attempt may succeed soon: the server is starting, stopping or full.
  package var isTransient: Bool {
    if lacksPassword { return false }
    return switch state {
    case "57P03", "57P01", "57P02", "53300": true
    case "": true
    default: false
    }
  }

  /// True if the server requires a password and none was provided. libpq then reports no SQLSTATE.
  private var lacksPassword: Bool { state.isEmpty && message.contains("no password supplied") }

  package func error(_ operation: String) -> AugerError {
    if lacksPassword {
      return AugerError(
        .authenticationFailed, operation: operation, "the server requires a password, and none was given",
        hint: "Set PGPASSWORD, add the password to ~/.pgpass, or write it into the URL.", underlying: message)
    }
    return switch state {
    case "28P01", "28000":
      AugerError(
        .authenticationFailed, operation: operation, "the server rejected the user or the password",
        hint: "Check the user, and the password in the URL, in PGPASSWORD or in ~/.pgpass.", underlying: message)
    case "3D000":
      AugerError(
        .connectionFailed, operation: operation, "the database does not exist on the server",
        hint: "Run 'psql --list' to list the databases.",
        underlying: message)
    case "53300":
      AugerError(
        .tooManyConnections, operation: operation, "the server accepts no more connections",
        hint:
          "Close other connections, lower the source's option 'poolSize', "
          + "or raise the limit of the server or the user.",
        underlying: message)
    default:
      AugerError(
        .connectionFailed, operation: operation, "cannot connect to the server",
        hint: state.isEmpty ? "Check that the server is running and that host and port are correct." : nil,
        underlying: message)
    }
  }
}
