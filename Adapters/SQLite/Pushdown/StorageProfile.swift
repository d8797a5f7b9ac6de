import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The stored values of all rows of a column: the facts that determine its type, and their representation in SQL.
struct StorageProfile: Sendable {
  private let kind: ColumnKind
  private var facts = ColumnFacts()
  private var integers = Extremes<Int64>()
  private var reals = Extremes<Double>()
  private var days = Extremes<Int32>()
  private var hasDates = false
  /// The separators between date and time: spaces or `T`.
  private var separators: (hasBlank: Bool, hasT: Bool) = (false, false)
  private var isPlainText = true
  /// The reason why the representation is undetermined, to follow the column's name.
  private var problem: String?

  init(_ kind: ColumnKind) { self.kind = kind }

  // MARK: Values

  mutating func take(_ value: Int64) {
    facts.see(StorageClass.integer)
    integers.take(value)
  }

  mutating func take(_ value: Double) {
    facts.see(StorageClass.real)
    if case .decimal = kind { facts.add(value, kind) }
    reals.take(value)
  }

  mutating func take(_ text: borrowing Span<UInt8>, hasZero: Bool) {
    facts.see(StorageClass.text)
    if hasZero { isPlainText = false }
    guard kind == .date || kind == .timestamp else { return }
    facts.add(text, kind)
    guard let (separator, day) = Self.date(text) else {
      problem = "holds dates in several forms"
      return
    }
    days.take(day)
    switch separator {
    case nil: hasDates = true
    case 0x20: separators.hasBlank = true
    default: separators.hasT = true
    }
  }

  /// Records invalid text. The policy determines its treatment, and the facts describe the values that a scan uses.
  mutating func takeInvalidText() { problem = "holds text that is not UTF-8" }

  mutating func takeBlob() { facts.see(StorageClass.blob) }

  /// Returns the separator and the day of a date or time in a format that SQL can process. Nil for other strings.
  private static func date(_ text: borrowing Span<UInt8>) -> (separator: UInt8?, day: Int32)? {
    func isNumber(_ range: Range<Int>) -> Bool { range.allSatisfy { (0x30...0x39).contains(text[$0]) } }
    guard text.count == 10 || text.count == 19, isNumber(0..<4),
      let date = TemporalText.date(text.extracting(first: 10))
    else { return nil }
    if text.count == 10 { return (nil, date.days) }
    guard text[10] == 0x20 || text[10] == 0x54, isNumber(11..<13), isNumber(14..<16), isNumber(17..<19),
      text[13] == 0x3A, text[16] == 0x3A, (text[11], text[12]) < (0x32, 0x34), text[14] < 0x36, text[17] < 0x36
    else { return nil }
    return (text[10], date.days)
  }

  /// Merges the profile of the following rows.
  mutating func merge(_ other: StorageProfile) {
    facts.merge(other.facts)
    for value in other.integers.values { integers.take(value) }
    for value in other.reals.values { reals.take(value) }
    for value in other.days.values { days.take(value) }
    hasDates = hasDates || other.hasDates
    separators = (separators.hasBlank || other.separators.hasBlank, separators.hasT || other.separators.hasT)
    isPlainText = isPlainText && other.isPlainText
    problem = problem ?? other.problem
  }

  // MARK: Results

  /// The facts of all values. For numbers, the facts of minimum and maximum are those of all.
  var settledFacts: ColumnFacts {
    var facts = facts
    for value in integers.values { facts.add(value, kind) }
    for value in reals.values { facts.add(value, kind) }
    return facts
  }

  /// Returns the storage of the column with the type of the facts. `fallback` applies if they do not determine it.
  func storage(_ policy: SQLiteOptions.TypeConflict, fallback: DataType, isUTF8: Bool) -> ColumnStorage {
    let facts = settledFacts
    if kind == .time || kind == .interval, facts.has(StorageClass.text) {
      return ColumnStorage(fallback, .unsettled("holds times, which are read here"))
    }
    let decision = TypeDecision(kind, facts, policy)
    if let problem { return ColumnStorage(fallback, .unsettled(problem)) }
    if decision.isConflict {
      let hasNumbers = facts.has(StorageClass.integer) || facts.has(StorageClass.real)
      let isMixed = facts.has(StorageClass.text) && hasNumbers
      return ColumnStorage(
        fallback, .unsettled(isMixed ? "holds texts and numbers" : "holds values that contradict its type"))
    }
    if facts.has(StorageClass.text), !isUTF8 {
      // In another encoding, SQLite sorts strings by other bytes.
      return ColumnStorage(decision.type, .opaque("is stored as UTF-16"))
    }
    return form(decision.type, facts)
  }

