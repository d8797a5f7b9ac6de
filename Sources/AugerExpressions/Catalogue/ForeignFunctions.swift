/// Functions of SQL and spreadsheets with other names here, with the hint for each.
package enum ForeignFunctions {
  /// Returns the replacement for a function by its name, in any case. Nil for unknown names.
  package static func hint(for name: String) -> String? { byName[name.lowercased()] }

  private static let byName: [String: String] = {
    var result: [String: String] = [:]
    for (names, hint) in hints { for name in names.split(separator: " ") { result[String(name)] = hint } }
    return result
  }()

  private static let hints: [(names: String, hint: String)] = [
    ("ifnull nvl isnull zeroifnull", "Write Coalesce(x, 0)."),
    ("iif ifelse", "Write if(condition, a, b)."),
    ("decode switch", "Write Case(x = 1, 'one', x = 2, 'two', 'other')."),
    ("greatest", "Write Max(a, b)."),
    ("least", "Write Min(a, b)."),
    ("substr substring", "Write Mid(text, start, length)."),
    ("length char_length character_length strlen", "Write Len(text)."),
    ("ucase toupper", "Write Upper(text)."),
    ("lcase tolower", "Write Lower(text)."),
    ("ltrim", "Write LeftTrim(text)."),
    ("rtrim", "Write RightTrim(text)."),
    ("instr strpos position charindex locate find search", "Write Pos(text, part)."),
    ("initcap proper", "Write WordCap(text)."),
    ("concat_ws textjoin", "Write a + ', ' + b, or Concat(a, ', ', b)."),
    ("regexp_matches regexp_like regexp_full_match regexmatch", "Write Match(text, '^a.*z$')."),
    ("to_char to_varchar text format str", "Write String(x)."),
    ("to_date str_to_date strptime date_parse parse_date datevalue", "Write Date(text)."),
    ("to_number to_decimal val value parsefloat numbervalue", "Write ToNumber(text)."),
    ("toint to_int", "Write Int(x)."),
    ("ceil", "Write Ceiling(x)."),
    ("trunc", "Write Truncate(x)."),
    ("ln", "Write Log(x)."),
    ("log10", "Write LogTen(x)."),
    ("log2", "Write Log(x) / Log(2)."),
    ("pow", "Write Power(x, 2)."),
    ("square", "Write x * x."),
    ("date_trunc datetrunc", "Write StartOf(d, 'month')."),
    ("date_part datepart extract", "Write Year(d), Month(d), Day(d) or Hour(t)."),
    ("dayofmonth", "Write Day(d)."),
    ("dayofweek weekday", "Write DayNumber(d), where 1 is Sunday."),
    ("weekofyear isoweek weeknum", "Write Week(d)."),
    ("isoyear", "Write WeekYear(d)."),
    ("date_add dateadd date_sub datesub", "Write Add(d, 3, 'day')."),
    ("edate add_months", "Write AddMonths(d, 3)."),
    ("datediff date_diff days_between timestampdiff", "Write a - b for the days between two dates."),
    ("getdate sysdate systimestamp current_timestamp localtimestamp utcnow", "Write Now()."),
    ("curdate current_date", "Write Today()."),
    ("make_date datefromparts", "Write Date(year, month, day)."),
    ("width_bucket time_bucket", "Write Bin(x, width), or StartOf(d, 'week')."),
    ("mean average", "Write avg(x)."),
    ("stddev_samp stdev std stddev_pop stdev_s", "Write stddev(x) for a sample."),
    ("var_samp var variance_samp var_pop var_s", "Write variance(x) for a sample."),
    (
      "quantile quantile_cont percentile_cont percentile_disc approx_percentile approx_quantile percentile_inc",
      "Write percentile(x, 0.9)."
    ),
    ("quartile", "Write lowerQuartile(x), median(x) or upperQuartile(x)."),
    ("correl correlation pearson", "Write corr(x, y)."),
    ("weighted_avg wavg weightedaverage weighted_mean sumproduct", "Write weightedAvg(x, weight)."),
    ("count_distinct approx_count_distinct distinctcount uniq nunique", "Write countDistinct(x)."),
    ("sumif sumifs sum_if", "Write sum(x, where: y > 1)."),
    ("countif countifs count_if", "Write count(where: y > 1)."),
    ("averageif avgif avg_if", "Write avg(x, where: y > 1)."),
    ("any_value arbitrary", "Write first(x) or min(x)."),
    ("first_value", "Write first(x)."),
    ("last_value", "Write last(x)."),
    ("lag", "Write Previous(x)."),
    ("row_number dense_rank", "Write Rank(x)."),
    ("cumsum cumulative running_sum", "Write Running(x)."),
    ("ratio_to_report", "Write Share(x)."),
  ]
}
