import AugerCharts
import AugerExpressions
import AugerMetadata
import TestSupport

// Attributes with extreme values, and items that consist of several charts.
extension ExtremeMetadata {
  static let numbers = [
    "0", "-0", "1", "-1", "100", "0.1", "5e-324", "-5e-324", "1e16", "-1e16", "1e308", "-1e308", "1e-300",
    "1.7976931348623157e308", "-1.7976931348623157e308",
  ]
  static let points = ["North", "", "2024-01-01", "0", "1e308", "-1e308", "9999-12-31", "-4712-01-01", "NaN", "true"]
  static let texts = ["", "A title", String(repeating: "long ", count: 60), "\u{202E}<&>\"'", "e\u{301}\u{200B}"]
  private static let counts = ["1", "2", "3", "7", "1000"]

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// Returns an attribute with one of the values, or an empty string.
  mutating func maybe(_ name: String, _ values: [String]) -> String {
    guard let rarity, chance.isOneIn(rarity) else { return "" }
    return " \(name)=\"\(Self.escaped(chance.pick(values)))\""
  }

  mutating func format() -> String {
    maybe(
      "Format",
      [
        "Rounded9", "Percent", "Percentage", "Currency", "ShortDate", "Month", "WeekDay", "pattern:#,##0.00;(#)",
        "pattern:0.###E0", "pattern:yyyy-MM-dd", "pattern:0000000000000000000000000000000000000000.0",
      ])
  }

  /// Returns the range, padding, ticks, crossing and gaps of an axis.
  mutating func axis(ofValues: Bool) -> String {
    let prefix = ofValues ? "Value" : ""
    let (a, b) = (chance.pick(Self.numbers), chance.pick(Self.numbers))
    return maybe(
      "\(prefix)Range",
      [
        "\(a)..\(b)", "-1e308..1e308", "-1.7976931348623157e308..1.7976931348623157e308", "0..5e-324", "0..", "..0",
        "1e16..1.0000000000000002e16", "1e308..", "2024-01-01..2024-12-31", "0000-01-01..9999-12-31",
        "2024-01-01T00:00:00..2024-01-01T00:00:00.000001",
      ])
      + maybe("\(prefix)Padding", ["0", "0.5", "10", "5e-324"])
      + maybe(
        "\(prefix)Ticks",
        [
          "every 5e-324", "every 1e-9", "every 1e308", "0, 1e308, -1e308", "every second", "every 100000 years",
          "every month from 2024-01-31", "every 7 from 1e308", "every 1", "every 3 weeks from 9999-12-31",
        ])
      + maybe("\(prefix)Crossing", ["0", "1e308", "-1e308", "5e-324", "2024-01-01", "9999-12-31"])
      + maybe(
        "\(prefix)Gaps",
        [
          "0..1", "-1e308..1e308", "weekends", "1..2, 1.5..3", "2024-01-01..2024-12-31, weekends",
          "-1.7976931348623157e308..1.7976931348623157e308", "1e16..1e17", "0..5e-324", "2024-02-29",
          "every day from 2024-01-01 18:00:00 for 14 hours", "every 3 months from 9999-12-31 for 2 days",
          "every 1e-300 from -1e299 for 5e-324", "every 1e308 from 0 for 1", "every year from 0000-01-01 for 1 month",
        ])
      + maybe(
        "\(prefix)MinorTicks", ["auto", "every 5e-324", "every 1e308", "every second", "0, 1e308", "every month"])
      + maybe("\(prefix)Width", ["0", "40", "1000"])
      + maybe("\(prefix)LabelClipping", AxisLabelClipping.allCases.map(\.rawValue))
      + maybe("\(prefix)Side", AxisSide.allCases.map(\.rawValue))
  }

  /// Returns the chart attributes that do not name columns.
  mutating func look(isLayer: Bool) -> String {
    var text = maybe("Sort", ["category", "-category", "value", "-value"])
    text += maybe("Limit", ["1", "2", "3", "9223372036854775807"])
    text += maybe("ReferenceValue", Self.numbers) + maybe("UpperThreshold", Self.numbers)
    text += maybe("LowerThreshold", Self.numbers) + maybe("PredictiveStartCategory", Self.points)
    text += maybe("Forecast", ParsedChart.Forecast.allCases.map(\.rawValue))
    text += maybe("ForecastCount", Self.counts) + maybe("Season", Self.counts)
    text += axis(ofValues: true) + maybe("Bins", ["1", "2", "1000"])
    text += maybe("Aggregate", AggregateFunction.ofOneValue.map(\.rawValue))
    text += maybe("ItemColor", ["if(sum(f) > 0, 'red', '#00ff00')", "'nonsense'", "null", "'#fff'"])
    text += maybe("Stacking", Stacking.allCases.map(\.rawValue)) + maybe("Unit", ["€", "%"])
    text += maybe("Title", Self.texts)
    if isLayer {
      return text + maybe("Axis", LayerDefinition.Axis.allCases.map(\.rawValue) + ["third", "fourth"])
        + maybe("CategoryAxis", ["other", "another"]) + maybe("Stacks", ["a, b; c"])
    }
    text += plot()
    // Logarithmic axes are frequent because they fail more often than linear axes.
    if chance.isOneIn(3) { text += " Axis=\"logarithmic\"" }
    text += maybe("Subtitle", Self.texts) + maybe("Status", Self.texts)
    text += maybe("Summary", ["true"]) + maybe("Polarity", ChartSummary.Polarity.allCases.map(\.rawValue))
    for part in ChartDisplay.Part.allCases {
      let name = part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
      text += maybe(part == .valueAxisAtTop ? name : "Shows" + name, ["true", "false"])
    }
    return text
  }

