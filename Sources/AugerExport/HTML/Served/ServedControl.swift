import AugerCharts

/// A control on a served page, as a form that is sent to the server.
///
/// Values are literals of query strings, which read back as the same values.
package struct ServedControl: Sendable {
  package struct Choice: Sendable, Hashable {
    package var literal: String
    package var label: String
    /// The number of rows with the value; nil if unknown.
    package var count: Int?
    package var isOn: Bool

    package init(literal: String, label: String, count: Int? = nil, isOn: Bool = false) {
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

    package init(type: String, minimum: String? = nil, maximum: String? = nil, step: String? = nil) {
      self.type = type
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
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

extension ServedControl {
  /// True if a change of the control is a complete move. False for typed text and for several fields.
  fileprivate var isSentOnChange: Bool {
    guard selects.isEmpty, trailing.isEmpty else { return false }
    return switch kind {
    case .picks, .choice: true
    case .span(_, _, let range): range.type != "text"
    case .value(_, let range): range.type != "text"
    }
  }
}

extension ServedPage {
  func write(_ control: ServedControl, to out: inout SVGBytes) {
    switch control.kind {
    case .picks, .span:
      out.raw("<details class=\"k\"")
      // The script leaves the control open while it is used.
      out.attribute("data-control", control.title)
      out.raw("><summary>")
      out.escaped(control.title)
      out.raw(": <b>")
      out.escaped(control.text)
      out.raw("</b></summary>\n")
      form(control, to: &out)
      out.raw("</details>\n")
    case .choice, .value: form(control, to: &out)
    }
  }

  private func form(_ control: ServedControl, to out: inout SVGBytes) {
    out.raw("<form method=\"post\"")
    out.attribute("action", addresses.action)
    if !control.frames.isEmpty { out.attribute("data-frames", control.frames.joined(separator: " ")) }
    out.raw(">")
    let hidden = [("at", html.states.first?.address ?? ""), ("_options", html.served?.options ?? "")]
    for (name, value) in hidden + control.fields.map({ ($0.name, $0.value) }) {
      out.raw("<input type=\"hidden\"")
      out.attribute("name", name)
      out.attribute("value", value)
      out.raw("/>")
    }
    for select in control.selects { write(select, to: &out) }
    switch control.kind {
    case .picks(let choices):
      out.raw("<fieldset><legend class=\"v\">")
      out.escaped(control.title)
      out.raw("</legend><ul>\n")
      for choice in choices {
        out.raw("<li><label><input type=\"checkbox\" name=\"value\"")
        out.attribute("value", choice.literal)
        out.raw(choice.isOn ? " checked=\"checked\"/> <bdi>" : "/> <bdi>")
        out.escaped(choice.label.isEmpty ? "–" : choice.label)
        out.raw("</bdi>")
        if let count = choice.count { out.raw(" <small>\(count)</small>") }
        out.raw("</label></li>\n")
      }
      out.raw("</ul></fieldset>")
    case .choice(let choices):
      write(ServedControl.Select(name: "value", label: control.title, choices: choices), to: &out)
    case .span(let lower, let upper, let range):
      input(html.texts[.from], "lower", lower, range, to: &out)
      input(html.texts[.to], "upper", upper, range, to: &out)
    case .value(let value, let range):
      input(control.title, "value", value, range, to: &out)
      if range.type == "range" {
        out.raw("<output>")
        out.escaped(control.text)
        out.raw("</output>")
      }
    }
    for select in control.trailing { write(select, to: &out) }
    // A script sends each change, so that it needs no button.
    out.raw("<button type=\"submit\"")
    if control.isSentOnChange { out.attribute("class", "a") }
    out.raw(">")
    out.escaped(html.texts[.apply])
    out.raw("</button>")
    if control.isSet {
      out.raw("<button type=\"submit\" name=\"reset\" value=\"1\">")
      out.escaped(html.texts[.reset])
      out.raw("</button>")
    }
    out.raw("</form>\n")
  }

  private func write(_ select: ServedControl.Select, to out: inout SVGBytes) {
    out.raw("<label>")
    out.escaped(select.label)
    out.raw(" <select")
    out.attribute("name", select.name)
    out.raw(">")
    for choice in select.choices {
      out.raw("<option")
      out.attribute("value", choice.literal)
      out.raw(choice.isOn ? " selected=\"selected\">" : ">")
      out.escaped(choice.label.isEmpty ? "–" : choice.label)
      out.raw("</option>")
    }
    out.raw("</select></label>")
  }

  private func input(
    _ label: String, _ name: String, _ value: String, _ range: ServedControl.Range, to out: inout SVGBytes
  ) {
    out.raw("<label>")
    out.escaped(label)
    out.raw(" <input")
    out.attribute("type", range.type)
    out.attribute("name", name)
    out.attribute("value", value)
    if let minimum = range.minimum { out.attribute("min", minimum) }
    if let maximum = range.maximum { out.attribute("max", maximum) }
    if let step = range.step { out.attribute("step", step) }
    out.raw("/></label>")
  }
}
