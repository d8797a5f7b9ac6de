import Auger
import AugerColumns
import AugerMetadata
import Testing

/// Titles of charts that nobody gave a title.
@Suite struct ExpressionWordsTests {
  private func title(_ values: [String], _ category: String, series: String? = nil) throws -> String {
    let request = ChartRequest(category: category, series: series, values: values)
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

  @Test func `What has no words is as it is written`() throws {
    #expect(try title(["sum(a) / sum(b)"], "region") == "sum(a) / sum(b) by region")
    #expect(try title(["sum(abs(a))"], "left(name, 1)") == "sum(abs(a)) by left(name, 1)")
  }
}
