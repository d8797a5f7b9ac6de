import AugerColumns
import AugerEngine

/// The role of a column in a default chart, inferred from its name, type and number of distinct values.
///
/// Names decide if numbers cannot: prices and amounts are both numbers, but only amounts add up.
package enum ColumnMeaning: Hashable, Sendable {
  /// The time of an event.
  case moment
  /// A date that describes the row itself only indirectly: a birth date or the last modification.
  case sideMoment
  /// Calendar years as numbers.
  case year
  /// Months, quarters, days of the week, hours: parts of a date that is split over several columns.
  case datePart
  /// Identifies rows, or references a row of another table.
  case key
  /// Two values that mean yes and no.
  case flag
  /// Latitude or longitude in degrees.
  case coordinate
  /// Numbers with a meaningful order but no meaningful sum: ranks, levels, sizes, versions.
  case ordinal
  /// Adds up over rows and over time: amounts of money, counts of events, quantities.
  case amount
  /// Adds up over items at one point in time, never over time: population, staff, balances, stock.
  case level
  /// Has a meaningful average: prices, rates, temperatures, ages.
  case averaged
  /// Numbers whose name and unit do not identify whether they add up.
  case unclear
  /// Strings that divide the rows into groups.
  case group
  /// Strings that are distinct in each row: names, titles.
  case label
  /// Everything else: prose, URLs, columns without values.
  case other
}

extension ColumnMeaning {
  typealias Words = Set<String>

  private static let sideMoments: Words = [
    "birth", "birthdate", "birthday", "born", "dob", "hire", "hired", "joined", "modified", "updated", "changed",
    "rowversion", "due", "required", "shipped", "seen", "expires", "expiry", "valid",
  ]
  private static let keyWords: Words = [
    "id", "key", "uuid", "guid", "code", "no", "nr", "number", "num", "fips", "zip", "zipcode", "postal", "postalcode",
    "phone", "fax", "isbn", "ean", "sku", "nsn", "iata", "icao", "iso", "ssn", "tid", "url", "hash", "barcode",
  ]
  private static let keyEndings = ["id", "key", "code"]
  private static let dateParts: Words = [
    "quarter", "month", "week", "weekday", "day", "hour", "minute", "second", "dayofweek", "dayofyear", "dow", "doy",
  ]
  private static let coordinates: Words = ["lat", "lon", "lng", "long", "latitude", "longitude", "coordinate"]
  private static let ordinals: Words = [
    "rank", "position", "grade", "size", "version", "sequence", "seq", "order", "priority", "status", "line",
    "linenumber", "step", "category", "class", "jersey", "update", "interval", "margin", "error", "flag", "sex",
    "gender", "type", "group", "round", "season", "week", "index", "row", "cylinders", "gear", "gears", "carb", "doors",
  ]
  private static let proseWords: Words = [
    "comment", "comments", "note", "notes", "description", "address", "url", "homepage", "email", "mail", "phone",
    "fax", "picture", "photo", "image", "credit", "password", "hash", "path", "extension", "tags", "firstname",
    "lastname", "middlename", "suffix", "slug", "sentence",
  ]
  private static let labelWords: Words = ["name", "title", "label", "product", "item", "person", "country", "city"]

  /// Returns the words of a name in lower case. Prefixes of one letter do not describe the column: `l_tax`.
  static func words(_ name: String) -> [String] {
    var words = Wording.words(name).map { $0.lowercased() }
    if words.count > 1, words[0].utf8.count == 1 { words.removeFirst() }
    return words
  }

  /// Returns true if one of the words, or two adjacent words together, is in `known`: `first_name` matches `firstname`.
  static func isNamed(_ words: [String], _ known: Words) -> Bool {
    words.contains(where: known.contains) || zip(words, words.dropFirst()).contains { known.contains($0 + $1) }
  }

  /// Returns true if one of the words, or the end of a long word, is in `known`: `venueseats`.
  static func isNamedLike(_ words: [String], _ known: Words, shortest: Int = 5) -> Bool {
    isNamed(words, known)
      || words.contains { word in
        word.utf8.count > 6 && known.contains { $0.utf8.count >= shortest && word.hasSuffix($0) }
      }
  }

  package init(_ column: TableProfile.ColumnProfile, rows: Int) {
    let name = column.field.name
    let words = Self.words(name)
    let present = rows - column.nullCount
    guard present > 0, column.distinctCount > 1 else {
      self = .other
      return
    }
    switch column.field.type {
    case .date, .timestamp:
      // A date that is null in most rows is a secondary date too.
      self = Self.isNamed(words, Self.sideMoments) || column.nullCount * 2 > rows ? .sideMoment : .moment
    case .bool: self = .flag
    case .int64, .float64, .decimal: self = Self.number(column, words, rows)
    case .string: self = Self.text(column, words, rows)
    case .time, .interval, .binary: self = .other
    }
  }

