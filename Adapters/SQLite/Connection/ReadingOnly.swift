import CSQLite

/// What SQL may do: select, call functions, read pragmas. Everything else is refused when a statement is prepared.
enum ReadingOnly {
  /// Pragmas that only tell, whatever their argument.
  private static let telling: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "database_list", "collation_list", "function_list", "module_list", "pragma_list", "compile_options", "data_version",
    "page_count", "freelist_count", "quick_check", "integrity_check", "foreign_key_check",
  ]

  /// Pragmas that tell without an argument and set with one.
  private static let tellingWithoutArgument: Set<String> = [
    "schema_version", "user_version", "application_id", "encoding", "page_size", "journal_mode", "auto_vacuum",
  ]

  /// Nil if the action is allowed, else what it would have done.
  static func refusal(action: Int32, _ first: String?, _ second: String?) -> String? {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return nil
    case SQLITE_FUNCTION: return second?.lowercased() == "load_extension" ? "load an extension" : nil
    case SQLITE_PRAGMA:
      let name = first?.lowercased() ?? ""
      if telling.contains(name) || (second == nil && tellingWithoutArgument.contains(name)) { return nil }
      return "set or run the pragma '\(name)'"
    case SQLITE_INSERT: return isSchema(first) ? "change the schema" : "insert into '\(first ?? "")'"
    // SQLite asks this of itself when it connects a virtual table, pragma functions too. Where somebody else means it,
    // SQLite refuses it, and the connection could not do it.
    case SQLITE_UPDATE: return isSchema(first) ? nil : "update '\(first ?? "")'"
    case SQLITE_DELETE: return isSchema(first) ? "change the schema" : "delete from '\(first ?? "")'"
    case SQLITE_ATTACH: return "attach a database"
    case SQLITE_DETACH: return "detach a database"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: return "control transactions"
    case SQLITE_ANALYZE, SQLITE_REINDEX: return "rebuild indexes or statistics"
    default: return "change the schema"
    }
  }

  private static func isSchema(_ table: String?) -> Bool {
    table == "sqlite_master" || table == "sqlite_temp_master" || table == "sqlite_schema"
  }
}
