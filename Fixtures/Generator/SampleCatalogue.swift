/// The products of Northlight Outfitters and their seasonal demand.
enum SampleCatalogue {
  struct SubCategory: Sendable {
    let category: String
    let name: String
    /// The demand by month, starting with January, in the northern hemisphere.
    let season: [Int]
    let products: [Product]
  }

  struct Product: Sendable {
    let name: String
    /// The price in cents in 2021. Prices rise from year to year.
    let price: Int
    /// The cost of a unit in thousandths of the price.
    let costPerMille: Int
    let popularity: Int
    /// The months since January 2021 in which the product is sold.
    let months: Range<Int>

    init(_ name: String, _ price: Int, cost: Int, popularity: Int, from: Int = 0, until: Int = 48) {
      self.name = name
      self.price = price
      costPerMille = cost
      self.popularity = popularity
      months = from..<until
    }
  }

  private static let summer = [3, 3, 6, 10, 15, 19, 20, 16, 9, 5, 4, 6]
  private static let winter = [19, 16, 9, 4, 2, 1, 1, 2, 5, 11, 18, 24]
  private static let spring = [6, 7, 10, 14, 16, 14, 11, 10, 11, 9, 7, 9]
  private static let steady = [8, 8, 9, 9, 10, 10, 9, 9, 9, 9, 10, 13]

