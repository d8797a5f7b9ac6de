import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// A plan is created without a delegate and compared as text.
@Suite struct PlanTextTests {
  private func plan(_ state: String, given: QueryArguments = QueryArguments()) throws -> ChartPlan {
    var queries = QueryDescriptions()
    queries["ByCountry"] = QueryDescription(
      parameters: ["Region", "Currency"],
      aggregation: try .init(keys: ["Country", "City"], measures: [Regrouping.Key("Amount", "avg(price)")]))
    return try ChartPlan(
      "Sales", of: try RegionalSales.dashboard(), at: try Exploration(state), adding: given, knowing: queries)
  }

  @Test func drilledStateHasArgumentsWithTheirOrigin() throws {
    let plan = try plan("Sales.drill=Region:Europe&filter.Regions=Europe,Asia", given: ["Currency": "EUR"])
    #expect(
      plan.text == """
        chart 'ByCountry' of dashboard 'sales'
        state: \(try Exploration("Sales.drill=Region:Europe&filter.Regions=Europe,Asia"))

        query 'ByCountry'
          Region = Europe (drill in 'ByRegion')
          Regions = [Europe, Asia] (filter)
          Currency = EUR (given)
          grouped by Country: 'Amount' does not add up over 'City'

        warning: filterNotUsed: filter 'Regions' changes nothing: query 'ByCountry' has no parameter of that name

        """)
  }

  @Test func jsonHasTheSameFacts() throws {
    let json = try plan("Sales.drill=Region:Europe").json
    #expect(
      json == """
        {"dashboard": "sales", "chart": "ByCountry", "state": "Sales.drill=Region:Europe", "requests": \
        [{"query": "ByCountry", "arguments": [{"name": "Region", "value": "Europe", "origin": "drill", \
        "chart": "ByRegion"}], "groupBy": [{"name": "Country"}], \
        "reason": "'Amount' does not add up over 'City'"}], "warnings": []}

        """)
  }

  @Test func undescribedQueryReceivesEveryArgument() throws {
    let plan = try ChartPlan(
      "Sales", of: try RegionalSales.dashboard(), at: Exploration(), adding: ["Currency": "EUR"])
    #expect(
      plan.text == """
        chart 'ByRegion' of dashboard 'sales'

        query 'ByRegion'
          Currency = EUR (given)
          unchanged: its rows are the data

        """)
  }
}
