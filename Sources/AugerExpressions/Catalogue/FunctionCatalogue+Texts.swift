extension FunctionCatalogue {
  private static let text = FunctionDescription.Parameter("text", .string)
  private static let part = FunctionDescription.Parameter("part", .string)
  private static let count = FunctionDescription.Parameter("count", .integer)

  static let texts: [FunctionDescription] = [
    .init(
      "Concat", .text, [.init("x", .any, isRepeated: true)], "string", "The arguments as strings, concatenated.",
      [.init("Concat('a', 1, 2.5)", "a12.5")]),
    .init(
      "Contains", .text, [text, part], "bool", "True if the text contains the part.",
      [.init("Contains('abcdef', 'cd')", "1")]),
    .init(
      "EndsWith", .text, [text, part], "bool", "True if the text ends with the part.",
      [.init("EndsWith('abcdef', 'ef')", "1")]),
    .init("Left", .text, [text, count], "string", "The first characters.", [.init("left('abcdef', 3)", "abc")]),
    .init(
      "LeftTrim", .text, [text], "string", "The text without leading spaces.", [.init("LeftTrim('  abc  ')", "abc  ")]),
    .init(
      "Len", .text, [text], "int", "The number of characters.",
      [.init("Len('abcdef')", "6"), .init("Len('Größe')", "5")]),
    .init("Lower", .text, [text], "string", "The text in lowercase.", [.init("Lower('MYSTRING')", "mystring")]),
    .init(
      "Match", .text, [text, .init("pattern", .string, isConstant: true)], "bool",
      "True if the text contains a match of the pattern. ^ and $ match the ends of the text, . any character, "
        + "and [a-z] and [^a-z] sets. The characters * + ? repeat, and \\ escapes the next character.",
      [.init("Match('abc', '^a.c$')", "1"), .init("Match('abc', 'xyz')", "0")]),
    .init(
      "Mid", .text, [text, .init("start", .integer), .init("length", .integer, isOptional: true)], "string",
      "The substring that starts at a position, with the given length or up to the end.",
      [.init("mid('abcdef', 3, 2)", "cd"), .init("mid('abcdef', 3)", "cdef")]),
    .init(
      "Pos", .text, [text, part, .init("start", .integer, isOptional: true)], "int",
      "The position of the first occurrence of the part at or after the start. 0 if the text does not contain it.",
      [.init("pos('abcdef', 'c')", "3"), .init("pos('abcabc', 'c', 4)", "6"), .init("pos('abc', 'x')", "0")]),
    .init(
      "Replace", .text, [text, .init("start", .integer), count, .init("new", .string)], "string",
      "The text with a number of characters from a position replaced by new ones.",
      [.init("Replace('1234', 2, 2, 'XX')", "1XX4")]),
    .init("Right", .text, [text, count], "string", "The last characters.", [.init("right('abcdef', 3)", "def")]),
    .init(
      "RightTrim", .text, [text], "string", "The text without trailing spaces.",
      [.init("RightTrim('  abc  ')", "  abc")]),
    .init(
      "StartsWith", .text, [text, part], "bool", "True if the text starts with the part.",
      [.init("StartsWith('abcdef', 'ab')", "1")]),
    .init(
      "String", .text, [.init("x", .any)], "string",
      "The value as a string: numbers in their shortest form, decimals with all their digits, dates in ISO "
        + "8601, bools as 1 or 0.",
      [.init("String(12)", "12"), .init("String(date(2024,2,29))", "2024-02-29")]),
    .init(
      "ToNumber", .text, [text, .init("language", .string, isConstant: true, isOptional: true)], "float",
      "Reads a formatted number: with group separators, a currency, parentheses for negative numbers, or a "
        + "percent sign, which divides by 100. `language` sets the decimal separator: 'en' (default), 'de', "
        + "'fr', 'ch', 'in' and more. Text that is not a number gives null and a counted warning, which names "
        + "the language that can read it.",
      [
        .init("ToNumber('1.234,50 €', 'de')", "1234.5"), .init("ToNumber('($1,200)')", "-1200"),
        .init("ToNumber('12.5 %')", "0.125"), .init("ToNumber('1 234,5', 'fr')", "1234.5"),
      ]),
    .init(
      "Trim", .text, [text], "string", "The text without leading and trailing spaces.",
      [.init("Trim(' hello ')", "hello")]),
    .init("Upper", .text, [text], "string", "The text in uppercase.", [.init("Upper('mystring')", "MYSTRING")]),
    .init(
      "WordCap", .text, [text], "string",
      "The text with the first letter of each word in uppercase and the others in lowercase. Spaces separate words.",
      [.init("WordCap('bob alice eve')", "Bob Alice Eve")]),
  ]
}
