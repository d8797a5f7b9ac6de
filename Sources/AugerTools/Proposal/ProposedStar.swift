import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A fact table with measures, and the tables that its foreign keys refer to.
struct ProposedStar {
  /// A table that another one refers to by a foreign key.
  struct Join {
    var alias: String
    var table: Int
    var from: String
    var key: ForeignKey
    /// The foreign key of the fact table that the path starts with.
    var branch: Int
    var depth: Int
  }

  /// A column of the fact table or of a joined table that charts can group by.
  struct Dimension: HasName {
    /// The name of the column in results, and of the corresponding arguments and filters.
    var name: String
    var title: String
    var alias: String
    var column: String
    var distinct: Int
    var branch: Int
    /// The index of its table in the survey. `depth` is the distance from the fact table.
    var table: Int
    var depth: Int
    /// True if the column names the rows of its table.
    var isLabel: Bool
    /// The rank among columns with a similar number of values. The lowest rank is the preferred grouping.
    var rank: Int
    /// True for numbers whose order matters more than their values: scales, hours, years.
    var isOrdered = false
    /// The word before the number of a key: `Store 1`.
    var prefix: String?
  }

  /// The calendar years of the fact table, if it has no dates.
  private(set) var years: Dimension?

  struct Moment {
    var alias: String
    var column: SurveyedTable.Column
    var name: String
  }

  static let factAlias = "f"
  /// The branch of the fact table's own columns.
  static let ownBranch = -1

  let tables: [SurveyedTable]
  let fact: Int
  var joins: [Join] = []
  var dimensions: [Dimension] = []
  var moment: Moment?
  /// The columns that are left out because a dashboard cannot use their names.
  private(set) var unnamed: [String] = []

  var factTable: SurveyedTable { tables[fact] }

  /// A number whose distribution can be shown.
  var spread: String? { factTable.measures(hasTime: false).spread.first(where: Self.canBeNamed) }

  /// Creates the star schema of a table. Follows foreign keys only if the source supports joins.
  init(_ fact: Int, of tables: [SurveyedTable], joining: Bool) {
    self.tables = tables
    self.fact = fact
    if joining { follow() }
    findDimensions()
    findMoment()
    findNumbers()
    unnamed += factTable.columns.filter { ($0.isMeasure || $0.isDate) && !Self.canBeNamed($0.name) }.map(\.name)
  }

  // MARK: Tables

  private static let mostJoins = 16
  private static let mostDepth = 6

  private mutating func follow() {
    var reached = [fact]
    var waiting: [(table: Int, join: Join?)] = [(fact, nil)]
    while !waiting.isEmpty, joins.count < Self.mostJoins {
      let next = waiting.removeFirst()
      let at = (
        table: next.table, alias: next.join?.alias ?? Self.factAlias, branch: next.join?.branch ?? Self.ownBranch,
        depth: next.join?.depth ?? 0
      )
      guard at.depth < Self.mostDepth else { continue }
      for key in tables[at.table].description.foreignKeys {
        guard let target = tables.firstIndex(named: key.referencedTable) else { continue }
        if join(target, by: key, from: at, &reached) { waiting.append((target, joins[joins.count - 1])) }
      }
      // A table with at most one row for each row of this one extends it: the category of each film.
      for (index, table) in tables.enumerated() {
        guard let key = table.extending(tables[at.table]) else { continue }
        if join(index, by: key, from: at, &reached) { waiting.append((index, joins[joins.count - 1])) }
      }
    }
  }

  /// Joins a table that is not joined yet. Returns true if it did.
  private mutating func join(
    _ target: Int, by key: ForeignKey, from at: (table: Int, alias: String, branch: Int, depth: Int),
    _ reached: inout [Int]
  ) -> Bool {
    guard !reached.contains(target), key.columns.count == key.referencedColumns.count, !key.columns.isEmpty,
      joins.count < Self.mostJoins,
      (key.columns + key.referencedColumns).allSatisfy(Self.canBeNamed)
    else { return false }
    reached.append(target)
    var alias = Wording.identifier(Wording.singular(tables[target].name))
    // Column names are compared with names of joins.
    while alias == Self.factAlias || joins.contains(where: { $0.alias == alias }) { alias += "2" }
    joins.append(
      Join(
        alias: alias, table: target, from: at.alias, key: key,
        branch: at.branch == Self.ownBranch ? joins.count : at.branch, depth: at.depth + 1))
    return true
  }

