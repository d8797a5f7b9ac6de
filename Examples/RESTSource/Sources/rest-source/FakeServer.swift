import Foundation

/// A replacement for a server, which returns pages of JSON. A real program uses `URLSession` or AsyncHTTPClient.
///
/// `/sales?by=Country&Region=Europe&page=1` returns sums by country, two rows per page. `Region` filters the rows and
/// can occur several times.
struct FakeServer: Sendable {
  struct Answer: Sendable {
    var status: Int
    var body: Data
  }

  private static let sales: [(region: String, country: String, amount: Double)] = [
    ("Europe", "France", 100), ("Europe", "Germany", 60), ("Europe", "Italy", 45), ("Europe", "Spain", 30),
    ("Pacific", "Australia", 40), ("Pacific", "Japan", 75), ("Americas", "Canada", 55), ("Americas", "Brazil", 20),
  ]

  func get(_ address: URL) async -> Answer {
    let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.compactMap(\.value) }
    guard address.path == "/sales", let column = values("by").first, ["Region", "Country"].contains(column) else {
      return Answer(status: 404, body: Data(#"{"error": "nothing is grouped by that"}"#.utf8))
    }
    let regions = values("Region")
    var sums: [(name: String, amount: Double)] = []
    for sale in Self.sales where regions.isEmpty || regions.contains(sale.region) {
      let name = column == "Region" ? sale.region : sale.country
      if let index = sums.firstIndex(where: { $0.name == name }) {
        sums[index].amount += sale.amount
      } else {
        sums.append((name, sale.amount))
      }
    }
    let page = values("page").first.flatMap { Int($0) } ?? 1
    let rows = sums.dropFirst((page - 1) * 2).prefix(2).map { #"{"name": "\#($0.name)", "amount": \#($0.amount)}"# }
    let next = page * 2 < sums.count ? "\(page + 1)" : "null"
    return Answer(status: 200, body: Data(#"{"rows": [\#(rows.joined(separator: ", "))], "next": \#(next)}"#.utf8))
  }
}
