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

  private static let mostJoins = 10
  private static let mostDepth = 3

  private mutating func follow() {
    var reached = [fact]
    var waiting = [(table: fact, alias: Self.factAlias, branch: Self.ownBranch, depth: 0)]
    while !waiting.isEmpty, joins.count < Self.mostJoins {
      let at = waiting.removeFirst()
      guard at.depth < Self.mostDepth else { continue }
      for key in tables[at.table].description.foreignKeys {
        guard
          let target = tables.firstIndex(named: key.referencedTable),
          !reached.contains(target), key.columns.count == key.referencedColumns.count, joins.count < Self.mostJoins
        else { continue }
        reached.append(target)
        let join = Join(
          alias: "t\(joins.count + 1)", table: target, from: at.alias, key: key,
          branch: at.branch == Self.ownBranch ? joins.count : at.branch, depth: at.depth + 1)
        joins.append(join)
        waiting.append((target, join.alias, join.branch, join.depth))
      }
    }
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
    let found = table.columns.filter { column in
      column.isCategory && column.nulls * 2 <= table.surveyedRows
        && !(isOfPeople && ["title", "first", "middle"].contains(Wording.words(column.name).first?.lowercased() ?? ""))
    }
    let label = Self.label(of: table, among: found)
    for column in found {
      let isLabel = depth > 0 && label.map { Name(column.name) == Name($0) } ?? false
      // A fine column of a joined table that is not its label adds no information.
      if depth > 0, !isLabel, column.distinct * 2 > table.surveyedRows { continue }
      var name = column.name
      if !joins.isEmpty {
        let own = isLabel && Self.namesItsTable(column.name, table.name)
        name = Wording.identifier(own ? Wording.singular(table.name) : column.name)
        if dimensions.contains(named: name) {
          name = Wording.identifier(Wording.singular(table.name)) + name
        }
      }
      if dimensions.contains(named: name) { continue }
      guard Self.canBeNamed(name) else {
        unnamed.append(column.name)
        continue
      }
      dimensions.append(
        Dimension(
          name: name, title: Wording.title(table.unprefixed(name)), alias: alias, column: column.name,
          distinct: column.distinct,
          branch: branch, table: index, depth: depth, isLabel: isLabel,
          rank: Self.rank(column.name, label: isLabel, of: table)))
    }
  }

  /// Adds years if the table has no dates. Adds keys and scales if no text column groups the rows.
  private mutating func findNumbers() {
    func dimension(_ column: SurveyedTable.Column) -> Dimension {
      Dimension(
        name: column.name, title: Wording.title(factTable.unprefixed(column.name)), alias: Self.factAlias,
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
    let subjects = ["region", "country", "category", "genre", "segment", "department", "sector", "market"]
    let kinds = ["type", "group", "channel", "brand", "class", "status", "state"]
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
    let list = dimensions.map { "count(DISTINCT \($0.alias).\(dialect.quoted($0.column)))" }.joined(separator: ", ")
    let table = dialect.quoted(table: factTable.name)
    var sql = "SELECT \(list) FROM (SELECT * FROM \(table) LIMIT \(SurveyedTable.mostRows)) AS \(Self.factAlias)"
    for join in joins { sql += " " + ProposedQueries.clause(join, tables, dialect) }
    let counts = try source.execute(SQLStatement(text: sql, bindings: []), limits: .none, control)
    for index in dimensions.indices where counts.rowCount == 1 {
      if case .int(let count) = counts.columns[index][0] { dimensions[index].distinct = Int(count) }
    }
    dimensions.removeAll { $0.distinct < 2 }
    dimensions.sort { ($0.distinct, $0.depth) < ($1.distinct, $1.depth) }
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
      let name = joins.isEmpty ? column.name : Wording.identifier(column.name)
      moment = Moment(alias: alias, column: column, name: name)
      return
    }
  }

  func title(of moment: Moment) -> String {
    let table = moment.alias == Self.factAlias ? fact : joins.first { $0.alias == moment.alias }?.table ?? fact
    return Wording.title(tables[table].unprefixed(moment.name))
  }

  // MARK: Hierarchies

  private static let coarsest: ClosedRange<Int> = 2...30
  private static let finest = 5000

  /// Returns drill paths, each from few values to many, sorted by quality and without common columns.
  ///
  /// Each value of a step belongs to one value of the previous step, in the same table or through a foreign key.
  func hierarchies(most: Int) -> [[Dimension]] {
    var found: [[Dimension]] = []
    var used: Set<Name> = []
    for top in preferred where Self.coarsest.contains(top.distinct) && found.count < most {
      // The country of the invoice and that of the customer would give similar charts.
      let isTold = found.contains { Wording.words($0[0].name).last == Wording.words(top.name).last }
      if used.contains(Name(top.name)) || isTold { continue }
      var path = [top]
      for next in dimensions where path.count < 3 {
        guard let last = path.last, next.distinct * 3 >= last.distinct * 4, next.distinct <= Self.finest,
          !used.contains(Name(next.name)), isBelow(next, last)
        else { continue }
        path.append(next)
      }
      // A column without a next step does not make a path, but another column may.
      guard path.count > 1 else { continue }
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