  // MARK: Dimensions

  private mutating func findDimensions() {
    add(of: fact, Self.factAlias, Self.ownBranch, 0)
    for join in joins { add(of: join.table, join.alias, join.branch, join.depth) }
    dimensions.sort { ($0.distinct, $0.depth) < ($1.distinct, $1.depth) }
  }

  private mutating func add(of index: Int, _ alias: String, _ branch: Int, _ depth: Int) {
    let table = tables[index]
    let isOfPeople = table.isOfPeople
    let categories = table.columns.filter { column in
      column.isCategory && column.nulls * 2 <= table.surveyedRows
        && !(isOfPeople && ["title", "first", "middle"].contains(Wording.words(column.name).first?.lowercased() ?? ""))
    }
    let found = table.withoutCopies(categories)
    let label = Self.label(of: table, among: found)
    if depth > 0, found.isEmpty { addKey(of: index, alias, branch, depth) }
    for column in found {
      let isLabel = depth > 0 && label.map { Name(column.name) == Name($0) } ?? false
      // A fine column of a joined table that is not its label adds no information.
      if depth > 0, !isLabel, column.distinct * 2 > table.surveyedRows { continue }
      var name = column.name
      if !joins.isEmpty {
        let own = isLabel && Self.namesItsTable(column.name, table.name)
        name = Wording.identifier(own ? Wording.singular(table.name) : column.name)
        if dimensions.contains(named: name) || isTaken(name, except: column.name, of: alias) {
          name = Wording.identifier(Wording.singular(table.name)) + name
        }
      }
      if dimensions.contains(named: name) || isTaken(name, except: column.name, of: alias) { continue }
      guard Self.canBeNamed(name) else {
        unnamed.append(column.name)
        continue
      }
      dimensions.append(
        Dimension(
          name: name, title: ProposedTitle.column(table.unprefixed(name)), alias: alias, column: column.name,
          distinct: column.distinct,
          branch: branch, table: index, depth: depth, isLabel: isLabel,
          // A column with almost always the same value hardly divides the rows.
          rank: Self.rank(column.name, label: isLabel, of: table) + (column.dominance > 0.85 || column.isCode ? 3 : 0)))
    }
  }

  /// Returns true if a name in a result would be ambiguous, because it is the name of another column.
  func isTaken(_ name: String, except column: String, of alias: String) -> Bool {
    let isOwnName = Name(name) == Name(column)
    // The columns of the fact table precede those of joined tables.
    if isOwnName, alias == Self.factAlias { return false }
    return ([(Self.factAlias, fact)] + joins.map { ($0.alias, $0.table) }).contains { part, table in
      (!isOwnName || part != alias) && tables[table].columns.contains { Name($0.name) == Name(name) }
    }
  }

  /// Adds the key of a small table without names: the number of a store.
  private mutating func addKey(of index: Int, _ alias: String, _ branch: Int, _ depth: Int) {
    let table = tables[index]
    guard (2...50).contains(table.rows), table.description.primaryKey.count == 1,
      let key = table.columns.first(where: { Name($0.name) == Name(table.description.primaryKey[0]) })
    else { return }
    let name = Wording.identifier(Wording.singular(table.name))
    guard !dimensions.contains(named: name), !isTaken(name, except: "", of: alias), Self.canBeNamed(name),
      Self.canBeNamed(key.name)
    else { return }
    dimensions.append(
      Dimension(
        name: name, title: ProposedTitle.column(name), alias: alias, column: key.name, distinct: key.distinct,
        branch: branch, table: index, depth: depth, isLabel: true, rank: 1,
        prefix: key.type.isNumeric ? ProposedTitle.column(name) : nil))
  }

