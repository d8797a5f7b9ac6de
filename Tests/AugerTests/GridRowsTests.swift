import Auger
import AugerAnalysis
import AugerExport
import AugerMetadata
import AugerQuery
import Testing

/// A grid written directly to a file equals the grid of the model, without building the model.
@Suite struct GridRowsTests {
  @Test func gridInAFileEqualsItsModel() async throws {
    let dashboard = try Dashboard(
      xml: """
        <MobileAnalytic><Dashboard Title="D">
          <DataGrid Name="G" Query="q"><Columns>
            <Column Value="name" Header="Who" Type="Data" /><Column Value="n * 2" Header="" Type="Data" />
          </Columns></DataGrid>
        </Dashboard></MobileAnalytic>
        """, name: "d")
    let pipeline = Pipeline(delegate: FaultySource(cache: nil, stale: nil), dashboards: [dashboard])
    let whole = try await pipeline.chart("G", of: dashboard).tabulated()
    let rows = try await pipeline.rows(of: "G", in: dashboard, at: Exploration())
    #expect(rows.rowCount == 2 && rows.schema == whole.schema)
    #expect(DelimitedText().data(for: rows) == DelimitedText().data(for: whole))
    #expect(rows.warnings.items.isEmpty)
  }
}
