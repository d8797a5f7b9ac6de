import ArgumentParser
import Auger
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// What a table is before anything is asked of it: the tables beside it, and further columns.
struct TableOptions: ParsableArguments {
  @Option(
    help: """
      A table whose columns stand beside: TABLE, 'TABLE on KEY' or 'NAME=TABLE on THEIRS=OURS'. It has one row for \
      each key; rows that find none have nulls.
      """)
  var join: [String] = []
  @Option(help: "The same; rows that find none are left out.") var innerJoin: [String] = []
  @Option(help: "A further column NAME=EXPRESSION.") var derive: [String] = []

  var hasJoins: Bool { !join.isEmpty || !innerJoin.isEmpty }

  /// The joins, whose sources are added to the workspace.
  func joins(_ workspace: inout Workspace) throws -> [JoinArgument] {
    // A file that was typed before is no name for what is typed after.
    let declared = workspace
    var joins: [JoinArgument] = []
    for text in join { joins.append(try JoinArgument(text, .left, declared: declared, &workspace)) }
    for text in innerJoin { joins.append(try JoinArgument(text, .inner, declared: declared, &workspace)) }
    return joins
  }

  /// The derived columns. `columns` are the table's, which text may name exactly.
  func derived(of columns: [String] = []) throws -> [TableQuery.Named] {
    var known = columns
    return try derive.flatMap { try ListedItems($0, of: "--derive").items }.map { item in
      guard let name = item.name else {
        throw AugerError(
          .wrongOptionValue, operation: "read --derive", "'\(item.text)' has no name", hint: "write NAME=EXPRESSION")
      }
      defer { known.append(name) }
      return .init(name, try item.expression(naming: known), at: item.namePlace)
    }
  }
}