  /// Returns the options for marks and the legend.
  private mutating func plot() -> String {
    maybe("LegendPosition", PlotOptions.LegendPosition.allCases.map(\.rawValue))
      + maybe("BubbleScale", ["5e-324", "1", "1e308"]) + maybe("LargestBubble", ["1", "60", "1000"])
      + maybe("Orientation", ["horizontal"]) + maybe("Stacks", ["a, b; c", ";a;;b"])
      + maybe("Protrusion", ["0", "10", "100"]) + maybe("ProtrudingSlices", ["a", "b, c"])
      + maybe("SelectedAngle", ["-360", "90"]) + maybe("StartAngle", ["360", "1e-300"])
      + maybe("Crosshair", PlotOptions.Crosshair.allCases.map(\.rawValue))
  }

  // MARK: Items of several charts

  mutating func drillDownGroup(_ type: ChartType) -> String {
    let path = chance.pick([["s", "u", "m"], ["u", "d", "s"], ["d", "f", "s"], ["i", "s", "b"], ["n", "s", "u"]])
    let levels = path.prefix(2 + chance.below(2)).enumerated().map { index, column in
      chart(
        "X\(index + 1)", index == 0 ? type : chance.pick([type, .column, .line, .pie]), as: .drillDown,
        other: " ChartSequence=\"\(index + 1)\"", category: column)
    }
    return "<DrillDownGroup Name=\"X\">\(levels.joined())</DrillDownGroup>"
  }

  mutating func overlayGroup(_ type: ChartType) -> String {
    let column = chance.pick(Self.categories)
    let types = [type, chance.pick([.line, .column, .area, .errorBar, .band, .scatter]), type].prefix(
      2 + chance.below(2))
    let layers = types.enumerated().map { index, type in
      chart(
        "X\(index + 1)", type, as: .overlay, node: "Layer", other: " ChartSequence=\"\(index + 1)\"", category: column)
    }
    return "<OverlayGroup Name=\"X\">\(layers.joined())</OverlayGroup>"
  }

  private mutating func value(_ sequence: Int) -> String {
    "<Value Expression=\"\(Self.escaped(number()))\" ValueSequence=\"\(sequence)\"/>"
  }

  mutating func treeMapGroup() -> String {
    let path = chance.pick([["s", "u"], ["u", "s", "m"], ["i", "f"], ["d", "s"], ["n", "u"]])
    let levels = path.enumerated().map { index, column in
      "<TreeMapLevel Name=\"X\(index + 1)\" Query=\"q\" ChartSequence=\"\(index + 1)\"\(look(isLayer: true))>"
        + "<Category Column=\"\(column)\"/><Values>\(value(1))\(value(2))</Values></TreeMapLevel>"
    }
    return "<TreeMapGroup Name=\"X\">\(levels.joined())</TreeMapGroup>"
  }

  mutating func dataGrid(_ type: ChartType) -> String {
    let value = chance.pick(["f", "g - f", "e", "i", "f / g", "d", "s", "n", "k", "p"])
    let sparkline = chart("Small", type, as: .chart, category: chance.pick(Self.categories))
    return """
      <DataGrid Name="X" Query="q"><Columns><Column Type="Data" Value="s" IsHeaderColumn="true"/>
      <Column Type="Data" Value="\(value)" ColumnSequence="1"\(format())/>
      <Column Type="Chart" Value="cell" ChartName="Small" ColumnSequence="2"/>
      <Column Type="Variance" Value="f - g" Color="if(f &gt; g, 'green', 'red')" ColumnSequence="3"/></Columns>
      <Charts>\(sparkline)</Charts></DataGrid>
      """
  }

  mutating func diagram() -> String {
    let expressions = ["B * C", "B / C", "B + C", "B - C", "Power(B, C)", "B * C * $rate", "Exp(B)"]
    let below = ["D + 1", "D * D", "D / 0", "1e308 * D", "Sqrt(D)"]
    return """
      <Diagram Name="X" Query="n">
      <Node Name="A" Text="a" Default="true" Expression="\(chance.pick(expressions))"\(format())/>
      <Node Name="B" Text="b" ParentNode="A" Expression="\(chance.pick(below))"\(format())/>
      <Node Name="C" Text="c" ParentNode="A"/><Node Name="D" Text="d" ParentNode="B"/></Diagram>
      """
  }
}
