/// The markets and resellers of Northlight Outfitters.
enum SampleMarkets {
  struct Country: Sendable {
    let region: String
    let name: String
    /// The share of the orders in 2021, and its increase per year.
    let weight: Int
    let growth: Int
    /// True if the country has the seasons of the southern hemisphere.
    let isSouthern: Bool
    let resellerCount: Int
    /// The words for the names of its resellers.
    let names: [String]
    let kinds: [String]

    /// The names of the resellers: each combines a first word and a kind of shop, and occurs once. A `$` in a kind is
    /// replaced by the first word.
    var resellers: [String] {
      precondition(resellerCount <= names.count * kinds.count)
      return (0..<resellerCount).map { index in
        let name = names[index % names.count]
        let kind = kinds[(index % names.count + index / names.count) % kinds.count]
        return String(kind.flatMap { $0 == "$" ? name : String($0) })
      }
    }
  }

  static let countries: [Country] = [
    Country(
      region: "Europe", name: "Germany", weight: 150, growth: 8, isSouthern: false, resellerCount: 22,
      names: ["Müller & Söhne", "Edelweiß", "Gipfelglück", "Nordwand", "Weitblick", "Bergfuchs", "Talstation"],
      kinds: ["$ Bergsport GmbH", "Sporthaus $", "$, Outdoor-Fachhandel", "Alpinzentrum \"$\""]),
    Country(
      region: "Europe", name: "France", weight: 110, growth: 4, isSouthern: false, resellerCount: 16,
      names: ["Belle Étape", "Grand Col", "Petit Névé", "L'Aiguille", "Haute Clairière"],
      kinds: ["$ Montagne", "Chez $, Sports & Loisirs", "Comptoir $", "$ SARL"]),
    Country(
      region: "Europe", name: "Norway", weight: 60, growth: 3, isSouthern: false, resellerCount: 9,
      names: ["Fjellrev", "Blåne", "Østmark", "Villmark"], kinds: ["$ Sport AS", "$ Friluft", "$, Turutstyr"]),
    Country(
      region: "Europe", name: "Switzerland", weight: 70, growth: 2, isSouthern: false, resellerCount: 11,
      names: ["Firnlicht", "Crêt du Loup", "Passhöhe", "Gletschertor"],
      kinds: ["$ Sport AG", "$, Bergausrüstung", "Boutique $"]),
    Country(
      region: "Europe", name: "United Kingdom", weight: 105, growth: -3, isSouthern: false, resellerCount: 15,
      names: ["Fell & Dale", "O'Connell's", "Crag End", "Tor View", "Wm. Hartley & Sons"],
      kinds: ["$ Outdoors", "$, The Hill Shop", "$ Mountain Co.", "$ Ltd"]),
    Country(
      region: "North America", name: "United States", weight: 230, growth: 12, isSouthern: false, resellerCount: 30,
      names: [
        "Blue Mesa", "Cascade Joe's", "Granite State", "Lone Pine", "Pine & Paddle", "Three Forks", "Timberline",
      ],
      kinds: ["$ Outfitters", "$ Gear, Inc.", "The \"$\" Co-op", "$ Trading Post", "$ Sports, LLC"]),
    Country(
      region: "North America", name: "Canada", weight: 85, growth: 6, isSouthern: false, resellerCount: 14,
      names: ["Maple Ridge", "Portage", "Sentier Boréal", "Yukon Bob's", "Grand Érable"],
      kinds: ["$ Outdoors", "$ Plein Air, inc.", "$ Mercantile"]),
    Country(
      region: "Asia Pacific", name: "Japan", weight: 80, growth: 14, isSouthern: false, resellerCount: 14,
      names: ["Kumo", "山の友", "Yukiguni", "Tōge", "Asahi Trail"], kinds: ["$ Sports", "$ アウトドア", "$, Ltd."]),
    Country(
      region: "Asia Pacific", name: "South Korea", weight: 45, growth: 16, isSouthern: false, resellerCount: 10,
      names: ["Hanbit", "산울림", "Baram", "Sorak"], kinds: ["$ Outdoor", "$ 스포츠", "$ Co., Ltd."]),
    Country(
      region: "Asia Pacific", name: "Australia", weight: 65, growth: 7, isSouthern: true, resellerCount: 11,
      names: ["Billabong Track", "Red Gum", "Wombat & Daughters", "Southern Cross"],
      kinds: ["$ Camping", "$ Adventure Co.", "$, Outback Supplies"]),
    Country(
      region: "Asia Pacific", name: "New Zealand", weight: 35, growth: 4, isSouthern: true, resellerCount: 8,
      names: ["Kererū", "Tussock", "Long White Cloud"], kinds: ["$ Tramping", "$ Outdoors", "$, Alpine"]),
    Country(
      region: "South America", name: "Chile", weight: 30, growth: 5, isSouthern: true, resellerCount: 8,
      names: ["Cóndor", "Ñirre", "Paso Ancho"], kinds: ["Andes $", "$ Montaña", "$, Aventura Ltda."]),
    Country(
      region: "South America", name: "Argentina", weight: 28, growth: -2, isSouthern: true, resellerCount: 6,
      names: ["El Baqueano", "Lenga", "Viento Sur"], kinds: ["$ Aventura", "$ S.A.", "Refugio \"$\""]),
    Country(
      region: "South America", name: "Brazil", weight: 40, growth: 9, isSouthern: true, resellerCount: 7,
      names: ["Araucária", "Pedra Alta", "Trilha São Jorge"], kinds: ["$ Esportes", "$ & Cia.", "$ Aventura"]),
  ]
}
