extension DatePattern {
  /// Returns the parts of a TR-35 date pattern; nil if it contains an unsupported letter. Unsupported are weeks,
  /// week-years, generic zone names, and letters that TR-35 does not define.
  static func parts(_ pattern: String) -> [Part]? {
    let scalars = Array(pattern.unicodeScalars)
    var parts: [Part] = []
    var literal: [UInt8] = []
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "'" {
        guard let end = readQuoted(scalars, from: position, into: &literal) else { return nil }
        position = end
      } else if scalar.isASCII, scalar.properties.isAlphabetic {
        var end = position
        while end < scalars.count, scalars[end] == scalar { end += 1 }
        guard let part = part(scalar, end - position) else { return nil }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = []
        parts.append(part)
        position = end
      } else {
        literal += Array(String(scalar).utf8)
        position += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }

  /// Reads a quoted string including its closing quote; two quotes are one. Nil if the closing quote is missing.
  private static func readQuoted(_ scalars: [Unicode.Scalar], from start: Int, into literal: inout [UInt8]) -> Int? {
    if start + 1 < scalars.count, scalars[start + 1] == "'" {
      literal.append(UInt8(ascii: "'"))
      return start + 2
    }
    var position = start + 1
    while position < scalars.count {
      if scalars[position] != "'" {
        literal += Array(String(scalars[position]).utf8)
        position += 1
      } else if position + 1 < scalars.count, scalars[position + 1] == "'" {
        literal.append(UInt8(ascii: "'"))
        position += 2
      } else {
        return position + 1
      }
    }
    return nil
  }

  private static func part(_ letter: Unicode.Scalar, _ width: Int) -> Part? {
    switch (letter, width) {
    case ("G", 1...3): .name(.era)
    case ("y", 2): .shortYear
    case ("y", _), ("u", _): .number(.year, width: width)
    case ("Q", 1...2), ("q", 1...2): .number(.quarter, width: width)
    case ("Q", 3), ("q", 3): .name(.shortQuarter)
    case ("Q", 4), ("q", 4): .name(.quarter)
    case ("M", 1...2), ("L", 1...2): .number(.month, width: width)
    case ("M", 3): .name(.shortMonth)
    case ("M", 4): .name(.month)
    case ("M", 5): .name(.narrowMonth)
    case ("L", 3): .name(.shortStandaloneMonth)
    case ("L", 4): .name(.standaloneMonth)
    case ("L", 5): .name(.narrowStandaloneMonth)
    case ("d", 1...2): .number(.day, width: width)
    case ("D", 1...3): .number(.dayOfYear, width: width)
    case ("E", 1...3), ("e", 3): .name(.shortWeekDay)
    case ("E", 4), ("e", 4): .name(.weekDay)
    case ("E", 5), ("e", 5): .name(.narrowWeekDay)
    case ("c", 3): .name(.shortStandaloneWeekDay)
    case ("c", 4): .name(.standaloneWeekDay)
    case ("c", 5): .name(.narrowStandaloneWeekDay)
    case ("a", 1...3): .name(.dayPeriod)
    case ("H", 1...2): .number(.hour, width: width)
    case ("k", 1...2): .number(.hourFromOne, width: width)
    case ("h", 1...2): .number(.halfDayHour, width: width)
    case ("K", 1...2): .number(.halfDayHourFromZero, width: width)
    case ("m", 1...2): .number(.minute, width: width)
    case ("s", 1...2): .number(.second, width: width)
    case ("S", 1...9): .fraction(width)
    case ("Z", 1...3), ("x", 2): .offset(hasColon: false, usesZ: false)
    case ("X", 2): .offset(hasColon: false, usesZ: true)
    case ("Z", 5), ("X", 3): .offset(hasColon: true, usesZ: true)
    case ("x", 3): .offset(hasColon: true, usesZ: false)
    default: nil
    }
  }
}
