import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Sources and files.
  static let sources: [Entry] = [
    .error(
      "authenticationFailed", "The PostgreSQL server rejected the user or the password, or requires a password.",
      fix: "Check the user. Set the password in the URL, in PGPASSWORD or in ~/.pgpass."),
    .error(
      "badValue",
      """
      A value of a CSV file does not fit the type of its column. With `onError: null` it is a warning, and the value \
      is null.
      """,
      fix: "Correct the value or the type of the column, or set `onError` to null, skip or text."),
    .warning(
      "bareQuote", "A quote inside an unquoted field was read as a character.",
      fix: """
        No action is needed if the quote is a part of the value. Otherwise, correct the file or set the option \
        `quote`.
        """),
    .error(
      "binaryFile",
      "The file is not text, although CSV was expected. It contains NUL characters or is in another format.",
      fix: "Check the file and its extension. For UTF-16, set the option `encoding`."),
    .warning(
      "blobAsText", "A column of a SQLite table contains blobs, which are read as hexadecimal strings.",
      fix: "No action is needed. Leave out the column to avoid the conversion."),
    .error(
      "connectionFailed",
      """
      No connection to the PostgreSQL server is possible, the database does not exist, or the library libpq is not \
      installed.
      """,
      fix: """
        Check that the server is running and that host, port and database are correct. To install libpq, run \
        `apt-get install libpq5`.
        """),
    .error(
      "connectionLost", "The connection to the PostgreSQL server ended during a query.",
      fix: "Run the query again. Auger opens a new connection for it."),
    .error(
      "corruptDatabase", "The SQLite database file is damaged.",
      fix: "Restore the file from a backup, or run `.recover` in the sqlite3 shell."),
    .error(
      "damagedArrow", "The file begins like an Arrow file, but it is truncated or inconsistent.",
      fix: "Write the file again."),
    .error(
      "damagedCompression", "The compressed file is truncated or damaged. No rows of it were used.",
      fix: "Run `gzip -t` on the file for details, and create or download the file again."),
    .error(
      "databaseLocked", "Another program holds a lock on the SQLite database.",
      fix: "Wait until the program ends, or raise the option `busyTimeout` of the source."),
    .error(
      "emptyInput", "The file is empty, or contains only comments and skipped lines.",
      fix: "Check that the file was written completely, and that the options `skipLines` and `comment` are correct."),
    .error(
      "fieldTooLong", "A field of a CSV file exceeds 16 MiB.",
      fix: "Check the file for a missing closing quote at the position in the message."),
    .error(
      "fileNotFound", "The file or folder does not exist.",
      fix: "Correct the path. Relative paths in a workspace start at the folder of its auger.yaml."),
    .error(
      "fileUnreadable", "The file exists but cannot be read, for example because the permission is missing.",
      fix: "Check the permissions of the file and of its folder."),
    .error(
      "fileUnwritable", "The file cannot be written, or a file with this name exists and would be lost.",
      fix: "Choose another name or folder, or check the permissions of the folder."),
    .error(
      "invalidTable",
      "A program built a table with inconsistent columns. For example, the columns have different lengths.",
      fix: "Pass columns of the same length and of the types in the schema."),
    .error(
      "invalidText",
      """
      A SQLite table contains a string that is not UTF-8. With `onInvalidText: null` it is a warning, and the value \
      is null.
      """,
      fix: "Read the bytes with `hex(column)` in SQL, or set the option `onInvalidText` to null."),
    .error(
      "invalidUTF8", "The file contains bytes that are not valid in its encoding.",
      fix: "Save the file as UTF-8. For a CSV file, set the option `encoding`, for example to windows-1252."),
    .warning(
      "longRow",
      """
      A row of a CSV file has more fields than the table has columns, so the additional fields are dropped. With \
      `onError: fail` it is an error.
      """,
      fix: "Correct the row, and check the delimiter and the quotes before it."),
    .error(
      "misplacedQuote", "A quote is inside a field or after its end, and the option `strict` is set.",
      fix: "Double the quote, or remove `strict`."),
    .error(
      "notADatabase", "The file is not a SQLite database, or it is encrypted.",
      fix: "Check the path. Use `csv:PATH` if the file is text."),
    .error(
      "notAFile", "The path is a folder, a pipe or a device instead of a file.",
      fix: "Name a file. For data from a pipe, write them to a file first or use `-` for CSV."),
    .error(
      "notArrow", "The file is not an Arrow file or stream.",
      fix: "Check the path. Convert version 1 of Feather to version 2."),
    .error(
      "permissionDenied", "The database user is not allowed to read the table.",
      fix: "Grant access in the database: `GRANT SELECT ON table TO user`."),
    .warning(
      "precisionLost", "Values of an Arrow file are rounded down to microseconds or days.",
      fix: "No action is needed if this precision is sufficient. Otherwise, write the column as a string or a number."),
    .warning(
      "readAsText", "A column of PostgreSQL has a type that Auger does not have, so its values are read as strings.",
      fix: """
        No action is needed. To calculate with the values, convert the column in SQL, for example with \
        `::numeric(18,4)`.
        """),
    .warning(
      "rejectsCut", "A CSV file has more invalid values than the list of rejects may contain.",
      fix: "Raise `rejectsLimit` (`--rejects-limit`) to list more of them."),
    .error(
      "schemaMismatch", "The schema file describes a column that the CSV file does not have.",
      fix: "Correct the schema file. Alternatively, remove it and run `auger inspect FILE --write-schema`."),
    .warning(
      "shortRow",
      """
      A row of a CSV file has fewer fields than the table has columns, so the missing values are null. With \
      `onError: fail` it is an error.
      """,
      fix: "Correct the row, and check the delimiter and the quotes before it."),
    .warning(
      "skippedRow",
      "A row of a CSV file was left out because of an invalid value or a wrong number of fields (`onError: skip`).",
      fix: "Correct the rows. The option `rejects` lists them in a file."),
    .error(
      "sourceChanged", "A program changed the file while Auger read it.",
      fix: "Run the command again when no program writes to the file."),
    .error(
      "sourceNotResponding", "Earlier requests to the source have not returned, so new requests fail immediately.",
      fix: """
        Check that the file system or the disk of the source responds. Auger uses the source again when a request \
        returns.
        """),
    .error(
      "tooManyColumns", "The CSV file has more columns than a table can have.",
      fix: "Check the delimiter. The option `delimiter` sets another one."),
    .error(
      "tooManyConnections", "The PostgreSQL server accepts no more connections.",
      fix: "Close other connections, lower the option `poolSize` of the source, or raise the limit of the server."),
    .warning(
      "typeConflict",
      "A value of a SQLite table contradicts the type of its column. With `onTypeConflict: fail` it is an error.",
      fix: "Correct the value, or set the option `onTypeConflict` to widen or null."),
    .error(
      "unexpectedData",
      """
      The server sent data that Auger cannot read. Causes are another protocol, an invalid date or text in an \
      unknown encoding.
      """,
      fix: """
        Check that a PostgreSQL server listens on the host and port of the source. Convert the column in SQL, for \
        example with `::text`.
        """),
    .error(
      "unsettledSchema", "The types of the columns changed several times while the table was read.",
      fix: "Run the command again when no program writes to the source."),
    .error(
      "unsupportedArrow",
      "The Arrow file uses a feature that is not supported, such as compression or big-endian numbers.",
      fix: "Write the file without this feature, for example with `compression=\"uncompressed\"`."),
    .warning(
      "unsupportedType", "A column of an Arrow file has a type that tables do not support. The column is left out.",
      fix: "Convert the column before writing the file, for example to a string."),
    .error(
      "unterminatedQuote", "A quoted field of a CSV file has no closing quote.",
      fix: "Close the quote, or double it. If the file uses another quote character, set the option `quote`."),
    .error(
      "unwritableValue", "A value cannot be written as Arrow, such as the time 24:00:00.",
      fix: "Write CSV, or change the value in the query."),
    .warning(
      "zoneAssumed",
      "A column of a SQLite table contains times with and without an offset. Times without an offset are read as UTC.",
      fix: "No action is needed if the times are in UTC. Otherwise, store the offset with each time."),
  ]
}
