import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery
import TestSupport

/// Rows with the limits of every type, and arguments of every type.
enum ExtremeTable {
  private static func column(_ type: DataType, _ texts: [String?]) throws -> Column {
    try Column(type, texts.map { $0.flatMap { Scalar(text: $0, type: type) } ?? .null })
  }

  static func table() throws -> Table {
    let ints = try column(.int64, ["9223372036854775807", "-9223372036854775808", "0", nil, "-1", "3", "3"])
    let floats = Column([.nan, .infinity, -.infinity, 1.7976931348623157e308, -0.0, .leastNonzeroMagnitude, 0.17])
    let small = try column(
      .decimal(precision: 18, scale: 2), ["9999999999999999.99", "-9999999999999999.99", "0.01", nil, "1", "2", "2"])
    let nines = String(repeating: "9", count: 38)
    let wide = try column(
      .decimal(precision: 38, scale: 0), [nines, "-" + nines, "0", nil, "1", "170141183460469231731687303715", "-1"])
    let deep = try column(
      .decimal(precision: 38, scale: 38), ["0." + nines, "-0." + nines, "0", nil, "0.5", "0.1", "0.1"])
    let texts = try column(.string, ["", "North", "e\u{301}é👩‍👧", nil, "2013-02-28", "9.5", "North"])
    let days = try column(
      .date, ["infinity", "-infinity", "9999-12-31", nil, "0000-01-01", "2013-02-28", "2024-02-29"])
    let moments = [
      "infinity", "-infinity", "9999-12-31T23:59:59.999999", nil, "0000-01-01", "2013-02-28T10:00:00", "1969-12-31",
    ]
    let times = try column(.time, ["00:00:00", "24:00:00", "23:59:59.999999", nil, "12:00", "12:00", "01:02:03.5"])
    let intervals = try column(.interval, ["P178956970Y", "-P178956970Y", "PT0S", nil, "P1M", "P30D", "-PT0.000001S"])
    let bytes = try column(.binary, ["\\x", "\\x00ff", "\\xff", nil, "\\x00", "\\x00", "\\x41"])
    return Table([
      ("i", ints), ("f", floats), ("small", small), ("wide", wide), ("deep", deep), ("s", texts), ("d", days),
      ("t", try column(.timestamp, moments)), ("z", try column(.timestamp(zone: "Europe/Berlin"), moments)),
      ("clock", times), ("span", intervals), ("bytes", bytes),
      ("b", try column(.bool, ["true", "false", "true", nil, "true", "false", "true"])),
      ("none", try column(.int64, [nil, nil, nil, nil, nil, nil, nil])),
    ])
  }

  static let variables: KeyValuePairs<String, QueryArgument> = [
    "max": .scalar(.int(.max)), "min": .scalar(.int(.min)), "one": .scalar(.float(1)), "nan": .scalar(.float(.nan)),
    "text": .scalar(.string("North")), "big": .scalar(.decimal(Decimal128("99999999999999999999999999999999999999")!)),
    "since": .scalar(.date(.infinity)), "list": .list([.int(1), .null, .float(2.5), .string("North")]),
    "empty": .list([]),
    "when": .range(lower: .date(.negativeInfinity), upper: .date(CivilDate(days: 15_764))),
    "range": .range(lower: .int(.min), upper: .decimal(Decimal128("0.5")!)), "null": .scalar(.null),
  ]
}

/// Expressions over rows and as chart values, also printed and parsed again.
struct ExpressionFuzz: TextFuzzTarget {
  private let table: Table
  private let pipeline: Pipeline

  init() throws {
    let table = try ExtremeTable.table()
    self.table = table
    pipeline = Pipeline(delegate: FixedAnswer(table: table), dashboards: [])
  }

