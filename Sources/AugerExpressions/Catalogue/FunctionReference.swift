import AugerColumns

extension FunctionCatalogue {
  /// The reference page in Markdown, made of the catalogue alone.
  package static var reference: String {
    var text = """
      # Functions

      This page is made from the catalogue by `auger functions --markdown`; a test holds both equal. Names are read in
      any case. An angle is in degrees, a position counts from 1, a character is a Unicode scalar. Where an argument is
      null the result is null unless the description says otherwise. Parameters in [brackets] may be left out, those in
      *italics* must be a constant or a variable. Of an example with several rows the results are listed with commas.

      """
    for group in FunctionDescription.Group.allCases {
      text += "\n## \(group.title)\n\n\(group.introduction)\n"
      for function in functions where function.group == group { text += "\n" + function.reference }
    }
    return text
  }
}

extension FunctionDescription {
  /// The entry of the reference page.
  fileprivate var reference: String {
    var text = "### \(name)\n\n`\(signature)` → \(result)\n\n"
    if !parameters.isEmpty {
      text +=
        parameters.map { parameter in
          let name = parameter.isConstant ? "*\(parameter.name)*" : parameter.name
          return "\(name): \(parameter.kind.text)"
        }.joined(separator: " · ") + "\n\n"
    }
    text += description + "\n\n"
    for example in examples { text += "- " + example.line("`") + "\n" }
    return text
  }

  /// What `auger functions NAME` prints.
  package var help: String {
    var text = "\(signature) → \(result)\n\n\(description)\n"
    if !parameters.isEmpty { text += "\n" }
    for parameter in parameters {
      let constant = parameter.isConstant ? ", a constant or a variable" : ""
      text += "  \(parameter.name): \(parameter.kind.text)\(constant)\n"
    }
    if !examples.isEmpty { text += "\n" }
    for example in examples { text += "  \(example.line(""))\n" }
    return text
  }
}

extension FunctionDescription.Example {
  fileprivate func line(_ quote: String) -> String {
    let given = columns.map { column in
      "\(column.name) = \(column.values.map(\.literalText).joined(separator: ", "))"
    }.joined(separator: "; ")
    let result = "\(quote)\(expression)\(quote) gives \(quote)\(expected)\(quote)"
    return given.isEmpty ? result : result + ", where \(given)"
  }
}

extension FunctionDescription.Parameter.Kind {
  fileprivate var text: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .string: "a string"
    case .date: "a date or timestamp"
    case .clock: "a date, timestamp or time of day"
    case .interval: "an interval"
    case .condition: "a condition"
    case .any: "any value"
    case .grain: "'year', 'quarter', 'month', 'week', 'day', 'hour', 'minute' or 'second'"
    }
  }
}

extension FunctionDescription.Group {
  fileprivate var title: String {
    switch self {
    case .number: "Numbers"
    case .date: "Dates"
    case .text: "Texts"
    case .logic: "Logic"
    case .aggregate: "Aggregates"
    case .window: "Window forms"
    }
  }

  fileprivate var introduction: String {
    switch self {
    case .number:
      "Ints and decimals are exact. A value without a result, such as `Log(0)`, is null with a counted warning."
    case .date:
      "Of a column with a time zone, the dates and times of that zone. A constant text `'2024-02-29'` is a date. A "
        + "date less a date is the days between them, a timestamp less another an interval: `Seconds(a - b)`."
    case .text: "Strings compare by the bytes of their UTF-8."
    case .logic:
      "A condition is true where it is not zero. `and`, `or` and `not` also stand between and before conditions."
    case .aggregate:
      "In the measures of table queries and in the values of charts. An empty group gives null. A condition behind the "
        + "arguments leaves out the rows for which it is not true: `sum(x, where: y > 1)`, `count(where: y > 1)`."
    case .window:
      "In the values of charts: they run over the categories in the order shown, each series for itself. "
        + "A value that is not aggregated is aggregated as the chart says: `Running(x)` is `Running(sum(x))`."
    }
  }
}
