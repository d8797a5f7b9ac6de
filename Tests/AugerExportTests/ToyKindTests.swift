import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// A chart kind consists of one catalog entry and one mark. A toy kind replaces each type in turn, and every output
/// draws it.
@Suite struct ToyKindTests {
  /// A mark that draws a stem for each value, with a dot at its end.
  private struct LollipopMark: Mark {
    var beginsAtZero: Bool { true }

    func render(_ plot: Plot, to out: inout SVGBytes) {
      for series in 0..<plot.channels.seriesCount {
        for category in 0..<plot.channels.categoryCount {
          let (x, y) = (plot.category.center(category), plot.value(plot.channels.value(0, series, category)))
          out.raw("<g class=\"lollipop\">\n")
          out.line(x, plot.value.baseline, x, y)
          out.raw("<circle")
          out.attribute("cx", x)
          out.attribute("cy", y)
          out.raw(" r=\"5\"")
          plot.finish("circle", series: series, category: category, to: &out)
          out.raw("</g>\n")
        }
      }
    }
  }

  private static let kind = ChartKind(
    .typeBubble, "stems with dots", [.axes, .itemColors, .legend], values: ["height"])

  private static var look: ChartLook {
    var look = ChartLook.described(.column)
    look.mark = LollipopMark()
    look.terminal = .bars
    look.vegaLite = .marks { chart, axis in
      let across = chart.across(isBeside: false)
      return VegaLiteChart.Marks(
        data: chart.data([("value", 0)]),
        layers: [
          chart.layer("rule", [:], across, chart.extent("value", from: axis.vegaStart, axis), chart.look),
          chart.layer("point", ["filled": true, "shape": "circle"], chart.place("value", axis), chart.look),
        ])
    }
    return look
  }

  private struct Outputs: Equatable {
    var svg = ""
    var html = ""
    var vegaLite = ""
    var terminal = ""
    var json = ""
    var csv = ""
  }

  /// Returns the outputs of a small chart whose type uses the toy kind.
  private func outputs(as type: ChartType) throws -> Outputs {
    try ChartKind.$replaced.withValue([type: Self.kind]) {
      try ChartLook.$replaced.withValue([type: Self.look]) {
        let model = try ChartModel(
          type, "Sales", categories: Column(["Asia", "Europe"]), values: [[2, 1.5]], format: .rounded(1))
        let page = DashboardHTML(
          title: "Sales", name: "sales", items: [.init(name: "Sales")], figures: [.init(item: 0, model: model)],
          states: [.init(title: "Start", address: "", figures: [0])])
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return try Outputs(
          svg: text(SVG().data(for: model)), html: text(page.data()), vegaLite: text(VegaLite().data(for: model)),
          terminal: text(TerminalChart().data(for: model)), json: text(ChartJSON().data(for: model)),
          csv: text(DelimitedText().data(for: model.tabulated())))
      }
    }
  }

  @Test func kindConsistsOfAnEntryAndAMark() throws {
    let outputs = try outputs(as: .ohlc)
    #expect(outputs.svg.ranges(of: "<g class=\"lollipop\">").count == 2)
    #expect(outputs.svg.contains("Bubble chart"))
    #expect(outputs.html.contains("<g class=\"lollipop\">"))
    #expect(outputs.vegaLite.contains("\"shape\": \"circle\"") && outputs.vegaLite.contains("Bubble chart"))
    #expect(outputs.terminal.contains("Asia") && outputs.terminal.contains("█"))
    #expect(outputs.json.contains("\"type\": \"OHLC\"") && outputs.json.contains("1.5"))
    #expect(outputs.csv.contains("Europe,1.5"))
  }

  /// Only the name of the type differs, which shows that no output has code for a specific type.
  @Test(arguments: ChartType.allCases) func outputsUseTypesOnlyThroughTheirEntries(type: ChartType) throws {
    var outputs = try outputs(as: type)
    outputs.vegaLite = outputs.vegaLite.replacing("\"type\": \"\(type.rawValue)\"", with: "\"type\": \"Column\"")
    outputs.json = outputs.json.replacing("\"type\": \"\(type.rawValue)\"", with: "\"type\": \"Column\"")
    #expect(try outputs == self.outputs(as: .column))
  }

  @Test func replacedKindIsLocalToItsTask() throws {
    _ = try outputs(as: .line)
    #expect(ChartType.line.kind.valueRoles == ["y"])
  }
}