  var mutator: FuzzMutator {
    let names = FunctionCatalogue.functions.map(\.name)
    return FuzzMutator(
      seeds: [
        "sum(small) / sum(wide)", "if(i > 3, f * 2, -f)", "Round(f, 2) + Truncate(deep, -3)",
        "avg(i) - Previous(avg(i))",
        "d in ($when) and Between(t, $when)", "t <= $when.upper or z > $when.lower", "concat(s, string(wide), clock)",
        "RelativeDate(d, i) == date(2013, 2, 28)", "StartOf(z, 'week') < t", "Case(b, 1, i in (1, 2, $list), 2, 3)",
        "small * deep - wide % 7", "[i] is null or not (b and s = 'North')", "Running(sum(small)) / Share(sum(f))",
        "Mid(s, 2, i) + Replace(s, 1, 2, 'x') + Left(s, i)", "Match(s, '^N[a-o]*h$')", "Fact(i) + Power(f, 0.5)",
        "MovingAverage(sum(i), 3) + Rank(max(d))", "Coalesce(none, i, $max)", "RelativeTime(clock, i)",
        "sum(small, where: f > 1) + count(where: s like 'N%')",
        "corr(f, wide) + weightedAvg(i, small) - variance(deep)",
        "percentile(f, 0.9) * mode(i)", "mode(span)", "mode(bytes)", "last(z, where: d > $since)",
        "count(distinct clock)",
        "Bin(f, 0.1) + Bin(wide, $big) + Bin(i, 3) - Bin(small, 0.5)", "ToNumber(s, 'de') + Seconds(span)",
        "Seconds(z - t) + (d - date(2013, 2, 28))", "case when b then d - d else i between 1 and f end",
        "AddMonths(t, i)", "case i when 3 then 'x' end", "s like '_o%' or s not like '%é%'",
        "countDistinct(bytes) + count() + median(f) + stddev(wide)", "Add(t, i, 'month')", "Min(small, deep, i)",
        "FiscalYear(d, 4) * 100 + Week(z) - DayNumber(t)", "InZone(z, 'America/New_York')", "first(s)", "Nullif(i, 3)",
        "wide + wide + wide", "i * i", "-i - $min", "Abs(wide) * $big", "span > 'P1M'", "Date(i, 2, i)",
      ],
      words: names.map { $0 + "(" }
        + [
          "(", ")", ",", "+", "-", "*", "/", "%", "=", "<", ">=", "<>", " and ", " or ", " not ", " in (", " is null",
          "'", "[", "]", "$", ".lower", ".upper", "i", "f", "small", "wide", "deep", "s", "d", "t", "z", "clock",
          "span",
          "bytes", "b", "none", "$max", "$min", "$one", "$nan", "$text", "$big", "$since", "$list", "$empty", "$when",
          "$range", "$null", "'month'", "'year'", "“", "−", "≤", "&&",
        ])
  }

  private static func isReadAgain(_ printed: String) -> Bool {
    do throws(DiagnosticError) {
      return try Expression.parse(printed).description.utf8.elementsEqual(printed.utf8)
    } catch {
      // Added parentheses can exceed the maximum nesting depth.
      return error.diagnostics.map(\.message) == ["the expression is nested too deeply"]
    }
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    let text = String(decoding: input, as: UTF8.self)
    guard let expression = try? Expression.parse(text) else { return nil }
    let printed = expression.description
    guard Self.isReadAgain(printed) else { return "printed as \(printed), which reads differently" }
    let scope = ExpressionScope(schema: table.schema, variables: ExtremeTable.variables)
    if let bound = try? BoundExpression.bind(expression, in: scope) {
      var warnings = Warnings()
      do {
        let column = try bound.evaluate(table.columns, rowCount: table.rowCount, warnings: &warnings)
        try column.validate()
        _ = column.scalars.map(\.description)
      } catch is DiagnosticError {
        // An overflow.
      } catch {
        return "\(error)"
      }
      return nil
    }
    return await chart(of: expression, &chance)
  }

  /// Uses the expression as a chart value and renders the chart.
  private func chart(of expression: Expression, _ chance: inout Chance) async -> String? {
    let category = chance.pick(table.schema.names)
    var chart = ParsedChart(
      name: "c", type: chance.pick([.column, .line, .area, .pie, .stackedColumn, .bar, .scatter]), query: "q",
      category: AxisDefinition(column: category), values: [ValueDefinition(expression: expression)])
    if chance.isOneIn(2) { chart.series = AxisDefinition(column: chance.pick(table.schema.names)) }
    chart.values[0].format = chance.pick([nil, .percent, .currency("EUR"), .rounded(2), .shortDate])
    let dashboard = Dashboard(name: "d", items: [.chart(chart)])
    guard let model = try? await pipeline.chart("c", of: dashboard) else { return nil }
    _ = ChartJSON(includesTexts: true).data(for: model)
    _ = SVG().data(for: model)
    return nil
  }
}

/// A delegate that returns one table for every query.
struct FixedAnswer: QueryDelegate {
  let table: Table

  func table(for request: QueryRequest) async throws -> Table { table }
}
