extension NumberPattern {
  /// Returns true if a TR-35 pattern is a number pattern: it has a digit placeholder outside of quotes.
  static func isNumberPattern(_ pattern: String) -> Bool {
    var isQuoted = false
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@") { return true }
    }
    return false
  }

  /// Reads a TR-35 number pattern: prefix, `#,##0.00`, suffix, and after `;` the prefix and suffix of negative numbers.
  /// Quotes, `%`, `‰` and `¤` are supported.
  ///
  /// Returns nil for unsupported features: exponents, significant digits (`@`), padding and rounding increments.
  ///
  /// - Parameter symbols: The separators and digits of the locale, from its decimal pattern.
  init?(
    text: String, symbols: NumberPattern, percent: @escaping () -> [UInt8], currency: @escaping () -> [UInt8]
  ) {
    var reader = Reader(Array(text.unicodeScalars), percent: percent, currency: currency, minus: symbols.negativePrefix)
    self = symbols
    minimumGrouping = 1
    reader.readAffix()
    (positivePrefix, reader.affix) = (reader.affix, [])
    guard readDigits(&reader) else { return nil }
    reader.readAffix()
    (positiveSuffix, reader.affix) = (reader.affix, [])
    shift = reader.shift
    if reader.isAtEnd {
      negativePrefix = symbols.negativePrefix + positivePrefix
      negativeSuffix = positiveSuffix
      return
    }
    guard reader.skip(";") else { return nil }
    reader.readAffix()
    (negativePrefix, reader.affix) = (reader.affix, [])
    // Use only the affixes of the negative pattern; its digits are those of the positive pattern.
    var ignored = self
    guard ignored.readDigits(&reader) else { return nil }
    reader.readAffix()
    negativeSuffix = reader.affix
    guard reader.isAtEnd else { return nil }
  }

  private mutating func readDigits(_ reader: inout Reader) -> Bool {
    var groupSizes: [Int] = []
    var group: Int?
    var zeros = 0
    var count = 0
    while let scalar = reader.peek {
      switch scalar {
      case "#":
        guard zeros == 0 else { return false }
        count += 1
        group = group.map { $0 + 1 }
      case "0":
        zeros += 1
        count += 1
        group = group.map { $0 + 1 }
      case ",":
        if let group { groupSizes.append(group) }
        group = 0
      default:
        return finishDigits(&reader, count: count, zeros: zeros, sizes: groupSizes, last: group)
      }
      reader.advance()
    }
    return finishDigits(&reader, count: count, zeros: zeros, sizes: groupSizes, last: group)
  }

  private mutating func finishDigits(
    _ reader: inout Reader, count: Int, zeros: Int, sizes: [Int], last: Int?
  ) -> Bool {
    guard last != 0 else { return false }
    minimumInteger = zeros
    primaryGroup = last ?? 0
    secondaryGroup = sizes.last ?? primaryGroup
    minimumFraction = 0
    maximumFraction = 0
    if reader.skip(".") {
      while reader.peek == "0" {
        minimumFraction += 1
        reader.advance()
      }
      maximumFraction = minimumFraction
      while reader.peek == "#" {
        maximumFraction += 1
        reader.advance()
      }
    }
    guard count + maximumFraction > 0 else { return false }
    switch reader.peek {
    case "E", "@", "*", "#", "0", ",", ".": return false
    default: return true
    }
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private let percent: () -> [UInt8]
    private let currency: () -> [UInt8]
    private let minus: [UInt8]
    var affix: [UInt8] = []
    var shift = 0

    init(
      _ scalars: [Unicode.Scalar], percent: @escaping () -> [UInt8], currency: @escaping () -> [UInt8], minus: [UInt8]
    ) {
      self.scalars = scalars
      self.percent = percent
      self.currency = currency
      self.minus = minus
    }

    var isAtEnd: Bool { position == scalars.count }

    var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func advance() { position += 1 }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
      guard peek == scalar else { return false }
      advance()
      return true
    }

    /// Reads literal text up to a digit placeholder, a `;` or the end.
    mutating func readAffix() {
      var isQuoted = false
      while let scalar = peek {
        if isQuoted, scalar != "'" {
          affix += Array(String(scalar).utf8)
          advance()
          continue
        }
        switch scalar {
        case "'":
          advance()
          if peek == "'" {
            affix.append(UInt8(ascii: "'"))
            advance()
          } else {
            isQuoted.toggle()
          }
          continue
        case "#", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ",", ".", ";", "@", "*": return
        case "%":
          affix += percent()
          shift = 2
        case "‰":
          affix += Array("‰".utf8)
          shift = 3
        case "¤": affix += currency()
        case "-": affix += minus
        default: affix += Array(String(scalar).utf8)
        }
        advance()
      }
    }
  }
}
