import AugerCharts
import AugerDiagnostics

/// The HTML format: a dashboard as one self-contained page. `DashboardHTML` is its interface. Each other file has one
/// task: the page, a chart in it, the table of a chart, shared figures, the styles.
///
/// The page has no script. It contains states of the dashboard, and charts, each of which belongs to one or more
/// states. The styles show the state that the URL fragment of the page names (`#s3`). Every move is therefore a link,
/// and Back, bookmarks and the keyboard work as they do with links.

/// A dashboard with its states after some moves, as one HTML page.
///
/// It computes nothing: models, states and link targets are inputs. Equal values produce equal bytes.
package struct DashboardHTML: Sendable {
  /// A link to a state, which the page does not have to contain.
  package struct Link: Sendable, Hashable {
    package var label: String
    /// The query string of the state (`Exploration`), which the page does not have to contain.
    package var address: String
    /// True if the link leads to the current state.
    package var isCurrent: Bool
    /// The reason for which the link has no target, if known.
    package var hindrance: String?

    package init(label: String, address: String, isCurrent: Bool = false, hindrance: String? = nil) {
      self.label = label
      self.address = address
      self.isCurrent = isCurrent
      self.hindrance = hindrance
    }
  }

  /// A link that sorts a table by one of its columns.
  package struct SortLink: Sendable, Hashable {
    /// The complete URL.
    package var address: String
    /// The current direction. Nil if the table is not sorted by the column.
    package var isDescending: Bool?

    package init(address: String, isDescending: Bool?) { (self.address, self.isDescending) = (address, isDescending) }
  }

  /// The position of an item in the page grid, as grid lines from 1.
  package struct Area: Sendable, Hashable {
    package var rows: Range<Int>
    /// The range of the twenty-four columns.
    package var columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// An item of the dashboard with its position in the page.
  package struct Item: HasName, Sendable {
    package var name: String
    package var title: String
    /// The width in twelfths of the page width.
    package var columns: Int
    /// The ratio of height to width of its chart.
    package var ratio: Double
    /// The controls of a panel; nil for an item with charts.
    package var controls: [DashboardSVG.Panel.Row]?
    /// The position on wide screens. Nil for a position after the previous item.
    package var area: Area?
    /// The position on screens that are too narrow for `area` and wide enough for two columns. Nil for `area`.
    package var portraitArea: Area?

    /// The minimum width of a readable item.
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
    /// The index of the item.
    package var item: Int
    package var model: ChartModel
    /// The controls that change its data.
    package var controls: [DashboardSVG.Panel.Row] = []
    /// Sentences for readers about its data and its picture.
    package var notes: [String] = []
    /// The links from the first chart of a drilldown group to the current one, which is the last. Empty outside of a
    /// group.
    package var path: [Link] = []
    /// The zooming levels, the coarsest first. Empty if only one exists.
    package var levels: [Link] = []
    /// The drill target of each category of the finest level. Empty if none has a target.
    package var categories: [Link?] = []
    /// The drill target of each series. Empty if none has a target.
    package var series: [Link?] = []
    /// True if the links of categories select them to filter other charts.
    package var selectsCategories = false
    /// The URL of the rows behind each category of the finest level. Nil for a category without one.
    package var rowAddresses: [String?] = []
    /// The links that sort a data grid by each column of its table, or a chart by its categories and by each series.
    package var sorts: [SortLink?] = []
    /// For a served page, the literals in forms for the categories of the finest level and for the series.
    package var literals: (categories: [String], series: [String]) = ([], [])
    /// The animation of its chart. Nil for a chart without an animation.
    package var animation: Player?
    /// The visible part of its table, from 1. Nil for the whole table, regardless of its size.
    package var tablePage: Int?

    package init(item: Int, model: ChartModel) {
      self.item = item
      self.model = model
    }
  }

  /// The controls of an animation, and its frames or their URL.
  package struct Player: Sendable {
    /// The name of the target of the values.
    package var title: String
    /// The value of each frame.
    package var labels: [String]
    /// The time between two frames in milliseconds.
    package var interval: Int
    /// The frames, for a page in a file.
    package var frames: [ChartModel] = []
    /// The URL of the frames, for a page of a server.
    package var address: String?
    /// The index of the frame that the page shows first. Nil if it shows none of them.
    package var start: Int?

    /// Creates a player of the frames of an animation, which shows the last frame first.
    package init(_ animation: ChartAnimation) {
      (title, labels, interval) = (animation.title, animation.labels, animation.interval)
      frames = animation.models
      start = labels.count - 1
    }

    /// Creates a player that requests its frames.
    package init(title: String, labels: [String], interval: Int, address: String, start: Int?) {
      (self.title, self.labels, self.interval) = (title, labels, interval)
      (self.address, self.start) = (address, start)
    }
  }

  /// A filter in one state.
  package struct Filter: Sendable, Hashable {
    package var title: String
    /// A description of the values that it accepts.
    package var text: String
    /// The available choices, including "all". Empty if they cannot be listed.
    package var choices: [Link]
    /// A sentence for readers about unavailable choices.
    package var note: String

    package init(title: String, text: String, choices: [Link] = [], note: String = "") {
      self.title = title
      self.text = text
      self.choices = choices
      self.note = note
    }
  }

  /// The dashboard in one state.
  package struct State: Sendable {
    /// Empty if the state has no drill path, zooming level or filter.
    package var title: String
    /// The query string of the state (`Exploration`).
    package var address: String
    /// The indices of its figures, at most one for each item.
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
  /// The name of the dashboard on the command line.
  package var name: String
  package var items: [Item]
  package var figures: [Figure]
  /// The states. The first is shown when the page is opened.
  package var states: [State]
  /// The limit that ended the list of states, in words: "the page is limited to 2 MB". Empty if nothing was omitted.
  package var limit = ""
  /// Items without a chart, with the reasons.
  package var absences: [(item: Int, reason: String)] = []
  /// Additional notes below the page.
  package var notes: [String] = []
  package var theme: Theme
  /// Themes that models may name, in addition to the built-in ones.
  package var themes: [Theme] = []
  /// Maximum number of marks in a picture. A chart with more marks is shown as a table.
  package var mostMarks = SVG.standardMostMarks
  /// True if marks have tooltips. Their tables contain the same information.
  package var hasTooltips = true
  /// The texts of the page, which also determine its language.
  package var texts = PageTexts.english
  /// For a page that a server computes, the path and the options of its URLs. Links add the query strings of their
  /// states to the path. Nil if links lead to states in the page.
  package var served: (path: String, options: String)?
  /// The width of the reader's window in CSS pixels, for a served page. Nil if unknown.
  package var windowWidth: Int?

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

  /// Returns the page as UTF-8 with a final newline.
  package func data() -> [UInt8] { HTMLPage(self).data() }

  /// The size of a figure in a page.
  package struct Weight: Sendable {
    /// A digest that is equal for figures that share their picture and table in the page.
    package let content: [UInt8]
    /// Estimated size of the picture and the table, including links.
    package let contentBytes: Int
    package let captionBytes: Int
  }

  /// Returns the size of a figure, which does not depend on the states of the page.
  package func weight(of figure: Figure) -> Weight {
    var page = self
    page.states = []
    return HTMLPage(page).weight(of: figure)
  }

  /// Returns the estimated size of a state in a page without its figures, in bytes.
  package static func weight(of state: State) -> Int {
    let choices = state.filters.reduce(0) { $0 + $1.choices.reduce(160) { $0 + 60 + $1.label.utf8.count } }
    return 400 + state.title.utf8.count + state.address.utf8.count + choices + 24 * state.figures.count
  }
}