  static let subCategories: [SubCategory] = [
    SubCategory(
      category: "Camping", name: "Tents", season: summer,
      products: [
        Product("Tarn 1 Solo Tent", 21_900, cost: 560, popularity: 18),
        Product("Tarn 2 Trekking Tent", 32_900, cost: 550, popularity: 24),
        Product("Fjell Dome, 3-Season", 44_900, cost: 540, popularity: 15),
        Product("Basecamp Family 6, Tall", 79_900, cost: 520, popularity: 8, from: 3),
      ]),
    SubCategory(
      category: "Camping", name: "Sleeping Bags", season: summer,
      products: [
        Product("Moss Summer Bag", 8_900, cost: 580, popularity: 26),
        Product("Lichen Down Bag -5", 24_900, cost: 600, popularity: 17),
        Product("Glacier Down Bag -20", 46_900, cost: 610, popularity: 7),
      ]),
    SubCategory(
      category: "Camping", name: "Stoves", season: spring,
      products: [
        Product("Ember Gas Stove", 5_450, cost: 490, popularity: 34),
        Product("Ember Pro Stove Set", 11_900, cost: 510, popularity: 18, from: 8),
        Product("Petite Flamme Réchaud", 3_995, cost: 470, popularity: 20),
        Product("Twig Wood Burner", 6_900, cost: 530, popularity: 9, until: 30),
      ]),
    SubCategory(
      category: "Camping", name: "Lanterns", season: [10, 9, 8, 8, 8, 9, 9, 9, 10, 12, 14, 17],
      products: [
        Product("Firefly Lantern", 2_995, cost: 450, popularity: 36),
        Product("Firefly Mini, Pack of 3", 3_950, cost: 460, popularity: 22, from: 14),
        Product("Polaris Headlamp 450", 6_490, cost: 480, popularity: 30),
      ]),
    SubCategory(
      category: "Climbing", name: "Ropes", season: spring,
      products: [
        Product("Gneiss Rope 9.8 mm, 60 m", 17_900, cost: 590, popularity: 17),
        Product("Gneiss Rope 9.5 mm, 70 m", 22_900, cost: 590, popularity: 13),
        Product("Basalt Static Rope 50 m", 12_900, cost: 600, popularity: 8),
      ]),
    SubCategory(
      category: "Climbing", name: "Harnesses", season: spring,
      products: [
        Product("Talus Harness", 6_900, cost: 520, popularity: 24),
        Product("Talus Harness Junior", 5_490, cost: 530, popularity: 11),
        Product("Couloir Alpine Harness", 9_900, cost: 500, popularity: 9, from: 5),
      ]),
    SubCategory(
      category: "Climbing", name: "Helmets", season: spring,
      products: [
        Product("Skarn Helmet", 7_450, cost: 470, popularity: 23),
        Product("Skarn Helmet \"Light\"", 10_900, cost: 480, popularity: 16, from: 17),
        Product("Arête Race Helmet", 13_900, cost: 500, popularity: 6),
      ]),
    SubCategory(
      category: "Climbing", name: "Carabiners", season: steady,
      products: [
        Product("Keylock Carabiner", 1_195, cost: 420, popularity: 40),
        Product("Screwgate Carabiner", 1_690, cost: 430, popularity: 31),
        Product("Quickdraw Set, 6 x 12 cm", 9_490, cost: 460, popularity: 21),
        Product("Quickdraw Set, 6 x 18 cm", 9_990, cost: 460, popularity: 12),
      ]),
    SubCategory(
      category: "Hiking", name: "Boots", season: [7, 7, 10, 13, 15, 14, 12, 12, 13, 11, 8, 8],
      products: [
        Product("Ridgeway Mid Boot", 16_900, cost: 550, popularity: 34),
        Product("Ridgeway Low Shoe", 13_900, cost: 540, popularity: 30),
        Product("Sólheimar Mountain Boot", 28_900, cost: 570, popularity: 13),
        Product("Trailrunner \"Hare\"", 12_490, cost: 520, popularity: 25, from: 11),
      ]),
    SubCategory(
      category: "Hiking", name: "Backpacks", season: [6, 6, 9, 12, 15, 16, 16, 13, 11, 8, 7, 10],
      products: [
        Product("Daybreak 18 Daypack", 7_900, cost: 500, popularity: 32),
        Product("Daybreak 28 Pack", 11_900, cost: 500, popularity: 27),
        Product("Traverse 45 Pack", 18_900, cost: 520, popularity: 16),
        Product("Traverse 65+10 Pack", 24_900, cost: 530, popularity: 11),
      ]),
    SubCategory(
      category: "Hiking", name: "Trekking Poles", season: [8, 8, 9, 11, 13, 14, 14, 13, 12, 10, 9, 10],
      products: [
        Product("Heron Aluminium Poles", 6_900, cost: 480, popularity: 26),
        Product("Heron Carbon Poles", 12_900, cost: 510, popularity: 15),
        Product("Heron Folding Poles, 36\"", 14_490, cost: 520, popularity: 12, from: 20),
      ]),
    SubCategory(
      category: "Hiking", name: "Navigation", season: steady,
      products: [
        Product("Meridian Compass", 3_490, cost: 430, popularity: 25),
        Product("Meridian Mirror Compass", 5_990, cost: 440, popularity: 13),
        Product("Waypoint GPS, Gen. 2", 34_900, cost: 640, popularity: 9, until: 26),
        Product("Waypoint GPS, Gen. 3", 37_900, cost: 630, popularity: 14, from: 25),
      ]),
    SubCategory(
      category: "Snow", name: "Skis", season: winter,
      products: [
        Product("Skadi Touring Ski 84", 54_900, cost: 580, popularity: 20),
        Product("Skadi Touring Ski 95", 62_900, cost: 580, popularity: 14),
        Product("Hoarfrost Nordic Ski", 32_900, cost: 560, popularity: 22),
        Product("Skadi Junior 120", 23_900, cost: 570, popularity: 10, from: 9),
      ]),
    SubCategory(
      category: "Snow", name: "Snowshoes", season: winter,
      products: [
        Product("Lynx Snowshoe 22\"", 15_900, cost: 530, popularity: 18),
        Product("Lynx Snowshoe 25\"", 16_900, cost: 530, popularity: 16),
        Product("Lynx Vario Snowshoe", 21_900, cost: 540, popularity: 9, from: 21),
      ]),
    SubCategory(
      category: "Snow", name: "Ski Jackets", season: [17, 13, 7, 3, 1, 1, 1, 3, 8, 15, 21, 24],
      products: [
        Product("Nor'easter Shell Jacket", 34_900, cost: 500, popularity: 21),
        Product("Nor'easter Insulated Jacket", 39_900, cost: 510, popularity: 17),
        Product("Flurry Kids' Jacket", 14_900, cost: 520, popularity: 15),
      ]),
    SubCategory(
      category: "Snow", name: "Avalanche Safety", season: winter,
      products: [
        Product("Signal Avalanche Beacon", 31_900, cost: 610, popularity: 14),
        Product("Signal Probe 240", 6_490, cost: 490, popularity: 17),
        Product("Signal Shovel", 5_990, cost: 480, popularity: 19),
      ]),
    SubCategory(
      category: "Water", name: "Kayaks", season: summer,
      products: [
        Product("Otter Touring Kayak 14'", 119_900, cost: 620, popularity: 5),
        Product("Otter Inflatable Kayak", 64_900, cost: 590, popularity: 10, from: 4),
        Product("Mink Whitewater Kayak", 99_900, cost: 620, popularity: 4),
      ]),
    SubCategory(
      category: "Water", name: "Paddles", season: summer,
      products: [
        Product("Otter Aluminium Paddle", 7_900, cost: 500, popularity: 16),
        Product("Otter Carbon Paddle", 23_900, cost: 540, popularity: 8),
        Product("Reed Canoe Paddle", 9_490, cost: 520, popularity: 9),
      ]),
    SubCategory(
      category: "Water", name: "Dry Bags", season: [5, 5, 8, 11, 14, 17, 18, 15, 10, 7, 6, 8],
      products: [
        Product("Delta Dry Bag 10 L", 2_290, cost: 410, popularity: 30),
        Product("Delta Dry Bag 35 L", 3_890, cost: 420, popularity: 22),
        Product("Delta Duffel, 60 L", 11_490, cost: 470, popularity: 13),
        Product("Étanche Phone Case", 1_990, cost: 380, popularity: 24, from: 6),
      ]),
    SubCategory(
      category: "Water", name: "Wetsuits", season: summer,
      products: [
        Product("Kelp Shorty 2 mm", 8_990, cost: 530, popularity: 15),
        Product("Kelp Full Suit 4/3 mm", 19_900, cost: 540, popularity: 12),
        Product("Kelp Winter Suit 5/4 mm", 27_900, cost: 550, popularity: 6, from: 10, until: 44),
      ]),
  ]
}
