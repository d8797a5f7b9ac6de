/// The order lines as a CSV file: RFC 4180 with line feeds, UTF-8 without a byte order mark, and empty fields for
/// nulls.
struct SampleCSV {
  static let header = "region,country,category,sub_category,product,reseller,order_date,quantity,price,amount,cost"

  static func text(of retailer: SampleRetailer) -> String {
    var text = header + "\n"
    for line in retailer.lines {
      let product = retailer.products[line.product]
      let fields = [
        line.region, line.country, product.category, product.subCategory, product.name,
        line.reseller.map { retailer.resellers[$0].name } ?? "", line.date.text, String(line.quantity),
        money(line.price), money(line.amount), line.cost.map(money) ?? "",
      ]
      text += fields.map(field).joined(separator: ",")
      text += "\n"
    }
    return text
  }

  /// Returns an amount in cents as `1234.50`.
  static func money(_ cents: Int) -> String {
    let rest = abs(cents % 100)
    return "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns the field, with quotes only if they are necessary.
  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\"" + text.flatMap { $0 == "\"" ? "\"\"" : String($0) } + "\""
  }
}
