import AugerCharts
import AugerExpressions
import AugerMetadata
import TestSupport

/// XML metadata of a dashboard over `ExtremeRows`: an item `X` of one chart type, another item, and controls.
///
/// The dashboard is generated as text, so it contains only values that an author can write.
struct ExtremeMetadata {
  /// The kind of the item `X`.
  enum Shape: String, CaseIterable {
    case chart, drillDown, overlay, zooming, grains, multiples, treeMap, grid, diagram

    /// Chart shapes with their frequencies. They can show charts of any type.
    static let ofCharts: [Shape] = [.chart, .chart, .chart, .drillDown, .overlay, .zooming, .grains, .multiples, .grid]
  }

  var chance: Chance
  /// The average number of optional attributes per attribute written. Nil means no optional attributes.
  let rarity: Int?

  init(seed: UInt64, rarity: Int?) {
    chance = Chance(seed: seed)
    self.rarity = rarity
  }

  mutating func dashboard(_ type: ChartType, _ shape: Shape) -> String {
    let main =
      switch shape {
      case .chart, .zooming, .grains, .multiples: chart("X", type, as: shape)
      case .drillDown: drillDownGroup(type)
      case .overlay: overlayGroup(type)
      case .treeMap: treeMapGroup()
      case .grid: dataGrid(type)
      case .diagram: diagram()
      }
    let beside = chance.isOneIn(2) ? chart("Y", chance.pick(ChartType.allCases), as: .chart) : ""
    let theme = maybe("Theme", ["dark", "high-contrast", "WelterWeight"])
    return """
      <MobileAnalytic><Dashboard Name="extremes"\(theme)\(maybe("Title", Self.texts))>\(controls())
      \(main)\(beside)
      <DAPanel Name="Panel"><VariableName Name="$rate"/><VariableName Name="$whole"/><VariableName Name="$since"/>
      <VariableName Name="$pick"/></DAPanel></Dashboard>\(layout(hasOther: !beside.isEmpty))</MobileAnalytic>

      """
  }

  // MARK: Controls

