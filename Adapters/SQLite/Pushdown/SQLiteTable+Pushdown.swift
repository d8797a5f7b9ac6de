import AugerColumns
import AugerDiagnostics
import AugerQuery

extension SQLiteTable: PushdownTable {
  var dialect: SQLDialect { source.dialect }

  var rules: any SQLRules { SQLiteRules() }

  var sqlName: String { dialect.quoted(name) }

  var hasFixedOrder: Bool { layout.order != nil }

  func version(_ control: RunControl) throws -> Int64? {
    source.options.isImmutable ? nil : try source.dataVersion(control)
  }

  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try source.execute(statement, limits: limits, control)
  }

  func narrowed(to selection: RowSelection) -> any ScannableTable { SQLiteTable(self, selection) }

  /// Asks, in one statement, what all rows of these columns hold: a column's declaration promises nothing in SQLite.
  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage {
    let state = try known(control)
    let names = columns.map { layout.columns[$0] }
    let version = try version(control) ?? 0
    let (rowCount, profiles): (Int, [StorageProfile])
    if let kept = source.profiles.known(name, names, version) {
      (rowCount, profiles) = kept
    } else {
      (rowCount, profiles) = try profile(names, columns.map { state.kinds[$0] }, control)
      if try self.version(control) ?? 0 == version {
        source.profiles.keep(name, rowCount: rowCount, names, profiles, version)
      }
    }
    let schema = try schema(control)
    let storage = zip(columns, profiles).map { column, profile in
      profile.storage(state.kinds[column], schema[column].type, source.options.onTypeConflict)
    }
    // A scan then has these types from the start, also one that sees some of the rows only.
    for (column, profile) in zip(columns, profiles) {
      if let facts = profile.facts { widen(column, by: facts) }
    }
    return TableStorage(rowCount: rowCount, columns: storage)
  }

  private func profile(
    _ names: [String], _ kinds: [ColumnKind], _ control: RunControl
  ) throws -> (Int, [StorageProfile]) {
    var columns = ["count(*)", "(SELECT encoding FROM pragma_encoding)"]
    var ranges: [Range<Int>] = []
    for (name, kind) in zip(names, kinds) {
      let questions = StorageProfile.questions(dialect.quoted(name), kind)
      ranges.append(columns.count..<columns.count + questions.count)
      columns += questions
    }
    // SQLite takes 2000 columns of a result.
    guard columns.count <= 2000 else { return (0, names.map { _ in StorageProfile.unknown }) }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(sqlName)"
    var answer: [Scalar] = []
    do {
      let table = try source.execute(SQLStatement(text: sql), limits: .none, control)
      answer = table.columns.map { $0[0] }
    } catch let error as AugerError where error.code == .invalidText {
      return (0, names.map { _ in StorageProfile.unknown })
    }
    guard case .int(let rowCount) = answer[0] else { return (0, names.map { _ in StorageProfile.unknown }) }
    // In another encoding SQLite orders texts by other bytes.
    let isUTF8 = answer[1] == .string("UTF-8")
    let profiles = try zip(zip(names, kinds), ranges).map { column, range in
      var profile = try StorageProfile(Array(answer[range]), column.1) { try textProblems(column.0, control) }
      if !isUTF8, profile.facts?.has(StorageClass.text) == true { profile.form = .opaque("is stored as UTF-16") }
      return profile
    }
    return (Int(rowCount), profiles)
  }

  /// Reads the texts that are not plain ASCII, each once.
  private func textProblems(_ name: String, _ control: RunControl) throws -> (isInvalid: Bool, hasNUL: Bool) {
    let column = dialect.quoted(name)
    let sql =
      "SELECT DISTINCT \(column) COLLATE BINARY FROM \(sqlName) WHERE " + StorageProfile.isNotPlain(column)
    return try source.withConnection(control) { connection in
      var reader = ResultReader(
        try SQLiteStatement(SQLStatement(text: sql), on: connection), options: SQLiteOptions(), operation: operation)
      do throws(AugerError) {
        while !reader.isAtEnd { try reader.readBatch(rows: RowStage.standardCapacity) }
      } catch {
        guard error.code == .invalidText else { throw error }
        return (true, false)
      }
      let table = try reader.table(.widen)
      guard case .string(_, let dictionary) = table.columns[0].values else { return (false, false) }
      let hasNUL = (0..<dictionary.count).contains { entry in
        let text = dictionary.utf8(entry)
        return text.indices.contains { text[$0] == 0 }
      }
      return (false, hasNUL)
    }
  }
}

extension StorageProfile {
  /// Nothing is relied on.
  static let unknown = StorageProfile()

  private init() {
    facts = nil
    form = .unsettled("was not looked at")
  }
}
