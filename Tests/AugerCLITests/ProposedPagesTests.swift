import Foundation
import TestSupport
import Testing

/// The first page of a proposed workspace: titles, measures, joined names and underlying rows.
@Suite struct ProposedPagesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func proposed(_ source: String, dashboard: String) throws -> (queries: String, dashboard: String) {
    let run = try Auger(["init", source, "-o", "made"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let check = try Auger(["check", "made", "--live"], in: folder.root)
    #expect(check.exitCode == 0 && check.output.contains("0 errors, 0 warnings"), "\(check.output)\(check.errors)")
    return (
      try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8),
      try String(contentsOf: folder.url("made/Dashboards/\(dashboard).xml"), encoding: .utf8)
    )
  }

  private func rows(_ query: String, _ arguments: String...) throws -> [String] {
    let run = try Auger(["query", query, "--workspace", "made", "--format", "csv"] + arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private func date(_ day: Int) -> String {
    let (month, day) = (day / 28 % 12 + 1, day % 28 + 1)
    return "2023-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  @Test func titlesAreReadable() throws {
    let lines = (0..<336).map { "\(date($0)),\($0 % 9).5,\(10 + $0 % 17).5,\($0 % 11).5,\(["rain", "sun"][$0 % 2])\n" }
    _ = try folder.write(
      "date,precipitation,temp_max,temp_min,weather\n" + lines.joined(), to: "seattle-weather.csv")
    let made = try proposed("seattle-weather.csv", dashboard: "seattle-weather").dashboard
    #expect(made.contains("<Dashboard Title=\"Seattle weather\""), "\(made)")
    #expect(made.contains("336 rows from January 2023 to December 2023"), "\(made)")
    #expect(made.contains("Title=\"Average temperature by month\" ChartType=\"Line\""), "\(made)")
    #expect(made.contains("DisplayName=\"Average maximum temperature\""), "\(made)")
    #expect(!made.contains("sum(temp"), "\(made)")
  }

  @Test func codesAreNotAddedUp() throws {
    let lines = (0..<300).map { row in
      "\(row),\(date(row / 2)),\(10_000 + row * 7),\(555_000 + row),\(row % 90).25,\(["A", "B", "C"][row % 3]),"
        + "\(Double(row % 10) / 20),\(row * 3).75\n"
    }
    _ = try folder.write(
      "order_id,order_date,postal_code,phone,latitude,segment,discount,sales\n" + lines.joined(), to: "orders.csv")
    let (queries, made) = try proposed("orders.csv", dashboard: "orders")
    let sums = queries.matches(of: /sum\(([^)]*)\)/).map { String($0.1) }
    #expect(Set(sums) == ["sales"], "\(queries)")
    #expect(queries.contains("avg(discount)") && made.contains("Format=\"pattern:0.0%\""), "\(queries)")
    #expect(made.contains("DisplayName=\"Sales\" Format=\"Currency\"") && queries.contains("locale: en_US"), "\(made)")
    #expect(!made.contains("postal_code") && !made.contains("phone"), "\(made)")
  }

  /// Each film has one category in another table, and stores have no names.
  @Test func joinedTablesGiveNames() throws {
    let films = (1...40).map { "(\($0), 'Film \($0)')" }.joined(separator: ", ")
    let links = (1...40).map { "(\($0), \($0 % 4 + 1))" }.joined(separator: ", ")
    let payments = (1...800).map { number in
      "(\(number), \(number % 40 + 1), \(number % 2 + 1), 0.\(number % 2 == 0 ? 1 : 3), "
        + "'\(date(number % 336)) 10:30:00')"
    }
    #expect(
      Database(path: folder.url("rental.sqlite").path).execute(
        """
        CREATE TABLE category (category_id INTEGER PRIMARY KEY, name VARCHAR(20));
        CREATE TABLE film (film_id INTEGER PRIMARY KEY, title VARCHAR(20));
        CREATE TABLE film_category (film_id INTEGER REFERENCES film (film_id),
          category_id INTEGER REFERENCES category (category_id), PRIMARY KEY (film_id, category_id));
        CREATE TABLE store (store_id INTEGER PRIMARY KEY);
        CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film (film_id),
          store_id INTEGER REFERENCES store (store_id), amount DECIMAL(5,2), payment_date TIMESTAMP);
        INSERT INTO category VALUES (1, 'Action'), (2, 'Comedy'), (3, 'Drama'), (4, 'Music');
        INSERT INTO film VALUES \(films);
        INSERT INTO film_category VALUES \(links);
        INSERT INTO store VALUES (1), (2);
        INSERT INTO payment VALUES \(payments.joined(separator: ", "));
        """))
    let (queries, made) = try proposed("rental.sqlite", dashboard: "rental")
    #expect(!queries.contains("sql:"), "\(queries)")
    #expect(made.contains("Title=\"Payment amount by category, film\""), "\(made)")
    #expect(try rows("PaymentAmountByCategory").contains("Drama,60.00"))
    #expect(try rows("ShareOfStore").contains("Store 1,40.00"))
    let months = try rows("PaymentAmountByMonth")
    #expect(months.contains { $0.hasPrefix("2023-02-01T00:00:00,Action,") }, "\(months)")
    #expect(months.count == 49, "\(months)")
  }

  @Test func distantDatesAreNotInTheTrend() throws {
    let lines = (0..<400).map { "\(1990 + $0 % 20)-0\($0 % 9 + 1)-11,g\($0 % 4),\($0)\n" }
    _ = try folder.write(
      "released,genre,gross\n1915-01-01,g1,5\n" + lines.joined() + "2046-01-01,g2,5\n", to: "films.csv")
    let made = try proposed("films.csv", dashboard: "films").dashboard
    #expect(made.contains("1990–2009\""), "\(made)")
  }
}
