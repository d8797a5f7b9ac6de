import AugerColumns

/// The conventions shared by the columns of a file: a proof in one column helps to read another.
struct FileHabits: Sendable, Hashable {
  var delimiter = UInt8(ascii: ",")
  /// True if a column proves that the decimal sign is a comma. Nil if no column proves anything.
  var hasDecimalComma: Bool?
  /// True if the day comes first in dates with slashes or hyphens.
  var isDayFirst: Bool?
}

/// The number of fields of each kind in a column, for every notation of numbers and dates. The type follows from
/// these counts.
struct TypeEvidence: Sendable, Hashable {
  private struct StyleCount: Sendable, Hashable {
    var whole = 0
    var fraction = 0
    var grouped = 0
    var plainBlanks = 0
    var sum: Int { whole + fraction }
  }

  private var counts = [Int](repeating: 0, count: FieldKind.allCases.count)
  /// The number of fields, other than plain integers, that fit each style.
  private var numbers = [StyleCount](repeating: StyleCount(), count: NumberStyle.allCases.count)
  private var dates = [Int](repeating: 0, count: DateStyle.others.count)
  private var moments = [Int](repeating: 0, count: DateStyle.others.count)
  private var total = 0
  /// The number of null words and fields of only spaces. In a string column, they are unchanged values.
  private var wordlessCount = 0

  var isEmpty: Bool { total == 0 }

  /// True if the column has no field.
  var isUntouched: Bool { total == 0 && wordlessCount == 0 }

  /// Adds a field. Fields of only spaces are not evidence.
  mutating func add(_ field: Span<UInt8>) {
    guard let kind = FieldKind(field) else {
      wordlessCount += 1
      return
    }
    let text = FieldReader.trimmed(field)
    counts[kind.rawValue] += 1
    total += 1
    guard kind == .float || kind == .text, let start = Self.start(text) else { return }
    if start == .number {
      for style in NumberStyle.allCases {
        // An integer without groups is a plain one, or an identifier such as `+4930123456`.
        guard let reading = style.read(text), reading.isGrouped || !reading.isWhole || kind == .float else { continue }
        if reading.isWhole { numbers[style.rawValue].whole += 1 } else { numbers[style.rawValue].fraction += 1 }
        if reading.isGrouped { numbers[style.rawValue].grouped += 1 }
        if reading.hasPlainBlanks { numbers[style.rawValue].plainBlanks += 1 }
      }
    }
    // A date has two separators, a float at most one.
    if kind == .float { return }
    for (index, style) in DateStyle.others.enumerated() {
      guard let reading = style.read(text) else { continue }
      if reading.hasTime { moments[index] += 1 } else { dates[index] += 1 }
    }
  }

  /// Adds a field of a file with these options. A null word is not evidence.
  mutating func add(_ field: Span<UInt8>, _ named: NullWords?) {
    if let named, named.contains(field) { return }
    if named == nil, NullWords.usual.contains(FieldReader.trimmed(field)) { wordlessCount += 1 } else { add(field) }
  }

  private enum Start { case number, monthName }

  /// Returns nil for strings that do not begin with a digit, sign, decimal sign or month name.
  private static func start(_ text: Span<UInt8>) -> Start? {
    switch text[0] {
    case 0x30...0x39, 0x2B, 0x2D, 0x2C, 0x2E: return .number
    case 0x41...0x5A, 0x61...0x7A: break
    default: return nil
    }
    // `Jan 1 2000` is the shortest date.
    guard text.count >= 10, text.count <= 40 else { return nil }
    switch text[0] | 0x20 {
    case 0x61, 0x64, 0x66, 0x6A, 0x6D, 0x6E, 0x6F, 0x73: return .monthName
    default: return nil
    }
  }

  /// Returns true if the field is a word in every style: not a number, date or Boolean.
  static func isWord(_ field: Span<UInt8>) -> Bool {
    var evidence = TypeEvidence()
    evidence.add(field)
    return evidence.total > 0 && evidence.counts[FieldKind.text.rawValue] > 0
      && evidence.numbers.allSatisfy { $0.sum == 0 } && evidence.dates.allSatisfy { $0 == 0 }
      && evidence.moments.allSatisfy { $0 == 0 }
  }

  private func count(_ kinds: FieldKind...) -> Int { kinds.reduce(0) { $0 + counts[$1.rawValue] } }

  // MARK: Proofs for the whole file

  /// True if only a decimal comma fits the column, false if only a decimal point does.
  var provesDecimalComma: Bool? {
    guard total > 0 else { return nil }
    func fits(_ style: NumberStyle) -> Bool {
      numbers[style.rawValue].sum > 0 && numbers[style.rawValue].sum + count(.int) == total
    }
    let commas = NumberStyle.allCases.filter { $0.hasDecimalComma && fits($0) }
    let readsPoint = NumberStyle.allCases.contains { !$0.hasDecimalComma && fits($0) }
    // Groups alone do not prove anything: `192.168.100.200`.
    if !readsPoint, commas.contains(where: { numbers[$0.rawValue].fraction > 0 }) { return true }
    return readsPoint && commas.isEmpty ? false : nil
  }

