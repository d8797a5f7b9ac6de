import AugerDiagnostics
import Testing

@Suite struct DidYouMeanTests {
  private let columns = ["Region", "Country", "ProductCategory", "SalesAmount", "Köln"]

  @Test(arguments: [
    ("Regoin", "Region"), ("region", "Region"), ("Contry", "Country"), ("SaleAmounts", "SalesAmount"), ("Koln", "Köln"),
  ])
  func similarNameIsSuggested(name: String, expected: String) {
    #expect(DidYouMean.nearest(to: name, among: columns) == expected)
  }

  @Test(arguments: ["Price", "x", "", "Rezzzn"])
  func dissimilarNameIsNotSuggested(name: String) {
    #expect(DidYouMean.nearest(to: name, among: columns) == nil)
  }

  @Test func nearestNameIsSuggested() {
    #expect(DidYouMean.nearest(to: "sumx", among: ["sumxyz", "sum", "sums"]) == "sum")
  }

  @Test func hintListsTheNames() {
    #expect(DidYouMean.hint(for: "q", among: ["Region", "Country"], listing: "Columns") == "Columns: Region, Country")
    let repeated = ["Year", "Region", "Year"]
    #expect(DidYouMean.hint(for: "q", among: repeated, listing: "Columns") == "Columns: Year, Region")
    #expect(DidYouMean.hint(for: "q", among: [], listing: "Columns") == nil)
    #expect(DidYouMean.hint(for: "Regoin", among: ["Region"], listing: "Columns") == "Did you mean 'Region'?")
  }

  @Test func longListIsShortened() {
    let names = (1...15).map { "column\($0)" }
    #expect(
      DidYouMean.hint(for: "q", among: names, listing: "Columns")
        == "Columns: column1, column2, column3, column4, column5, column6, column7, column8, column9, column10, "
        + "column11, column12, ... (15 in all)")
  }

  @Test func theRejectedNameIsNotSuggested() {
    #expect(DidYouMean.nearest(to: "BL", among: ["BL"]) == nil)
    #expect(DidYouMean.nearest(to: "BL", among: ["BL", "bl"]) == "bl")
  }
}
