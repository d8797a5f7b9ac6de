import Auger
import AugerDiagnostics

/// A generator for an `auger.yaml` with stub queries. It contains all queries that the dashboards need, without table
/// names.
package struct WorkspaceGenerator: Sendable {
  /// The names of the dashboards and the paths of their files.
  package var dashboards: [(name: String, path: String)]

  package init(dashboards: [(name: String, path: String)]) { self.dashboards = dashboards }

  /// Returns the text of the file. The same input produces the same bytes.
  package func file(_ needs: [QueryNeed]) -> String {
    let files = dashboards.map { "  \(Self.scalar($0.name)): \(Self.scalar($0.path))" }.joined(separator: "\n")
    return """
      # Written by `auger generate workspace`: a stub for each query that the dashboards ask. Say where the data are,
      # and let each query read them; its answer must have these columns. A clause in [[ ]] is kept if its argument is
      # there.

      sources:
        data: { adapter: sqlite, path: data.sqlite }

      \(needs.isEmpty ? "queries: {}" : "queries:\n" + needs.map(Self.stub).joined(separator: "\n\n"))

      dashboards:
      \(files)

      """
  }

  private static func stub(_ need: QueryNeed) -> String {
    var sql: [String] = ["SELECT"]
    for (index, column) in need.columns.enumerated() {
      let comma = index == need.columns.count - 1 ? "" : ","
      sql.append("  \(quoted(column.name))\(comma)  -- \(comment(column.uses))")
    }
    if need.columns.isEmpty { sql.append("  *") }
    sql.append("FROM \(quoted(need.name))")
    if !need.arguments.isEmpty { sql.append("WHERE true") }
    for argument in need.arguments {
      let name = parameter(argument.name)
      let test =
        switch argument.kind {
        case .picks: "IN (\(name))"
        case .range: "BETWEEN \(name).lower AND \(name).upper"
        }
      sql.append("[[ AND \(quoted(argument.name)) \(test) ]]  -- \(comment(argument.sources))")
    }
    let head = ["  # For \(comment(need.askers)).", "  \(scalar(need.name)):", "    source: data"]
    return (head + YAMLBlock.lines("sql", sql, indent: 4)).joined(separator: "\n")
  }

  private static func comment(_ texts: [String]) -> String { SwiftNames.comment(texts.joined(separator: "; ")) }

  /// Returns a quoted SQL identifier.
  private static func quoted(_ name: String) -> String { "\"" + name.replacingBytes("\"", with: "\"\"") + "\"" }

  /// Returns `:Region`, or `:"Sales Reason"` for a name that is not an identifier.
  private static func parameter(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.utf8.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
        default: false
        }
      }
    return isPlain ? ":\(name)" : ":\"\(name.replacingBytes("\"", with: "\"\""))\""
  }

  /// Returns a name or path for YAML: plain if YAML reads it as the same string, otherwise in quotes.
  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      } == true
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "/"):
          true
        default: false
        }
      } && !["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
    return isPlain ? text : DiagnosticRenderer.quoted(text)
  }
}
