/// The sample data of Auger: the order lines of Northlight Outfitters, a retailer that does not exist. `auger demo`
/// writes them; nothing in the library depends on this room.

/// Four years of order lines, the same on every run.
///
/// Everything is computed in whole numbers - money in cents, shares in thousandths - so that the files are equal to the
/// byte wherever they are made.
package struct SampleRetailer: Sendable {
  package static let name = "Northlight Outfitters"

  struct Product: Sendable {
    let category: String
    let subCategory: String
    let name: String
    /// Cents in 2021.
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
    /// An index into `products`.
    let product: Int
    /// An index into `resellers`; nil for an order from the web shop.
    let reseller: Int?
    let date: SampleDay
    let quantity: Int
    /// Cents for one, discount taken off.
    let price: Int
    /// Cents for all; nil while the supplier's invoice has not come.
    let cost: Int?

    var amount: Int { quantity * price }
  }

  let products: [Product]
  let resellers: [Reseller]
  /// By date.
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
        // The first of a country were there from the beginning, others joined later.
        let joined = rank < 3 || random.happens(perMille: 650) ? 0 : random.below(SampleDay.count - 120)
        return Reseller(name: name, region: country.region, country: country.name, since: SampleDay(joined))
      }
    }
    var market = SampleMarket(resellers: resellers, random: random)
    lines = (0..<SampleDay.count).flatMap { market.lines(on: SampleDay($0)) }
  }

  /// Rounded to the nearest, halves up.
  static func thousandths(_ share: Int, of amount: Int) -> Int { (amount * share + 500) / 1000 }
}
