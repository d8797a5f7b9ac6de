import Foundation
import TestSupport
import Testing

/// A suggested chart omits a last row that is the sum of the other rows.
@Suite struct TotalsFooterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func chart(_ text: String, _ arguments: String...) throws -> (numbers: String, notes: String) {
    _ = try folder.write(text, to: "sales.csv")
    let run = try Auger(["chart", "sales.csv", "--format", "csv"] + arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return (run.output, run.errors)
  }

  @Test(arguments: ["Total", "", "GESAMT:", "Grand  total", "Summe"])
  func totalRowIsOmittedWithANote(_ word: String) throws {
    let (numbers, notes) = try chart("region,amount,tax\nNorth,10,1.5\nSouth,20,2.25\nEast,5,\n\(word),35,3.75\n")
    #expect(!numbers.contains("35") && numbers.contains("North,10"), "\(numbers)")
    #expect(notes.contains("left out: the last row") && notes.contains("the sum of the others"), "\(notes)")
  }

  @Test(arguments: [
    "region,amount\nNorth,10\nSouth,20\nTotal,31\n", "region,amount\nNorth,10\nSouth,20\nWest,30\n",
    "region,amount\n,10\nSouth,20\n,30\n",
    "region,amount\nNorth,0\nSouth,0\nTotal,0\n",
  ])
  func ordinaryLastRowIsIncluded(_ text: String) throws {
    let (_, notes) = try chart(text)
    #expect(!notes.contains("left out"), "\(notes)")
  }

  @Test(arguments: ["Summe;;1.341,40", ";Summe;1.341,40", "Summe;Summe;1.341,40"])
  func totalsOfDatesAndNumbersAreOmitted(_ footer: String) throws {
    let rows = "1;01.02.2024;1.234,50\n2;15.02.2024;99,90\n3;03.03.2024;7,00\n"
    let (_, notes) = try chart("Nr;Datum;Betrag\n\(rows)\(footer)\n")
    #expect(notes.contains("left out: the last row, which is the sum of the others"), "\(notes)")
    let (_, years) = try chart("year,amount\n2020,10\n2021,20\n2022,5\nTotal,35\n")
    #expect(years.contains("left out: the last row, which is the sum of the others"), "\(years)")
  }

  @Test func totalNextToAnAverageIsOmitted() throws {
    let (_, notes) = try chart("region,amount,price\nNorth,10,2.5\nSouth,20,4.5\nEast,5,3.5\n,35,3.5\n")
    #expect(notes.contains("left out: the last row, which is the sum of the others"), "\(notes)")
  }

  @Test func totalColumnsAreOmitted() throws {
    let rows = (2020...2022).map { "\($0),Total,\($0 + 7)\n\($0),North,\($0 - 10)\n\($0),South,17\n" }
    let (numbers, notes) = try chart("year,region,amount\n" + rows.joined())
    #expect(!numbers.contains("Total"), "\(numbers)")
    #expect(notes.contains("left out: the rows of region 'Total', which are the sums of the others"), "\(notes)")
    let (first, _) = try chart("region,amount\nTotal,30\nNorth,10\nSouth,20\n")
    #expect(!first.contains("Total") && first.contains("South,20"), "\(first)")
  }

  @Test func dashboardOmitsTotals() throws {
    let rows = (0..<8).map { "R\($0),\($0 + 1)\n" }
    _ = try folder.write("region,amount\n" + rows.joined() + "Total,36\n", to: "sales.csv")
    let run = try Auger(["init", "sales.csv", "-o", "made"], in: folder.root)
    #expect(run.exitCode == 0 && run.errors.contains("left out: the last row, 'Total'"), "\(run.errors)")
    let workspace = try String(contentsOf: folder.url("made/auger.yaml"), encoding: .utf8)
    #expect(workspace.contains("region != 'Total' or region is null"), "\(workspace)")
    let check = try Auger(["check", "made", "--live"], in: folder.root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
  }

  @Test func explicitChartIncludesAllRows() throws {
    let (numbers, notes) = try chart(
      "region,amount\nNorth,10\nSouth,20\nTotal,30\n", "--category", "region", "--value", "sum(amount)")
    #expect(numbers == "region,sum(amount)\nNorth,10\nSouth,20\nTotal,30\n" && !notes.contains("left out"))
  }
}
