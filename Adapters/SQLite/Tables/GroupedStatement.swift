import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A statement over one table whose grouping can be a table query: `SELECT a, sum(b) FROM t GROUP BY a`.
///
/// The table query groups like it does for a chart. The rest of the statement then reads its result, with each
/// aggregate replaced by a column. A statement whose result might differ is not supported, and SQLite groups the rows
/// itself. Examples are other functions, subqueries, and conditions that only SQLite supports.
struct GroupedStatement {
  let query: TableQuery
  let arguments: QueryArguments
  /// The rest of the statement, over a table of the same name with the columns of the query's result.
  let text: String
  let table: VirtualTable
  let keyCount: Int
  /// The number of sums that are NaN if a value is NaN. In SQL, such a value is null.
  let checkedCount: Int

  /// - Parameter find: Returns the only table with a name, in a schema or nil. Nil if none or several exist.
  init?(_ text: String, _ find: (_ space: String?, _ name: String) -> VirtualTable?) {
    guard let clauses = SQLClauses(text), let table = find(clauses.space, clauses.table) else { return nil }
    var reader = GroupedStatementReader(clauses, table)
    guard reader.read() else { return nil }
    self.table = table
    keyCount = reader.keys.count
    checkedCount = reader.checks.count
    arguments = reader.arguments
    self.text = reader.rewritten(text)
    query = TableQuery(
      from: table.name, filters: reader.filters, groupBy: reader.keys.map { TableQuery.ColumnReference($0) },
      measures: reader.measures + reader.checks)
  }

  /// Returns the result as a table for the rest of the statement. Nil if a value was NaN.
  func virtualTable(_ result: any ScannableTable, _ control: RunControl) throws -> VirtualTable? {
    for column in result.whole?.columns.suffix(checkedCount) ?? [] {
      guard case .float64(let values) = column.values else { continue }
      for row in 0..<column.count where !column.isNull(row) && values[row].isNaN { return nil }
    }
    return try VirtualTable(
      space: table.space, name: table.name, result, typedColumns: keyCount, control)
  }
}

/// Reads the clauses of a statement. It collects the parts of the table query and the edits of the text.
private struct GroupedStatementReader {
  let clauses: SQLClauses
  let table: VirtualTable
  private(set) var keys: [String] = []
  private(set) var filters: [TableQuery.Filter] = []
  private(set) var measures: [TableQuery.Named] = []
  private(set) var checks: [TableQuery.Named] = []
  private var values: [(name: String, value: QueryArgument)] = []
  /// The name of each measure by its expression.
  private var names: [Name: String] = [:]
  private var edits: [(range: Range<Int>, text: String)] = []
  private let columns: [Name: Int]

  init(_ clauses: SQLClauses, _ table: VirtualTable) {
    self.clauses = clauses
    self.table = table
    columns = Dictionary(
      zip(table.schema.names.map { Name($0.lowercased()) }, table.schema.fields.indices),
      uniquingKeysWith: { _, _ in -1 })
  }

  var arguments: QueryArguments {
    var arguments = QueryArguments()
    for (name, value) in values { arguments[name] = value }
    return arguments
  }

  mutating func read() -> Bool {
    guard !columns.values.contains(-1), readKeys(), readConditions(), readItems() else { return false }
    if let having = clauses.having {
      guard !keys.isEmpty, readOuter(having, isOrder: false) else { return false }
      edits.append((clauses.tokens[having.lowerBound - 1].range, "WHERE"))
    }
    if let order = clauses.order, !readOuter(order, isOrder: true) { return false }
    if let limit = clauses.limit, !readOuter(limit, isOrder: false) { return false }
    return !keys.isEmpty || !measures.isEmpty
  }

  // MARK: Clauses

  /// Reads `GROUP BY`. It must name columns with types whose values are distinct in SQL and in the engine alike.
  private mutating func readKeys() -> Bool {
    guard let group = clauses.group else { return true }
    for item in clauses.items(of: group) {
      guard let column = column(item), !keys.contains(name: table.schema[column].name) else { return false }
      switch table.schema[column].type {
      case .int64, .string, .date, .bool, .timestamp: keys.append(table.schema[column].name)
      case .float64, .decimal, .time, .interval, .binary: return false
      }
    }
    edits.append((clauses.bytes(group.lowerBound - 2..<group.upperBound), ""))
    return true
  }

