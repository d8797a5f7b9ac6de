import CPostgreSQL
import Testing

/// A separate connection for tests, with permission to write.
@safe final class Admin {
  // Sound: the handle is open from init to deinit, and a test uses it on one thread.
  private let handle: OpaquePointer

  init(_ url: String) throws {
    guard let handle = unsafe PQconnectdb(url) else { throw Failure(message: "no memory") }
    unsafe self.handle = handle
    guard unsafe PQstatus(handle) == CONNECTION_OK else {
      throw unsafe Failure(message: String(cString: PQerrorMessage(handle)))
    }
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { unsafe PQfinish(handle) }

  struct Failure: Error { var message: String }

  /// Executes statements and returns the rows of the last one as strings.
  @discardableResult
  func execute(_ sql: String) throws -> [[String?]] {
    // Sound: the result is freed on every path, after its values were copied.
    let result = unsafe PQexec(handle, sql)
    defer { unsafe PQclear(result) }
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK: return []
    case PGRES_TUPLES_OK: break
    case PGRES_COPY_OUT: return try copied()
    default: throw unsafe Failure(message: String(cString: PQerrorMessage(handle)) + sql)
    }
    return (0..<(unsafe PQntuples(result))).map { row in
      (0..<(unsafe PQnfields(result))).map { column in
        unsafe PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  /// Returns the rows of a COPY in text format, unescaped.
  private func copied() throws -> [[String?]] {
    var rows: [[String?]] = []
    while true {
      var line: UnsafeMutablePointer<CChar>?
      // Sound: libpq terminates the line with a zero byte. The line is freed after it was copied.
      let count = unsafe PQgetCopyData(handle, &line, 0)
      guard count > 0, let start = unsafe line else { break }
      let text = unsafe String(cString: start)
      unsafe PQfreemem(start)
      rows.append(text.dropLast().split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped))
    }
    // Sound: the last result, freed at once.
    unsafe PQclear(PQgetResult(handle))
    while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) }
    return rows
  }

  private static func unescaped(_ field: Substring) -> String? {
    if field == "\\N" { return nil }
    var text = ""
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "b": text += "\u{8}"
        case "f": text += "\u{C}"
        case "n": text += "\n"
        case "r": text += "\r"
        case "t": text += "\t"
        case "v": text += "\u{B}"
        default: text.unicodeScalars.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
