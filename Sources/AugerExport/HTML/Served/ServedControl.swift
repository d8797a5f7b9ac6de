import AugerCharts
import AugerColumns

/// A control on a served page, as a form that is sent to the server.
///
/// Values are literals of query strings, which read back as the same values.
package struct ServedControl: Sendable {
  package struct Choice: Sendable {
    package var literal: String
    package var label: String
    /// The number of rows with the value, as text and as a share of the largest number. Nil if unknown.
    package var count: (text: String, share: Double)?
    package var isOn: Bool

    package init(literal: String, label: String, count: (text: String, share: Double)? = nil, isOn: Bool = false) {
      self.literal = literal
      self.label = label
      self.count = count
      self.isOn = isOn
    }
  }

  /// The limits of a number or date: the `min`, `max`, `step` and `value` attributes in HTML.
  package struct Range: Sendable, Hashable {
    /// The type of the `input`: `number`, `range`, `date`, `text`.
    package var type: String
    package var minimum: String?
    package var maximum: String?
    package var step: String?
    /// True if two sliders set the ends of a range.
    package var hasHandles = false

    package init(type: String, minimum: String? = nil, maximum: String? = nil, step: String? = nil) {
      self.type = type
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
    }
  }

  /// The numbers of rows for the values of a range, as bars.
  package struct Histogram: Sendable, Hashable {
    package struct Bar: Sendable, Hashable {
      /// The edges as shares of the range, from 0 to 1.
      package var start: Double
      package var end: Double
      /// The share of the highest bar.
      package var height: Double

      package init(start: Double, end: Double, height: Double) {
        self.start = start
        self.end = end
        self.height = height
      }
    }

    package var bars: [Bar]
    /// The selected part of the range, as shares.
    package var selection: Bounds
    /// The description for screen readers.
    package var label: String

    package init(bars: [Bar], selection: Bounds, label: String) {
      self.bars = bars
      self.selection = selection
      self.label = label
    }
  }

  /// A month of a calendar, with a link for each day.
  package struct Month: Sendable {
    package struct Day: Sendable {
      package var number: String
      /// The complete date.
      package var label: String
      /// Nil for a day outside the data.
      package var address: String?
      /// True if the day is in the selected range.
      package var isSelected: Bool
      /// True if the selected range begins or ends with the day.
      package var isEnd: Bool

      package init(number: String, label: String, address: String?, isSelected: Bool, isEnd: Bool) {
        self.number = number
        self.label = label
        self.address = address
        self.isSelected = isSelected
        self.isEnd = isEnd
      }
    }

    package var title: String
    package var weekDays: [CalendarTexts.WeekDay]
    /// The number of days of the first week that are in the previous month.
    package var offset: Int
    package var days: [Day]
    /// Links to the adjacent months. The URL is empty if the month has no data.
    package var previous: ServedWays.Link
    package var next: ServedWays.Link

    package init(
      title: String, weekDays: [CalendarTexts.WeekDay], offset: Int, days: [Day], previous: ServedWays.Link,
      next: ServedWays.Link
    ) {
      self.title = title
      self.weekDays = weekDays
      self.offset = offset
      self.days = days
      self.previous = previous
      self.next = next
    }
  }

  /// An additional choice of a form.
  package struct Select: Sendable {
    package var name: String
    package var label: String
    package var choices: [Choice]

    package init(name: String, label: String, choices: [Choice]) {
      self.name = name
      self.label = label
      self.choices = choices
    }
  }

  package enum Kind: Sendable {
    /// Any number of choices.
    case picks([Choice])
    /// One choice.
    case choice([Choice])
    /// A lower and an upper end.
    case span(lower: String, upper: String, Range)
    case value(String, Range)
    /// A value that is on or off, and the literal of the other value.
    case toggle(isOn: Bool, other: String)
  }

  /// The search field of a picklist. It is a form of its own, so that its text is not part of a move.
  package struct Find: Sendable {
    /// The name of the option in the URL.
    package var name: String
    /// The text that was searched for.
    package var text: String
    /// The URL of the page without a query string.
    package var action: String
    /// The state and the other options of the page.
    package var fields: [(name: String, value: String)]
    /// The number of values as text.
    package var count: String

    package init(
      name: String, text: String, action: String, fields: [(name: String, value: String)], count: String
    ) {
      self.name = name
      self.text = text
      self.action = action
      self.fields = fields
      self.count = count
    }
  }

  package var title: String
  /// The current value.
  package var text: String
  package var kind: Kind
  /// The hidden fields that identify the target of the form.
  package var fields: [(name: String, value: String)]
  /// Additional choices before the value.
  package var selects: [Select] = []
  /// Additional choices after the value.
  package var trailing: [Select] = []
  package var isSet: Bool
  /// The search field of a picklist. Nil for a short list.
  package var find: Find?
  /// The literals of selected values that are not among the shown choices.
  package var otherPicks: [String] = []
  /// A note about the choices that are not shown. Nil if all are shown.
  package var note: String?
  /// The label of the button that selects all shown choices. Nil if they are all choices.
  package var pickLabel: String?
  /// The limits of a number or date in words. Nil for no limit.
  package var limits: (lower: String?, upper: String?)
  package var histogram: Histogram?
  package var month: Month?
  /// Links to often used ranges, and a note about the day that they relate to.
  package var presets: [ServedWays.Link] = []
  package var anchor = ""
  /// For a slider, the URLs for the frames of the charts that follow it. The frames require no query.
  package var frames: [String] = []

  package init(title: String, text: String, kind: Kind, fields: [(name: String, value: String)], isSet: Bool) {
    self.title = title
    self.text = text
    self.kind = kind
    self.fields = fields
    self.isSet = isSet
  }
}
