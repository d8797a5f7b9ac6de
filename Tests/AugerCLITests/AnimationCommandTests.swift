import Foundation
import TestSupport
import Testing

/// Animations of charts: pages that play them, and a picture for each frame.
@Suite struct AnimationCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let cases = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/makit-animation")
    for name in ["auger.yaml", "countries.csv", "wealth.xml"] {
      try FileManager.default.copyItem(at: cases.appendingPathComponent(name), to: folder.url(name))
    }
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: folder.url(path), encoding: .utf8) }

  private func export(_ arguments: String...) throws {
    let run = try Auger(["export"] + arguments + ["--workspace", folder.root.path], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  /// Returns the labels of the value axis of a picture.
  private func axis(_ picture: String) -> [String] {
    picture.matches(of: /text-anchor="end"[^>]*>([0-9]+)</).map { String($0.1) }
  }

  @Test func eachFrameIsAPictureWithCommonAxes() throws {
    try export("wealth/People", "--frames", "animation", "--formats", "svg", "-o", "out")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url("out/wealth/People.frames").path)
    #expect(names.sorted() == ["001.svg", "002.svg", "003.svg", "004.svg"])
    let pictures = try (1...4).map { try text("out/wealth/People.frames/00\($0).svg") }
    for (picture, year) in zip(pictures, ["1990", "2000", "2010", "2020"]) {
      #expect(picture.contains("Population – \(year)"))
    }
    // The largest sum is that of Europe in 2020: 60 + 68.
    #expect(axis(pictures[0]) == axis(pictures[3]) && axis(pictures[0]).contains("120"))
  }

  @Test func framesHaveTheirOwnAxesWithoutAnAnimation() throws {
    try export("wealth/People", "--explore", "filter.Years=1990", "-o", "alone.svg")
    // The largest sum of 1990 is 57 + 58.
    let alone = axis(try text("alone.svg"))
    try export("wealth/People", "--frames", "filter.Years=1990,2020", "--formats", "svg", "-o", "out")
    #expect(alone != axis(try text("out/wealth/People.frames/001.svg")))
  }

  @Test func pageContainsAllFramesAndShowsTheLast() throws {
    try export("wealth/Wealth", "-o", "wealth.html")
    let page = try text("wealth.html")
    #expect(page.components(separatedBy: "<template>").count == 5)
    #expect(page.contains("data-interval=\"300\""))
    #expect(page.contains("data-labels=\"[&quot;1990&quot;,&quot;2000&quot;,&quot;2010&quot;,&quot;2020&quot;]\""))
    #expect(page.contains("min=\"0\" max=\"3\" step=\"1\" value=\"3\" aria-valuetext=\"2020\""))
    #expect(page.contains("The table shows the frame 2020."))
    #expect(page.contains("script-src 'sha256-"))
    #expect(page.contains("prefers-reduced-motion:reduce"))
  }

  @Test func pageWithoutAnAnimationHasNoScript() throws {
    let dashboard = try text("wealth.xml").replacing(/\s+Animation(Interval)?="[^"]*"/, with: "")
    try Data(dashboard.utf8).write(to: folder.url("wealth.xml"))
    try export("wealth", "-o", "wealth.html")
    let page = try text("wealth.html")
    #expect(!page.contains("<script") && !page.contains("script-src") && !page.contains("class=\"m\""))
  }

  @Test func framesOfAnyTargetBecomeAPage() throws {
    try export("wealth/Wealth", "--frames", "argument.Year=1990,2020", "-o", "two.html")
    #expect(try text("two.html").components(separatedBy: "<template>").count == 3)
  }

  @Test(arguments: [
    ("argument.Year=", "stepsSyntax"), ("filter.Nobody=1,2", "metadataObjectUndefined"),
    ("argument.Year=1..500", "tooManySteps"),
  ])
  func checkReportsInvalidAnimations(steps: String, code: String) throws {
    let dashboard = try text("wealth.xml").replacingOccurrences(of: "argument.Year=1990..2020 step 10", with: steps)
    try Data(dashboard.utf8).write(to: folder.url("wealth.xml"))
    let run = try Auger(["check", "--workspace", folder.root.path], in: folder.root)
    #expect((run.output + run.errors).contains(code), "\(run.output)\(run.errors)")
  }

  @Test func checkAcceptsTheCase() throws {
    let run = try Auger(["check", "--workspace", folder.root.path], in: folder.root)
    #expect(run.exitCode == 0 && run.output.contains("0 errors, 0 warnings"), "\(run.output)\(run.errors)")
  }
}
