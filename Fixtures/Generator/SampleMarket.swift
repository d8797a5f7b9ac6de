/// A generator of the orders of a day, the random part of the sample.
struct SampleMarket {
  private var random: SampleRandom
  private let products: [SampleCatalogue.Product]
  /// The weights of all products for each month since January 2021, for northern and southern seasons.
  private let demand: (northern: [[Int]], southern: [[Int]])
  /// The resellers of each country and their sizes, largest first.
  private let sellers: [[(reseller: Int, since: SampleDay, weight: Int)]]

  init(resellers: [SampleRetailer.Reseller], random: SampleRandom) {
    self.random = random
    products = SampleCatalogue.subCategories.flatMap(\.products)
    demand = (Self.demand(shiftedBy: 0), Self.demand(shiftedBy: 6))
    sellers = SampleMarkets.countries.map { country in
      resellers.indices.filter { resellers[$0].country == country.name }.enumerated().map { rank, reseller in
        (reseller, resellers[reseller].since, 1000 / (rank + 4))
      }
    }
  }

  /// Returns the order lines of one day.
  mutating func lines(on day: SampleDay) -> [SampleRetailer.Line] {
    (0..<orderCount(on: day)).flatMap { _ in order(on: day) }
  }

  /// Returns a random number of orders. Its expectation depends on growth, month and weekday.
  private mutating func orderCount(on day: SampleDay) -> Int {
    let months = [860, 850, 930, 990, 1080, 1130, 1090, 1000, 950, 960, 1100, 1360]
    var expected = 13_360 + 8_450 * day.number / SampleDay.count
    expected = SampleRetailer.thousandths(months[day.month - 1], of: expected)
    expected = SampleRetailer.thousandths(day.isWeekend ? 560 : 1176, of: expected)
    expected = SampleRetailer.thousandths(random.among(750...1250), of: expected)
    return expected / 1000 + (random.happens(perMille: expected % 1000) ? 1 : 0)
  }

  private mutating func order(on day: SampleDay) -> [SampleRetailer.Line] {
    let years = day.year - 2021
    let country = random.index(weighted: SampleMarkets.countries.map { $0.weight + $0.growth * years })
    let market = SampleMarkets.countries[country]
    // Most orders on weekends go to the web shop, whose share grows.
    let isWeb = random.happens(perMille: (day.isWeekend ? 420 : 150) + 25 * years)
    let reseller = isWeb ? nil : seller(in: country, on: day)
    let weights = (market.isSouthern ? demand.southern : demand.northern)[day.monthIndex]
    let lineCount = isWeb ? random.among(1...3) : 1 + random.index(weighted: [30, 28, 20, 12, 6])
    var chosen: [Int] = []
    while chosen.count < lineCount {
      let product = random.index(weighted: weights)
      if !chosen.contains(product) { chosen.append(product) }
    }
    let discount = discount(isWeb: isWeb, on: day)
    return chosen.map { product in
      let quantity = quantity(of: products[product], isWeb: isWeb)
      // Orders of a dozen or more get a discount.
      let rebate = discount + (quantity >= 12 ? 40 : 0)
      let price = SampleRetailer.thousandths(1000 - rebate, of: listPrice(of: products[product], on: day))
      let unitCost = SampleRetailer.thousandths(
        products[product].costPerMille + 4 * years, of: listPrice(of: products[product], on: day))
      return SampleRetailer.Line(
        region: market.region, country: market.name, product: product, reseller: reseller, date: day,
        quantity: quantity, price: price, cost: random.happens(perMille: 4) ? nil : quantity * unitCost)
    }
  }

  private mutating func seller(in country: Int, on day: SampleDay) -> Int {
    let open = sellers[country].filter { $0.since <= day }
    return open[random.index(weighted: open.map(\.weight))].reseller
  }

  /// Returns the discount in thousandths of the list price. Resellers have fixed terms. The web shop has sales in
  /// January, July and November.
  private mutating func discount(isWeb: Bool, on day: SampleDay) -> Int {
    guard isWeb else { return 50 * random.among(3...6) }
    switch (day.month, day.day) {
    case (1, 2...20), (7, 10...31): return 50 * random.among(2...5)
    case (11, 22...30): return 250
    default: return random.happens(perMille: 150) ? 100 : 0
    }
  }

  private mutating func quantity(of product: SampleCatalogue.Product, isWeb: Bool) -> Int {
    if isWeb { return 1 + random.index(weighted: [80, 15, 5]) }
    switch product.price {
    case ..<5_000: return random.among(4...30)
    case ..<15_000: return random.among(2...16)
    case ..<40_000: return random.among(1...9)
    default: return random.among(1...4)
    }
  }

  /// Returns the list price, which rises by 3.5 % per year and ends in 0 or 5 cents.
  private func listPrice(of product: SampleCatalogue.Product, on day: SampleDay) -> Int {
    var price = product.price
    for _ in 2021..<day.year { price = SampleRetailer.thousandths(1035, of: price) }
    return day.year == 2021 ? price : (price + 2) / 5 * 5
  }

  private static func demand(shiftedBy months: Int) -> [[Int]] {
    (0..<48).map { month in
      SampleCatalogue.subCategories.flatMap { sub in
        sub.products.map { product in
          product.months.contains(month) ? product.popularity * sub.season[(month + months) % 12] : 0
        }
      }
    }
  }
}
