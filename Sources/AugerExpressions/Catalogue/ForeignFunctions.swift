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
    ("ifnull nvl isnull zeroifnull", "write Coalesce(x, 0)"),
    ("iif ifelse", "write if(condition, a, b)"),
    ("decode switch", "write Case(x = 1, 'one', x = 2, 'two', 'other')"),
    ("greatest", "write Max(a, b)"),
    ("least", "write Min(a, b)"),
    ("substr substring", "write Mid(text, start, length)"),
    ("length char_length character_length strlen", "write Len(text)"),
    ("ucase toupper", "write Upper(text)"),
    ("lcase tolower", "write Lower(text)"),
    ("ltrim", "write LeftTrim(text)"),
    ("rtrim", "write RightTrim(text)"),
    ("instr strpos position charindex locate find search", "write Pos(text, part)"),
    ("initcap proper", "write WordCap(text)"),
    ("concat_ws textjoin", "write a + ', ' + b, or Concat(a, ', ', b)"),
    ("regexp_matches regexp_like regexp_full_match regexmatch", "write Match(text, '^a.*z$')"),
    ("to_char to_varchar text format str", "write String(x)"),
    ("to_date str_to_date strptime date_parse parse_date datevalue", "write Date(text)"),
    ("to_number to_decimal val value parsefloat numbervalue", "write ToNumber(text)"),
    ("toint to_int", "write Int(x)"),
    ("ceil", "write Ceiling(x)"),
    ("trunc", "write Truncate(x)"),
    ("ln", "write Log(x)"),
    ("log10", "write LogTen(x)"),
    ("log2", "write Log(x) / Log(2)"),
    ("pow", "write Power(x, 2)"),
    ("square", "write x * x"),
    ("date_trunc datetrunc", "write StartOf(d, 'month')"),
    ("date_part datepart extract", "write Year(d), Month(d), Day(d) or Hour(t)"),
    ("dayofmonth", "write Day(d)"),
    ("dayofweek weekday", "write DayNumber(d): 1 is Sunday"),
    ("weekofyear isoweek weeknum", "write Week(d)"),
    ("isoyear", "write WeekYear(d)"),
    ("date_add dateadd date_sub datesub", "write Add(d, 3, 'day')"),
    ("edate add_months", "write AddMonths(d, 3)"),
    ("datediff date_diff days_between timestampdiff", "write a - b: the days between two dates"),
    ("getdate sysdate systimestamp current_timestamp localtimestamp utcnow", "write Now()"),
    ("curdate current_date", "write Today()"),
    ("make_date datefromparts", "write Date(year, month, day)"),
    ("width_bucket time_bucket", "write Bin(x, width), or StartOf(d, 'week')"),
    ("mean average", "write avg(x)"),
    ("stddev_samp stdev std stddev_pop stdev_s", "write stddev(x), that of a sample"),
    ("var_samp var variance_samp var_pop var_s", "write variance(x), that of a sample"),
    (
      "quantile quantile_cont percentile_cont percentile_disc approx_percentile approx_quantile percentile_inc",
      "write percentile(x, 0.9)"
    ),
    ("quartile", "write lowerQuartile(x), median(x) or upperQuartile(x)"),
    ("correl correlation pearson", "write corr(x, y)"),
    ("weighted_avg wavg weightedaverage weighted_mean sumproduct", "write weightedAvg(x, weight)"),
    ("count_distinct approx_count_distinct distinctcount uniq nunique", "write countDistinct(x)"),
    ("sumif sumifs sum_if", "write sum(x, where: y > 1)"),
    ("countif countifs count_if", "write count(where: y > 1)"),
    ("averageif avgif avg_if", "write avg(x, where: y > 1)"),
    ("any_value arbitrary", "write first(x) or min(x)"),
    ("first_value", "write first(x)"),
    ("last_value", "write last(x)"),
    ("lag", "write Previous(x)"),
    ("row_number dense_rank", "write Rank(x)"),
    ("cumsum cumulative running_sum", "write Running(x)"),
    ("ratio_to_report", "write Share(x)"),
  ]
}
