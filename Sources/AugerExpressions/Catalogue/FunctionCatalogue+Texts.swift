extension FunctionCatalogue {
  private static let text = FunctionDescription.Parameter("text", .string)
  private static let part = FunctionDescription.Parameter("part", .string)
  private static let count = FunctionDescription.Parameter("count", .integer)

  static let texts: [FunctionDescription] = [
    .init(
      "Concat", .text, [.init("x", .any, isRepeated: true)], "string", "The arguments as text, joined.",
      [.init("Concat('a', 1, 2.5)", "a12.5")]),
    .init(
      "Contains", .text, [text, part], "bool", "Whether the part is anywhere in the text.",
      [.init("Contains('abcdef', 'cd')", "1")]),
    .init(
      "EndsWith", .text, [text, part], "bool", "Whether the text ends with the part.",
      [.init("EndsWith('abcdef', 'ef')", "1")]),
    .init("Left", .text, [text, count], "string", "The first characters.", [.init("left('abcdef', 3)", "abc")]),
    .init("LeftTrim", .text, [text], "string", "Without blanks in front.", [.init("LeftTrim('  abc  ')", "abc  ")]),
    .init(
      "Len", .text, [text], "int", "The number of characters.",
      [.init("Len('abcdef')", "6"), .init("Len('Größe')", "5")]),
    .init("Lower", .text, [text], "string", "In lower case.", [.init("Lower('MYSTRING')", "mystring")]),
    .init(
      "Match", .text, [text, .init("pattern", .string, isConstant: true)], "bool",
      "Whether a pattern is found in the text: ^ and $ are its ends, . any character, [a-z] and [^a-z] sets, "
        + "* + ? repeat, \\ makes the next character itself.",
      [.init("Match('abc', '^a.c$')", "1"), .init("Match('abc', 'xyz')", "0")]),
    .init(
      "Mid", .text, [text, .init("start", .integer), .init("length", .integer, isOptional: true)], "string",
      "The characters from a position on, all or as many as told.",
      [.init("mid('abcdef', 3, 2)", "cd"), .init("mid('abcdef', 3)", "cdef")]),
    .init(
      "Pos", .text, [text, part, .init("start", .integer, isOptional: true)], "int",
      "The position of the part, looked for from a start on; 0 where it is not found.",
      [.init("pos('abcdef', 'c')", "3"), .init("pos('abcabc', 'c', 4)", "6"), .init("pos('abc', 'x')", "0")]),
    .init(
      "Replace", .text, [text, .init("start", .integer), count, .init("new", .string)], "string",
      "The text with a number of characters from a position on replaced.",
      [.init("Replace('1234', 2, 2, 'XX')", "1XX4")]),
    .init("Right", .text, [text, count], "string", "The last characters.", [.init("right('abcdef', 3)", "def")]),
    .init("RightTrim", .text, [text], "string", "Without blanks behind.", [.init("RightTrim('  abc  ')", "  abc")]),
    .init(
      "StartsWith", .text, [text, part], "bool", "Whether the text begins with the part.",
      [.init("StartsWith('abcdef', 'ab')", "1")]),
    .init(
      "String", .text, [.init("x", .any)], "string",
      "The value as text: numbers in their shortest form, decimals with all their digits, dates as ISO 8601, "
        + "bools as 1 or 0.",
      [.init("String(12)", "12"), .init("String(date(2024,2,29))", "2024-02-29")]),
    .init(
      "ToNumber", .text, [text, .init("language", .string, isConstant: true, isOptional: true)], "float",
      "Reads a number that is written for people, with group separators, a currency, parentheses for negative numbers, "
        + "or a percent sign, which divides by 100. `language` sets the decimal separator: 'en' (default), 'de', 'fr', "
        + "'ch', 'in' and more. Text that is not a number gives null and a counted warning, which names the language "
        + "that can read it.",
      [
        .init("ToNumber('1.234,50 €', 'de')", "1234.5"), .init("ToNumber('($1,200)')", "-1200"),
        .init("ToNumber('12.5 %')", "0.125"), .init("ToNumber('1 234,5', 'fr')", "1234.5"),
      ]),
    .init("Trim", .text, [text], "string", "Without blanks at both ends.", [.init("Trim(' hello ')", "hello")]),
    .init("Upper", .text, [text], "string", "In upper case.", [.init("Upper('mystring')", "MYSTRING")]),
    .init(
      "WordCap", .text, [text], "string",
      "The first letter of each word in upper case, the others in lower case. Blanks part words.",
      [.init("WordCap('bob alice eve')", "Bob Alice Eve")]),
  ]
}
