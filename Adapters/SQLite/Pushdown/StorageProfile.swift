import AugerColumns
import AugerDiagnostics
import AugerQuery

/// What is stored in all rows of a column, as one statement tells it: the facts that decide its type, and how SQL sees
/// the values.
struct StorageProfile: Sendable {
  /// Nil where the statement does not tell all of them.
  var facts: ColumnFacts?
  var form: ColumnStorage.Form
  var bounds: ClosedRange<Int128>?
  var floatBounds: ClosedRange<Double>?
  var isPlainText = true

  /// Whether a text has anything but ASCII, or the character U+0000, at which the pattern would end.
  static func isNotPlain(_ name: String) -> String {
    "\(name) GLOB '*[^' || char(1) || '-' || char(127) || ']*' OR length(\(name)) <> length(CAST(\(name) AS BLOB))"
  }

  /// What a scan of a column asks for; `read` takes the answers in the same order.
  static func questions(_ name: String, _ kind: ColumnKind) -> [String] {
    let text = ["max(\(isNotPlain(name)))"]
    let numbers = ["min(\(name))", "max(\(name))"]
    let classes = ["integer", "real", "text", "blob"].map { "max(typeof(\(name)) = '\($0)')" }
    switch kind {
    case .decimal(_, let scale):
      guard scale <= 15 else { return classes }
      let power = "1" + String(repeating: "0", count: scale) + ".0"
      return classes + numbers + [
        "max(round(\(name) * \(power)) / \(power) <> \(name) OR abs(\(name) * \(power)) >= 1e15)"
      ]
    case .date, .timestamp:
      let moment = "substr(\(name), 1, 10) || ' ' || substr(\(name), 12)"
      // The step of no day makes SQLite reckon: without it '2024-02-30' comes back as it is.
      let isMoment = "datetime(\(moment), '+0 days') IS \(moment)"
      return classes + numbers + [
        "max(date(\(name), '+0 days') IS NOT \(name) AND \(name) IS NOT NULL)",
        "max(NOT (\(isMoment) AND substr(\(name), 11, 1) = ' ') AND \(name) IS NOT NULL)",
        "max(NOT (\(isMoment) AND substr(\(name), 11, 1) = 'T') AND \(name) IS NOT NULL)",
      ]
    default: return classes + numbers + text
    }
  }