  private mutating func controls() -> String {
    let rate = chance.pick(["1", "0", "-1", "1e308", "-1e308", "5e-324", "0.1"])
    let bounds = chance.pick([
      "", #" Min="-1e308" Max="1e308""#, #" Min="0" Max="100" Step="0.5""#, #" Step="5e-324""#, #" Decimals="15""#,
      #" Min="0" Max="1e308" Step="1e307""#, #" Min="1e16" Max="1e17" Step="1""#,
    ])
    let whole = chance.pick(["", #" Min="-9223372036854775808" Step="3""#, #" Min="0" Max="9223372036854775807""#])
    return """
      <Variables><Variable Name="$rate" VariableType="float" Value="\(rate)"\(bounds)/>
      <Variable Name="$whole" VariableType="integer" Value="1"\(whole)/>
      <Variable Name="$since" VariableType="date" Value="date(2000,12,30)" Min="date(1,1,1)" Step="1"/>
      <Variable Name="$drive" VariableType="boolean" Value="true"/>
      <Variable Name="$pick" VariableType="enum" Selection="1"><Choices><Choice Value="North"/><Choice Value=""/>
      </Choices></Variable></Variables>
      <Filters><Filter Name="s" SourceQuery="q" FilterType="picklist" Column="s"/>
      <Filter Name="f" SourceQuery="q" FilterType="range" Column="f"/>
      <Filter Name="d" SourceQuery="q" FilterType="range" Column="d"/>
      <Filter Name="t" SourceQuery="q" FilterType="range" Column="t"/>
      <Filter Name="i" SourceQuery="q" FilterType="picklist" Column="i" DependsOn="s"/></Filters>
      """
  }

  private mutating func layout(hasOther: Bool) -> String {
    guard chance.isOneIn(2) else {
      return #"<DashboardLayout><Landscape><Layout Name="X" Top="0" Left="0" Width="100" Height="100"/></Landscape>"#
        + "</DashboardLayout>"
    }
    let lengths = ["0", "50", "100", "1000", "5e-324", "0.001"]
    func place(_ name: String, _ chance: inout Chance) -> String {
      let numbers = (0..<4).map { _ in chance.pick(chance.isOneIn(2) ? lengths : ["0", "50", "25"]) }
      return "<Layout Name=\"\(name)\" Top=\"\(numbers[0])\" Left=\"\(numbers[1])\" Width=\"\(numbers[2])\""
        + " Height=\"\(numbers[3])\"/>"
    }
    let places = place("X", &chance) + (hasOther ? place("Y", &chance) : "") + place("Panel", &chance)
    let content = chance.isOneIn(3) ? " ContentWidth=\"\(chance.pick(lengths))\" ContentHeight=\"900\"" : ""
    return "<DashboardLayout Scale=\"\(chance.pick(["Percentage", "Points"]))\"><Landscape\(content)>\(places)"
      + "</Landscape></DashboardLayout>"
  }

  // MARK: Charts

  static let categories = ["s", "s", "u", "d", "t", "z", "i", "f", "e", "b", "c", "p", "n"]
  static let seriesColumns = ["u", "u", "s", "b", "i", "f", "d", "n"]

  /// Returns a `Chart` element. `other` contains attributes that the parent element requires.
  mutating func chart(
    _ name: String, _ type: ChartType, as shape: Shape, node: String = "Chart", other: String = "",
    category: String? = nil
  ) -> String {
    var column = category ?? chance.pick(Self.categories)
    if shape == .grains { column = chance.pick(["d", "t", "z"]) }
    let isZooming = shape == .zooming
    let series = chance.isOneIn(3) || shape == .drillDown ? nil : chance.pick(Self.seriesColumns)
    var parts = ""
    if !isZooming, shape == .overlay || !type.makesCategories || chance.isOneIn(2) {
      let grains = shape == .grains ? self.grains() : ""
      parts += "<Category Column=\"\(column)\"\(grains)\(axis(ofValues: false))\(format())/>"
    }
    if let series { parts += "<Series Column=\"\(series)\"\(format())/>" }
    parts += values(of: type)
    if chance.isOneIn(2) {
      parts +=
        "<Filters>"
        + ["s", "f", "d", "t", "i"].filter { _ in chance.isOneIn(2) }.map {
          "<FilterName Name=\"\($0)\"/>"
        }.joined() + "</Filters>"
    }
    if isZooming {
      let levels = chance.pick([["s", "u"], ["u", "s", "i"], ["d", "t"], ["f", "s"], ["n", "u"]])
      parts +=
        "<ZoomingLevels>" + levels.map { "<ZoomingLevel Query=\"q\" CategoryColumn=\"\($0)\"/>" }.joined()
        + "</ZoomingLevels>"
    }
    if !isZooming, shape != .grains, shape != .overlay, chance.isOneIn(2) { parts += whatIfColumns() }
    if let rarity, chance.isOneIn(rarity) { parts += annotations() }
    if shape == .multiples { parts += "<Multiples Column=\"\(chance.pick(["m", "m", "b", "f", "n", "i"]))\"/>" }
    return
      "<\(node) Name=\"\(name)\" ChartType=\"\(type.rawValue)\" Query=\"q\"\(other)\(look(isLayer: node == "Layer"))>"
      + "\(parts)</\(node)>"
  }

  private mutating func grains() -> String {
    let grains = chance.pick([
      "Year,Month", "Year", "Year,Quarter,Month,Day", "Week", "Month,Day,Hour", "Year,Month", "Day", "Hour",
    ])
    var text = " Grains=\"\(grains)\""
    if chance.isOneIn(3) { text += " FiscalYearStart=\"\(chance.below(12) + 1)\"" }
    if chance.isOneIn(3) { text += " TimeZone=\"\(chance.pick(["Europe/Berlin", "+14:00", "Pacific/Apia"]))\"" }
    // The full calendar is large, so small limits are tested.
    if chance.isOneIn(2) { text += " FillGaps=\"true\" MostDates=\"\(chance.pick(["1", "500", "2000"]))\"" }
    return text
  }

  private mutating func values(of type: ChartType) -> String {
    let expressions: [String]
    switch type {
    case .graph: expressions = [chance.pick(["s", "f", "d"]), chance.pick(["u", "i", "n"]), number()]
    case .histogram: expressions = [chance.pick(["f", "g", "i", "e", "f * $rate", "n", "k"])]
    case .boxPlot where chance.isOneIn(2): expressions = [chance.pick(["f", "i", "e"])]
    default:
      let fewest = type.kind.leastValueCount
      expressions = (0..<fewest + chance.pick([0, 0, 0, 1, 2])).map { _ in number() }
    }
    return "<Values>"
      + expressions.enumerated().map { index, expression in
        "<Value Expression=\"\(Self.escaped(expression))\" ValueSequence=\"\(index + 1)\"\(format())"
          + "\(maybe("Unit", ["€", "kg"]))/>"
      }.joined() + "</Values>"
  }

  /// Returns a numeric expression.
  mutating func number() -> String {
    chance.pick([
      "f", "f", "f", "g", "h", "i", "e", "k", "sum(f)", "sum(g)", "avg(f)", "sum(i)", "sum(e)", "count()", "n",
      "max(f) - min(f)", "sum(f) / sum(g)", "f * $rate", "sum(f) + $whole", "stddev(f)", "variance(g)", "median(h)",
      "Running(sum(f))", "Share(sum(g))", "Rank(sum(f))", "MovingAverage(sum(f), 2)", "sum(f) - Previous(sum(f))",
      "percentile(f, 0.5)", "corr(f, g)", "weightedAvg(f, g)", "Exp(sum(f))", "Power(sum(f), 3)", "countDistinct(s)",
      "if(sum(f) > 0, sum(f), null)", "LogTen(sum(f))", "Round(sum(f), 2)", "Bin(max(f), 10)", "first(f)", "mode(i)",
    ])
  }

  private mutating func whatIfColumns() -> String {
    let bounds = chance.pick(["", #" Min="-1e308" Max="1e308""#, #" Min="0" Step="0.5""#, #" Value="5" Decimals="2""#])
    return
      "<WhatIfColumns><Column Name=\"f\" VariableType=\"float\"\(bounds)/><Column Name=\"i\" VariableType=\"integer\"/>"
      + "<Column Name=\"e\" VariableType=\"float\"/></WhatIfColumns>"
  }

  private mutating func annotations() -> String {
    let colors = ["red", "#12ab34"]
    return "<Annotations>"
      + (0...chance.below(2)).map { _ in
        var text = "<Annotation\(maybe("Text", Self.texts))\(maybe("Color", colors))"
        let isAtValue = chance.isOneIn(2)
        if isAtValue {
          text += " Value=\"\(chance.pick(Self.numbers))\""
          if chance.isOneIn(2) { text += " EndValue=\"\(chance.pick(Self.numbers))\"" }
        }
        if !isAtValue || chance.isOneIn(3) {
          text += " Category=\"\(Self.escaped(chance.pick(Self.points)))\""
          if chance.isOneIn(2) { text += " EndCategory=\"\(Self.escaped(chance.pick(Self.points)))\"" }
        }
        return text + "/>"
      }.joined() + "</Annotations>"
  }
}
