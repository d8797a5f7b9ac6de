/// The files of the sample workspace other than its data: the workspace file and its dashboards.
package enum SampleWorkspace {
  package static let files: [(path: String, text: String)] = [
    ("auger.yaml", workspace), ("Dashboards/sales.xml", sales), ("Dashboards/drill.xml", drill),
    ("Dashboards/zoom.xml", zoom), ("Dashboards/filters.xml", filters), ("Dashboards/variables.xml", variables),
    ("Dashboards/whatif.xml", whatIf), ("Dashboards/limits.xml", limits), ("Dashboards/types.xml", types),
    ("Dashboards/gallery.xml", gallery),
  ]

  /// The states that `auger demo` shows, each next to the start.
  package static let tour: [(dashboard: String, item: String, address: String, caption: String)] = [
    ("drill", "Markets", "Markets.drill=region:Europe", "drilled into Europe"),
    ("zoom", "Years", "Years.zoom=2", "zoomed to quarters"),
    ("filters", "Categories", "filter.Regions=Asia%20Pacific,South%20America", "filtered to two regions"),
    ("whatif", "Profit", "Profit.whatif.price[Snow]=-10%25", "what if snow were 10 % cheaper"),
  ]

  private static let workspace = """
    # The sample workspace of Auger, written by `auger demo`. Paths begin at this file.

    sources:
      shop:  { adapter: sqlite, path: shop.sqlite }
      drops: { adapter: csv, path: "*.csv" }            # one table for each file: sales

    queries:
      # A table query runs on every source with the same result.
      SalesByYear:
        source: drops
        from: sales
        derive: { year: year(order_date) }
        groupBy: [year, region]
        measures: { amount: sum(amount) }

      SalesByMonth:
        source: drops
        from: sales
        derive: { month: "StartOf(order_date, 'month')" }
        where: ["month >= '2023-01-01'"]
        groupBy: [month]
        measures: { amount: sum(amount) }
        referenceValue: 900000

      SalesByCategory:
        source: shop
        from: sales
        groupBy: [category]
        measures: { amount: sum(amount) }

      SalesByCountry:
        source: shop
        from: sales
        where: ["[[ region == $Region ]]"]
        groupBy: [country]
        measures: { amount: sum(amount), margin: sum(amount - cost) }
        orderBy: [-amount]
        limit: 8

      # SQL binds its parameters; a clause in [[ ]] is kept when all of its parameters have arguments.
      TopResellers:
        source: shop
        sql: |
          SELECT reseller, country, count(*) AS lines, sum(amount) AS amount
          FROM sales
          WHERE reseller IS NOT NULL [[ AND region IN (:Regions) ]]
          GROUP BY reseller, country
          ORDER BY sum(amount) DESC, reseller
          LIMIT :Count
        parameters: { Count: { type: int, default: 8 } }
        sorted: true

      Targets:
        source: shop
        sql: |
          SELECT region,
            sum(CASE WHEN order_date >= '2024-01-01' THEN amount END) AS actual,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) * 0.8 AS bad,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) AS satisfactory,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) * 1.15 AS target
          FROM sales GROUP BY region

      # A drilldown: what was picked above arrives by the name of its column.
      MarketsByRegion:
        source: shop
        from: sales
        groupBy: [region, category]
        measures: { amount: sum(amount) }

      MarketsByCountry:
        source: shop
        from: sales
        where: ["[[ region in ($region) ]]", "[[ category in ($category) ]]"]
        groupBy: [country, category]
        measures: { amount: sum(amount) }

      MarketsByGoods:
        source: shop
        from: sales
        where: ["[[ region in ($region) ]]", "[[ country in ($country) ]]", "[[ category in ($category) ]]"]
        groupBy: [sub_category]
        measures: { amount: sum(amount) }

      # Zooming: the table of each level has the columns of those above.
      SalesByYearOnly:
        source: drops
        from: sales
        derive: { year: year(order_date) }
        groupBy: [year]
        measures: { amount: sum(amount) }

      SalesByQuarter:
        source: drops
        from: sales
        derive: { year: year(order_date), quarter: quarter(order_date) }
        groupBy: [year, quarter]
        measures: { amount: sum(amount) }

      SalesByMonthOfQuarter:
        source: drops
        from: sales
        derive: { year: year(order_date), quarter: quarter(order_date), month: "startOf(order_date, 'month')" }
        groupBy: [year, quarter, month]
        measures: { amount: sum(amount) }

      SalesByDay:
        source: drops
        from: sales
        groupBy: [order_date]
        measures: { amount: sum(amount) }

      # Filters: a picklist arrives as a list, a range as its two ends.
      Countries:
        source: shop
        from: sales
        where: ["[[ region in ($Regions) ]]"]
        groupBy: [region, country]
        measures: { lines: count() }

      FilteredByCategory:
        source: shop
        from: sales
        where:
          - "[[ region in ($Regions) ]]"
          - "[[ country in ($Countries) ]]"
          - "[[ order_date in ($Ordered) ]]"
        groupBy: [category]
        measures: { amount: sum(amount) }

      FilteredByMonth:
        source: drops
        from: sales
        derive: { month: "StartOf(order_date, 'month')" }
        where:
          - "[[ region in ($Regions) ]]"
          - "[[ country in ($Countries) ]]"
          - "[[ order_date in ($Ordered) ]]"
        groupBy: [month]
        measures: { amount: sum(amount) }

      # Of one product on average, for variables and what-if analysis.
      Prices:
        source: shop
        from: sales
        where: [cost > 0]
        groupBy: [category]
        measures:
          units: sum(quantity)
          price: sum(amount) / sum(quantity)
          cost: sum(cost) / sum(quantity)

    \(galleryQueries)dashboards:
      sales: Dashboards/sales.xml            # an overview
      drill: Dashboards/drill.xml            # from regions to countries to goods
      zoom: Dashboards/zoom.xml              # years, quarters, months, days
      filters: Dashboards/filters.xml        # picklists, one that depends on another, and a range
      variables: Dashboards/variables.xml    # what expressions use and people set
      whatif: Dashboards/whatif.xml          # changed data beside the true ones
      limits: Dashboards/limits.xml          # thresholds, references, the largest and the rest
      types: Dashboards/types.xml            # the types of chart that MAKit has
      gallery: Dashboards/gallery.xml        # every kind of chart there is

    title: Northlight Outfitters
    description: Four years of sales of a fictional retailer.

    """
}