  /// True if dates with slashes or hyphens are valid only with the day first, false if only with the month first.
  var provesDayFirst: Bool? {
    guard total > 0 else { return nil }
    func fits(_ order: DateStyle.Order) -> Bool {
      DateStyle.others.indices.contains {
        DateStyle.others[$0].order == order && DateStyle.others[$0].isAmbiguous && dates[$0] + moments[$0] == total
      }
    }
    return fits(.dayMonthYear) == fits(.monthDayYear) ? nil : fits(.dayMonthYear)
  }

  /// Returns true if the column contains dates that do not show the order of day and month.
  func isUndecidedDate(_ habits: FileHabits) -> Bool {
    guard total > 0, habits.isDayFirst == nil, provesDayFirst == nil else { return false }
    return DateStyle.others.indices.contains {
      DateStyle.others[$0].order == .dayMonthYear && DateStyle.others[$0].isAmbiguous
        && dates[$0] + moments[$0] == total
    }
  }

  // MARK: The type

  /// Returns the narrowest type that holds at least `share` of the values. A share of 1 means all of them. A column
  /// without values is a string column.
  ///
  /// With a share of 1, a choice that a value has contradicted is never made again, so widening ends.
  func shape(share: Double = 1, _ habits: FileHabits = FileHabits()) -> ColumnShape {
    guard total > 0 else { return ColumnShape(.string) }
    func suffices(_ count: Int) -> Bool { count > 0 && Double(count) >= share * Double(total) }
    if suffices(count(.bool)) { return ColumnShape(.bool) }
    if suffices(count(.int)) { return ColumnShape(.int64) }
    if let shape = groupedDespitePoints(habits, suffices) { return shape }
    // Numbers that exceed 64 bits are identifiers, unless fractions show that the column contains measures.
    if count(.float) > 0, suffices(count(.int, .hugeInt, .float)) { return ColumnShape(.float64) }
    if let shape = styledNumber(habits, suffices) { return shape }
    if suffices(count(.date)) { return ColumnShape(.date) }
    if suffices(count(.date, .localTime)) { return ColumnShape(.timestamp) }
    if suffices(count(.instant)) { return ColumnShape(.timestamp(zone: "UTC")) }
    return styledDate(habits, suffices) ?? ColumnShape(.string)
  }

  /// Returns the shape for values such as `1.234`. They look like floats but are integers in a file with decimal
  /// commas.
  private func groupedDespitePoints(_ habits: FileHabits, _ suffices: (Int) -> Bool) -> ColumnShape? {
    let style = numbers[NumberStyle.pointGroupsDecimalComma.rawValue]
    guard habits.hasDecimalComma == true, style.grouped > 0, suffices(style.sum + count(.int)) else { return nil }
    return number(.pointGroupsDecimalComma)
  }

  private func styledNumber(_ habits: FileHabits, _ suffices: (Int) -> Bool) -> ColumnShape? {
    let fitting = NumberStyle.allCases.filter { style in
      let found = numbers[style.rawValue]
      guard style != .plain, found.sum > 0, suffices(found.sum + count(.int)) else { return false }
      switch style {
      // `192.168.100.200` and `555 123 456` are numbers only if a decimal sign proves it.
      case .pointGroupsDecimalComma: return found.fraction > 0 || habits.hasDecimalComma == true
      case .blankGroups, .blankGroupsDecimalComma:
        return found.fraction > 0 || (found.grouped > 0 && found.plainBlanks == 0)
      default: return true
      }
    }
    guard let first = fitting.first else { return nil }
    guard fitting.contains(.commaGroups), fitting.contains(.decimalComma) else { return number(first) }
    // `1,234` depends on the file. If commas also separate fields, the notation is English.
    if let comma = habits.hasDecimalComma { return number(comma ? .decimalComma : .commaGroups) }
    return habits.delimiter == UInt8(ascii: ",") ? number(.commaGroups) : nil
  }

  private func number(_ style: NumberStyle) -> ColumnShape {
    var shape = ColumnShape(numbers[style.rawValue].fraction == 0 ? .int64 : .float64)
    shape.number = style
    return shape
  }

  private func styledDate(_ habits: FileHabits, _ suffices: (Int) -> Bool) -> ColumnShape? {
    let fitting = DateStyle.others.indices.filter { suffices(dates[$0] + moments[$0]) }
    let isUndecided = Set(fitting.map { DateStyle.others[$0].order }).count > 1
    let chosen = fitting.first { index in
      guard isUndecided, let dayFirst = habits.isDayFirst else { return !isUndecided }
      return DateStyle.others[index].order == (dayFirst ? .dayMonthYear : .monthDayYear)
    }
    guard let chosen else { return nil }
    var shape = ColumnShape(moments[chosen] == 0 ? .date : .timestamp)
    shape.date = DateStyle.others[chosen]
    return shape
  }
}
