// Written by `auger generate swift` from auger.yaml. Conform to it elsewhere: the next run
// writes this file anew.

import Auger
import AugerColumns
import AugerQuery

/// Answers the queries of auger.yaml: one method for each.
///
/// A value that conforms is the delegate of a pipeline: `Pipeline(delegate: queries, dashboards: [dashboard])`.
/// What was not picked is nil, and narrows nothing.
public protocol SalesQueries: QueryDelegate {
  /// Query 'ResellerSummary', asked by chart 'Regions'.
  ///
  /// - Parameters:
  ///   - salesReason: 'Sales Reason', the picks of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'Region': category of chart 'Regions'
  ///   - 'ProductCategory': series of chart 'Regions'
  ///   - 'SalesAmount': value 1 of chart 'Regions'
  func resellerSummary(salesReason: [String]?, orderDate: ArgumentRange<CivilDate>?) async throws -> Table

  /// Query 'ResellerByCountry', asked by chart 'Countries'.
  ///
  /// - Parameters:
  ///   - region: 'Region', the category picked in chart 'Regions'.
  ///   - productCategory: 'ProductCategory', the series picked in chart 'Regions'.
  ///   - salesReason: 'Sales Reason', the picks of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'Country': category of chart 'Countries'
  ///   - 'ProductCategory': series of chart 'Countries'
  ///   - 'SalesAmount': value 1 of chart 'Countries'
  func resellerByCountry(
    region: [String]?, productCategory: [Scalar]?, salesReason: [Scalar]?, orderDate: ArgumentRange<CivilDate>?
  ) async throws -> Table

  /// Query 'ResellerBySubCategory', asked by chart 'SubCategories'.
  ///
  /// - Parameters:
  ///   - region: 'Region', the category picked in chart 'Regions'.
  ///   - productCategory: 'ProductCategory', the series picked in chart 'Regions'.
  ///   - country: 'Country', the category picked in chart 'Countries'.
  ///   - salesReason: 'Sales Reason', the picks of filter 'Sales Reason'.
  ///   - orderDate: 'OrderDate', the range of filter 'OrderDate'.
  /// - Returns: a table with these columns:
  ///   - 'SubCategory': category of chart 'SubCategories'
  ///   - 'SalesAmount': value 1 of chart 'SubCategories'
  func resellerBySubCategory(
    region: [Scalar]?,
    productCategory: [Scalar]?,
    country: [Scalar]?,
    salesReason: [Scalar]?,
    orderDate: ArgumentRange<Scalar>?
  ) async throws -> Table

  /// Query 'OrdersByYear', asked by chart 'Years'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Year': category of chart 'Years'
  ///   - 'OrderCount': value 1 of chart 'Years'
  func ordersByYear() async throws -> Table

  /// Query 'OrdersByQuarter', asked by chart 'Years'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Year': level above in chart 'Years'
  ///   - 'Quarter': category of chart 'Years'
  ///   - 'OrderCount': value 1 of chart 'Years'
  func ordersByQuarter() async throws -> Table

  /// Query 'in', asked by grid 'Best'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Reseller': column of grid 'Best'
  ///   - 'Actual': column of grid 'Best'
  ///   - 'Planned': column of grid 'Best'
  func `in`() async throws -> Table

  /// Query '2012 Figures', asked by diagram 'EVA'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'EVA': node 'EVA' of diagram 'EVA', where it is stored
  ///   - 'Profit': node 'Profit' of diagram 'EVA'
  ///   - 'Cost': node 'Cost' of diagram 'EVA'
  func _2012Figures() async throws -> Table

  /// Query 'Reasons', asked by filter 'Sales Reason'.
  ///
  /// - Returns: a table with these columns:
  ///   - 'Reason': choices of filter 'Sales Reason'
  func reasons() async throws -> Table

  /// Query 'OrderDates', asked by filter 'OrderDate'.
  ///
  /// - Parameters:
  ///   - salesReason: 'Sales Reason', the picks of filter 'Sales Reason'.
  /// - Returns: a table with these columns:
  ///   - 'OrderDate': choices of filter 'OrderDate'
  func orderDates(salesReason: [Scalar]?) async throws -> Table
}

extension SalesQueries {
  public func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    switch name {
    case "ResellerSummary":
      return try await resellerSummary(
        salesReason: try arguments.picks("Sales Reason"), orderDate: try arguments.range("OrderDate"))
    case "ResellerByCountry":
      return try await resellerByCountry(
        region: try arguments.picks("Region"),
        productCategory: try arguments.picks("ProductCategory"),
        salesReason: try arguments.picks("Sales Reason"),
        orderDate: try arguments.range("OrderDate"))
    case "ResellerBySubCategory":
      return try await resellerBySubCategory(
        region: try arguments.picks("Region"),
        productCategory: try arguments.picks("ProductCategory"),
        country: try arguments.picks("Country"),
        salesReason: try arguments.picks("Sales Reason"),
        orderDate: try arguments.range("OrderDate"))
    case "OrdersByYear": return try await ordersByYear()
    case "OrdersByQuarter": return try await ordersByQuarter()
    case "in": return try await `in`()
    case "2012 Figures": return try await _2012Figures()
    case "Reasons": return try await reasons()
    case "OrderDates":
      return try await orderDates(salesReason: try arguments.picks("Sales Reason"))
    default: throw unknownQuery(name, among: Self.queryNames)
    }
  }

  /// The names that dashboards ask by.
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
