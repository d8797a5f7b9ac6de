import AugerCharts
import AugerDiagnostics

/// The HTML face: a dashboard as one page that needs nothing else. `DashboardHTML` is its door; the files beside it
/// know one thing each: the page, one chart in it, the table behind a chart, equal charts, the styles.
///
/// The page has no script. It holds states of the dashboard, and charts, each of which belongs to one state or several;
/// a state is shown when the page's address names it (`#s3`), which is for the styles to do. So every move is a link,
/// and Back, bookmarks and keyboard work as they do with links.

/// A dashboard with what it becomes after some moves, as one page of HTML.
///
/// Computes nothing: models, states and what leads where come in. Equal values give equal bytes.
package struct DashboardHTML: Sendable {
  /// Something that leads to a state, in the page or not.
  package struct Link: Sendable, Hashable {
    package var label: String
    /// The address of the state (`Exploration`), which need not be in the page.
    package var address: String
    /// Whether it is what is shown.
    package var isCurrent: Bool
    /// Why it leads nowhere, if that is known.
    package var hindrance: String?

    package init(label: String, address: String, isCurrent: Bool = false, hindrance: String? = nil) {
      self.label = label
      self.address = address
      self.isCurrent = isCurrent
      self.hindrance = hindrance
    }
  }

  /// Where an item stands in the page's grid: lines of it, counted from 1.
  package struct Area: Sendable, Hashable {
    package var rows: Range<Int>
    /// Of twenty-four columns.
    package var columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// One item of the dashboard: a place in the page.
  package struct Item: HasName, Sendable {
    package var name: String
    package var title: String
    /// How much of the page's width it takes, in twelfths.
    package var columns: Int
    /// Height by width of its chart.
    package var ratio: Double
    /// Of a panel, its controls; nil for an item with charts.
    package var controls: [DashboardSVG.Panel.Row]?
    /// Where it stands on wide screens; nil: after the one before.
    package var area: Area?

    /// Nothing narrower can be read.
    static let leastColumns = 3

    package init(
      name: String, title: String = "", columns: Int = 12, ratio: Double = 0.5,
      controls: [DashboardSVG.Panel.Row]? = nil
    ) {
      self.name = name
      self.title = title
      self.columns = min(12, max(Self.leastColumns, columns))
      self.ratio = min(1.2, max(0.3, ratio))
      self.controls = controls
    }
  }

  /// A chart in one state of its item.
  package struct Figure: Sendable {
    /// Index into the items.
    package var item: Int
    package var model: ChartModel
    /// What changes its data.
    package var controls: [DashboardSVG.Panel.Row] = []
    /// Sentences for readers about its data and its picture.
    package var notes: [String] = []
    /// From the first chart of a drilldown group to the one in view, which is the last; empty outside of one.
    package var path: [Link] = []
    /// The zooming levels, the coarsest first; empty where there is one.
    package var levels: [Link] = []
    /// For each category of the finest level, what picking it leads to; empty where none leads on.
    package var categories: [Link?] = []
    /// The same for each series.
    package var series: [Link?] = []
    /// Of a served page: what forms call the categories of the finest level, and the series.
    package var literals: (categories: [String], series: [String]) = ([], [])
    /// The part of its table that is shown, from 1; nil: all of it, whatever that takes.
    package var tablePage: Int?

    package init(item: Int, model: ChartModel) {
      self.item = item
      self.model = model
    }
  }

  /// A filter at one state.
  package struct Filter: Sendable, Hashable {
    package var title: String
    /// What it lets through.
    package var text: String
    /// What can be picked instead, "all" among it; empty where that cannot be listed.
    package var choices: [Link]
    /// A sentence for readers about what cannot be selected.
    package var note: String

    package init(title: String, text: String, choices: [Link] = [], note: String = "") {
      self.title = title
      self.text = text
      self.choices = choices
      self.note = note
    }
  }

  /// The dashboard at one place.
  package struct State: Sendable {
    package var title: String
    /// Its address (`Exploration`).
    package var address: String
    /// Indices into the figures, at most one for each item.
    package var figures: [Int]
    package var filters: [Filter]

    package init(title: String, address: String, figures: [Int], filters: [Filter] = []) {
      self.title = title
      self.address = address
      self.figures = figures
      self.filters = filters
    }
  }

  package var title: String
  /// What the dashboard is called on the command line.
  package var name: String
  package var items: [Item]
  package var figures: [Figure]
  /// The first is shown when the page is opened.
  package var states: [State]
  /// The limit that ends the list of states, in words: "the page is limited to 2 MB". Empty if nothing was left out.
  package var limit = ""
  /// Items without a chart, and why.
  package var absences: [(item: Int, reason: String)] = []
  /// Further notes, below the page.
  package var notes: [String] = []
  package var theme: Theme
  /// Themes that models may name beside the built-in ones.
  package var themes: [Theme] = []
  /// How many marks a picture may have; a chart with more is its table.
  package var mostMarks = SVG.standardMostMarks
  /// Whether marks say what they are where the pointer rests; their tables do anyway.
  package var hasTooltips = true
  /// The language of its texts (BCP 47).
  package var language = "en"
  /// Of a page that a server computes: its path, to which links add the addresses of their states, and what else stands
  /// in each address. Nil: links lead to states of the page.
  package var served: (path: String, options: String)?

  package init(
    title: String, name: String, items: [Item], figures: [Figure], states: [State], theme: Theme = .light
  ) {
    self.title = title
    self.name = name
    self.items = items
    self.figures = figures
    self.states = states
    self.theme = theme
  }

  /// The page as UTF-8, ending with a newline.
  package func data() -> [UInt8] { HTMLPage(self).data() }

  /// The size of a figure in a page.
  package struct Weight: Sendable {
    /// Equal for figures that share their picture and table in the page.
    package let content: [UInt8]
    /// Estimated size of the picture and the table, including links.
    package let contentBytes: Int
    package let captionBytes: Int
  }

  /// The size of a figure, whatever states the page has.
  package func weight(of figure: Figure) -> Weight {
    var page = self
    page.states = []
    return HTMLPage(page).weight(of: figure)
  }

  /// About how many bytes a state takes in a page beside its figures.
  package static func weight(of state: State) -> Int {
    let choices = state.filters.reduce(0) { $0 + $1.choices.reduce(160) { $0 + 60 + $1.label.utf8.count } }
    return 400 + state.title.utf8.count + state.address.utf8.count + choices + 24 * state.figures.count
  }
}