  /// Adds years if the table has no dates. Adds keys and scales if no text column groups the rows.
  private mutating func findNumbers() {
    func dimension(_ column: SurveyedTable.Column) -> Dimension {
      Dimension(
        name: column.name, title: ProposedTitle.column(factTable.unprefixed(column.name)), alias: Self.factAlias,
        column: column.name,
        distinct: column.distinct, branch: Self.ownBranch, table: fact, depth: 0, isLabel: false, rank: 2,
        isOrdered: column.meaning != .key)
    }
    let columns = factTable.columns.filter { $0.type.isNumeric && Self.canBeNamed($0.name) }
    if moment == nil { years = columns.first { $0.meaning == .year && $0.distinct > 2 }.map(dimension) }
    // Identifying columns do not group the rows.
    guard !dimensions.contains(where: { $0.distinct * 2 <= factTable.surveyedRows }) else { return }
    // A quarter or month without its year would combine all years.
    for meaning in [ColumnMeaning.key, .ordinal, .flag] + (years == nil ? [.datePart] : []) {
      dimensions += columns.filter { $0.meaning == meaning && $0.distinct * 2 <= factTable.surveyedRows }.map(dimension)
      if dimensions.contains(where: { $0.distinct * 2 <= factTable.surveyedRows }) { break }
    }
    dimensions.sort { ($0.distinct, $0.depth) < ($1.distinct, $1.depth) }
  }

  private static func rank(_ column: String, label: Bool, of table: SurveyedTable) -> Int {
    let subjects = ["region", "country", "category", "genre", "segment", "department", "sector", "market", "continent"]
    let kinds = ["type", "group", "channel", "brand", "class", "status", "state", "store", "species"]
    if table.isOfPeople, label { return 3 }
    // A reference of a table to itself, for example to a manager, is not a useful grouping.
    if table.description.foreignKeys.contains(where: { $0.referencedTable == table.name }) { return 3 }
    let text = label ? Wording.singular(table.name) : column
    return Wording.isNamed(text, subjects) ? 0 : Wording.isNamed(text, kinds) ? 1 : 2
  }

  /// Counts the distinct values that occur with rows of the fact table. A referenced table may contain more.
  mutating func count(in source: any SQLSource, _ control: RunControl) throws {
    guard !joins.isEmpty, !dimensions.isEmpty else { return }
    let dialect = source.dialect
    let list = dimensions.map { "count(DISTINCT \(dialect.quoted($0.alias)).\(dialect.quoted($0.column)))" }.joined(
      separator: ", ")
    let table = dialect.quoted(table: factTable.name)
    var sql =
      "SELECT \(list) FROM (SELECT * FROM \(table) LIMIT \(SurveyedTable.mostRows)) AS "
      + dialect.quoted(Self.factAlias)
    for join in joins { sql += " " + clause(join, dialect) }
    let counts = try source.execute(SQLStatement(text: sql, bindings: []), limits: .none, control)
    for index in dimensions.indices where counts.rowCount == 1 {
      if case .int(let count) = counts.columns[index][0] { dimensions[index].distinct = Int(count) }
    }
    dimensions.removeAll { $0.distinct < 2 }
    dimensions.sort { ($0.distinct, $0.depth) < ($1.distinct, $1.depth) }
  }

  private func clause(_ join: Join, _ dialect: SQLDialect) -> String {
    let (own, from) = (dialect.quoted(join.alias), dialect.quoted(join.from))
    let on = zip(join.key.columns, join.key.referencedColumns).map {
      "\(own).\(dialect.quoted($1)) = \(from).\(dialect.quoted($0))"
    }
    return "LEFT JOIN \(dialect.quoted(table: tables[join.table].name)) AS \(own) ON \(on.joined(separator: " AND "))"
  }

