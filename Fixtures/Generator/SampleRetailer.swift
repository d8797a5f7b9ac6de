/// The sample data of Auger: the order lines of Northlight Outfitters, a fictional retailer. `auger demo` writes them.
/// The library does not depend on this module.

/// Four years of order lines, the same on every run.
///
/// All amounts are integers - money in cents, shares in thousandths - so that the files are equal byte for byte on
/// every platform.
package struct SampleRetailer: Sendable {
  package static let name = "Northlight Outfitters"

  struct Product: Sendable {
    let category: String
    let subCategory: String
    let name: String
    /// The price in cents in 2021.
    let listPrice: Int
    let unitCost: Int
  }

  struct Reseller: Sendable {
    let name: String
    let region: String
    let country: String
    let since: SampleDay
  }

  struct Line: Sendable {
    let region: String
    let country: String
    /// An index in `products`.
    let product: Int
    /// An index in `resellers`. Nil for an order from the web shop.
    let reseller: Int?
    let date: SampleDay
    let quantity: Int
    /// The price of one unit in cents, after the discount.
    let price: Int
    /// The cost of all units in cents. Nil if the supplier's invoice has not arrived.
    let cost: Int?

    var amount: Int { quantity * price }
  }

  let products: [Product]
  let resellers: [Reseller]
  /// The order lines, sorted by date.
  let lines: [Line]

  package var lineCount: Int { lines.count }

  package init(seed: UInt64 = 0x4E4F_5254_484C_4954) {
    var random = SampleRandom(seed: seed)
    products = SampleCatalogue.subCategories.flatMap { sub in
      sub.products.map { product in
        Product(
          category: sub.category, subCategory: sub.name, name: product.name, listPrice: product.price,
          unitCost: Self.thousandths(product.costPerMille, of: product.price))
      }
    }
    resellers = SampleMarkets.countries.flatMap { country in
      country.resellers.enumerated().map { rank, name in
        // The first resellers of a country exist from the beginning. Others join later.
        let joined = rank < 3 || random.happens(perMille: 650) ? 0 : random.below(SampleDay.count - 120)
        return Reseller(name: name, region: country.region, country: country.name, since: SampleDay(joined))
      }
    }
    var market = SampleMarket(resellers: resellers, random: random)
    lines = (0..<SampleDay.count).flatMap { market.lines(on: SampleDay($0)) }
  }

  /// Returns a share in thousandths of an amount, rounded to the nearest integer. Halves are rounded up.
  static func thousandths(_ share: Int, of amount: Int) -> Int { (amount * share + 500) / 1000 }
}
