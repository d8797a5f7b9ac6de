import AugerCharts
import AugerDiagnostics
import AugerMetadata
import Testing

@Suite struct LayoutTests {
  private func dashboard(_ layout: DashboardLayout?, items: String...) -> Dashboard {
    Dashboard(
      name: "D", items: items.map { .panel(PanelDefinition($0, variables: [])) }, layout: layout)
  }

  private func frames(_ layout: ResolvedLayout) -> [[Double]] {
    layout.frames.map { [Double($0.item), $0.x, $0.y, $0.width, $0.height] }
  }

  @Test func percentagesReferToThePage() {
    let layout = DashboardLayout(
      landscape: .init(placements: [
        .init("B", top: 50, left: 0, width: 100, height: 52), .init("A", top: 0, left: 25, width: 50, height: 50),
      ]))
    let resolved = dashboard(layout, items: "A", "B").resolvedLayout(.landscape, width: 1000, height: 500)
    #expect(frames(resolved) == [[1, 0, 250, 1000, 260], [0, 250, 0, 500, 250]])
    #expect(resolved.height == 510)
    #expect(resolved.placedCount == 2)
  }

  @Test func pointsAreNotScaled() {
    let layout = DashboardLayout(
      scale: .points,
      portrait: .init(
        contentWidth: 300, contentHeight: 900, placements: [.init("A", top: 10, left: 20, width: 30, height: 40)]))
    let resolved = dashboard(layout, items: "A").resolvedLayout(.landscape, width: 1000, height: 500)
    #expect(frames(resolved) == [[0, 20, 10, 30, 40]])
    #expect([resolved.width, resolved.height] == [300, 900])
  }

  @Test func itemsWithoutPlacementAreBelowTheOthers() {
    let layout = DashboardLayout(
      landscape: .init(placements: [
        .init("A", top: 0, left: 0, width: 100, height: 50), .init("A", top: 9, left: 9, width: 9, height: 9),
      ]))
    let resolved = dashboard(layout, items: "A", "A", "C").resolvedLayout(.landscape, width: 1000, height: 80)
    #expect(frames(resolved) == [[0, 0, 0, 1000, 40], [1, 0, 80, 1000, 420], [2, 0, 500, 1000, 420]])
    #expect(resolved.placedCount == 1)
  }

  @Test func itemsWithoutLayoutAreStacked() {
    let resolved = dashboard(nil, items: "A", "B").resolvedLayout(.portrait, width: 1000, height: 500, shown: [1])
    #expect(frames(resolved) == [[1, 0, 0, 1000, 420]])
  }

  @Test func overlapsCauseNotes() {
    func layout(_ left: String) -> String {
      file(
        chart() + chart().replacing("Name='A'", with: "Name='B'"),
        layout: "<Portrait><Layout Name='A' Top='0' Left='0' Width='50' Height='50'/>"
          + "<Layout Name='\(left == "49" ? "⟦B⟧" : "B")' Top='0' Left='\(left)' Width='50' Height='50'/>"
          + "</Portrait>")
    }
    expect(layout("50"))
    let found = expect(layout("49"), reports: .layoutOverlap)
    #expect(found.first?.level == .note)
  }

  @Test(arguments: [("Percentage", "1000"), ("Points", "100000")])
  func layoutLengthIsLimited(_ scale: String, _ longest: String) {
    for name in ["Top", "Left", "Width", "Height"] {
      func layout(_ number: String) -> String {
        let numbers = ["Top", "Left", "Width", "Height"].map { "\($0)='\($0 == name ? number : "0")'" }
        return file(
          chart(), layout: "<Portrait><Layout Name='A' \(numbers.joined(separator: " "))/></Portrait>"
        ).replacing("<DashboardLayout>", with: "<DashboardLayout Scale='\(scale)'>")
      }
      for number in ["⟦1e308⟧", "⟦\(longest).5⟧"] {
        expect(layout(number), reports: .metadataAttributeWrongValue)
      }
    }
    expect(
      file(chart(), layout: "<Portrait ContentWidth='⟦1e9⟧'/>"), reports: .metadataAttributeWrongValue)
  }
}