  /// Reads `WHERE`. It must be a conjunction of comparisons between columns and constants.
  private mutating func readConditions() -> Bool {
    guard let conditions = clauses.conditions else { return true }
    for term in clauses.split(conditions, at: { $0.isKeyword("and") }) {
      guard let at = term.first(where: { Self.comparisons[clauses.tokens[$0].text] != nil }),
        let operation = Self.comparisons[clauses.tokens[at].text],
        let column = column(term.lowerBound..<at), let constant = constant(at + 1..<term.upperBound)
      else { return false }
      let field = table.schema[column]
      // NaN is null in SQL, but sorts after all numbers in the engine.
      guard field.type != .float64,
        let value = VirtualTable.comparable(constant, field.type)
      else { return false }
      let text = "\(Self.reference(field.name)) \(operation) $v\(values.count)"
      guard let filter = try? TableQuery.Filter(text) else { return false }
      values.append(("v\(values.count)", .scalar(value)))
      filters.append(filter)
    }
    edits.append((clauses.bytes(conditions.lowerBound - 1..<conditions.upperBound), ""))
    return true
  }

  private static let comparisons = [
    "=": "==", "==": "==", "<>": "!=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
  ]

  private func constant(_ range: Range<Int>) -> Scalar? {
    let tokens = clauses.tokens[range]
    guard let last = tokens.last, tokens.count == 1 || (tokens.count == 2 && tokens.first?.isSign("-") == true) else {
      return nil
    }
    switch last.kind {
    case .text: return tokens.count == 1 ? .string(last.text) : nil
    case .number: return Int64((tokens.count == 2 ? "-" : "") + last.text).map { .int($0) }
    case .word, .name, .sign: return nil
    }
  }

  /// Reads the selected expressions. Result columns have the names that SQLite assigns: the source of their
  /// expression.
  private mutating func readItems() -> Bool {
    for item in clauses.items(of: clauses.selected) {
      let before = edits.count
      guard !item.isEmpty, readOuter(item, isOrder: false, isSelected: true) else { return false }
      guard edits.count > before, !clauses.hasAlias(item) else { continue }
      let bytes = clauses.bytes(item)
      let name = TablesSource.dialect.quoted(clauses.name(item))
      edits.append((bytes.upperBound..<bytes.upperBound, " AS \(name)"))
    }
    return true
  }

