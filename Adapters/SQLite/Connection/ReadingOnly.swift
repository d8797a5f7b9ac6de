import CSQLite

/// The actions that SQL may perform: select, call functions, read pragmas. All others fail when a statement is
/// prepared.
enum ReadingOnly {
  /// Pragmas that only report, with any argument.
  private static let telling: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "database_list", "collation_list", "function_list", "module_list", "pragma_list", "compile_options", "data_version",
    "page_count", "freelist_count", "quick_check", "integrity_check", "foreign_key_check",
  ]

  /// Pragmas that report without an argument and set with one.
  private static let tellingWithoutArgument: Set<String> = [
    "schema_version", "user_version", "application_id", "encoding", "page_size", "journal_mode", "auto_vacuum",
  ]

  /// The functions that only compute. All others are denied, for any build of the library: `fts3_tokenizer` sets a
  /// function pointer, `load_extension` runs a library, `optimize` writes.
  private static let readingFunctions: Set<String> = Set(
    """
    -> ->> abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling changes char coalesce concat concat_ws
    corr cos cosh count cume_dist current_date current_time current_timestamp date datetime day degrees dense_rank exp
    first_value floor format fts5_source_id glob group_concat hex highlight hour if ifnull iif instr json json_array
    json_array_length json_error_position json_extract json_group_array json_group_object json_insert json_object
    json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array
    jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove
    jsonb_replace jsonb_set julianday lag last_insert_rowid last_value lead length like likelihood likely ln log log10
    log2 lower ltrim match matchinfo max median min minute mod month nth_value ntile nullif octet_length offsets
    percent_rank percentile percentile_cont percentile_disc pi pow power printf quarter quote radians random
    randomblob rank regexp replace round row_number rtrim sign sin sinh snippet soundex sqlite_compileoption_get
    sqlite_compileoption_used sqlite_offset sqlite_source_id sqlite_version sqrt stddev strftime string_agg substr
    substring subtype sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode unistr
    unistr_quote unixepoch unlikely upper variance year zeroblob
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns a description of a denied action. Nil if the action is allowed.
  static func refusal(action: Int32, _ first: String?, _ second: String?) -> String? {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return nil
    case SQLITE_FUNCTION:
      let name = second?.lowercased() ?? ""
      return readingFunctions.contains(name) ? nil : "call '\(name)', which may do more than read"
    case SQLITE_PRAGMA:
      let name = first?.lowercased() ?? ""
      if telling.contains(name) || (second == nil && tellingWithoutArgument.contains(name)) { return nil }
      return "set or run the pragma '\(name)'"
    case SQLITE_INSERT: return isSchema(first) ? "change the schema" : "insert into '\(first ?? "")'"
    // SQLite requests this internally when it connects a virtual table, including pragma functions. In a user's
    // statement, SQLite rejects it, and the connection is read-only.
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
