import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A statement over one table whose groups are those of a table query: `SELECT a, sum(b) FROM t GROUP BY a`.
///
/// The table query groups, as it does for a chart; what is left of the statement then reads its result, with a column
/// where an aggregate stood. Whatever is not surely the same for both - other functions, subqueries, conditions that
/// only SQLite knows - makes no such statement, and SQLite groups the rows itself.
struct GroupedStatement {
  let query: TableQuery
  let arguments: QueryArguments
  /// What is left, over a table of the same name with the columns of the query's result.
  let text: String
  let table: VirtualTable
  let keyCount: Int
  /// Sums that are not a number where a value is not: SQL has null in its place.
  let checkedCount: Int

  /// - Parameter find: The one table of a name, in a schema or nil; nil if there is none, or several.
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

  /// The result as the statement reads it; nil where a value was not a number.
  func virtualTable(_ result: any ScannableTable, _ control: RunControl) throws -> VirtualTable? {
    for column in result.whole?.columns.suffix(checkedCount) ?? [] {
      guard case .float64(let values) = column.values else { continue }
      for row in 0..<column.count where !column.isNull(row) && values[row].isNaN { return nil }
    }
    return try VirtualTable(
      space: table.space, name: table.name, result, typedColumns: keyCount, control)
  }
}

/// Reads the clauses of a statement, and gathers what the table query needs and what is changed in the text.
private struct GroupedStatementReader {
  let clauses: SQLClauses
  let table: VirtualTable
  private(set) var keys: [String] = []
  private(set) var filters: [TableQuery.Filter] = []
  private(set) var measures: [TableQuery.Named] = []
  private(set) var checks: [TableQuery.Named] = []
  private var values: [(name: String, value: QueryArgument)] = []
  /// The expression of each measure, to its name.
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

  /// `GROUP BY` names columns, each of a type whose values are distinct in SQL where they are in the engine.
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

  /// `WHERE` is comparisons of columns with constants, of which each holds.
  private mutating func readConditions() -> Bool {
    guard let conditions = clauses.conditions else { return true }
    for term in clauses.split(conditions, at: { $0.isKeyword("and") }) {
      guard let at = term.first(where: { Self.comparisons[clauses.tokens[$0].text] != nil }),
        let operation = Self.comparisons[clauses.tokens[at].text],
        let column = column(term.lowerBound..<at), let constant = constant(at + 1..<term.upperBound)
      else { return false }
      let field = table.schema[column]
      // A value that is no number is null in SQL, and beyond all others here.
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

  /// What is selected. A result keeps the name that SQLite gives it: the text of its expression.
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

  /// What is computed of groups: aggregates become columns, and other columns than keys do not stand there.
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
        // All columns, unless something is multiplied.
        let before = clauses.tokens[at - 1]
        if at == range.lowerBound || before.isSign(".") || before.isSign("(") || before.isSign(",") { return false }
      case .text, .number, .sign: break
      }
      at += 1
    }
    return true
  }

  /// Whether a name means the same beside groups: a key, an alias, or no column of the table.
  private func canStand(_ at: Int, in range: Range<Int>, isOrder: Bool, isSelected: Bool) -> Bool {
    let token = clauses.tokens[at]
    if SQLVocabulary.rowNumbers.contains(token.lowercased) { return false }
    guard let column = columns[Name(token.lowercased)] else { return true }
    if keys.contains(name: table.schema[column].name) { return true }
    let before = clauses.tokens[at - 1]
    if isSelected { return before.isKeyword("as") && at == range.upperBound - 1 }
    guard isOrder else { return false }
    // `ORDER BY` takes an alias before a column, where it stands alone.
    let begins = at == range.lowerBound || before.isSign(",")
    let next = at + 1 < range.upperBound ? clauses.tokens[at + 1] : nil
    let ends = next.map { $0.isSign(",") || ["asc", "desc", "nulls"].contains($0.lowercased) } ?? true
    return begins && ends && clauses.aliases.contains(token.lowercased)
  }

  // MARK: Names and aggregates

  /// The column that tokens name, `column` or `table.column`.
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

  /// Makes a column of `sum(x)`, `count(*)`, `count(DISTINCT x)`; returns where the call ends.
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

  /// No column of a table begins so, as a rule; one that does is refused by the query, and SQLite groups.
  private static let prefix = "auger measure "

  /// The engine's aggregate that gives what SQLite's gives for values of a type.
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

  /// The statement with its changes.
  func rewritten(_ text: String) -> String {
    var bytes = Array(text.utf8)
    // Backward, so that places stay; what is put in at one place comes after what is replaced before it.
    for edit in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      bytes.replaceSubrange(edit.element.range, with: Array(edit.element.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
