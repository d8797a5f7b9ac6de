import Auger
import AugerCharts
import AugerColumns
import AugerMetadata
import AugerQuery
import Testing

/// Default titles of charts.
@Suite struct ExpressionWordsTests {
  private func title(_ values: [String], _ category: String, series: String? = nil) throws -> String {
    let request = try ChartRequest(category: category, series: series, values: values)
    return try request.resolved(name: "t", source: "t", table: "t").dashboard.charts[0].title
  }

  @Test func `Aggregates and grains are words`() throws {
    #expect(try title(["sum(amount)"], "region") == "Amount by region")
    #expect(try title(["amount"], "region") == "Amount by region")
    #expect(
      try title(["avg(dep_delay)"], "startOf(order_date, 'month')", series: "carrier")
        == "Average dep delay by month of order date and carrier")
    #expect(
      try title(["count()", "max(unitPrice)"], "year(day)") == "Number of rows, highest unit price by year of day")
    #expect(
      try title(["countDistinct(IMDBRating)"], "[Release Date]") == "Number of different IMDB rating by Release Date")
  }

  @Test func `Units and abbreviations keep their case`() throws {
    #expect(try title(["TWh"], "year") == "TWh by year")
    #expect(try title(["avg(price_kWh)"], "pH") == "Average price kWh by pH")
    #expect(try title(["max(MHz)"], "URLs") == "Highest MHz by URLs")
    #expect(try title(["OldPrice"], "CO2") == "Old price by CO2")
  }

  @Test func `Bubbles are rows unless values, sorting or a limit group them`() throws {
    func select(_ values: [String], limit: Int? = nil) throws -> Int? {
      var request = try ChartRequest(category: "weight", series: "kind", values: values)
      request.type = .bubble
      request.categoryLimit = limit
      guard case .table(let query) = try request.resolved(name: "t", source: "t", table: "t").query.body else {
        return nil
      }
      return query.groupBy.count
    }
    #expect(try select(["mileage", "price"]) == 0)
    #expect(try select(["avg(mileage)", "price"]) == 2)
    #expect(try select(["mileage", "price"], limit: 3) == 2)
  }

  @Test func `Both axes of a scatter chart have titles unless they are disabled`() throws {
    var request = try ChartRequest(category: "weight", values: ["mileage"])
    request.shownParts = [.verticalAxisTitle: false]
    for type in [ChartType.scatter, .bubble] {
      request.type = type
      let chart = try request.resolved(name: "t", source: "t", table: "t").dashboard.charts[0]
      #expect(chart.shownParts == [.horizontalAxisTitle: true, .verticalAxisTitle: false])
    }
  }

  @Test func `Other expressions are used as written`() throws {
    #expect(try title(["sum(a) / sum(b)"], "region") == "sum(a) / sum(b) by region")
    #expect(try title(["sum(abs(a))"], "left(name, 1)") == "sum(abs(a)) by left(name, 1)")
  }
}
