import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Checks `Source.describe` through its public interface: its descriptions must agree with the data read from the
/// tables.
///
/// The caller opens a source with a few small tables: keys, views, nulls, comments. Its own test must check that keys
/// and comments are the declared ones. These checks cover only consistency.
public enum IntrospectionConformance {
  /// Returns the problems in a source's descriptions of its tables. Empty if none were found.
  public static func findings(_ source: any Source) -> [Finding] {
    let checks: [(name: String, check: () throws -> [String])] = [
      ("names", { try names(source) }), ("some tables", { try someTables(source) }),
      ("unknown table", { try unknownTable(source) }), ("keys", { try keys(source) }),
      ("absence", { try absence(source) }), ("counts", { try counts(source) }),
      ("cancellation", { cancellation(source) }),
    ]
    return checks.flatMap { name, check in
      do { return try check().map { Finding(name, $0) } } catch { return [Finding(name, "threw \(error)")] }
    }
  }

  private static func names(_ source: any Source) throws -> [String] {
    let tables = try source.tables(RunControl())
    let described = try source.describe(IntrospectionRequest(), RunControl())
    var problems: [String] = []
    if tables.map(\.name) != described.map(\.name) {
      return ["the tables are \(tables.map(\.name)), described are \(described.map(\.name))"]
    }
    if described.isEmpty { problems.append("there is nothing to check") }
    for (table, description) in zip(tables, described)
    where table.columns.map(\.name) != description.columns.map(\.name) {
      problems.append("'\(table.name)' has other columns when it is described")
    }
    return problems
  }

  private static func someTables(_ source: any Source) throws -> [String] {
    let all = try source.describe(IntrospectionRequest(), RunControl())
    let wanted = all.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let request = IntrospectionRequest(tables: wanted.reversed().map(\.name))
    let found = try source.describe(request, RunControl())
    var problems = found == wanted ? [] : ["asked for \(wanted.map(\.name)), it described \(found.map(\.name))"]
    if try !source.describe(IntrospectionRequest(tables: []), RunControl()).isEmpty {
      problems.append("asked for no table, it described some")
    }
    return problems
  }

  private static func unknownTable(_ source: any Source) throws -> [String] {
    guard let known = try source.tables(RunControl()).first?.name else { return [] }
    do {
      _ = try source.describe(IntrospectionRequest(tables: [known, known + "x"]), RunControl())
      return ["a table that does not exist was described"]
    } catch let error as AugerError {
      var problems: [String] = []
      if error.code != .tableNotFound { problems.append("the code is \(error.code), not tableNotFound") }
      if error.hint?.contains(known) != true { problems.append("no hint at '\(known)'") }
      return problems
    }
  }

  private static func keys(_ source: any Source) throws -> [String] {
    let tables = try source.describe(IntrospectionRequest(), RunControl())
    var problems: [String] = []
    func check(_ columns: [String], of table: TableDescription, _ what: String) {
      if columns.isEmpty { problems.append("\(what) has no columns") }
      for column in columns where !table.columns.contains(named: column) {
        problems.append("\(what): '\(table.name)' has no column '\(column)'")
      }
    }
    for table in tables {
      if !table.primaryKey.isEmpty { check(table.primaryKey, of: table, "the primary key of '\(table.name)'") }
      for key in table.uniqueKeys { check(key, of: table, "a unique key of '\(table.name)'") }
      for key in table.foreignKeys {
        let what = "the foreign key from '\(table.name)' to '\(key.referencedTable)'"
        check(key.columns, of: table, what)
        guard let target = tables.first(named: key.referencedTable) else {
          continue
        }
        check(key.referencedColumns, of: target, what)
        if key.columns.count != key.referencedColumns.count { problems.append("\(what) has two lengths") }
      }
    }
    return problems
  }

  private static func absence(_ source: any Source) throws -> [String] {
    try source.describe(IntrospectionRequest(), RunControl()).flatMap { table in
      var texts = [("the comment of '\(table.name)'", table.comment)]
      for column in table.columns {
        texts.append(("the comment of '\(table.name).\(column.name)'", column.comment))
        texts.append(("the default of '\(table.name).\(column.name)'", column.defaultValue))
      }
      return texts.filter { $0.1 == "" }.map { "\($0.0) is empty, not absent" }
    }
  }

  /// Checks that exact counts equal those of the scanned rows.
  private static func counts(_ source: any Source) throws -> [String] {
    let request = IntrospectionRequest(countsRows: true, countsDistinct: true)
    return try source.describe(request, RunControl()).flatMap { description -> [String] in
      guard let rows = description.rows else {
        return description.kind == .view ? [] : ["the rows of '\(description.name)' were not counted"]
      }
      let table = try source.table(description.name, RunControl()).read().table
      var problems: [String] = []
      if rows != .exact(table.rowCount) {
        problems.append("'\(description.name)' has \(table.rowCount) rows, not \(rows)")
      }
      for (index, column) in description.columns.enumerated() where index < table.columns.count {
        let values = table.columns[index].scalars
        let distinct = Set(values.filter { !$0.isNull }).count
        if column.distinct != .exact(distinct) {
          let claim = column.distinct.map(\.description) ?? "nothing"
          problems.append("'\(description.name).\(column.name)' has \(distinct) distinct values, not \(claim)")
        }
        if !column.isNullable, values.contains(where: \.isNull) {
          problems.append("'\(description.name).\(column.name)' has nulls and is not nullable")
        }
      }
      return problems
    }
  }

  private static func cancellation(_ source: any Source) -> [String] {
    let control = RunControl()
    control.cancel()
    do {
      _ = try source.describe(IntrospectionRequest(countsRows: true), control)
      return ["it went on to its end"]
    } catch {
      return (error as? AugerError)?.code == .cancelled ? [] : ["it threw \(error), not cancelled"]
    }
  }
}
