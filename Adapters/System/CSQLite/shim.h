#include <sqlite3.h>

// Wrappers of variadic functions and of destructor constants, which are casts. Swift cannot use them.

/// Disables all features that reading does not require.
///
/// Sound: each of these settings takes an `int` and a pointer to one, or null (SQLite's documentation of
/// `sqlite3_db_config`). The connection is open and belongs to the caller.
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

/// Binds a UTF-8 string.
///
/// Sound: `text` has `size` bytes, or is null with a size of 0. SQLite copies them before it returns.
static inline int auger_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
  // The pointer of an empty string may be null, which SQLite would bind as NULL.
  return sqlite3_bind_text64(statement, index, text ? text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes.
///
/// Sound: `bytes` has `size` bytes, which SQLite copies before it returns.
static inline int auger_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
  // A null pointer would bind NULL, but an empty blob is not NULL.
  if (size == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}

// A virtual table and its cursor, each with an object. The structure of SQLite comes first, so that a pointer to it is
// also a pointer to the whole structure.

typedef struct {
  sqlite3_vtab base;
  void *object;
} auger_sqlite3_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *object;
} auger_sqlite3_cursor;

/// Returns a copy of a string that SQLite will free.
///
/// Sound: `text` ends with a zero byte. The result is null if memory runs out.
static inline char *auger_sqlite3_copy(const char *text) { return sqlite3_mprintf("%s", text); }

/// Sets a UTF-8 string as the result of a function.
///
/// Sound: `text` has `size` bytes, which SQLite copies before it returns. If `size` is 0, `text` is not used.
static inline void auger_sqlite3_result_text(sqlite3_context *context, const void *text, sqlite3_uint64 size) {
  sqlite3_result_text64(context, size ? (const char *)text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Sets a blob as the result of a function.
///
/// Sound: `bytes` has `size` bytes, which SQLite copies before it returns. If `size` is 0, `bytes` is not used.
static inline void auger_sqlite3_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 size) {
  if (size == 0) sqlite3_result_zeroblob(context, 0);
  else sqlite3_result_blob64(context, bytes, size, SQLITE_TRANSIENT);
}
