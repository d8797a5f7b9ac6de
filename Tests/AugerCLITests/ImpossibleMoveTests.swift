import Foundation
import TestSupport
import Testing

/// Each invalid move fails with exit code 2 and an explanation. In `Fixtures/Cases/Exploration/impossible.txt`, the
/// query string of a case precedes the expected output.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct ImpossibleMoveTests {
  private static let file = "Fixtures/Cases/Exploration/impossible.txt"
  private static let workspace = Shared.repository.appendingPathComponent("Fixtures/Cases/Exploration/impossible.yaml")

  /// The error code and the query string of each case.
  static let moves: [(code: String, address: String)] = [
    // Syntax.
    ("explorationSyntax", "Reseller.drill=Europe"),
    ("explorationSyntax", "Calendar.zoom=two"),
    ("explorationSyntax", "Reseller.zoom"),
    ("explorationSyntax", "filter.Products=%zz"),
    ("explorationSyntax", "NetIncome.whatif.UnitPrice=much"),
    ("explorationSyntax", "NetIncome.sort=colour"),
    ("explorationSyntax", "NetIncome.range=0.5..0.25"),
    ("explorationSyntax", "NetIncome.select=Europe"),
    ("explorationUnknown", "Reseller.dril=Region:Europe"),
    ("explorationUnknown", "hike=5"),
    ("explorationDuplicate", "$hike=1&$hike=2"),
    ("explorationDuplicate", "Reseller.drill=Region:Europe;Region:Pacific"),
    // Names.
    ("metadataObjectUndefined", "Resller.drill=Region:Europe"),
    ("metadataObjectUndefined", "$hik=5"),
    ("metadataObjectUndefined", "filter.Product=Bikes"),
    ("metadataObjectUndefined", "Calender.zoom=2"),
    ("metadataObjectUndefined", "Promotions.node[x]=1"),
    // Drilling.
    ("notDrillable", "Calendar.drill=OrderDate:2011-01-01"),
    ("drillUnknownColumn", "Reseller.drill=Regoin:Europe"),
    ("drillUnknownColumn", "Time.drill=SalesYear:2011;SalesQuarter:4"),
    ("drillNotBySeries", "Fixed.drill=ProductCategory:Bikes"),
    ("drillNotByCategory", "Serial.drill=Region:Europe"),
    ("drillNullPicked", "Reseller.drill=Region:null"),
    ("drillAtLastLevel", "Reseller.drill=Region:Europe/Country:France/ProductSubCategory:Vests"),
    ("drillAncestorMissing", "History.zoom=2&Time.drill=SalesQuarter:4"),
    ("drillManyAncestors", "History.zoom=2&Time.drill=SalesYear:2011,2012;SalesQuarter:4"),
    ("drillOutsideFilter", "Reseller.drill=Region:Europe&filter.Region=Pacific"),
    ("valueNotPresent", "Reseller.drill=Region:Atlantis"),
    ("valueNotPresent", "Reseller.drill=Region:Europe/Country:Franse"),
    ("valueNotPresent", "History.zoom=2&Time.drill=SalesYear:2010;SalesQuarter:1"),
    // Zooming.
    ("notZoomable", "NetIncome.zoom=2"),
    ("zoomOutOfRange", "Calendar.zoom=5"),
    // Filters.
    ("filterKind", "filter.Products=1..2"),
    ("filterKind", "filter.Years=2011,2012"),
    ("filterRange", "filter.Years=2013..2011"),
    ("filterRange", "filter.Years=2011..x"),
    // Variables.
    ("notAmongChoices", "$region=Pacifik"),
    ("variableType", "$salesdrive=perhaps"),
    ("variableType", "$hike=much"),
    ("outOfBounds", "$hike=19"),
    ("offStep", "$hike=2.3"),
    // What-if.
    ("notChangeable", "NetIncome.whatif.UnitPrise=5"),
    ("whatIfNotPossible", "Calendar.whatif.SalesAmount=5"),
    ("variableType", "NetIncome.whatif.Quantity=1.5"),
    ("outOfBounds", "NetIncome.whatif.UnitPrice=2000"),
    ("offStep", "NetIncome.whatif.UnitPrice[Europe]=1.3"),
    ("valueNotPresent", "NetIncome.whatif.UnitPrice[Atlantis]=5"),
    // Sorting.
    ("valueNotPresent", "NetIncome.sort=value:Boots"),
    // Several at once.
    ("zoomOutOfRange", "Calendar.zoom=9&$hike=2.3&filter.Region=1..2"),
  ]

  private func told(_ address: String) throws -> (exitCode: Int32, text: String) {
    let folder = try TemporaryFolder()
    let run = try Auger(
      [
        "export", "--workspace", Self.workspace.path, "--explore", address, "--formats", "json", "-o", folder.root.path,
      ], environment: ["AUGER_SHARED": Shared.folder.path])
    #expect(run.output.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
    #expect(run.exitCode != 2 || files.isEmpty, "\(address): a refused export writes nothing")
    return (run.exitCode, run.errors.replacing(Self.workspace.deletingLastPathComponent().path + "/", with: ""))
  }

  @Test func everyInvalidMoveReportsTheReason() throws {
    var text = ""
    for (code, address) in Self.moves {
      let (exitCode, said) = try told(address)
      #expect(exitCode == 2, "\(address)")
      #expect(said.contains(" \(code): "), "\(address): \(said)")
      text += "> \(address)\n\(said)\n"
    }
    #expect(try Golden.difference(text, from: Self.file) == nil)
  }
}
