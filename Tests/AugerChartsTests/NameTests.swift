import AugerCharts
import AugerDiagnostics
import Testing

@Suite struct NameTests {
  @Test func `Every chart type has MAKit's name`() throws {
    let names = [
      "Column", "StackedColumn", "Bar", "Line", "Area", "Pie", "Bubble", "Scatter", "DataGrid", "HorizontalBullet",
      "VerticalBullet", "TreeMap",
    ]
    #expect(ChartType.allCases.filter { $0.has(.ofMAKit) }.map(\.rawValue) == names)
    for name in names { #expect(try ChartType.parse(name).rawValue == name) }
  }

  @Test func `A chart type can be written in several ways`() throws {
    #expect(try ChartType.parse("stacked-column", ignoringCase: true) == .stackedColumn)
    #expect(try ChartType.parse("BAR", ignoringCase: true) == .bar)
  }

  @Test func `An unknown type has a suggestion`() {
    let error = #expect(throws: DiagnosticError.self) { try ChartType.parse("Colunm") }
    #expect(error?.diagnostics.first?.code == .unknownChartType)
    #expect(error?.diagnostics.first?.hint == "Did you mean 'Column'?")
    #expect(throws: DiagnosticError.self) { try ChartType.parse("bar") }
  }

  @Test func `Every format name survives a round trip`() throws {
    for name in ValueFormat.names where name != "pattern:..." && name != "Rounded" {
      #expect(try ValueFormat.parse(name)?.description == name)
    }
    #expect(try ValueFormat.parse("Rounded") == .rounded(0))
    #expect(try ValueFormat.parse("pattern:yyyy-MM") == .pattern("yyyy-MM"))
    #expect(try ValueFormat.parse("") == nil)
    #expect(try ValueFormat.parse("shortdate", ignoringCase: true) == .shortDate)
    #expect(try ValueFormat.parse("Currency", currencyCode: "eur") == .currency("EUR"))
    #expect(try ValueFormat.parse("Currency", currencyCode: "") == .currency(nil))
  }

  @Test func `An unknown format or currency code fails`() {
    let format = #expect(throws: DiagnosticError.self) { try ValueFormat.parse("Curency") }
    #expect(format?.diagnostics.first?.code == .unknownFormat)
    #expect(format?.diagnostics.first?.hint == "Did you mean 'Currency'?")
    let code = #expect(throws: DiagnosticError.self) { try ValueFormat.parse("Currency", currencyCode: "Euro") }
    #expect(code?.diagnostics.first?.code == .invalidCurrencyCode)
    #expect(throws: DiagnosticError.self) { try ValueFormat.parse("Rounded10") }
  }

  @Test func `A locale and a time zone must exist`() throws {
    let zurich = ChartLocale("de_CH", timeZone: "Europe/Zurich")
    #expect(try ChartLocale.parse("de-CH", timeZone: "Europe/Zurich") == zurich)
    #expect(try ChartLocale.parse("en_US") == ChartLocale())
    let locale = #expect(throws: DiagnosticError.self) { try ChartLocale.parse("zz_ZZ") }
    #expect(locale?.diagnostics.first?.code == .unknownLocale)
    let zone = #expect(throws: DiagnosticError.self) { try ChartLocale.parse("de_DE", timeZone: "Europe/Berlni") }
    #expect(zone?.diagnostics.first?.hint == "Did you mean 'Europe/Berlin'?")
  }
}
