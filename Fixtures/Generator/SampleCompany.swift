/// Other data of the retailer: its employees, its share price, customer feedback, the composition of its profit, and
/// the shipments between its warehouses. All numbers are integers, as in `SampleRetailer`.
struct SampleCompany: Sendable {
  struct Employee: Sendable {
    let name: String
    let department: String
    let sex: String
    let age: Int
    /// The salary in cents per year.
    let salary: Int
  }

  /// The share prices of one month, in cents.
  struct Price: Sendable {
    let month: String
    let open: Int
    let high: Int
    let low: Int
    let close: Int
  }

  /// One answer to the survey of bicycle buyers.
  struct Answer: Sendable {
    let age: Int
    let sex: String
    /// The body mass index in hundredths of kilograms per square meter.
    let bmi: Int
    /// The distance in kilometers per week.
    let distance: Int
  }

  let employees: [Employee]
  let prices: [Price]
  let answers: [Answer]

  init(seed: UInt64 = 0x434F_4D50_414E_5931) {
    var random = SampleRandom(seed: seed)
    employees = Self.employees(&random)
    prices = Self.prices(&random)
    answers = Self.answers(&random)
  }

  private static func employees(_ random: inout SampleRandom) -> [Employee] {
    let departments = [
      ("Warehouse", 22, 31_000), ("Sales", 18, 42_000), ("Design", 9, 52_000), ("Finance", 7, 55_000),
      ("IT", 8, 61_000),
    ]
    let first = [
      "Alva", "Bo", "Cleo", "Dag", "Eir", "Finn", "Gro", "Hal", "Ida", "Jon", "Kaia", "Leif", "Mona", "Nils",
    ]
    let last = ["Berg", "Dahl", "Eide", "Foss", "Haug", "Lie", "Moen", "Nes", "Rud", "Strand", "Vik"]
    var number = 0
    return departments.flatMap { department, count, base in
      (0..<count).map { _ in
        let name = "\(first[number % first.count]) \(last[number * 7 % last.count])"
        number += 1
        let age = random.among(21...63)
        let spread = random.among(800...1250) + (age - 21) * 9
        return Employee(
          name: name, department: department, sex: random.happens(perMille: 480) ? "female" : "male", age: age,
          salary: base * spread / 1000 * 100)
      }
    }
  }

  /// Returns the prices of three years, by month.
  private static func prices(_ random: inout SampleRandom) -> [Price] {
    var last = 4_200
    return (0..<36).map { index in
      let month = index % 12 + 1
      let open = last + random.among(-60...60)
      let close = max(900, open + open * random.among(-85...100) / 1000)
      let high = max(open, close) + random.among(20...260)
      let low = max(500, min(open, close) - random.among(20...260))
      last = close
      return Price(
        month: "\(2022 + index / 12)-\(month < 10 ? "0" : "")\(month)-01", open: open, high: high, low: low,
        close: close)
    }
  }

  private static func answers(_ random: inout SampleRandom) -> [Answer] {
    (0..<240).map { _ in
      let age = random.among(18...74)
      // The sum of several random numbers is rarely far from its mean.
      let body = (0..<6).reduce(0) { sum, _ in sum + random.among(0...280) }
      let sex = random.happens(perMille: 510) ? "female" : "male"
      let bmi = 1_620 + body + (age - 18) * 6 + (sex == "male" ? 60 : 0)
      return Answer(age: age, sex: sex, bmi: bmi, distance: max(0, 140 - age + random.among(-45...60)))
    }
  }

  /// The shipments between warehouses, in tons per year.
  static let shipments: [(origin: String, destination: String, mode: String, tons: Int)] = [
    ("Rotterdam", "Hamburg", "ship", 940), ("Rotterdam", "Lyon", "truck", 610), ("Rotterdam", "Leeds", "ship", 480),
    ("Hamburg", "Malmö", "ship", 390), ("Hamburg", "Vienna", "rail", 420), ("Vienna", "Milan", "truck", 150),
    ("Lyon", "Milan", "truck", 260), ("Lyon", "Madrid", "truck", 310), ("Malmö", "Oslo", "truck", 180),
    ("Leeds", "Dublin", "ship", 120), ("Milan", "Lyon", "truck", 90), ("Newark", "Rotterdam", "ship", 700),
    ("Newark", "Chicago", "rail", 520), ("Chicago", "Denver", "rail", 240),
  ]

  /// The steps from sales to profit, in thousands of dollars.
  static let profitSteps: [(step: String, change: Int)] = [
    ("Sales", 14_200), ("Returns", -610), ("Goods", -7_350), ("Wages", -2_480), ("Freight", -960),
    ("Other income", 340),
    ("Taxes", -810),
  ]

  /// The leaves of the profit tree: this year's values and their targets, in thousands of dollars.
  static let profitTree: [(name: String, actual: Int, target: Int)] = [
    ("Units", 152, 160), ("Price", 93, 95), ("Goods", 7_350, 7_300), ("Wages", 2_480, 2_400), ("Freight", 960, 900),
  ]

  /// The classes of the World Health Organization, in tenths of kilograms per square metre.
  static let weights: [(name: String, low: Int, high: Int)] = [
    ("Underweight", 160, 185), ("Normal", 185, 250), ("Overweight", 250, 300), ("Obese", 300, 350),
  ]
}