  init(_ answers: [Scalar], _ kind: ColumnKind, _ isInvalidText: () throws -> (isInvalid: Bool, hasNUL: Bool)) rethrows
  {
    form = .native
    var facts = ColumnFacts()
    let tags = [StorageClass.integer, StorageClass.real, StorageClass.text, StorageClass.blob]
    for (index, tag) in tags.enumerated() where answers[index].isTrue {
      facts.classes |= 1 << tag
      facts.firstClass = facts.firstClass ?? tag
    }
    let (hasIntegers, hasReals) = (facts.has(StorageClass.integer), facts.has(StorageClass.real))
    let (hasTexts, hasBlobs) = (facts.has(StorageClass.text), facts.has(StorageClass.blob))
    self.facts = nil
    if hasBlobs {
      let areAll = facts.classes == 1 << StorageClass.blob && (kind == .any || kind == .blob)
      form = areAll ? .opaque("holds bytes") : .unsettled("holds blobs")
      if areAll { self.facts = facts }
      return
    }
    if kind == .time || kind == .interval, hasTexts {
      form = .unsettled("holds times, which are read here")
      return
    }
    if hasTexts, hasIntegers || hasReals {
      form = .unsettled("holds texts and numbers")
      return
    }
    if answers.count < 6 {
      form = .unsettled("has too many digits")
      return
    }
    if case .int(let least) = answers[4], case .int(let most) = answers[5] {
      facts.hasIntegersBeyondDouble = max(least.magnitude, most.magnitude) > Cells.exactInDouble.magnitude
      facts.hasIntegersBeyondBool = least < 0 || most > 1
      bounds = Int128(least)...Int128(most)
    }
    let least = answers[4].doubleValue
    let most = answers[5].doubleValue
    if hasReals {
      bounds = nil
      if hasIntegers, let least, let most, max(least.magnitude, most.magnitude) > 0x1p53 {
        // Whether one of the integers is no double.
        form = .unsettled("holds whole numbers beyond 2^53 among floats")
        return
      }
      if let least, let most, least.isFinite, most.isFinite { floatBounds = least...most }
    }
    if facts.classes == 0 {
      bounds = 0...0
      floatBounds = 0...0
    }
    switch kind {
    case .unixTime: form = .unsettled("holds seconds since 1970")
    case .julian: form = .unsettled("holds Julian days")
    case .decimal(_, let scale):
      form = .printedDecimal
      guard !hasTexts, !answers[6].isTrue else {
        form = .unsettled(hasTexts ? "holds texts" : "holds numbers that are no decimals of its scale")
        return
      }
      let power = Double(Decimal128.powersOfTen[scale])
      let (low, high) = (((least ?? 0) * power).rounded(), ((most ?? 0) * power).rounded())
      bounds = Int128(low)...Int128(high)
      floatBounds = nil
      facts.largestUnscaled = UInt128(max(low.magnitude, high.magnitude))
    case .date where hasTexts, .timestamp where hasTexts:
      if !answers[6].isTrue {
        facts.hasDates = true
        form = kind == .date ? .dateText : .midnightText
      } else if !answers[7].isTrue {
        facts.hasTimes = true
        form = .momentText(separator: " ")
      } else if !answers[8].isTrue {
        facts.hasTimes = true
        form = .momentText(separator: "T")
      } else {
        form = .unsettled("holds dates in several forms")
        return
      }
      bounds = nil
      if let first = answers[4].day, let last = answers[5].day, first <= last { bounds = first...last }
    default:
      if hasTexts, answers[6].isTrue {
        let (isInvalid, hasNUL) = try isInvalidText()
        if isInvalid {
          form = .unsettled("holds text that is not UTF-8")
          return
        }
        isPlainText = !hasNUL
      }
      if hasReals, hasIntegers { form = .narrow }
    }
    self.facts = facts
  }

  /// What the table says of the column. The type is that of its facts.
  func storage(_ kind: ColumnKind, _ fallback: DataType, _ policy: SQLiteOptions.TypeConflict) -> ColumnStorage {
    guard let facts else { return ColumnStorage(fallback, form) }
    let decision = TypeDecision(kind, facts, policy)
    if decision.isConflict {
      return ColumnStorage(fallback, .unsettled("holds values that contradict its type"))
    }
    var form = form
    // No value at all: whatever the form, it is the one of the type.
    if facts.classes == 0 {
      switch decision.type {
      case .date: form = .dateText
      case .timestamp(nil): form = .momentText(separator: " ")
      case .decimal: form = .printedDecimal
      case .bool, .int64, .float64, .string: form = .native
      default: form = .opaque("is a \(decision.type)")
      }
    }
    if decision.type == .float64, facts.has(StorageClass.integer) { form = .narrow }
    var floatBounds = floatBounds
    if decision.type == .float64, floatBounds == nil, let bounds, facts.has(StorageClass.integer) {
      floatBounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    }
    return ColumnStorage(
      decision.type, form, bounds: decision.type == .float64 ? nil : bounds,
      floatBounds: decision.type == .float64 ? floatBounds : nil, isPlainText: isPlainText)
  }
}

extension Scalar {
  fileprivate var isTrue: Bool { if case .int(let value) = self { value != 0 } else { false } }

  /// The day of a date or timestamp, or of a text that begins with one.
  fileprivate var day: Int128? {
    switch self {
    case .date(let date): return Int128(date.days)
    case .timestamp(let moment): return Int128(moment.date.days)
    case .string(let text):
      let bytes = Array(text.utf8.prefix(10))
      return TemporalText.date(bytes.span).map { Int128($0.days) }
    default: return nil
    }
  }
}

/// Profiles of the columns of a database, each for the state of the data it was made of.
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

  func known(_ table: String, _ columns: [String], _ version: Int64) -> (rowCount: Int, profiles: [StorageProfile])? {
    state.withLock { state in
      guard state.version == version, let rowCount = state.rowCounts[Array(table.utf8)] else { return nil }
      let profiles = columns.compactMap { state.profiles[Key(table, $0)] }
      return profiles.count == columns.count ? (rowCount, profiles) : nil
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
