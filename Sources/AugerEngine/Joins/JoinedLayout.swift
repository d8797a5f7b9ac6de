import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Where the columns of joined tables stand: behind those of the query's own table, each table's together.
struct JoinedLayout: Sendable {
  struct Part: Sendable {
    /// How many columns stand before it: those that its key may name.
    let start: Int
    /// Where each column of the joined table stands: under its name with the table's, and alone where no table before
    /// has it.
    let places: [[Int]]
    /// The column that says whether there was a row.
    let match: Int
  }

  let schema: Schema
  let parts: [Part]

  /// `joins` have the columns that the query names, of all that `names` knows.
  init(_ own: Schema, _ joins: [(join: TableJoin, schema: Schema)], _ names: JoinedNames) {
    var fields = own.fields
    var parts: [Part] = []
    for (number, entry) in joins.enumerated() {
      let start = fields.count
      var places: [[Int]] = []
      for field in entry.schema.fields {
        let all = names.names(of: field.name, in: number)
        places.append(Array(fields.count..<fields.count + all.count))
        fields += all.map { Field($0, field.type, declaredType: field.declaredType) }
      }
      parts.append(Part(start: start, places: places, match: fields.count))
      fields.append(Field(Self.matchName(entry.join), .bool))
    }
    schema = Schema(fields)
    self.parts = parts
  }

  /// The columns before a join.
  func before(_ part: Part) -> Schema { Schema(Array(schema.fields.prefix(part.start))) }

  private static let match = "\u{1F}match:"

  static func matchName(_ join: TableJoin) -> String { match + join.name }

  /// What a condition is to be called that stands for an inner join; nil for every other.
  static func innerJoin(_ condition: Expression) -> String? {
    guard let name = condition.columnName, name.hasPrefix(match) else { return nil }
    return "inner join \(name.dropFirst(match.count))"
  }
}

extension TableQuery {
  /// The query over rows that are joined already: inner joins are conditions, asked before its own.
  func overJoinedRows() throws -> TableQuery {
    var query = self
    query.joins = []
    for join in joins.reversed() where join.kind == .inner {
      query.filters.insert(try TableQuery.Filter("[\(JoinedLayout.matchName(join))]"), at: 0)
    }
    return query
  }

  /// Which columns of a joined table the query needs: those that it names, and the key; all where the result has all.
  func columns(of join: TableJoin, among known: [String]) -> [String] {
    let named = namedColumns
    let takesAll = !isAggregation && select == nil
    return known.filter { column in
      takesAll || named.contains(Name(column)) || named.contains(Name("\(join.name).\(column)"))
        || join.on.contains { Name($0.column.name) == Name(column) }
    }
  }

  var namedColumns: Set<Name> {
    let expressions =
      derive.map(\.expression) + filters.map(\.expression) + measures.map(\.expression) + having.map(\.expression)
      + joins.flatMap { $0.on.map(\.value) }
    let references = groupBy.map(\.name) + (select ?? []).map(\.name) + orderBy.map(\.column.name)
    return Set((expressions.flatMap(\.columnNames) + references).map { Name($0) })
  }
}
