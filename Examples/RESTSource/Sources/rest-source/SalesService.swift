import Auger
import Foundation

/// Answers the queries of a dashboard from a REST service: each query is a path, each argument a parameter of the address.
struct SalesService: QueryDelegate {
  let server = FakeServer()
  /// Is called with each address that is asked.
  var log: @Sendable (String) -> Void = { _ in }

  private struct Page: Decodable {
    struct Row: Decodable {
      var name: String
      var amount: Double
    }
    var rows: [Row]
    var next: Int?
  }

  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    switch name {
    case "ByRegion": try await sales(by: "Region", arguments)
    case "ByCountry": try await sales(by: "Country", arguments)
    case "ByProduct": try await sales(by: "Product", arguments)
    default: throw unknownQuery(name, among: ["ByRegion", "ByCountry", "ByProduct"])
    }
  }

  /// All pages, as one table of a name and an amount.
  private func sales(by column: String, _ arguments: QueryArguments) async throws -> Table {
    var names: [String] = []
    var amounts: [Double] = []
    var next: Int? = 1
    while let number = next {
      // A task that was cancelled asks for no more pages.
      try Task.checkCancellation()
      let answer = try await page(number, by: column, arguments)
      names += answer.rows.map(\.name)
      amounts += answer.rows.map(\.amount)
      next = answer.next
    }
    return try Table([column: Column(names), "Amount": Column(amounts)])
  }

  private func page(_ number: Int, by column: String, _ arguments: QueryArguments) async throws -> Page {
    var address = URLComponents()
    address.path = "/sales"
    address.queryItems = [URLQueryItem(name: "by", value: column), URLQueryItem(name: "page", value: "\(number)")]
    // What was picked above arrives by the name of its column: one value, or several.
    for name in ["Region", "Country"] {
      for value in try arguments.picks(name, as: String.self) ?? [] {
        address.queryItems?.append(URLQueryItem(name: name, value: value))
      }
    }
    guard let url = address.url else {
      throw AugerError(.other, operation: "ask for sales", "the arguments make no address")
    }
    log("GET \(url)")
    let answer = await server.get(url)
    guard answer.status == 200 else {
      throw AugerError(
        .queryFailed, operation: "GET \(url)", "the server answered \(answer.status)",
        underlying: String(decoding: answer.body, as: UTF8.self))
    }
    do {
      return try JSONDecoder().decode(Page.self, from: answer.body)
    } catch {
      throw AugerError(.queryFailed, operation: "GET \(url)", "the answer is no page of sales", underlying: "\(error)")
    }
  }
}