  private func form(_ type: DataType, _ facts: ColumnFacts) -> ColumnStorage {
    let isEmpty = facts.classes == 0
    switch (type, kind) {
    case (_, .unixTime): return ColumnStorage(type, .unsettled("holds seconds since 1970"))
    case (_, .julian): return ColumnStorage(type, .unsettled("holds Julian days"))
    case (.bool, _), (.int64, _):
      return ColumnStorage(type, bounds: isEmpty ? 0...0 : integers.range { Int128($0) })
    case (.float64, _):
      return ColumnStorage(
        type, integers.values.isEmpty ? .native : .narrow, floatBounds: isEmpty ? Bounds.zero.range : floatBounds?.range
      )
    case (.decimal(_, let scale), _):
      guard facts.largestUnscaled < 1_000_000_000_000_000, scale <= 15 else {
        return ColumnStorage(type, .unsettled("has too many digits"))
      }
      let power = Double(Decimal128.powersOfTen[scale])
      let range = floatBounds ?? .zero
      let least = Int128(clamping: (range.lower * power).rounded())
      let bounds = least...max(least, Int128(clamping: (range.upper * power).rounded()))
      return ColumnStorage(type, .printedDecimal, bounds: bounds)
    case (.date, _), (.timestamp(nil), _):
      let form: ColumnStorage.Form? =
        switch (hasDates, separators.hasBlank, separators.hasT) {
        case (true, false, false): type == .date ? .dateText : .midnightText
        case (false, true, false): .momentText(separator: " ")
        case (false, false, true): .momentText(separator: "T")
        case (false, false, false): type == .date ? .dateText : .momentText(separator: " ")
        default: nil
        }
      guard let form else { return ColumnStorage(type, .unsettled("holds dates in several forms")) }
      return ColumnStorage(type, form, bounds: isEmpty ? 0...0 : days.range { Int128($0) })
    case (.string, _): return ColumnStorage(type, isPlainText: isPlainText)
    case (.binary, _): return ColumnStorage(type, .opaque("holds bytes"))
    default: return ColumnStorage(type, .opaque("is a \(type)"))
    }
  }

  /// The range of all numbers. Nil if one is infinite.
  private var floatBounds: Bounds? {
    let numbers = integers.values.map { Double($0) } + reals.values
    return numbers.allSatisfy(\.isFinite) ? numbers.extent : nil
  }
}

/// The minimum and maximum of some values.
private struct Extremes<Value: Comparable & Sendable>: Sendable {
  private var known: (least: Value, most: Value)?

  mutating func take(_ value: Value) {
    guard let (least, most) = known else {
      known = (value, value)
      return
    }
    if value < least { known = (value, most) } else if value > most { known = (least, value) }
  }

  /// Both values. Empty if no value was added.
  var values: [Value] { known.map { [$0.least, $0.most] } ?? [] }

  func range<Bound: Comparable>(_ convert: (Value) -> Bound) -> ClosedRange<Bound>? {
    known.map { convert($0.least)...convert($0.most) }
  }
}

/// Profiles of the columns of a database, each for the version of the data it was created from.
final class StorageProfiles: Sendable {
  private struct Key: Hashable {
    let table: [UInt8]
    let column: [UInt8]

    init(_ table: String, _ column: String) {
      self.table = Array(table.utf8)
      self.column = Array(column.utf8)
    }
  }

  private struct State {
    var version: Int64 = 0
    var rowCounts: [[UInt8]: Int] = [:]
    var profiles: [Key: StorageProfile] = [:]
  }

  private let state = Locked(State())

  func known(_ table: String, _ columns: [String], _ version: Int64) -> (rowCount: Int?, profiles: [StorageProfile?]) {
    state.withLock { state in
      guard state.version == version else { return (nil, columns.map { _ in nil }) }
      return (state.rowCounts[Array(table.utf8)], columns.map { state.profiles[Key(table, $0)] })
    }
  }

  func keep(_ table: String, rowCount: Int, _ columns: [String], _ profiles: [StorageProfile], _ version: Int64) {
    state.withLock { state in
      if state.version != version { state = State(version: version) }
      state.rowCounts[Array(table.utf8)] = rowCount
      for (column, profile) in zip(columns, profiles) { state.profiles[Key(table, column)] = profile }
    }
  }
}
