extension ChartJSON {
  /// The JSON Schema (2020-12) of chart JSON, as `auger schema` prints it; `Schemas/auger.chart-1.schema.json` is the
  /// same.
  package static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "auger.chart-1.schema.json",
      "title": "Auger chart JSON, version 1",
      "description": "One computed chart. values[dimension][series][category at level 0], null where there is none.",
      "type": "object",
      "required": [
        "schema", "chart", "categories", "series", "dimensions", "statistics", "display", "receipt", "warnings"
      ],
      "oneOf": [{ "required": ["values"] }, { "required": ["items"] }],
      "properties": {
        "schema": { "const": "auger.chart/1" },
        "chart": {
          "type": "object",
          "required": ["name", "title", "type", "locale", "timeZone"],
          "properties": {
            "name": { "type": "string" },
            "title": { "type": "string" },
            "subtitle": { "type": "string" },
            "status": { "type": "string", "description": "How recent it is." },
            "context": {
              "description": "What narrows and changes its data, for people.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["kind", "text"],
                "properties": {
                  "kind": { "enum": ["drill", "filter", "argument", "variable", "whatIf", "period"] },
                  "title": { "type": "string" },
                  "text": { "type": "string" }
                },
                "additionalProperties": false
              }
            },
            "type": {
              "enum": [
                "Column", "StackedColumn", "Bar", "Line", "Area", "Pie", "Bubble", "Scatter", "DataGrid",
                "HorizontalBullet", "VerticalBullet", "TreeMap", "StackedBar", "StackedArea", "PercentColumn",
                "Donut", "StepLine", "Spline", "Band", "Candlestick", "OHLC", "Histogram", "Heatmap", "BoxPlot",
                "Waterfall", "ErrorBar", "Region", "Graph"
              ]
            },
            "valueAxis": {
              "description": "How values lie on their axis, where not linear.",
              "enum": ["linear", "logarithmic"]
            },
            "stacking": {
              "description": "As its author chose it; without it, as the type says (StackedBar: stacked).",
              "enum": ["none", "stacked", "percent"]
            },
            "theme": { "type": "string", "description": "The colours that its author chose: dark." },
            "locale": { "type": "string", "description": "What labels and texts are written in: en_US." },
            "timeZone": { "type": "string", "description": "Where instants are shown: UTC." }
          },
          "additionalProperties": false
        },
        "axes": { "$ref": "#/$defs/axes" },
        "annotations": { "$ref": "#/$defs/annotations" },
        "colors": { "$ref": "#/$defs/colors" },
        "categories": {
          "description": "The category levels, the finest (level 0) first.",
          "type": "array",
          "minItems": 1,
          "items": { "$ref": "#/$defs/level" }
        },
        "series": {
          "description": "Of value null where there is no series column. Empty only where that column has no rows.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["value", "label", "layer"],
            "properties": {
              "value": { "$ref": "#/$defs/value" },
              "exact": { "type": "string", "description": "The number, where JSON does not hold it." },
              "type": { "description": "Where it is not that of the series column.", "$ref": "#/$defs/type" },
              "label": { "type": "string" },
              "layer": { "$ref": "#/$defs/index" }
            },
            "additionalProperties": false
          }
        },
        "seriesColumn": {
          "description": "Where the series come from; absent where there is no series column.",
          "type": "object",
          "required": ["column", "title"],
          "properties": {
            "column": { "type": "string" },
            "title": { "type": "string" },
            "type": { "description": "Of its values, where it is known.", "$ref": "#/$defs/type" }
          },
          "additionalProperties": false
        },
        "seriesTitle": { "description": "What series of no column are.", "type": "string" },
        "seriesType": { "description": "The type of series of no column.", "$ref": "#/$defs/type" },
        "dimensions": {
          "description": "The values of each pair of series and category, by value sequence.",
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "required": ["sequence", "title", "type"],
            "properties": {
              "sequence": { "type": "integer", "minimum": 1 },
              "title": { "type": "string" },
              "type": { "type": "string", "pattern": "^(int|float|decimal\\(\\d+,\\d+\\))$" },
              "format": { "$ref": "#/$defs/format" },
              "currencyCode": { "$ref": "#/$defs/currencyCode" },
              "unit": { "$ref": "#/$defs/unit" }
            },
            "additionalProperties": false
          }
        },
        "values": { "$ref": "#/$defs/cells" },
        "exact": {
          "description": "Parallel to values: texts of numbers that JSON does not hold. Absent if none needs it.",
          "$ref": "#/$defs/texts"
        },
        "texts": {
          "description": "Parallel to values: the formatted numbers. Only where asked for.",
          "$ref": "#/$defs/texts"
        },
        "baseline": {
          "description": "What values (with items: [dimension][item]) were before what-if changes; absent without any.",
          "type": "array"
        },
        "exactBaseline": { "description": "Parallel to baseline, as exact is to values.", "type": "array" },
        "baselineTypes": { "description": "Of baseline, where they are not those of values.", "$ref": "#/$defs/types" },
        "items": {
          "description": "Data items, never aggregated, instead of values: one entry of each list for an item.",
          "type": "object",
          "required": ["category", "series", "values"],
          "properties": {
            "category": { "type": "array", "items": { "$ref": "#/$defs/value" } },
            "series": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "values": {
              "description": "[dimension][item]",
              "type": "array",
              "items": { "type": "array", "items": { "$ref": "#/$defs/number" } }
            },
            "categoryType": { "description": "Where it is not that of level 0.", "$ref": "#/$defs/type" },
            "types": { "description": "Where they are not those of dimensions.", "$ref": "#/$defs/types" },
            "exactCategory": { "$ref": "#/$defs/textRow" },
            "exact": { "type": "array", "items": { "$ref": "#/$defs/textRow" } }
          },
          "additionalProperties": false
        },
        "layers": {
          "description": "The charts of an overlay; series say to which they belong.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "title", "type", "axis", "valueTitle"],
            "properties": {
              "name": { "type": "string" },
              "title": { "type": "string" },
              "type": { "type": "string" },
              "axis": { "enum": ["primary", "secondary"] },
              "valueTitle": { "type": "string" },
              "format": { "$ref": "#/$defs/format" },
              "currencyCode": { "$ref": "#/$defs/currencyCode" },
              "unit": { "$ref": "#/$defs/unit" }
            },
            "additionalProperties": false
          }
        },
        "forecast": {
          "description": "How the values from thresholds.predictiveStart on were computed, and their intervals.",
          "type": "object",
          "required": ["method", "confidence", "errors", "low", "high"],
          "properties": {
            "method": { "enum": ["linear", "seasonal-naive", "holt-winters"] },
            "confidence": { "type": "number" },
            "errors": {
              "description": "For each series how far the method is off at the end of the data, as a share.",
              "type": "array",
              "items": { "$ref": "#/$defs/number" }
            },
            "exactErrors": { "$ref": "#/$defs/textRow" },
            "types": { "description": "Of low and high, where not float.", "$ref": "#/$defs/types" },
            "exactLow": { "type": "array", "items": { "$ref": "#/$defs/textRow" } },
            "exactHigh": { "type": "array", "items": { "$ref": "#/$defs/textRow" } },
            "low": { "type": "array", "items": { "type": "array", "items": { "$ref": "#/$defs/number" } } },
            "high": { "type": "array", "items": { "type": "array", "items": { "$ref": "#/$defs/number" } } }
          },
          "additionalProperties": false
        },
        "graph": {
          "description": "The links of a graph, whose nodes are the categories of level 0: a list item for each link.",
          "type": "object",
          "required": ["sources", "targets", "series", "weights", "weight", "sourceTitle", "targetTitle"],
          "properties": {
            "sources": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "targets": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "series": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "weights": { "type": "array", "items": { "$ref": "#/$defs/number" } },
            "exact": { "$ref": "#/$defs/textRow" },
            "weight": {
              "type": "object",
              "required": ["title", "type"],
              "properties": {
                "title": { "type": "string" },
                "sequence": { "description": "Where it is not 1.", "type": "integer", "minimum": 1 },
                "type": { "$ref": "#/$defs/type" },
                "format": { "$ref": "#/$defs/format" },
                "currencyCode": { "$ref": "#/$defs/currencyCode" },
                "unit": { "$ref": "#/$defs/unit" }
              },
              "additionalProperties": false
            },
            "sourceTitle": { "type": "string" },
            "targetTitle": { "type": "string" }
          },
          "additionalProperties": false
        },
        "multiplesTitle": { "description": "What the small charts are of.", "type": "string" },
        "multiples": { "$ref": "#/$defs/multiples" },
        "incompletePeriod": { "$ref": "#/$defs/incompletePeriod" },
        "outliers": { "$ref": "#/$defs/outliers" },
        "summary": { "$ref": "#/$defs/summary" },
        "diagram": {
          "description": "The nodes of an influence diagram.",
          "type": "object",
          "required": ["root", "nodes"],
          "properties": {
            "root": { "type": ["integer", "null"] },
            "nodes": {
              "type": "array",
              "items": {
                "type": "object",
                "required": [
                  "name", "text", "value", "actual", "target", "valueText", "targetText", "parents", "isSet",
                  "isChanged", "charts"
                ],
                "properties": {
                  "name": { "type": "string" },
                  "text": { "type": "string" },
                  "value": { "$ref": "#/$defs/value" },
                  "actual": { "$ref": "#/$defs/value" },
                  "target": { "$ref": "#/$defs/value" },
                  "valueText": { "type": "string" },
                  "targetText": { "type": "string" },
                  "parents": { "type": "array", "items": { "$ref": "#/$defs/index" } },
                  "isSet": { "type": "boolean" },
                  "isChanged": { "type": "boolean" },
                  "charts": { "type": "array", "items": { "type": "string" } },
                  "types": { "$ref": "#/$defs/typeNotes" },
                  "exact": { "$ref": "#/$defs/exactNotes" }
                },
                "additionalProperties": false
              }
            }
          },
          "additionalProperties": false
        },
        "table": {
          "description": "What a data grid shows, column by column.",
          "type": "object",
          "required": ["columns"],
          "properties": {
            "columns": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["title", "type", "isHeader", "values", "texts"],
                "properties": {
                  "title": { "type": "string" },
                  "type": { "$ref": "#/$defs/type" },
                  "format": { "$ref": "#/$defs/format" },
                  "currencyCode": { "$ref": "#/$defs/currencyCode" },
                  "isHeader": { "type": "boolean", "description": "Whether it names the rows." },
                  "values": { "type": "array", "items": { "$ref": "#/$defs/value" } },
                  "exact": { "$ref": "#/$defs/textRow" },
                  "texts": { "type": "array", "items": { "type": "string" } },
                  "colors": {
                    "description": "The name or #rrggbb of each cell's colour.",
                    "type": "array",
                    "items": { "type": ["string", "null"] }
                  },
                  "charts": {
                    "description": "Small charts inside of the cells: documents of this schema.",
                    "type": "array",
                    "items": { "type": ["object", "null"] }
                  }
                },
                "additionalProperties": false
              }
            }
          },
          "additionalProperties": false
        },
        "statistics": {
          "description": "statistics[layer][dimension] at level 0. Sums: of a category, over the layer's series.",
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["minimum", "maximum", "minimumSum", "maximumSum"],
              "properties": {
                "minimum": { "$ref": "#/$defs/number" },
                "maximum": { "$ref": "#/$defs/number" },
                "minimumSum": { "$ref": "#/$defs/number" },
                "maximumSum": { "$ref": "#/$defs/number" }
              },
              "additionalProperties": false
            }
          }
        },
        "zoom": {
          "description": "The level in view, of all zooming levels; the finest is 0, as in titles. Absent with one.",
          "type": "object",
          "required": ["level", "count", "titles"],
          "properties": {
            "level": { "$ref": "#/$defs/index" },
            "count": { "type": "integer", "minimum": 2 },
            "titles": { "type": "array", "items": { "type": "string" } },
            "visible": { "description": "The place of the level in view; else 0.", "$ref": "#/$defs/index" },
            "isFixed": { "description": "Whether no other level can be brought into view.", "type": "boolean" }
          },
          "additionalProperties": false
        },
        "thresholds": {
          "description": "Reference line, band, and the first predicted category at level 0.",
          "type": "object",
          "properties": {
            "reference": { "$ref": "#/$defs/number" },
            "upper": { "$ref": "#/$defs/number" },
            "lower": { "$ref": "#/$defs/number" },
            "predictiveStart": { "$ref": "#/$defs/index" },
            "exact": { "$ref": "#/$defs/exactNotes" }
          },
          "additionalProperties": false
        },
        "state": {
          "description": "What a person selected, hid and sorted; indices of categories at level 0 and of series.",
          "type": "object",
          "properties": {
            "categories": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "series": { "type": "array", "items": { "$ref": "#/$defs/index" } },
            "items": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["series", "category"],
                "properties": { "series": { "$ref": "#/$defs/index" }, "category": { "$ref": "#/$defs/index" } },
                "additionalProperties": false
              }
            },
            "rows": {
              "description": "Selected data items, by their places in items.",
              "type": "array",
              "items": { "$ref": "#/$defs/index" }
            },
            "isEmptySelection": { "description": "Whether nothing at all is selected.", "type": "boolean" },
            "highlighted": { "$ref": "#/$defs/index" },
            "hidden": {
              "description": "Series that are not shown.",
              "type": "array",
              "items": { "$ref": "#/$defs/index" }
            },
            "sort": {
              "type": "object",
              "required": ["by", "descending"],
              "properties": {
                "by": { "enum": ["category", "value", "series"] },
                "series": { "$ref": "#/$defs/index" },
                "descending": { "type": "boolean" },
                "top": { "type": "integer", "minimum": 1 }
              },
              "additionalProperties": false
            },
            "horizontalRange": { "$ref": "#/$defs/shares" },
            "verticalRange": { "$ref": "#/$defs/shares" }
          },
          "additionalProperties": false
        },
        "drill": {
          "description": "Where the chart stands in its drilldown group; absent outside one.",
          "type": "object",
          "required": ["level", "path", "next"],
          "properties": {
            "level": { "$ref": "#/$defs/index" },
            "path": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["chart", "title", "picks"],
                "properties": {
                  "chart": { "type": "string" },
                  "title": { "type": "string" },
                  "picks": { "$ref": "#/$defs/arguments" },
                  "pickTypes": { "$ref": "#/$defs/argumentTypes" }
                },
                "additionalProperties": false
              }
            },
            "next": {
              "type": ["string", "null"],
              "description": "The chart that picking leads to; null at the last level."
            },
            "arguments": { "description": "What was picked above.", "$ref": "#/$defs/arguments" },
            "argumentTypes": { "$ref": "#/$defs/argumentTypes" },
            "categoryTypes": { "$ref": "#/$defs/pickTypes" },
            "seriesTypes": { "$ref": "#/$defs/pickTypes" },
            "categories": {
              "description": "What picking each category adds; null where it cannot be picked. Absent: none can be.",
              "$ref": "#/$defs/picks"
            },
            "series": {
              "description": "What picking each series adds; null where it cannot be picked. Absent: none can be.",
              "$ref": "#/$defs/picks"
            }
          },
          "additionalProperties": false
        },
        "display": {
          "description": "Which parts are shown.",
          "type": "object",
          "required": [
            "title", "legend", "horizontalAxis", "horizontalAxisTitle", "verticalAxis", "verticalAxisTitle",
            "gridLabels", "selectedDataLabel", "seriesLabels", "valueAxisAtTop"
          ],
          "additionalProperties": { "type": "boolean" }
        },
        "receipt": {
          "description": "What the chart was computed from.",
          "type": "object",
          "required": ["queries"],
          "properties": {
            "queries": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "arguments", "rows"],
                "properties": {
                  "name": { "type": "string" },
                  "arguments": { "$ref": "#/$defs/arguments" },
                  "argumentTypes": { "$ref": "#/$defs/argumentTypes" },
                  "source": { "type": "string", "description": "A file, or a table of a database." },
                  "rows": { "$ref": "#/$defs/index" },
                  "staleAsOf": {
                    "type": "string",
                    "description": "When it was answered, where a newer answer could not be had: ISO 8601, UTC."
                  }
                },
                "additionalProperties": false
              }
            },
            "asOf": { "type": "string", "description": "When the data were read: ISO 8601, UTC." },
            "now": {
              "type": "string",
              "description": "What now() said, or the day of today(), where the chart or a query asks: ISO 8601, UTC."
            }
          },
          "additionalProperties": false
        },
        "warnings": { "type": "array", "items": { "$ref": "#/$defs/warning" } }
      },
      "additionalProperties": false,
      "$defs": {
        \#(JSONShapes.index),
        \#(JSONShapes.value),
        \#(JSONShapes.warning),
        \#(JSONShapes.chart)
      }
    }

    """#
}