  /// Reads an expression over groups. Aggregates become columns, and other columns must be keys.
  private mutating func readOuter(_ range: Range<Int>, isOrder: Bool, isSelected: Bool = false) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let token = clauses.tokens[at]
      let isCall = at + 1 < range.upperBound && clauses.tokens[at + 1].isSign("(")
      if token.kind == .word, isCall, SQLVocabulary.aggregates.contains(token.lowercased) {
        guard let end = readAggregate(at, in: range) else { return false }
        at = end
        continue
      }
      switch token.kind {
      case .word where isCall:
        guard SQLVocabulary.groupFunctions.contains(token.lowercased) else { return false }
      case .word, .name:
        guard canStand(at, in: range, isOrder: isOrder, isSelected: isSelected) else { return false }
      case .sign where token.text == "*":
        // A star means all columns, unless it is a multiplication.
        let before = clauses.tokens[at - 1]
        if at == range.lowerBound || before.isSign(".") || before.isSign("(") || before.isSign(",") { return false }
      case .text, .number, .sign: break
      }
      at += 1
    }
    return true
  }

  /// Returns true if a name has the same meaning in the rest of the statement: a key, an alias, or not a column of
  /// the table.
  private func canStand(_ at: Int, in range: Range<Int>, isOrder: Bool, isSelected: Bool) -> Bool {
    let token = clauses.tokens[at]
    if SQLVocabulary.rowNumbers.contains(token.lowercased) { return false }
    guard let column = columns[Name(token.lowercased)] else { return true }
    if keys.contains(name: table.schema[column].name) { return true }
    let before = clauses.tokens[at - 1]
    if isSelected { return before.isKeyword("as") && at == range.upperBound - 1 }
    guard isOrder else { return false }
    // In `ORDER BY`, a single name refers to an alias before a column.
    let begins = at == range.lowerBound || before.isSign(",")
    let next = at + 1 < range.upperBound ? clauses.tokens[at + 1] : nil
    let ends = next.map { $0.isSign(",") || ["asc", "desc", "nulls"].contains($0.lowercased) } ?? true
    return begins && ends && clauses.aliases.contains(token.lowercased)
  }

  // MARK: Names and aggregates

  /// Returns the column that tokens name: `column` or `table.column`.
  private func column(_ range: Range<Int>) -> Int? {
    let tokens = Array(clauses.tokens[range])
    guard let last = tokens.last, last.kind == .word || last.kind == .name else { return nil }
    switch tokens.count {
    case 1: break
    case 3:
      let owner = [table.name.lowercased(), clauses.alias?.lowercased()]
      guard tokens[1].isSign("."), owner.contains(tokens[0].lowercased) else { return nil }
    default: return nil
    }
    return columns[Name(last.lowercased)]
  }

  /// Replaces `sum(x)`, `count(*)` or `count(DISTINCT x)` by a column. Returns the end of the call.
  private mutating func readAggregate(_ at: Int, in range: Range<Int>) -> Int? {
    let tokens = clauses.tokens
    guard let close = tokens[range].indices.dropFirst(at - range.lowerBound).first(where: { tokens[$0].isSign(")") })
    else { return nil }
    let function = tokens[at].lowercased
    var argument = at + 2..<close
    let expression: String
    if function == "count", argument.count == 1, tokens[argument.lowerBound].isSign("*") {
      expression = "count()"
    } else {
      let isDistinct = function == "count" && !argument.isEmpty && tokens[argument.lowerBound].isKeyword("distinct")
      if isDistinct { argument = argument.lowerBound + 1..<argument.upperBound }
      guard let column = column(argument), let name = Self.called(function, isDistinct, table.schema[column].type)
      else { return nil }
      let reference = Self.reference(table.schema[column].name)
      expression = "\(name)(\(reference))"
      if table.schema[column].type == .float64 {
        let check = "sum(\(reference))"
        if names[Name("check " + check)] == nil {
          guard let named = try? TableQuery.Named("\(Self.prefix)check \(checks.count)", check) else { return nil }
          names[Name("check " + check)] = named.name
          checks.append(named)
        }
      }
    }
    if names[Name(expression)] == nil {
      guard let named = try? TableQuery.Named("\(Self.prefix)\(measures.count)", expression) else { return nil }
      names[Name(expression)] = named.name
      measures.append(named)
    }
    guard let name = names[Name(expression)] else { return nil }
    edits.append((clauses.bytes(at..<close + 1), TablesSource.dialect.quoted(name)))
    return close + 1
  }

  /// The prefix of measure names. A table with such a column makes the query fail, and SQLite then groups.
  private static let prefix = "auger measure "

  /// Returns the engine's aggregate that is equivalent to SQLite's for values of a type.
  private static func called(_ function: String, _ isDistinct: Bool, _ type: DataType) -> String? {
    switch (function, type) {
    case ("count", .int64), ("count", .string), ("count", .date), ("count", .bool):
      isDistinct ? "countDistinct" : "count"
    case ("count", .float64): isDistinct ? nil : "count"
    case ("sum", .int64), ("sum", .float64), ("avg", .int64), ("avg", .float64): function
    case ("min", .int64), ("min", .float64), ("min", .string), ("min", .date): function
    case ("max", .int64), ("max", .float64), ("max", .string), ("max", .date): function
    default: nil
    }
  }

  private static func reference(_ name: String) -> String { "[" + name.replacingBytes("]", with: "]]") + "]" }

  // MARK: Text

  /// Returns the statement with its edits applied.
  func rewritten(_ text: String) -> String {
    var bytes = Array(text.utf8)
    // Apply edits backward, so that offsets remain valid. At equal offsets, insertions follow earlier replacements.
    for edit in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      bytes.replaceSubrange(edit.element.range, with: Array(edit.element.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
