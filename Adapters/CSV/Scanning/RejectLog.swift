import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A value or a row that was rejected or changed.
package struct Reject: Sendable, Hashable {
  package var file: String
  package var line: Int
  /// The column of the position. Nil if the position was not found again.
  package var column: Int?
  /// The name of the column. Empty for a row of another length.
  package var field: String
  package var value: String
  package var expected: String
}

/// The rejects of a scan of one or more files, up to a limit. Warnings report the counts.
final class RejectLog: Sendable {
  private struct State {
    var rejects: [Reject] = []
    var count = 0
  }

  private let state = Locked(State())
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of rejects that still fit.
  var room: Int { state.withLock { limit - $0.rejects.count } }

  func add(_ rejects: [Reject], ofTotal total: Int) {
    state.withLock { state in
      state.rejects += rejects.prefix(limit - state.rejects.count)
      state.count += total
    }
  }

  /// The first line of every list. A file that begins with it can be replaced.
  private static let header = "file,line,column,field,value,expected\n"

  /// Writes the rejects as CSV and returns a warning with the number that did not fit. Throws `pathNotAllowed`,
  /// `fileNotReplaced` and `fileUnwritable`.
  func write(to path: String, _ access: FileAccess) throws(AugerError) -> Warnings {
    let (rejects, count) = state.withLock { ($0.rejects, $0.count) }
    var text = Self.header
    for reject in rejects {
      let cells = [
        reject.file, String(reject.line), reject.column.map { String($0) } ?? "", reject.field, reject.value,
        reject.expected,
      ]
      text += cells.map(Self.cell).joined(separator: ",") + "\n"
    }
    try access.replace(path, with: Array(text.utf8), beginning: Array(Self.header.utf8))
    guard count > rejects.count else { return Warnings() }
    return Warnings([
      Warning(
        .rejectsCut, "a reject is not among the \(rejects.count) of '\(path)'; option 'rejectsLimit' takes more",
        count: count - rejects.count)
    ])
  }

  private static func cell(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.replacingBytes("\"", with: "\"\"") + "\""
  }
}
