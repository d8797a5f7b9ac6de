import Auger
import Foundation

/// Answers the queries of a dashboard with requests to a REST service. Query arguments become URL parameters.
struct SalesService: QueryDelegate {
  let server = FakeServer()
  /// Called with each request.
  var log: @Sendable (String) -> Void = { _ in }

  private struct Page: Decodable {
    struct Row: Decodable {
      var name: String
      var amount: Double
    }
    var rows: [Row]
    var next: Int?
  }

  func table(for request: QueryRequest) async throws -> DataTable {
    switch request.query {
    case "ByRegion": try await sales(by: "Region", request.arguments)
    case "ByCountry": try await sales(by: "Country", request.arguments)
    case "ByProduct": try await sales(by: "Product", request.arguments)
    default: throw request.unknown(among: ["ByRegion", "ByCountry", "ByProduct"])
    }
  }

  /// Requests all pages and returns them as one table of names and amounts.
  private func sales(by column: String, _ arguments: QueryArguments) async throws -> DataTable {
    var rows: [Page.Row] = []
    var next: Int? = 1
    while let number = next {
      // Stop after a cancellation instead of requesting all pages.
      try Task.checkCancellation()
      let answer = try await page(number, by: column, arguments)
      rows += answer.rows
      next = answer.next
    }
    return DataTable(rows) {
      RowField(column, value: \.name)
      RowField("Amount", value: \.amount)
    }
  }

  private func page(_ number: Int, by column: String, _ arguments: QueryArguments) async throws -> Page {
    var address = URLComponents()
    address.path = "/sales"
    address.queryItems = [URLQueryItem(name: "by", value: column), URLQueryItem(name: "page", value: "\(number)")]
    // The selected values are arguments with the names of their columns, each with one or several values.
    for name in ["Region", "Country"] {
      for value in try arguments.values(of: name, as: String.self) ?? [] {
        address.queryItems?.append(URLQueryItem(name: name, value: value))
      }
    }
    guard let url = address.url else {
      throw AugerError("other", message: "the arguments do not form a URL", operation: "request sales")
    }
    log("GET \(url)")
    let answer = await server.get(url)
    guard answer.status == 200 else {
      throw AugerError(
        "queryFailed", message: "the server answered \(answer.status)", operation: "GET \(url)",
        cause: ServerError(description: String(decoding: answer.body, as: UTF8.self)))
    }
    do {
      return try JSONDecoder().decode(Page.self, from: answer.body)
    } catch {
      throw AugerError(
        "queryFailed", message: "the answer is not a page of sales", operation: "GET \(url)", cause: error)
    }
  }
}

/// The message of the server. It becomes part of the error that the caller of the pipeline receives.
struct ServerError: Error, CustomStringConvertible {
  let description: String
}
