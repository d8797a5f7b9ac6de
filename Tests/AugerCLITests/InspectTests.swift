import Foundation
import TestSupport
import Testing

/// The output of `auger inspect` for databases.
///
/// The facts come from Python's sqlite3: `name|type|count(*)|columns|primary key|foreign keys`, from sqlite_schema,
/// pragma table_info and pragma foreign_key_list in declaration order.
@Suite struct InspectTests {
  static let chinook = """
    Album|table|347|3|AlbumId|ArtistId>Artist.ArtistId
    Artist|table|275|2|ArtistId|
    Customer|table|59|13|CustomerId|SupportRepId>Employee.EmployeeId
    Employee|table|8|15|EmployeeId|ReportsTo>Employee.EmployeeId
    Genre|table|25|2|GenreId|
    Invoice|table|412|9|InvoiceId|CustomerId>Customer.CustomerId
    InvoiceLine|table|2240|5|InvoiceLineId|InvoiceId>Invoice.InvoiceId TrackId>Track.TrackId
    MediaType|table|5|2|MediaTypeId|
    Playlist|table|18|2|PlaylistId|
    PlaylistTrack|table|8715|2|PlaylistId,TrackId|PlaylistId>Playlist.PlaylistId TrackId>Track.TrackId
    Track|table|3503|9|TrackId|AlbumId>Album.AlbumId GenreId>Genre.GenreId MediaTypeId>MediaType.MediaTypeId
    """

  static let northwind = """
    Alphabetical list of products|view|69|11||
    Categories|table|8|4|CategoryID|
    Category Sales for 1997|view|0|2||
    Current Product List|view|69|2||
    Customer and Suppliers by City|view|122|4||
    CustomerCustomerDemo|table|0|2|CustomerID,CustomerTypeID|CustomerID>Customers.CustomerID \
    CustomerTypeID>CustomerDemographics.CustomerTypeID
    CustomerDemographics|table|0|2|CustomerTypeID|
    Customers|table|93|11|CustomerID|
    EmployeeTerritories|table|49|2|EmployeeID,TerritoryID|EmployeeID>Employees.EmployeeID \
    TerritoryID>Territories.TerritoryID
    Employees|table|9|18|EmployeeID|ReportsTo>Employees.EmployeeID
    Invoices|view|2155|26||
    Order Details|table|2155|5|OrderID,ProductID|OrderID>Orders.OrderID ProductID>Products.ProductID
    Order Details Extended|view|2155|7||
    Order Subtotals|view|830|2||
    Orders|table|830|14|OrderID|EmployeeID>Employees.EmployeeID CustomerID>Customers.CustomerID \
    ShipVia>Shippers.ShipperID
    Orders Qry|view|830|20||
    Product Sales for 1997|view|0|3||
    ProductDetails_V|view|77|14||
    Products|table|77|10|ProductID|CategoryID>Categories.CategoryID SupplierID>Suppliers.SupplierID
    Products Above Average Price|view|25|2||
    Products by Category|view|69|5||
    Quarterly Orders|view|0|4||
    Regions|table|4|2|RegionID|
    Sales Totals by Amount|view|0|4||
    Sales by Category|view|0|4||
    Shippers|table|3|3|ShipperID|
    Summary of Sales by Quarter|view|809|3||
    Summary of Sales by Year|view|809|3||
    Suppliers|table|29|12|SupplierID|
    Territories|table|53|3|TerritoryID|RegionID>Regions.RegionID
    """

  private static let databases = [
    ("data/databases/chinook/Chinook_Sqlite.sqlite", chinook), ("data/databases/northwind/northwind.sqlite", northwind),
  ]

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)), arguments: databases)
  func tablesKeysAndCountsAreCorrect(_ path: String, _ facts: String) throws {
    #expect(try Self.found(Shared.path(path)) == facts.split(separator: "\n").map(String.init))
  }

  /// Returns the output of the command for a source, in the format of the facts.
  static func found(_ source: String) throws -> [String] {
    let run = try Auger(["inspect", source, "--format", "json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let tables = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    return tables.map { table in
      let foreign = (table["foreignKeys"] as? [[String: Any]] ?? []).map { key in
        "\(names(key["columns"]))>\(key["table"] ?? "").\(names(key["references"]))"
      }
      let parts = [
        "\(table["name"] ?? "")", "\(table["kind"] ?? "")", "\(table["rows"] ?? "")",
        "\((table["columns"] as? [Any] ?? []).count)", names(table["primaryKey"]), foreign.joined(separator: " "),
      ]
      return parts.joined(separator: "|")
    }
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)), arguments: databases)
  func listShowsEveryTableWithItsRows(_ path: String, _ facts: String) throws {
    let run = try Auger(["inspect", Shared.path(path)])
    let lines = run.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    for fact in facts.split(separator: "\n") {
      let parts = fact.split(separator: "|", omittingEmptySubsequences: false)
      let line = lines.first { $0.hasPrefix(parts[0].prefix(23)) }
      #expect(line?.contains(" \(parts[2]) ") == true, "\(fact)")
    }
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func tableShowsKeysAndDeclarations() throws {
    let run = try Auger(["inspect", Shared.path("data/databases/chinook/Chinook_Sqlite.sqlite"), "PlaylistTrack"])
    #expect(
      run.output == """
        PlaylistTrack: 8715 rows, 2 columns
        primary key: PlaylistId, TrackId
        foreign key: PlaylistId -> Playlist(PlaylistId)
        foreign key: TrackId -> Track(TrackId)

        column     type nulls distinct range     samples
        ---------- ---- ----- -------- --------- ----------------
        PlaylistId int      0       14 1 .. 18   1, 1, 1
        TrackId    int      0     3503 1 .. 3503 3402, 3389, 3390

        column     declared as rules
        ---------- ----------- --------
        PlaylistId INTEGER     not null
        TrackId    INTEGER     not null

        """)
  }

  @Test func statisticsReplaceCountsOnRequest() throws {
    let folder = try TemporaryFolder()
    let database = Database(path: folder.url("shop.sqlite").path)
    let isMade = database.execute(
      """
      CREATE TABLE region (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT NOT NULL DEFAULT 'West' REFERENCES region);
      CREATE INDEX regions ON sales (region);
      INSERT INTO sales (region) VALUES ('East'), ('West'), ('West'), ('West');
      ANALYZE;
      INSERT INTO sales (region) VALUES ('North');
      """)
    #expect(isMade)
    let counted = try Auger(["inspect", database.path])
    #expect(
      counted.output == """
        table  kind  rows primary key columns
        ------ ----- ---- ----------- -------------
        region table    0 name        1: name
        sales  table    5 id          2: id, region

        foreign keys
          sales(region) -> region(name)

        """)
    let estimated = try Auger(["inspect", database.path, "--estimate"])
    #expect(estimated.output.contains("sales  table   \u{2248}4 id "))
    let json = try Auger(["inspect", database.path, "--estimate", "--format", "json"])
    #expect(json.output.contains("\"estimatedRows\": 4"))
    #expect(try Auger(["inspect", database.path, "sales"]).output.contains("not null default 'West'"))
  }

  private static func names(_ list: Any?) -> String { (list as? [String] ?? []).joined(separator: ",") }
}
