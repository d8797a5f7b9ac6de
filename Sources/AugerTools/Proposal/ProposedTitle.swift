import AugerAnalysis

/// Titles for readers, derived from the names of columns, tables and files.
enum ProposedTitle {
  /// Abbreviations whose meaning does not depend on the subject.
  private static let expansions = [
    "qty": "quantity", "avg": "average", "pct": "percent", "amt": "amount", "pop": "population", "cnt": "count",
    "temp": "temperature", "temps": "temperature", "lat": "latitude", "lng": "longitude", "lon": "longitude",
    "yr": "year", "max": "maximum", "min": "minimum", "num": "number",
  ]
  private static let acronyms = [
    "us": "US", "usa": "USA", "uk": "UK", "eu": "EU", "un": "UN", "gdp": "GDP", "gnp": "GNP", "imdb": "IMDB",
    "id": "ID", "url": "URL", "iso": "ISO", "iata": "IATA", "icao": "ICAO",
    "mpaa": "MPAA", "dvd": "DVD", "bmi": "BMI", "kpi": "KPI",
    "vat": "VAT", "ip": "IP", "sku": "SKU", "mpg": "MPG", "oee": "OEE", "co2": "CO₂", "pm25": "PM2.5",
  ]
  private static let units = [
    "km": "km", "cm": "cm", "mm": "mm", "kg": "kg", "lb": "lb", "lbs": "lb", "kwh": "kWh", "mwh": "MWh", "mph": "mph",
    "kmh": "km/h", "ms": "ms", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "hpa": "hPa", "celsius": "°C",
    "fahrenheit": "°F", "c": "°C",
  ]
  private static let times = ["time", "duration", "runtime", "length", "delay", "downtime"]
  /// Words of file names that describe the file instead of its contents.
  private static let technical = [
    "sqlite", "sqlite3", "db", "database", "csv", "tsv", "json", "txt", "dataset", "dump", "export", "copy", "final",
    "utf8", "clean", "cleaned",
  ]
  /// Words that end names without word boundaries: `worldcities`.
  private static let ends = [
    "cities", "countries", "sales", "orders", "weather", "flights", "movies", "stocks", "customers", "prices",
    "products", "invoices", "payments",
  ]

  /// Returns `Maximum temperature` for `temp_max`, and `Energy (kWh)` for `energy_kwh`.
  static func column(_ name: String) -> String {
    var words = Wording.words(name)
    guard name.utf8.allSatisfy({ isPlain($0) }), !words.isEmpty else { return Wording.title(name) }
    func isTime() -> Bool { words.contains { times.contains($0.lowercased()) } }
    var unit: String?
    if words.count > 1, let last = words.last?.lowercased() {
      if last == "min", isTime() {
        unit = "min"
      } else if last != "c" || words.contains(where: { isHeat($0) }) {
        unit = units[last]
      }
      if unit != nil { words.removeLast() }
      if unit != nil, words.count > 1, words.last?.lowercased() == "in" { words.removeLast() }
    }
    // The extreme precedes its quantity.
    if words.count > 1, let last = words.last?.lowercased(), ["max", "min"].contains(last) {
      words.insert(words.removeLast(), at: 0)
    }
    if words.count > 1, words.last?.lowercased() == "expect", words.contains(where: { $0.lowercased() == "life" }) {
      words[words.count - 1] = "expectancy"
    }
    var title = sentence(words)
    // `Sub-Category` is one word.
    for prefix in ["sub", "non", "pre", "co", "self", "multi"] where name.lowercased().contains("\(prefix)-") {
      title = title.replacing("\(prefix) ", with: "\(prefix)-").replacing(
        "\(capital(prefix)) ", with: "\(capital(prefix))-")
    }
    return unit.map { "\(title) (\($0))" } ?? title
  }

  /// Returns `Seattle weather` for `seattle-weather`, and `Chinook` for `Chinook_export`.
  static func source(_ name: String) -> String {
    let words = Wording.words(name).flatMap(split)
    guard name.utf8.allSatisfy({ isPlain($0) }), !words.isEmpty else { return Wording.title(name) }
    let own = words.filter { !technical.contains($0.lowercased()) }
    return sentence(own.isEmpty ? words : own)
  }

  /// Returns the average of a column with this title. A title of averages or rates does not change.
  static func average(_ title: String) -> String {
    let first = title.split(separator: " ").first?.lowercased() ?? ""
    return ["average", "mean", "median"].contains(first) ? title : "Average \(title.lowercasedFirst)"
  }

  /// Returns `product names` for `Product name`, and nil for words that are not English letters.
  static func plural(_ title: String) -> String? {
    var words = title.split(separator: " ").map(String.init)
    if words.count > 1, ["name", "title"].contains(words[words.count - 1]) { words.removeLast() }
    guard let last = words.last, last.utf8.count > 2,
      words.allSatisfy({ $0.utf8.allSatisfy { isLetter($0) } })
    else { return nil }
    let ending =
      switch true {
      case last.hasSuffix("s") && Wording.singular(last) != last: last
      case last.hasSuffix("y") && !"aeiou".contains(last.dropLast().last ?? "a"): String(last.dropLast()) + "ies"
      case ["s", "x", "ch", "sh"].contains(where: last.hasSuffix): last + "es"
      default: last + "s"
      }
    words[words.count - 1] = ending
    return words.joined(separator: " ").lowercasedFirst
  }

  /// Returns a number with commas.
  static func number(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { (($0 > 0 && (digits.count - $0) % 3 == 0) ? "," : "") + String(digits[$0]) }.joined()
  }

  private static func split(_ word: String) -> [String] {
    guard word == word.lowercased() else { return [word] }
    for end in ends where word.hasSuffix(end) && word.utf8.count >= end.utf8.count + 4 {
      return [String(word.dropLast(end.utf8.count)), end]
    }
    return [word]
  }

  private static func sentence(_ words: [String]) -> String {
    let written = words.map { word -> String in
      let lower = word.lowercased()
      if let acronym = acronyms[lower] { return acronym }
      if word.utf8.count > 1, word == word.uppercased() { return word }
      if word != lower, word.dropFirst() != lower.dropFirst() { return word }
      return expansions[lower] ?? lower
    }
    return capital(written.joined(separator: " "))
  }

  private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func isHeat(_ word: String) -> Bool { ["temp", "temperature"].contains(word.lowercased()) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: ".")].contains(byte)
  }
}

extension String {
  /// The string as it appears within a sentence. Acronyms do not change.
  var lowercasedFirst: String {
    let second = dropFirst().unicodeScalars.first
    return second?.properties.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
