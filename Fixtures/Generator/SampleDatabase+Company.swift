extension SampleDatabase {
  static let companySchema = """
    CREATE TABLE employees (
      name TEXT NOT NULL, department TEXT NOT NULL, sex TEXT NOT NULL, age INTEGER NOT NULL,
      salary DECIMAL(12,2) NOT NULL
    );
    CREATE TABLE share_prices (
      month DATE PRIMARY KEY, open DECIMAL(8,2) NOT NULL, high DECIMAL(8,2) NOT NULL, low DECIMAL(8,2) NOT NULL,
      close DECIMAL(8,2) NOT NULL
    );
    CREATE TABLE survey (
      age INTEGER NOT NULL, sex TEXT NOT NULL, bmi DECIMAL(5,2) NOT NULL, distance INTEGER NOT NULL
    );
    CREATE TABLE shipments (
      origin TEXT NOT NULL, destination TEXT NOT NULL, mode TEXT NOT NULL, tons INTEGER NOT NULL
    );
    CREATE TABLE profit_steps (position INTEGER PRIMARY KEY, step TEXT NOT NULL, change INTEGER NOT NULL);
    CREATE TABLE profit_tree (name TEXT PRIMARY KEY, actual INTEGER NOT NULL, target INTEGER NOT NULL);
    CREATE TABLE weight_classes (name TEXT PRIMARY KEY, low DECIMAL(4,1) NOT NULL, high DECIMAL(4,1) NOT NULL);
    """

  /// Writes the tables other than the order lines.
  static func write(_ company: SampleCompany, to writer: SQLiteWriter) throws {
    try writer.execute(companySchema)
    try writer.insert(
      into: "employees", columns: 5,
      rows: company.employees.lazy.map {
        [.text($0.name), .text($0.department), .text($0.sex), .integer($0.age), .money($0.salary)]
      })
    try writer.insert(
      into: "share_prices", columns: 5,
      rows: company.prices.lazy.map {
        [.text($0.month), .money($0.open), .money($0.high), .money($0.low), .money($0.close)]
      })
    try writer.insert(
      into: "survey", columns: 4,
      rows: company.answers.lazy.map { [.integer($0.age), .text($0.sex), .money($0.bmi), .integer($0.distance)] })
    try writer.insert(
      into: "shipments", columns: 4,
      rows: SampleCompany.shipments.lazy.map {
        [.text($0.origin), .text($0.destination), .text($0.mode), .integer($0.tons)]
      })
    try writer.insert(
      into: "profit_steps", columns: 3,
      rows: SampleCompany.profitSteps.enumerated().lazy.map {
        [.integer($0.offset + 1), .text($0.element.step), .integer($0.element.change)]
      })
    try writer.insert(
      into: "profit_tree", columns: 3,
      rows: SampleCompany.profitTree.lazy.map { [.text($0.name), .integer($0.actual), .integer($0.target)] })
    try writer.insert(
      into: "weight_classes", columns: 3,
      rows: SampleCompany.weights.lazy.map { [.text($0.name), .money($0.low * 10), .money($0.high * 10)] })
  }
}
