// Written by `auger generate swift` from auger.yaml. Conform to it elsewhere: the next run
// writes this file anew.

import Auger
import AugerColumns
import AugerQuery

/// Answers the queries of auger.yaml: one method for each.
///
/// A value that conforms is the delegate of a pipeline: `Pipeline(delegate: queries)`.
/// An argument without a selected value is nil and does not filter.
public protocol SalesQueries: QueryDelegate {
  /// Query 'ResellerSummary' of chart 'Regions'.
  ///
  /// - Parameters:
  ///   - salesReason: 'Sales Reason', the selected values of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'Region': category of chart 'Regions'
  ///   - 'ProductCategory': series of chart 'Regions'
  ///   - 'SalesAmount': value 1 of chart 'Regions'
  func resellerSummary(salesReason: [String]?, orderDate: ArgumentRange<CivilDate>?) async throws -> DataTable

  /// Query 'ResellerByCountry' of chart 'Countries'.
  ///
  /// - Parameters:
  ///   - region: 'Region', the category selected in chart 'Regions'.
  ///   - productCategory: 'ProductCategory', the series selected in chart 'Regions'.
  ///   - salesReason: 'Sales Reason', the selected values of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'Country': category of chart 'Countries'
  ///   - 'ProductCategory': series of chart 'Countries'
  ///   - 'SalesAmount': value 1 of chart 'Countries'
  func resellerByCountry(
    region: [String]?,
    productCategory: QueryArgument?,
    salesReason: QueryArgument?,
    orderDate: ArgumentRange<CivilDate>?
  ) async throws -> DataTable

  /// Query 'ResellerBySubCategory' of chart 'SubCategories'.
  ///
  /// - Parameters:
  ///   - region: 'Region', the category selected in chart 'Regions'.
  ///   - productCategory: 'ProductCategory', the series selected in chart 'Regions'.
  ///   - country: 'Country', the category selected in chart 'Countries'.
  ///   - salesReason: 'Sales Reason', the selected values of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'SubCategory': category of chart 'SubCategories'
  ///   - 'SalesAmount': value 1 of chart 'SubCategories'
  func resellerBySubCategory(
    region: QueryArgument?,
    productCategory: QueryArgument?,
    country: QueryArgument?,
    salesReason: QueryArgument?,
    orderDate: QueryArgument?
  ) async throws -> DataTable

  /// Query 'OrdersByYear' of chart 'Years'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Year': category of chart 'Years'
  ///   - 'OrderCount': value 1 of chart 'Years'
  func ordersByYear() async throws -> DataTable

  /// Query 'OrdersByQuarter' of chart 'Years'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Year': level above in chart 'Years'
  ///   - 'Quarter': category of chart 'Years'
  ///   - 'OrderCount': value 1 of chart 'Years'
  func ordersByQuarter() async throws -> DataTable

  /// Query 'in' of grid 'Best'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Reseller': column of grid 'Best'
  ///   - 'Actual': column of grid 'Best'
  ///   - 'Planned': column of grid 'Best'
  func `in`() async throws -> DataTable

  /// Query '2012 Figures' of diagram 'EVA'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'EVA': node 'EVA' of diagram 'EVA', where it is stored
  ///   - 'Profit': node 'Profit' of diagram 'EVA'
  ///   - 'Cost': node 'Cost' of diagram 'EVA'
  func _2012Figures() async throws -> DataTable

  /// Query 'Reasons' of filter 'Sales Reason'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Reason': choices of filter 'Sales Reason'
  func reasons() async throws -> DataTable

  /// Query 'OrderDates' of filter 'OrderDate'.
  ///
  /// - Parameters:
  ///   - salesReason: 'Sales Reason', the selected values of filter 'Sales Reason'.
  /// - Returns: a table with these columns:
  ///   - 'OrderDate': choices of filter 'OrderDate'
  func orderDates(salesReason: QueryArgument?) async throws -> DataTable
}

extension SalesQueries {
  public func table(for request: QueryRequest) async throws -> DataTable {
    switch request.query {
    case "ResellerSummary":
      return try await resellerSummary(
        salesReason: try request.arguments.values(of: "Sales Reason"),
        orderDate: try request.arguments.range(of: "OrderDate"))
    case "ResellerByCountry":
      return try await resellerByCountry(
        region: try request.arguments.values(of: "Region"),
        productCategory: request.arguments["ProductCategory"],
        salesReason: request.arguments["Sales Reason"],
        orderDate: try request.arguments.range(of: "OrderDate"))
    case "ResellerBySubCategory":
      return try await resellerBySubCategory(
        region: request.arguments["Region"],
        productCategory: request.arguments["ProductCategory"],
        country: request.arguments["Country"],
        salesReason: request.arguments["Sales Reason"],
        orderDate: request.arguments["OrderDate"])
    case "OrdersByYear": return try await ordersByYear()
    case "OrdersByQuarter": return try await ordersByQuarter()
    case "in": return try await `in`()
    case "2012 Figures": return try await _2012Figures()
    case "Reasons": return try await reasons()
    case "OrderDates":
      return try await orderDates(salesReason: request.arguments["Sales Reason"])
    default: throw request.unknown(among: Self.queryNames)
    }
  }

  /// The names of the queries.
  public static var queryNames: [String] {
    [
      "ResellerSummary",
      "ResellerByCountry",
      "ResellerBySubCategory",
      "OrdersByYear",
      "OrdersByQuarter",
      "in",
      "2012 Figures",
      "Reasons",
      "OrderDates",
    ]
  }
}
