import Foundation
import TestSupport
import Testing

/// The suggested chart and dashboard for a file without options.
@Suite struct FirstGuessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func chart(_ text: String, _ arguments: String...) throws -> (model: [String: Any], notes: String) {
    _ = try folder.write(text, to: "data.csv")
    let run = try Auger(["chart", "data.csv", "--format", "json"] + arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let model = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return (model, run.errors)
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private func title(_ model: [String: Any]) -> String? { (model["chart"] as? [String: Any])?["title"] as? String }

  private func labels(_ model: [String: Any]) -> [String]? {
    (model["categories"] as? [[String: Any]])?.first?["labels"] as? [String]
  }

  private func dimension(_ model: [String: Any]) -> [String: Any]? {
    (model["dimensions"] as? [[String: Any]])?.first
  }

  private func proposed(_ text: String) throws -> (queries: String, dashboard: String, notes: String) {
    let made = "made \(text.utf8.count)"
    _ = try folder.write(text, to: "data.csv")
    let run = try Auger(["init", "data.csv", "-o", made], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let check = try Auger(["check", made, "--live"], in: folder.root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    return (
      try String(contentsOf: folder.url("\(made)/auger.yaml"), encoding: .utf8),
      try String(contentsOf: folder.url("\(made)/Dashboards/data.xml"), encoding: .utf8), run.errors
    )
  }

  /// Returns rows with a group and a number column named `name`.
  private func grouped(_ name: String, count: Int = 100) -> String {
    "region,\(name)\n" + (0..<count).map { "\(["x", "y", "z", "w"][$0 * 5 % 7 % 4]),\($0 * 37 % 101).5\n" }.joined()
  }

  @Test(arguments: ["dew_point", "Miles_per_Gallon", "life_expect", "altitude", "meter"])
  func chartAndDashboardUseTheSameAverages(name: String) throws {
    let (_, notes) = try chart(grouped(name))
    #expect(notes.contains("chose: Column of avg(\(name)) by region"), "\(notes)")
    let made = try proposed(grouped(name))
    #expect(made.queries.contains("avg(\(name))") && !made.queries.contains("sum("), "\(made.queries)")
  }

  @Test func unclearNumbersAreCountedWithANote() throws {
    let (model, notes) = try chart(grouped("zorp"))
    #expect(notes.contains("chose: Column of count() by region"), "\(notes)")
    #expect(notes.contains("counted rows. To show another value: --value 'avg(zorp)' or --value 'sum(zorp)'"))
    #expect(title(model) == "Number of rows by region")
    let made = try proposed(grouped("zorp"))
    #expect(made.notes.contains("replace 'count()' in auger.yaml, for example by 'avg(zorp)'"), "\(made.notes)")
    #expect(!made.queries.contains("(zorp)"), "\(made.queries)")
  }

  @Test func titlesAndNumbersAreReadable() throws {
    let rows = (0..<672).map { row in
      "\(Self.date(2022, row / 56 + 1, row % 28 + 1)),\(row * 7 % 31 + 1).25\n"
    }
    let (model, _) = try chart("date,dep_delay\n" + rows.joined())
    #expect(title(model) == "Average dep delay by month")
    #expect(labels(model)?.first == "Jan 2022")
    #expect(dimension(model)?["title"] as? String == "Average dep delay")
    #expect(dimension(model)?["format"] as? String == "Rounded2")
    let (rates, _) = try chart(grouped("average_rate"))
    #expect(title(rates) == "Average rate by region")
  }

  @Test func topGroupsShowTheTotalNumber() throws {
    let rows = (0..<370).map { "s\($0 % 37),\($0)\n" }
    let (model, notes) = try chart("state,sales\n" + rows.joined())
    #expect(title(model) == "Sales by state: top 10 of 37" && notes.contains(", the top 10 of 37"), "\(notes)")
    let made = try proposed("state,sales\n" + rows.joined())
    #expect(made.dashboard.contains("Title=\"Sales by state: top 10 of 37\""), "\(made.dashboard)")
  }

  @Test func monthNamesAreInCalendarOrder() throws {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (model, _) = try chart("Month,Sales\n" + months.enumerated().map { "\($1),\($0 + 3)\n" }.joined())
    #expect(labels(model) == months && title(model) == "Sales by calendar month")
    let dated = ["Jan-23", "Feb-23", "Dec-22", "Nov-22"]
    let (line, notes) = try chart("Month,Sales\n" + dated.map { "\($0),3\n" }.joined())
    #expect(labels(line) == ["Nov 2022", "Dec 2022", "Jan 2023", "Feb 2023"])
    let (old, _) = try chart("Month,Sales\nNov-98,1\nDec-98,2\nJan-99,3\nFeb-00,4\n")
    #expect(labels(old)?.first == "Nov 1998" && labels(old)?.last == "Feb 2000")
    #expect(notes.contains("chose: Line"), "\(notes)")
  }

  @Test func incompleteLastMonthIsOmittedWithANote() throws {
    let calendar = (1...12).flatMap { month in (1...28).map { Self.date(2022, month, $0) } } + ["2023-01-01"]
    let rows = calendar.flatMap { ["\($0),3\n", "\($0),4\n"] }
    let (model, notes) = try chart("day,sales\n" + rows.joined())
    #expect(labels(model)?.count == 12 && labels(model)?.last == "Dec 2022")
    #expect(notes.contains("left out: the last month, from 2023-01-01"), "\(notes)")
    let (all, _) = try chart("day,sales\n" + rows.joined(), "--category", "StartOf(day, 'month')")
    #expect(labels(all)?.count == 13)
  }

  @Test func twoYearsAreShownByMonth() throws {
    let rows = (2022...2023).flatMap { year in
      (10...12).flatMap { month in (10...28).map { "\(year)-\(month)-\($0),\($0),r\($0 % 3)\n" } }
    }
    let made = try proposed("day,sales,region\n" + rows.joined()).dashboard
    #expect(made.contains("Format=\"pattern:MMM yyyy\"") && !made.contains("Grains="), "\(made)")
  }

  /// The same month in two years counts as two months.
  @Test func monthsOfDifferentYearsAreNotSummed() throws {
    let rows = (0..<19).map { "\(2022 + $0 / 12)-\($0 % 12 < 9 ? "0" : "")\($0 % 12 + 1)-15,\($0),r\($0 % 3)\n" }
    let made = try proposed("day,sales,region\n" + rows.joined() + rows.joined())
    #expect(!made.dashboard.contains("Grains=\"Month"), "\(made.dashboard)")
  }

  @Test func constantOnesAreNotCounted() throws {
    let text = "year,zorp,blub\n" + (0..<40).map { "\(1960 + $0),\($0 * 7 % 11).5,\($0 % 13).25\n" }.joined()
    let (_, notes) = try chart(text)
    #expect(notes.contains("chose: Line of avg(zorp) by year"), "\(notes)")
  }

  @Test func hoursAndDaysOfTheWeekKeepTheirOrder() throws {
    let hours = "hour,lat\n" + (0..<240).map { "\($0 * 7 % 24),\(Double($0) * 0.1)\n" }.joined()
    let made = try proposed(hours).dashboard
    #expect(made.contains("ChartType=\"Column\"") && !made.contains(": top "), "\(made)")
    let days = ["Sat", "Sun", "Thur", "Fri"].flatMap { day in (0..<20).map { "\(day),\($0)\n" } }
    #expect(labels(try chart("day,sales\n" + days.joined()).0) == ["Thu", "Fri", "Sat", "Sun"])
  }

  @Test func datesOfYearsAreShownByYear() throws {
    let rows = (2001...2017).flatMap { year in (0..<3).map { "\(year)-01-01,s\($0),\(year * 3 % 17 + $0)\n" } }
    let (model, notes) = try chart("year,source,net_generation\n" + rows.joined())
    #expect(labels(model)?.first == "2001" && !notes.contains("month"), "\(notes)")
  }

  @Test func pieAndBarsShowDifferentColumns() throws {
    let made = try proposed(grouped("sales"))
    #expect(made.dashboard.contains("ChartType=\"Bar\"") && !made.dashboard.contains("ChartType=\"Donut\""))
    let two = "region,color,sales\n" + (0..<90).map { "r\($0 * 5 % 7 % 5),c\($0 % 3),\($0)\n" }.joined()
    let pie = try #require(try proposed(two).dashboard.split(separator: "\n").first { $0.contains("\"Donut\"") })
    #expect(pie.contains("Sort=\"-value\""), "\(pie)")
  }

  @Test func hundredsOfGroupsAreCounted() throws {
    let rows = (0..<900).map { "city \($0),country \($0 * 31 % 211),\(Double($0) * 0.1),\(Double($0) * 0.2)\n" }
    let text = "city,country,lat,lng\n" + rows.joined()
    #expect(try chart(text).notes.contains("count() by country, the top 10 of 211"))
    let made = try proposed(text)
    #expect(made.dashboard.contains("Number of rows by country: top 10 of 211"), "\(made.dashboard)")
  }

  @Test func singleChartHasAReason() throws {
    let rows = (0..<60).map { "\(1950 + $0),\($0 * 7 % 11).5\n" }
    let made = try proposed("year,price\n" + rows.joined())
    #expect(made.dashboard.contains("Title=\"Average price by year\""), "\(made.dashboard)")
    #expect(
      made.notes.contains("proposed one chart only, because no column of strings groups its rows"), "\(made.notes)")
  }

  @Test func numbersWithoutCategoriesAreAHistogram() throws {
    let made = try proposed("id,rate\n" + (0..<90).map { "\($0 * 3),\($0 * 7 % 31).5\n" }.joined())
    #expect(made.dashboard.contains("ChartType=\"Histogram\""), "\(made.dashboard)")
  }

  @Test(arguments: ["{a,b}", "[1]"])
  func arraysAreNeitherFiltersNorCharts(array: String) throws {
    let others = array.replacing("b", with: "c").replacing("1", with: "2")
    let rows = (0..<90).map { "r\($0 % 4),\"\($0 % 3 == 0 ? array : others)\",\($0)\n" }
    let made = try proposed("region,tags,sales\n" + rows.joined())
    #expect(!made.dashboard.contains("tags"), "\(made.dashboard)")
  }

  @Test func pieBeginsWithItsLargestShare() throws {
    let (model, _) = try chart(
      "k,v\nA,1\nB,5\nC,3\n", "--category", "k", "--value", "sum(v)", "--type", "pie")
    #expect(labels(model) == ["B", "C", "A"])
  }
}
