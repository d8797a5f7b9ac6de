import AugerDiagnostics
import AugerQuery

extension PostgreSQLConnection {
  /// Starts a transaction with a command and applies the settings of the work. They end with the transaction, so the
  /// connection returns to the pool without them.
  func begin(_ command: String, _ watch: Watch) throws {
    try self.command(command, watch)
    guard !watch.control.session.isEmpty else { return }
    var calls: [String] = []
    for setting in watch.control.session {
      calls.append("pg_catalog.set_config(\(try literal(setting.name)), \(try literal(setting.value)), true)")
    }
    try self.command("SELECT \(calls.joined(separator: ", "))", watch)
  }

  /// Returns a string as a literal that is independent of server settings.
  private func literal(_ text: String) throws(AugerError) -> String {
    guard !text.utf8.contains(0) else {
      throw AugerError(
        .sessionNotSupported, operation: "set what row policies read", "a value has a NUL character")
    }
    return "E'" + text.replacingBytes("\\", with: "\\\\").replacingBytes("'", with: "''") + "'"
  }
}