  /// The dimensions in the order in which people group by them.
  var preferred: [Dimension] {
    dimensions.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// Returns the column that names the rows: the finest text, preferably one called name.
  private static func label(of table: SurveyedTable, among columns: [SurveyedTable.Column]) -> String? {
    let fine = columns.filter { $0.distinct * 10 >= table.surveyedRows * 8 }
    return (fine.first { Wording.isNamed($0.name, ["name", "title", "label"]) } ?? fine.first)?.name
  }

  /// Returns true if the column names the rows of its table: `Name` in genres, `company_name`, `CategoryName` in
  /// categories.
  private static func namesItsTable(_ column: String, _ table: String) -> Bool {
    let words = Wording.words(column).map { $0.lowercased() }
    let subject = Wording.words(table).map { Wording.singular($0.lowercased()) }
    return ["name", "title", "label"].contains(words.last ?? "")
      && words.dropLast().allSatisfy { subject.contains($0) || ["company", "last", "full"].contains($0) }
      || words.allSatisfy { subject.contains(Wording.singular($0)) || $0 == "description" }
  }

  /// Returns true if a dashboard can use the column name. XML cannot contain control characters, and expressions and
  /// queries reserve the others.
  static func canBeNamed(_ name: String) -> Bool {
    !name.isEmpty
      && !name.unicodeScalars.contains {
        "[]\"\\$:".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
          || $0.value == 0xFFFE || $0.value == 0xFFFF
      }
  }

  // MARK: Time

  private mutating func findMoment() {
    let places = [(fact, Self.factAlias)] + joins.filter { $0.depth == 1 }.map { ($0.table, $0.alias) }
    for (index, alias) in places {
      guard let column = tables[index].columns.first(where: { $0.isDate && Self.canBeNamed($0.name) }) else { continue }
      var name = joins.isEmpty ? column.name : Wording.identifier(column.name)
      while dimensions.contains(named: name) || isTaken(name, except: column.name, of: alias) {
        name = Wording.identifier(Wording.singular(tables[index].name)) + name
      }
      moment = Moment(alias: alias, column: column, name: name)
      return
    }
  }

  /// The days between which almost all rows are, if the others are typing errors.
  var usualDays: ClosedRange<CivilDate>? { moment?.alias == Self.factAlias ? factTable.usualDays : nil }

  func title(of moment: Moment) -> String {
    let table = moment.alias == Self.factAlias ? fact : joins.first { $0.alias == moment.alias }?.table ?? fact
    return ProposedTitle.column(tables[table].unprefixed(moment.name))
  }

  // MARK: Hierarchies

  private static let coarsest: ClosedRange<Int> = 2...30
  private static let finest = 5000

  /// Returns drill paths, each from few values to many, sorted by quality and without common columns.
  ///
  /// Each value of a step belongs to one value of the previous step, in the same table or through a foreign key.
  func hierarchies(most: Int) -> [[Dimension]] {
    var candidates: [[Dimension]] = []
    for top in preferred where Self.coarsest.contains(top.distinct) {
      var path = [top]
      for next in dimensions where path.count < 3 {
        guard let last = path.last, next.distinct * 3 >= last.distinct * 4, next.distinct <= Self.finest,
          isBelow(next, last)
        else { continue }
        path.append(next)
      }
      // A column without a next step does not make a path, but another column may.
      if path.count > 1 { candidates.append(path) }
    }
    // A path to a few values, such as the countries of a region, is better than one to thousands of customers.
    func quality(_ path: [Dimension], _ place: Int) -> (Int, Int, Int, Int) {
      (path[0].rank, path[1].distinct > 100 ? 1 : 0, -path.count, place)
    }
    candidates = candidates.enumerated().sorted {
      quality($0.element, $0.offset) < quality($1.element, $1.offset)
    }.map(\.element)
    var found: [[Dimension]] = []
    var used: Set<Name> = []
    for path in candidates where found.count < most {
      // The country of the invoice and that of the customer would give similar charts.
      let isTold = found.contains { Wording.words($0[0].name).last == Wording.words(path[0].name).last }
      if isTold || path.contains(where: { used.contains(Name($0.name)) }) { continue }
      used.formUnion(path.map { Name($0.name) })
      found.append(path)
    }
    return found
  }

  private func isBelow(_ fine: Dimension, _ coarse: Dimension) -> Bool {
    if fine.table == coarse.table {
      // In a small table almost every column seems to depend on another.
      guard fine.alias != Self.factAlias || tables[fine.table].surveyedRows >= 30 else { return false }
      return tables[fine.table].refines(fine.column, coarse.column)
    }
    // A row with a label has one partner at the other end of its foreign keys.
    guard fine.isLabel, fine.alias != Self.factAlias else { return false }
    var alias = coarse.alias
    while let join = joins.first(where: { $0.alias == alias }) {
      if join.from == fine.alias { return true }
      alias = join.from
    }
    return false
  }
}
