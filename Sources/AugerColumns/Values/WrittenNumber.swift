/// The notation of numbers in a language, including currency signs, percent signs and parentheses around negative
/// numbers.
package struct WrittenNumber: Sendable, Hashable {
  private let decimal: Unicode.Scalar
  /// The thousands separator, in addition to spaces and apostrophes.
  private let groups: Unicode.Scalar?
  /// The number of digits in the groups before the last one.
  private let groupDigits: Int

  private init(decimal: Unicode.Scalar, groups: Unicode.Scalar?, groupDigits: Int = 3) {
    self.decimal = decimal
    self.groups = groups
    self.groupDigits = groupDigits
  }

  /// The names of the supported languages, for hints.
  package static let languages = ["en", "de", "fr", "ch", "in"]

  /// Creates the notation of a language or locale: `de`, `de-CH`, `pt_BR`. Nil if it is not known.
  package init?(language name: String) {
    let tag = name.lowercased().replacing("_", with: "-")
    guard let known = Self.byLanguage[tag] ?? Self.byLanguage[String(tag.prefix { $0 != "-" })] else { return nil }
    self = known
  }

  private static let byLanguage: [String: WrittenNumber] = {
    let point = WrittenNumber(decimal: ".", groups: ",")
    let comma = WrittenNumber(decimal: ",", groups: ".")
    let blanks = WrittenNumber(decimal: ",", groups: nil)
    let apostrophes = WrittenNumber(decimal: ".", groups: nil)
    let pairs = WrittenNumber(decimal: ".", groups: ",", groupDigits: 2)
    let all: [(String, WrittenNumber)] = [
      ("en ja zh ko he th ms us gb", point),
      ("de es it nl pt da id tr el hr sl sr ro vi is ca at", comma),
      ("fr sv nb nn no fi pl cs sk uk ru bg hu lt lv et", blanks),
      ("ch de-ch it-ch gsw de-li", apostrophes),
      ("in hi en-in bn ta te mr gu", pairs),
    ]
    var result: [String: WrittenNumber] = [:]
    for (names, style) in all { for name in names.split(separator: " ") { result[String(name)] = style } }
    return result
  }()

  /// Returns the number in a string. Nil for other strings, and for numbers that exceed the range of floats.
  ///
  /// Groups have three digits. The first group has one to three and no leading zero. A number of another language is
  /// therefore rejected instead of misread. A percent sign divides by 100, exactly.
  package func read(_ text: String) -> Double? {
    var rest = Array(text.unicodeScalars)[...]
    var isNegative: Bool?
    var isPercent = false
    var hasCurrency = false
    while true {
      while let first = rest.first, Self.isBlank(first) { rest.removeFirst() }
      while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
      guard let first = rest.first, let last = rest.last else { return nil }
      if isNegative == nil, first == "(", last == ")", rest.count > 2 {
        isNegative = true
        rest = rest.dropFirst().dropLast()
      } else if isNegative == nil, let sign = Self.sign(first) {
        isNegative = sign
        rest.removeFirst()
      } else if rest.count > 1, Self.isDash(last), ".,".unicodeScalars.contains(rest[rest.endIndex - 2]) {
        // Prices without cents: 5.-
        rest.removeLast()
      } else if isNegative == nil, Self.sign(last) == true {
        isNegative = true
        rest.removeLast()
      } else if !isPercent, last == "%" || first == "%" {
        isPercent = true
        if last == "%" { rest.removeLast() } else { rest.removeFirst() }
      } else if !hasCurrency, let length = Self.currencyLength(rest) {
        hasCurrency = true
        rest.removeFirst(length)
      } else if !hasCurrency, let length = Self.currencyLength(Array(rest.reversed())[...], isReversed: true) {
        hasCurrency = true
        rest.removeLast(length)
      } else {
        break
      }
    }
    guard let digits = plain(rest) else { return nil }
    // A percentage is parsed with its exponent, because a later division would round twice.
    let parts = digits.split(separator: "e", maxSplits: 1)
    let exponent = (parts.count > 1 ? Int(parts[1]) : 0).map { isPercent ? $0 - 2 : $0 }
    guard let exponent, let value = Double("\(parts[0])e\(exponent)"), value.isFinite else { return nil }
    return isNegative == true ? -value : value
  }

  /// Returns the digits with a point and without groups, followed by an exponent after `e`.
  private func plain(_ text: ArraySlice<Unicode.Scalar>) -> String? {
    var result = ""
    var groupLengths = [0]
    var separator: Unicode.Scalar?
    var at = text.startIndex
    func isDigit(_ index: Int) -> Bool { index < text.endIndex && ("0"..."9").contains(text[index]) }
    while at < text.endIndex, text[at] != decimal {
      if isDigit(at) {
        result.unicodeScalars.append(text[at])
        groupLengths[groupLengths.count - 1] += 1
      } else if let mark = groupMark(text[at]), isDigit(at + 1) {
        guard separator == nil || separator == mark else { return nil }
        separator = mark
        groupLengths.append(0)
      } else {
        break
      }
      at += 1
    }
    if separator != nil {
      let areWhole =
        groupLengths.last == 3 && (1...groupDigits).contains(groupLengths[0])
        && groupLengths.dropFirst().dropLast().allSatisfy { $0 == groupDigits } && !result.hasPrefix("0")
      guard areWhole else { return nil }
    }
    var digitCount = result.utf8.count
    if digitCount == 0 { result = "0" }
    if at < text.endIndex, text[at] == decimal {
      at += 1
      result += "."
      while isDigit(at) {
        result.unicodeScalars.append(text[at])
        digitCount += 1
        at += 1
      }
      if result.hasSuffix(".") { result += "0" }
    }
    guard digitCount > 0 else { return nil }
    if at < text.endIndex, text[at] == "e" || text[at] == "E", separator == nil {
      result += "e"
      at += 1
      if at < text.endIndex, let isMinus = Self.sign(text[at]) {
        if isMinus { result += "-" }
        at += 1
      }
      // An exponent with more digits exceeds every number.
      guard isDigit(at), text.endIndex - at <= 6 else { return nil }
      while isDigit(at) {
        result.unicodeScalars.append(text[at])
        at += 1
      }
    }
    return at == text.endIndex ? result : nil
  }

  /// Returns one scalar for each kind of group separator. Nil if it is not a separator.
  private func groupMark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar == groups { return scalar }
    if Self.isBlank(scalar) { return " " }
    return ["'", "\u{2019}", "\u{2BC}"].contains(scalar) ? "'" : nil
  }

  /// Returns true for spaces within a line, including no-break spaces.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }

  /// Returns true if a sign is a minus. Nil if it is not a sign.
  private static func sign(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar {
    case "-", "\u{2212}": true
    case "+": false
    default: nil
    }
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    ("\u{2010}"..."\u{2015}").contains(scalar) || scalar == "-"
  }

  /// Returns the number of scalars of the currency at the start of a text. Nil if it does not start with a currency.
  private static func currencyLength(_ text: ArraySlice<Unicode.Scalar>, isReversed: Bool = false) -> Int? {
    let run = text.prefix { scalar in
      !("0"..."9").contains(scalar) && !isBlank(scalar) && sign(scalar) == nil
        && !["%", "(", ")", ","].contains(scalar)
    }
    guard let first = run.first else { return nil }
    if run.count == 1, first.properties.generalCategory == .currencySymbol { return 1 }
    guard run.count <= 4 else { return nil }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: isReversed ? Array(run.reversed()) : Array(run))
    return currencies.contains(String(word).uppercased()) ? run.count : nil
  }

  private static let currencies: Set<String> = Set(
    """
    EUR USD GBP CHF JPY CNY SEK NOK DKK ISK PLN CZK HUF RON BGN RSD UAH RUB TRY INR BRL MXN ZAR AUD CAD NZD SGD \
    HKD TWD KRW ILS AED SAR THB IDR MYR PHP VND CLP COP ARS US$ CA$ AU$ NZ$ HK$ NT$ MX$ R$ A$ C$ S$ FR FR. SFR \
    SFR. KR KR. ZŁ KČ FT LEI RS RS. RM
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
