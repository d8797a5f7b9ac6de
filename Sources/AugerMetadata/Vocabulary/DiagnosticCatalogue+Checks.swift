import AugerDiagnostics

extension DiagnosticCatalogue {
  /// What `auger check` finds between dashboards and the queries that answer them. Each example is a finding of a case
  /// in `Fixtures/Cases/Check`; a test compares them.
  static let checks: [Entry] = [
    check(
      "argumentUnbound", .error,
      "A query needs an argument that never arrives; a warning where it arrives on some ways, a note for an optional "
        + "clause that is never kept.",
      "query 'ByMonth' of chart 'Months' needs 'Prodcut', and nothing that is picked above is called so",
      place(12, "    <Chart Name=\"Months\" ChartType=\"Column\" Query=\"ByMonth\" ChartSequence=\"3\">", "ByMonth"),
      hint: "What arrives: Region, Country", notes: ["query 'ByMonth' stands at auger.yaml:15:3"]),
    check(
      "argumentUnused", .warning,
      "What is picked, or a filter, reaches a query that does not take it; a note where another query below does.",
      "query 'ByCountry' does not take 'Region', which is picked in chart 'Regions'",
      place(5, "      <Category Column=\"Region\"/>", "Region"), notes: ["query 'ByCountry' stands at auger.yaml:9:3"]),
    check(
      "argumentExcluded", .error,
      "A query takes what ByCategory or BySeries keeps from being picked; a warning where it can do without.",
      "query 'ByCountry' of chart 'Countries' takes 'Product', the series of 'Regions', which ByCategory keeps from "
        + "being picked",
      place(6, "      <Series Column=\"Product\"/>", "Product"), hint: "Leave ByCategory out, or set BySeries too.",
      notes: ["query 'ByCountry' stands at auger.yaml:9:3"]),
    check(
      "argumentKind", .error,
      "A list or a range arrives where a query takes one value; a warning where only some picks do not fit.",
      "filter 'Regions' hands a list of picks to query 'ByRegion', which takes one value",
      place(
        12,
        "      <Filters><FilterName Name=\"Regions\"/><FilterName Name=\"Years\"/>"
          + "<FilterName Name=\"Span\"/></Filters>",
        "Regions"),
      hint: "Write in ($Regions).", notes: ["query 'ByRegion' stands at auger.yaml:4:3"]),
    check(
      "drillTypeMismatch", .error,
      "A column is not of the type of the parameter that its picks arrive at; a warning where some values can be read.",
      "category 'year' of chart 'Years' is int, and query 'ByMonth' of chart 'Months' takes it as date, which no int "
        + "can be read as",
      place(5, "      <Category Column=\"year\"/>", "year"),
      hint: "Declare the parameter as int, or give the column another type in its query.",
      notes: ["'year' is declared at auger.yaml:16:19"]),
    check(
      "filterCycle", .error, "Filters depend on each other in a loop, so that none can come first.",
      "filter 'Regions' depends on itself: Regions → Countries → Regions",
      place(
        5,
        "      <Filter Name=\"Countries\" SourceQuery=\"ByCountry\" FilterType=\"picklist\" Column=\"Country\" "
          + "DependsOn=\"Regions\"/>", "Regions"),
      hint: "Leave one of the DependsOn out; the choices of one filter must come first."),
    check(
      "zoomAncestorMissing", .error, "A zooming level's result lacks the category of a level above it.",
      "the result of query 'ByMonth' lacks 'Quarter', by which its 'Month' belongs to the level above",
      place(9, "        <ZoomingLevel Query=\"ByMonth\" CategoryColumn=\"Month\"/>", "Month\""),
      hint: "A zooming level's query gives the categories of all levels above it.",
      notes: ["query 'ByMonth' stands at auger.yaml:14:3"]),
    check(
      "levelUnreachable", .warning, "Nothing can be picked in a chart of a drilldown group.",
      "nothing can be picked in chart 'Regions', so 'Countries' is never reached",
      place(
        4, "    <Chart Name=\"Regions\" ChartType=\"Column\" Query=\"ByRegion\" ChartSequence=\"1\" BySeries=\"1\">",
        "Regions"),
      hint: "It has no series for BySeries to pick."),
    check(
      "picklistEmpty", .error, "A filter's column is null in all rows (`--live`).",
      "filter 'Nothings' has nothing to choose from: 'Nothing' is null in all rows",
      place(
        5, "      <Filter Name=\"Nothings\" SourceQuery=\"Nulls\" FilterType=\"range\" Column=\"Nothing\"/>",
        "Nothing\"")),
  ]

  private static func check(
    _ code: String, _ level: Diagnostic.Level, _ meaning: String, _ message: String, _ place: Diagnostic.Place,
    hint: String? = nil, notes: [String] = []
  ) -> Entry {
    let code = Diagnostic.Code(code)
    return Entry(
      code: code, level: level, makit: nil, meaning: meaning,
      example: .report(Diagnostic(code, level: level, message, at: place, hint: hint, notes: notes)))
  }

  /// The last occurrence of a name in a line of a file of which nothing else is shown.
  private static func place(_ number: Int, _ line: String, _ name: String) -> Diagnostic.Place {
    let text = String(repeating: "\n", count: number - 1) + line
    let name = Array(name.utf8)
    let bytes = Array(text.utf8)
    let start = (0...(bytes.count - name.count)).last { bytes[$0..<($0 + name.count)].elementsEqual(name) } ?? 0
    let end = start + (name.last == UInt8(ascii: "\"") ? name.count - 1 : name.count)
    return Diagnostic.Place(SourceText(name: "board.xml", text: text), SourceSpan(start, end))
  }
}
