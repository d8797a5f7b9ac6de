import Foundation
import Testing

/// A chart as CSV, TSV or text has the same values as its JSON and its picture.
@Suite struct ChartNumbersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("month,item,a,b\n2,x,10,1\n1,x,5,1\n2,y,1,1\n3,x,7,1\n1,x,1,1\n", to: "sales.csv")
  }

  private func chart(_ options: [String]) throws -> Auger {
    let run = try Auger(["chart", "sales.csv", "--category", "month"] + options, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  private func csv(_ options: String...) throws -> String { try chart(options + ["--format", "csv"]).output }

  @Test func windowSortAndLimitApply() throws {
    #expect(try csv("--value", "Running(sum(a))") == "month,Running(sum(a))\n1,6\n2,17\n3,24\n")
    #expect(try csv("--value", "sum(a)", "--sort", "-value", "--limit", "2") == "month,sum(a)\n2,11\n3,7\n")
    let ratio = "sum(a)/Previous(sum(a))-1"
    #expect(
      try csv("--value", ratio, "--where", "item == 'x'")
        == "month,\(ratio)\n1,\n2,\(10.0 / 6 - 1)\n3,\(7.0 / 10 - 1)\n")
  }

  @Test func constantIsNotSummed() throws {
    let lines = try csv("--value", "10").split(separator: "\n").dropFirst()
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(",10") }, "\(lines)")
  }

  @Test func seriesAreColumns() throws {
    #expect(try csv("--value", "sum(a)", "--series", "item") == "month,x,y\n1,6,\n2,10,1\n3,7,\n")
    #expect(
      try csv("--value", "sum(a)", "--value", "sum(b)", "--series", "item")
        == "month,sum(a) - x,sum(a) - y,sum(b) - x,sum(b) - y\n1,6,,2,\n2,10,1,1,1\n3,7,,1,\n")
  }

  @Test func textAndTSVHaveTheSameTable() throws {
    let options = ["--value", "sum(a)", "--sort", "-category", "--limit", "2"]
    #expect(try chart(options + ["--format", "tsv"]).output == "month\tsum(a)\n3\t7\n2\t11\n")
    #expect(
      try chart(options + ["--format", "text"]).output == "month sum(a)\n----- ------\n    3      7\n    2     11\n")
  }

  @Test func windowIsEqualInTextAndTSV() throws {
    let running = ["--value", "Running(sum(a))"]
    let csv = try chart(running + ["--format", "csv"]).output
    #expect(csv == "month,Running(sum(a))\n1,6\n2,17\n3,24\n")
    #expect(try chart(running + ["--format", "tsv"]).output == csv.replacing(",", with: "\t"))
    let text = try chart(running + ["--format", "text"]).output.split(separator: "\n")
    let fields = text.filter { !$0.hasPrefix("-") }.map { $0.split(separator: " ").joined(separator: ",") }
    #expect(fields.joined(separator: "\n") + "\n" == csv, "\(text)")
  }

  @Test func windowOfARatioIsEqualInJSON() throws {
    let run = try chart(["--value", "sum(a)/Previous(sum(a))-1", "--where", "item == 'x'"])
    #expect(run.output.contains("[null, \(10.0 / 6 - 1), \(7.0 / 10 - 1)]"), "\(run.output)")
  }

  @Test func severalValuesAreSeveralSeries() throws {
    let run = try chart(["--value", "sum(a)", "--value", "sum(b)", "--format", "svg"])
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("data-series=\"1\" data-category=\"0\""), "the second value is drawn")
    #expect(run.output.contains(">sum(b)</text>"), "and stands in the legend")
  }

  @Test func undrawableValueIsReported() throws {
    let run = try chart(["--value", "sum(a)", "--value", "sum(b)", "--type", "waterfall", "--format", "svg"])
    #expect(run.errors.contains("warning: valueNotDrawn: ") && run.errors.contains("'sum(b)'"), "\(run.errors)")
  }

  @Test func graphHasOneLinkPerPair() throws {
    _ = try folder.write("from,to,tons,kind\na,b,2,x\na,b,3,y\nb,c,4,x\nd,,,x\n", to: "links.csv")
    func graph(_ options: String...) throws -> Auger {
      try Auger(
        ["chart", "links.csv", "--type", "graph", "--value", "from", "--value", "to"] + options, in: folder.root)
    }
    let weighed = try graph("--value", "tons", "--format", "csv")
    #expect(weighed.errors.isEmpty && weighed.output == "from,to,tons\na,b,5\nb,c,4\nd,,\n", "\(weighed.errors)")
    #expect(try graph("--value", "max(tons)", "--format", "csv").output == "from,to,max(tons)\na,b,3\nb,c,4\nd,,\n")
    #expect(
      try graph("--series", "kind", "--format", "csv").output
        == "from,to,kind,Rows\na,b,x,1\na,b,y,1\nb,c,x,1\nd,,,\n")
    let picture = try graph("--format", "svg")
    #expect(picture.errors.isEmpty && picture.output.contains("data-link=\"1\""), "\(picture.errors)")
    let half = try Auger(["chart", "links.csv", "--type", "graph", "--value", "from"], in: folder.root)
    #expect(half.exitCode == 2 && half.errors.contains("source and the target"))
  }

  @Test func scatterPointsAreRowsByDefault() throws {
    let points = try chart(["--type", "scatter", "--value", "a", "--format", "csv"])
    #expect(points.errors.isEmpty && points.output == "month,a\n2,10\n1,5\n2,1\n3,7\n1,1\n", "\(points.output)")
    let sums = try chart(["--type", "scatter", "--value", "sum(a)", "--format", "csv"])
    #expect(sums.output == "month,sum(a)\n1,6\n2,11\n3,7\n", "\(sums.output)")
  }

  @Test func chartPartsCanBeHidden() throws {
    let options = ["--value", "sum(a)", "--type", "column", "--format", "svg"]
    let plain = try chart(options)
    #expect(!plain.output.contains("auger-summary") && plain.output.contains(">A by month<"))
    let run = try chart(
      options + [
        "--show", "horizontalAxisTitle, verticalAxisTitle", "--hide", "title", "--unit", "kg", "--subtitle", "Of May",
        "--summary",
      ])
    #expect(run.errors.isEmpty, "\(run.errors)")
    for text in [">Of May</text>", ">month</text>", ">sum(a) (kg)</text>", "auger-summary"] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(!run.output.contains("text-anchor=\"start\">A by month"))
    func refused(_ further: [String]) throws -> Auger {
      try Auger(["chart", "sales.csv", "--category", "month"] + options + further, in: folder.root)
    }
    let wrong = try refused(["--hide", "titel"])
    #expect(wrong.exitCode == 2 && wrong.errors.contains("Did you mean 'title'?"), "\(wrong.errors)")
    #expect(try refused(["--hide", "title", "--show", "title"]).exitCode == 2)
  }

  @Test(arguments: [
    "stacked-bar", "stacked-area", "percent-column", "donut", "step-line", "spline", "heatmap", "tree-map", "waterfall",
    "bubble", "scatter",
  ])
  func additionalChartTypesAreDrawn(_ type: String) throws {
    let values = type == "bubble" ? ["--value", "sum(a)", "--value", "sum(b)"] : ["--value", "sum(a)"]
    let run = try chart(values + ["--type", type, "--series", "item", "--format", "svg"])
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("data-series=\"1\""))
  }

  @Test(arguments: ["Histogram", "Donut", "TreeMap"])
  func pictureHasTheMarksOfItsType(_ type: String) throws {
    let run = try Auger(["chart", "sales.csv", "--type", type, "--value", "a", "-o", "x.svg"], in: folder.root)
    #expect(run.exitCode == 0 && !run.errors.contains("error: ") && !run.errors.contains("warning: "), "\(run.errors)")
    let picture = try String(contentsOf: folder.url("x.svg"), encoding: .utf8)
    let marks = picture.split(separator: "\n").filter { $0.contains("data-category=") && $0.contains("data-series=") }
    switch type {
    case "Histogram":
      #expect(marks.count == 6 && marks.allSatisfy { $0.hasPrefix("<rect") }, "\(marks)")
      #expect(picture.contains("auger-value-axis"))
    case "Donut":
      // In a ring, each part has an outer and an inner arc.
      #expect(marks.count == 2 && marks.allSatisfy { $0.hasPrefix("<path") }, "\(marks)")
      #expect(marks.allSatisfy { $0.split(separator: "A").count == 3 }, "\(marks)")
    default:
      #expect(marks.count == 2 && marks.allSatisfy { $0.hasPrefix("<rect") }, "\(marks)")
      #expect(!picture.contains("auger-value-axis"))
    }
    if type != "Histogram" {
      for title in ["<title>x: 23</title>", "<title>y: 1</title>"] { #expect(picture.contains(title), "\(title)") }
    }
  }

  @Test func unsuitableFormatSuggestsAnother() throws {
    _ = try folder.write("region,share\na,0.17\nb,0.05\n", to: "shares.csv")
    func picture(_ format: String) throws -> Auger {
      try Auger(
        [
          "chart", "shares.csv", "--category", "region", "--value", "sum(share)", "--type", "column", "--value-format",
          format, "--format", "svg",
        ], in: folder.root)
    }
    let wrong = try picture("Percent")
    #expect(wrong.exitCode == 0 && wrong.errors.contains("warning: formatMismatch: "), "\(wrong.errors)")
    #expect(wrong.errors.contains("'Percent'") && wrong.errors.contains("'Percentage'"), "\(wrong.errors)")
    let right = try picture("Percentage")
    #expect(right.exitCode == 0 && right.errors.isEmpty, "\(right.errors)")
    for label in ["0%", "5%", "10%", "15%", "20%"] { #expect(right.output.contains(">\(label)</text>"), "\(label)") }
    #expect(right.output.contains("<title>a: 17%</title>"))
    let help = try Auger(["chart", "--help"]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("Percent (17 is 17%)") && help.contains("Percentage (0.17 is 17%)"), "\(help)")
  }

  @Test func histogramCountsRows() throws {
    let options = ["chart", "sales.csv", "--type", "histogram", "--value", "a", "--bins", "3"]
    let run = try Auger(options + ["--format", "csv"], in: folder.root)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == "a,Rows\n1,2\n4,1\n7,2\n")
    let boxes = try chart(["--type", "box-plot", "--value", "a", "--format", "csv"])
    #expect(
      boxes.output
        == "month,Lower whisker,First quartile,Median,Third quartile,Upper whisker\n1,1,2,3,4,5\n"
        + "2,1,3.25,5.5,7.75,10\n3,7,7,7,7,7\n")
  }

  @Test func incompleteLastPeriodIsMarked() throws {
    _ = try folder.write("sold,amount\n2023-02-03,5\n2023-12-30,6\n2024-06-14,7\n", to: "days.csv")
    let options = ["chart", "days.csv", "--value", "sum(amount)", "--type", "column", "--category"]
    let years = try Auger(options + ["startOf(sold, 'year')", "--format", "svg"], in: folder.root)
    #expect(years.errors.isEmpty, "\(years.errors)")
    #expect(years.output.contains(">2024: data until Jun 14, 2024<") && years.output.contains("fill=\"url(#"))
    _ = try folder.write("sold,amount\n2023-02-03T10:00:00,5\n2024-06-14T08:30:00,7\n", to: "moments.csv")
    for file in ["days.csv", "moments.csv"] {
      let months = try Auger(
        ["chart", file] + options.dropFirst(2) + ["startOf(sold, 'month')", "--format", "svg"], in: folder.root)
      #expect(months.output.contains(">2024-06: data until Jun "), "\(months.errors)")
    }
    let numbers = try Auger(options + ["year(sold)"], in: folder.root)
    #expect(
      numbers.output.contains(
        #""incompletePeriod": {"category": 1, "lastDay": "2024-06-14", "end": "2024-12-31"}"#))
    #expect(try !Auger(options + ["month(sold)"], in: folder.root).output.contains("incompletePeriod"))
    #expect(try !Auger(options + ["startOf(sold, 'day')"], in: folder.root).output.contains("incompletePeriod"))
  }

  /// With one row per month, quarter or week, the row represents the whole period. If the first and last row do not
  /// decide this, the other rows are read, also from a pipe.
  @Test(arguments: [
    ("2023-01-01 2023-02-01 2024-05-01 2024-06-01", "2024-06-30"), ("2023-01-01 2023-04-01 2024-04-01", "2024-06-30"),
    ("2022-01-01 2023-01-01 2024-01-01", nil), ("2023-01-01 2023-01-09 2024-06-01", "2024-06-01"),
    ("2023-01-02 2023-01-09 2024-06-03", "2024-06-09"), ("2023-01-02 2023-01-10 2024-06-03", "2024-06-03"),
    ("2023-01-01 2024-12-01", nil),
  ])
  func oneRowPerMonthCoversTheMonth(dates: String, lastDay: String?) throws {
    let text = "sold,amount\n" + dates.split(separator: " ").map { "\($0),1\n" }.joined()
    _ = try folder.write(text, to: "steps.csv")
    let auger = Auger.directory.appendingPathComponent("auger").path
    let options = "--category 'year(sold)' --value 'sum(amount)'"
    for command in ["chart steps.csv \(options)", "chart - \(options) < steps.csv"] {
      let run = try Auger(["-c", "\(auger) \(command)"], running: "/bin/sh", in: folder.root)
      #expect(run.errors.isEmpty, "\(run.errors)")
      if let lastDay {
        #expect(run.output.contains("\"lastDay\": \"\(lastDay)\""), "\(run.output.prefix(600))")
      } else {
        #expect(!run.output.contains("incompletePeriod"))
      }
    }
  }

  @Test func axisOptionsApplyAndOmittedValuesAreCounted() throws {
    let options = ["chart", "sales.csv", "--category", "month", "--value", "sum(a)", "--type", "line"]
    let picture = try Auger(
      options + [
        "--value-range", "0..6", "--value-ticks", "every 3", "--category-gaps", "1.5..2.5", "--format", "svg",
      ], in: folder.root)
    #expect(picture.errors.contains("outsideAxis") && picture.errors.contains("outside the range"), "\(picture.errors)")
    #expect(picture.errors.contains("in a gap"))
    let json = try Auger(options + ["--value-range", "0..6", "--value-ticks", "every 3"], in: folder.root)
    #expect(
      json.errors.isEmpty && json.output.contains(#""axes": {"value": {"lower": 0, "upper": 6, "tickStep": "3"}}"#))
    let wrong = try Auger(options + ["--value-range", "6"], in: folder.root)
    #expect(wrong.exitCode == 2 && wrong.errors.contains("two ends with '..' between them"))
  }

  @Test func annotationsColorsAndSmallMultiplesAreOptions() throws {
    let options = ["chart", "sales.csv", "--category", "month", "--value", "sum(a)", "--type", "column"]
    let picture = try Auger(
      options + [
        "--annotation", "value=10..12 color=red: Good", "--annotation", "category=2: Here", "--item-color",
        "if(sum(a) > 8, '#abcdef', null)", "--multiples", "item", "--format", "svg",
      ], in: folder.root)
    #expect(picture.errors.isEmpty, "\(picture.errors)")
    for text in [">Good</text>", ">Here</text>", "#abcdef", "data-multiple=\"1\"", ">x</text>", ">y</text>"] {
      #expect(picture.output.contains(text), "\(text)")
    }
    let rows = try Auger(options + ["--multiples", "item", "--format", "csv"], in: folder.root)
    #expect(rows.output == "item,month,sum(a)\nx,1,6\nx,2,10\nx,3,7\ny,1,\ny,2,1\ny,3,\n")
    let points = try Auger(
      [
        "chart", "sales.csv", "--category", "b", "--value", "a", "--type", "scatter", "--item-color",
        "if(a > 6, 'red', '')",
      ],
      in: folder.root)
    #expect(points.output.contains(#""colors": ["red", null, null, "red", null]"#))
    for wrong in ["here", "value=x: y", "color=red: y", "value=1 color=rde"] {
      #expect(try Auger(options + ["--annotation", wrong], in: folder.root).exitCode == 2, "\(wrong)")
    }
  }

  @Test func outliersAreDrawnAndWritten() throws {
    _ = try folder.write("group,age\na,1\na,2\na,3\na,4\na,5\na,60\n", to: "ages.csv")
    let options = ["chart", "ages.csv", "--type", "box-plot", "--category", "group", "--value", "age"]
    let json = try Auger(options, in: folder.root)
    #expect(json.errors.isEmpty, "\(json.errors)")
    #expect(json.output.contains(#""categories": [0]"#) && json.output.contains(#""values": [60]"#))
    let picture = try Auger(options + ["--format", "svg"], in: folder.root)
    #expect(picture.output.contains("data-outlier=\"true\"") && picture.output.contains("1 value outside the whiskers"))
  }

  @Test func stackingRequiresAStackableType() throws {
    let run = try chart(["--value", "sum(a)", "--series", "item", "--stacking", "percent", "--type", "bar"])
    #expect(run.output.contains("\"stacking\": \"percent\""))
    let wrong = try Auger(
      ["chart", "sales.csv", "--category", "month", "--value", "sum(a)", "--stacking", "percent", "--type", "line"],
      in: folder.root)
    #expect(wrong.exitCode == 2 && wrong.errors.contains("cannot be stacked"))
  }

  @Test func timestampKeepsItsZoneInEveryFormat() throws {
    _ = try folder.write("at,local,n\n2024-01-01T00:00:00Z,2024-01-01T00:00:00,1\n", to: "instants.csv")
    _ = try folder.write(
      "columns: [{ name: at, type: timestamp(UTC) }, { name: local, type: timestamp }, { name: n, type: int }]\n",
      to: "instants.schema.yaml")
    let (instant, local) = ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00")
    func query(_ format: String) throws -> String {
      try Auger(["query", "instants.csv", "--format", format], in: folder.root).output
    }
    #expect(try query("json") == "[\n{\"at\":\"\(instant)\",\"local\":\"\(local)\",\"n\":1}\n]\n")
    #expect(try query("csv") == "at,local,n\n\(instant),\(local),1\n")
    #expect(try query("text").contains("\(instant) \(local) "))
    let chart = try Auger(
      ["chart", "instants.csv", "--category", "at", "--series", "local", "--value", "sum(n)"], in: folder.root)
    #expect(chart.output.contains("\"values\": [\"\(instant)\"]"), "\(chart.output)")
    #expect(chart.output.contains("\"value\": \"\(local)\""), "\(chart.output)")
  }
}
