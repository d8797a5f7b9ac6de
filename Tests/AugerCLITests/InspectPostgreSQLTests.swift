import Foundation
import TestSupport
import Testing

/// The output of `auger inspect` for PostgreSQL databases.
///
/// The facts come from psql: `name|type|count(*)|columns|primary key|foreign keys`, from information_schema and
/// pg_constraint in declaration order.
@Suite(
  .enabled(if: PostgreSQL.url != nil, Comment(rawValue: PostgreSQL.reason)),
  .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct InspectPostgreSQLTests {
  static let chinook = """
    album|table|347|3|album_id|artist_id>artist.artist_id
    artist|table|275|2|artist_id|
    customer|table|59|13|customer_id|support_rep_id>employee.employee_id
    employee|table|8|15|employee_id|reports_to>employee.employee_id
    genre|table|25|2|genre_id|
    invoice|table|412|9|invoice_id|customer_id>customer.customer_id
    invoice_line|table|2240|5|invoice_line_id|invoice_id>invoice.invoice_id track_id>track.track_id
    media_type|table|5|2|media_type_id|
    playlist|table|18|2|playlist_id|
    playlist_track|table|8715|2|playlist_id,track_id|playlist_id>playlist.playlist_id track_id>track.track_id
    track|table|3503|9|track_id|album_id>album.album_id genre_id>genre.genre_id media_type_id>media_type.media_type_id
    """

  static let northwind = """
    categories|table|8|4|category_id|
    customer_customer_demo|table|0|2|customer_id,customer_type_id|customer_type_id>\
    customer_demographics.customer_type_id customer_id>customers.customer_id
    customer_demographics|table|0|2|customer_type_id|
    customers|table|91|11|customer_id|
    employee_territories|table|49|2|employee_id,territory_id|territory_id>territories.territory_id \
    employee_id>employees.employee_id
    employees|table|9|18|employee_id|reports_to>employees.employee_id
    order_details|table|2155|5|order_id,product_id|product_id>products.product_id order_id>orders.order_id
    orders|table|830|14|order_id|customer_id>customers.customer_id employee_id>employees.employee_id \
    ship_via>shippers.shipper_id
    products|table|77|10|product_id|category_id>categories.category_id supplier_id>suppliers.supplier_id
    region|table|4|2|region_id|
    shippers|table|6|3|shipper_id|
    suppliers|table|29|12|supplier_id|
    territories|table|53|3|territory_id|region_id>region.region_id
    us_states|table|51|4|state_id|
    """

  @Test(arguments: [
    ("chinook", "chinook/Chinook_PostgreSql.sql", chinook),
    ("northwind", "northwind/northwind_postgres.sql", northwind),
  ])
  func tablesKeysAndCountsAreCorrect(_ name: String, _ script: String, _ facts: String) throws {
    let database = try PostgreSQL.Database(script: Shared.path("data/databases/\(script)"), name: name)
    #expect(try InspectTests.found(database.url) == facts.split(separator: "\n").map(String.init))
  }

  @Test func tableShowsKeysDeclarationsAndComments() throws {
    let database = try PostgreSQL.Database(
      statements: """
        CREATE TABLE region (name text PRIMARY KEY);
        CREATE TABLE sales (
          id integer PRIMARY KEY, region text NOT NULL DEFAULT 'West' REFERENCES region, amount numeric(8, 2));
        COMMENT ON TABLE sales IS 'What was sold'; COMMENT ON COLUMN sales.amount IS 'in euros';
        INSERT INTO region VALUES ('East'), ('West');
        INSERT INTO sales VALUES (1, 'East', 1.5), (2, 'West', NULL), (3, 'West', 2);
        ANALYZE;
        INSERT INTO sales (id) VALUES (4);
        """)
    let counted = try Auger(["inspect", database.url])
    #expect(
      counted.output == """
        table  kind  rows primary key columns
        ------ ----- ---- ----------- ---------------------
        region table    2 name        1: name
        sales  table    4 id          3: id, region, amount

        foreign keys
          sales(region) -> region(name)

        comments
          sales: What was sold

        """)
    #expect(try Auger(["inspect", database.url, "--estimate"]).output.contains("sales  table   \u{2248}3 id "))
    let table = try Auger(["inspect", database.url(".sales")])
    #expect(
      table.output == """
        sales: 4 rows, 3 columns
        comment: What was sold
        primary key: id
        foreign key: region -> region(name)

        column type         nulls distinct range        samples
        ------ ------------ ----- -------- ------------ ----------------
        id     int              0        4 1 .. 4       1, 2, 3
        region string           0        2 East .. West East, West, West
        amount decimal(8,2)     2        2 1.50 .. 2.00 1.50, 2.00

        column declared as  rules
        ------ ------------ ----------------------------
        id     integer      not null
        region text         not null default 'West'::te\u{2026}
        amount numeric(8,2) - in euros

        """)
  }
}