  private static func number(_ column: TableProfile.ColumnProfile, _ words: [String], _ rows: Int) -> ColumnMeaning {
    let (low, high) = (column.minimum.doubleValue ?? 0, column.maximum.doubleValue ?? 0)
    let isWhole = if case .int = column.minimum { true } else { false }
    let isYears = isWhole && low >= 1500 && high <= 2200
    // `birth_year` and `valid until year` describe the row only indirectly.
    if isNamed(words, ["year", "yr"]) { return isYears && !isNamed(words, sideMoments) ? .year : .ordinal }
    if isNamed(words, coordinates) { return .coordinate }
    if isWhole, isNamed(words, dateParts), high <= 366 { return .datePart }
    let additivity = Additivity(name: column.field.name, words)
    let isKeyName =
      isNamed(words, keyWords)
      || (words.last.map { word in word.utf8.count > 3 && keyEndings.contains { word.hasSuffix($0) } } ?? false)
    // A name of an additive quantity is not a key: `nrOfWins`, `total number`.
    let adds = additivity == .amount || additivity == .level
    if isKeyName, !(adds && !isNamed(words, ["id", "key", "code", "no", "nr"]) || Additivity.isNumberOf(words)) {
      return .key
    }
    if isYears, additivity == nil { return .year }
    let isBinary = isWhole && column.distinctCount == 2 && low == 0 && high == 1
    if isBinary, additivity != .amount { return .flag }
    switch additivity {
    case .amount: return .amount
    case .level: return .level
    case .averaged: return .averaged
    case nil: break
    }
    if isNamed(words, ordinals) { return .ordinal }
    guard isWhole else { return .unclear }
    // Whole numbers that are distinct in each row number the rows. A few small ones are a scale.
    if column.distinctCount == rows, rows > 20, case .int(let first) = column.minimum,
      case .int(let last) = column.maximum,
      last.subtractingReportingOverflow(first) == (Int64(rows) - 1, false)
    {
      return .key
    }
    if column.distinctCount <= 12, high <= 20, low >= 0, rows > 50 { return .ordinal }
    return .unclear
  }

  private static func text(_ column: TableProfile.ColumnProfile, _ words: [String], _ rows: Int) -> ColumnMeaning {
    let present = rows - column.nullCount
    if isNamed(words, proseWords) || isNested(column) { return .other }
    // `quantity per unit` is a measurement in words.
    if words.contains("per") { return .other }
    // A column of numbers with a few other values is not a group: `rating` of a file with a damaged row.
    if Additivity(name: column.field.name, words) != nil, isOfNumbers(column) { return .other }
    if isNamed(words, keyWords) { return .key }
    if column.distinctCount == 2, isFlag(column) { return .flag }
    let isLabel = column.distinctCount * 5 > present * 4 && present > 1
    if isLabel { return column.nullCount * 4 > rows ? .other : .label }
    return column.nullCount * 2 > rows ? .other : .group
  }

  private static func isFlag(_ column: TableProfile.ColumnProfile) -> Bool {
    let pairs = [["0", "1"], ["n", "y"], ["no", "yes"], ["f", "t"], ["false", "true"]]
    return pairs.contains([column.minimum, column.maximum].map { "\($0)".lowercased() })
  }

  /// Returns true if the strings are arrays, objects, records, ranges or URLs, which do not group rows.
  private static func isNested(_ column: TableProfile.ColumnProfile) -> Bool {
    let texts = ([column.minimum, column.maximum] + column.samples).compactMap { value -> String? in
      if case .string(let text) = value, !text.isEmpty { text } else { nil }
    }
    return texts.allSatisfy { text in
      text.hasPrefix("{") && text.hasSuffix("}")
        || (text.hasPrefix("[") || text.hasPrefix("(")) && (text.hasSuffix("]") || text.hasSuffix(")"))
        || text.hasPrefix("http://") || text.hasPrefix("https://")
    } && !texts.isEmpty
  }

  private static func isOfNumbers(_ column: TableProfile.ColumnProfile) -> Bool {
    column.samples.contains { if case .string(let text) = $0 { Double(text) != nil } else { false } }
  }

  /// Returns the rank of a column as a grouping column, based on its name. The lowest is best.
  package static func groupRank(_ name: String) -> Int {
    let words = words(name)
    let preferred = [
      ["category", "type", "kind", "class", "segment", "group", "department", "species", "genre", "sector"],
      ["region", "continent", "country", "state", "county", "province", "area", "zone", "market"],
      ["mfgr", "manufacturer", "brand", "supplier", "product", "customer", "channel", "mode", "weather", "origin"],
      ["race", "crime", "city", "status"],
    ]
    return preferred.firstIndex { isNamedLike(words, Set($0), shortest: 4) } ?? preferred.count
  }

  /// Returns true if a string that is distinct in each row serves as the name of the row.
  package static func isName(_ name: String) -> Bool { isNamed(words(name), labelWords) }
}
