import ArgumentParser
import Auger
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The joined tables and the derived columns of a table.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Join a table: TABLE, 'TABLE on KEY' or 'NAME=TABLE on THEIRS=OURS'. Its keys must be unique. Rows without a \
      match have nulls. Repeatable.
      """,
      valueName: "table"))
  var join: [String] = []
  @Option(help: ArgumentHelp("Like --join, but drop rows without a match. Repeatable.", valueName: "table"))
  var innerJoin: [String] = []
  @Option(
    help: ArgumentHelp("Additional column: NAME=EXPRESSION. Repeatable.", valueName: "name=expression"))
  var derive: [String] = []

  var hasJoins: Bool { !join.isEmpty || !innerJoin.isEmpty }

  /// Parses the joins and adds their sources to the workspace.
  func joins(_ workspace: inout Workspace) throws -> [JoinArgument] {
    // Resolve every join in the original workspace, so that a join cannot refer to the file of an earlier one.
    let declared = workspace
    var joins: [JoinArgument] = []
    for text in join { joins.append(try JoinArgument(text, .left, declared: declared, &workspace)) }
    for text in innerJoin { joins.append(try JoinArgument(text, .inner, declared: declared, &workspace)) }
    return joins
  }

  /// Parses the derived columns. Text that equals one of `columns` refers to that column.
  func derived(of columns: [String] = []) throws -> [TableQuery.Named] {
    var known = columns
    return try derive.flatMap { try ListedItems($0, of: "--derive").items }.map { item in
      guard let name = item.name else {
        throw AugerError(
          .wrongOptionValue, operation: "read --derive", "'\(item.text)' has no name", hint: "Write NAME=EXPRESSION.")
      }
      defer { known.append(name) }
      return .init(name, try item.expression(naming: known), at: item.namePlace)
    }
  }
}
