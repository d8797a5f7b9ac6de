/// The order lines as a SQLite database, with their products and resellers.
struct SampleDatabase {
  static let schema = """
    CREATE TABLE products (
      name TEXT PRIMARY KEY,
      category TEXT NOT NULL,
      sub_category TEXT NOT NULL,
      list_price DECIMAL(12,2) NOT NULL,
      unit_cost DECIMAL(12,2) NOT NULL
    );
    CREATE TABLE resellers (
      name TEXT PRIMARY KEY,
      region TEXT NOT NULL,
      country TEXT NOT NULL,
      since DATE NOT NULL
    );
    CREATE TABLE sales (
      region TEXT NOT NULL,
      country TEXT NOT NULL,
      category TEXT NOT NULL,
      sub_category TEXT NOT NULL,
      product TEXT NOT NULL REFERENCES products (name),
      reseller TEXT REFERENCES resellers (name),
      order_date DATE NOT NULL,
      quantity INTEGER NOT NULL,
      price DECIMAL(12,2) NOT NULL,
      amount DECIMAL(12,2) NOT NULL,
      cost DECIMAL(12,2)
    );
    """

  /// The indexes, which are built after the rows because that is faster and more compact.
  static let indexes = """
    CREATE INDEX sales_order_date ON sales (order_date);
    CREATE INDEX sales_product ON sales (product);
    CREATE INDEX sales_reseller ON sales (reseller);
    """

  /// Writes a new database. The file must not exist.
  static func write(_ retailer: SampleRetailer, to path: String) throws {
    let writer = try SQLiteWriter(path: path)
    try writer.execute("PRAGMA foreign_keys = ON; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")
    try writer.execute(schema)
    try writer.insert(
      into: "products", columns: 5,
      rows: retailer.products.lazy.map {
        [.text($0.name), .text($0.category), .text($0.subCategory), .money($0.listPrice), .money($0.unitCost)]
      })
    try writer.insert(
      into: "resellers", columns: 4,
      rows: retailer.resellers.lazy.map { [.text($0.name), .text($0.region), .text($0.country), .text($0.since.text)] })
    try writer.insert(
      into: "sales", columns: 11,
      rows: retailer.lines.lazy.map { line in
        let product = retailer.products[line.product]
        return [
          .text(line.region), .text(line.country), .text(product.category), .text(product.subCategory),
          .text(product.name), line.reseller.map { .text(retailer.resellers[$0].name) } ?? .null,
          .text(line.date.text), .integer(line.quantity), .money(line.price), .money(line.amount),
          line.cost.map { .money($0) } ?? .null,
        ]
      })
    try write(SampleCompany(), to: writer)
    try writer.execute(indexes)
    try writer.execute("COMMIT; ANALYZE;")
  }
}
