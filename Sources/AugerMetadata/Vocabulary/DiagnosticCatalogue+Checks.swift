import AugerDiagnostics

extension DiagnosticCatalogue {
  /// The findings of `auger check` about dashboards and their queries. Each example is a finding of a case in
  /// `Fixtures/Cases/Check`; a test compares them.
  static let checks: [Entry] = [
    check(
      "argumentUnbound", .error,
      "A required argument of a query is never provided. It is a warning if only some paths provide it, and a "
        + "note if an optional clause never applies.",
      fix: "Provide the argument in a chart above or with `--arg`. Alternatively, give the parameter a default.",
      "query 'ByMonth' of chart 'Months' requires the argument 'Prodcut', but no chart above provides it",
      place(12, "    <Chart Name=\"Months\" ChartType=\"Column\" Query=\"ByMonth\" ChartSequence=\"3\">", "ByMonth"),
      hint: "Provided arguments: Region, Country", notes: ["query 'ByMonth' is defined at auger.yaml:15:3"]),
    check(
      "argumentUnused", .warning,
      "A query does not use a value that it receives. It is an error for `--arg` and `--set`, and a note if a query "
        + "of a deeper level uses the value.",
      fix: "Correct the name, add a parameter with this name to the query, or remove the argument.",
      "query 'ByCountry' has no parameter 'Region', which is selected in chart 'Regions'",
      place(5, "      <Category Column=\"Region\"/>", "Region"),
      notes: ["query 'ByCountry' is defined at auger.yaml:9:3"]),
    check(
      "argumentExcluded", .error,
      "A query requires a value that ByCategory or BySeries prevents from being selected. It is a warning if "
        + "the argument is optional.",
      fix: "Remove ByCategory or BySeries, or set both.",
      "query 'ByCountry' of chart 'Countries' takes 'Product', the series of 'Regions', which cannot be "
        + "selected because of ByCategory",
      place(6, "      <Series Column=\"Product\"/>", "Product"), hint: "Remove ByCategory, or also set BySeries.",
      notes: ["query 'ByCountry' is defined at auger.yaml:9:3"]),
    check(
      "argumentKind", .error,
      "A query that accepts one value receives a list or a range. It is a warning if only some selections are "
        + "invalid.",
      fix: "Write `in ($Region)` for a list of values, and `Between(x, $Years)` for a range.",
      "filter 'Regions' passes a list of values to query 'ByRegion', which takes one value",
      place(
        12,
        "      <Filters><FilterName Name=\"Regions\"/><FilterName Name=\"Years\"/>"
          + "<FilterName Name=\"Span\"/></Filters>",
        "Regions"),
      hint: "Write in ($Regions).", notes: ["query 'ByRegion' is defined at auger.yaml:4:3"]),
    check(
      "drillTypeMismatch", .error,
      "The type of a column differs from the type of the parameter that receives its values. It is a warning "
        + "if some values can be converted.",
      fix: "Declare the parameter with the type of the column, or convert the column in its query.",
      "category 'year' of chart 'Years' is int, and query 'ByMonth' of chart 'Months' takes it as date, which no int "
        + "can be read as",
      place(5, "      <Category Column=\"year\"/>", "year"),
      hint: "Declare the parameter as int, or give the column another type in its query.",
      notes: ["'year' is declared at auger.yaml:16:19"]),
    check(
      "filterCycle", .error, "Filters depend on each other in a loop.",
      fix: "Remove one DependsOn of the loop, so that the choices of one filter come first.",
      "filter 'Regions' depends on itself: Regions → Countries → Regions",
      place(
        5,
        "      <Filter Name=\"Countries\" SourceQuery=\"ByCountry\" FilterType=\"picklist\" Column=\"Country\" "
          + "DependsOn=\"Regions\"/>", "Regions"),
      hint: "Leave one of the DependsOn out; the choices of one filter must come first."),
    check(
      "zoomAncestorMissing", .error, "The result of a zooming level does not contain the category of a higher level.",
      fix: "Add the categories of all higher levels to the query.",
      "the result of query 'ByMonth' has no 'Quarter', which its 'Month' needs to belong to the level above",
      place(9, "        <ZoomingLevel Query=\"ByMonth\" CategoryColumn=\"Month\"/>", "Month\""),
      hint: "Add the categories of all levels above to the query.",
      notes: ["query 'ByMonth' is defined at auger.yaml:14:3"]),
    check(
      "levelUnreachable", .warning, "A chart of a drilldown group has no selectable values.",
      fix: "Add a series, or remove BySeries so that categories can be selected.",
      "no value can be selected in chart 'Regions', so 'Countries' is unreachable",
      place(
        4, "    <Chart Name=\"Regions\" ChartType=\"Column\" Query=\"ByRegion\" ChartSequence=\"1\" BySeries=\"1\">",
        "Regions"),
      hint: "Add a series, or use ByCategory."),
    check(
      "picklistEmpty", .error, "The column of a filter is null in all rows. Only `auger check --live` reports this.",
      fix: "Correct the query of the filter, or choose another column.",
      "filter 'Nothings' has nothing to choose from: 'Nothing' is null in all rows",
      place(
        5, "      <Filter Name=\"Nothings\" SourceQuery=\"Nulls\" FilterType=\"range\" Column=\"Nothing\"/>",
        "Nothing\"")),
  ]

  private static func check(
    _ code: String, _ level: Diagnostic.Level, _ meaning: String, fix: String, _ message: String,
    _ place: Diagnostic.Place, hint: String? = nil, notes: [String] = []
  ) -> Entry {
    let code = Diagnostic.Code(code)
    return Entry(
      code: code, level: level, makit: nil, meaning: meaning, fix: fix,
      example: .report(Diagnostic(code, level: level, message, at: place, hint: hint, notes: notes)))
  }

  /// Returns the location of the last occurrence of a name in a line of a file whose other lines are not shown.
  private static func place(_ number: Int, _ line: String, _ name: String) -> Diagnostic.Place {
    let text = String(repeating: "\n", count: number - 1) + line
    let name = Array(name.utf8)
    let bytes = Array(text.utf8)
    let start = (0...(bytes.count - name.count)).last { bytes[$0..<($0 + name.count)].elementsEqual(name) } ?? 0
    let end = start + (name.last == UInt8(ascii: "\"") ? name.count - 1 : name.count)
    return Diagnostic.Place(SourceText(name: "board.xml", text: text), SourceSpan(start, end))
  }
}
