#include <sqlite3.h>

// What Swift cannot call itself: variadic functions and the destructor constants, which are casts.

/// Switches off whatever reading does not need.
///
/// Sound: each of these settings takes an `int` and a pointer to one, or null (SQLite's documentation of
/// `sqlite3_db_config`). The connection is open, and the caller's own.
static inline int auger_sqlite3_harden(sqlite3 *db) {
  static const int off[] = {
    SQLITE_DBCONFIG_TRUSTED_SCHEMA,        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
    SQLITE_DBCONFIG_WRITABLE_SCHEMA,       SQLITE_DBCONFIG_ENABLE_TRIGGER,
  };
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  for (unsigned long i = 0; code == SQLITE_OK && i < sizeof(off) / sizeof(off[0]); i++)
    code = sqlite3_db_config(db, off[i], 0, (int *)0);
  return code;
}

/// Binds a text of UTF-8.
///
/// Sound: `text` has `size` bytes, or is null with a size of 0; SQLite copies them before it returns.
static inline int auger_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
  // An empty text may come without an address, which SQLite would take for null.
  return sqlite3_bind_text64(statement, index, text ? text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes.
///
/// Sound: `bytes` has `size` bytes, which SQLite copies before it returns.
static inline int auger_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
  // A null pointer would bind NULL: no bytes are still a blob.
  if (size == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}

// Virtual tables: what SQLite keeps of one, and of a cursor on it, with the object behind each. SQLite's own part comes
// first, so that a pointer to it is one to the whole.

typedef struct {
  sqlite3_vtab base;
  void *object;
} auger_sqlite3_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *object;
} auger_sqlite3_cursor;

/// A copy of a text that SQLite frees.
///
/// Sound: `text` ends with a zero byte; the result is null where there is no memory.
static inline char *auger_sqlite3_copy(const char *text) { return sqlite3_mprintf("%s", text); }

/// Gives a text of UTF-8 as the result of a function.
///
/// Sound: `text` has `size` bytes, which SQLite copies before it returns; with none of them it is not looked at.
static inline void auger_sqlite3_result_text(sqlite3_context *context, const void *text, sqlite3_uint64 size) {
  sqlite3_result_text64(context, size ? (const char *)text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Gives bytes as the result of a function.
///
/// Sound: `bytes` has `size` bytes, which SQLite copies before it returns; with none of them it is not looked at.
static inline void auger_sqlite3_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 size) {
  if (size == 0) sqlite3_result_zeroblob(context, 0);
  else sqlite3_result_blob64(context, bytes, size, SQLITE_TRANSIENT);
}
