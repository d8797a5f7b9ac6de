/// A text for readers of pages and pictures. Its raw value is the key in files of texts.
///
/// To add a text, add a case here and a line for each language in `PageText+English.swift` and
/// `PageText+German.swift`. `{name}` marks a placeholder. `|` separates the text for one from the text for other
/// counts.
package enum PageText: String, Sendable, Hashable, CaseIterable {
  // MARK: Pages
  case start, charts, backToStart, skipToCharts, path, levels, drillHint, category, pictureOf, table, ofTitle,
    tableOf, tableCaption, tablePartCaption, rowsOf, rowRange, dataAsOf, staleData

  // MARK: Pages without a server
  case exploredAlone, fixedControls, fixedRange, notInPage, notInPageBecause, ofThese, pageStates, partOfStates,
    missingStates, missingStatesBecause, askForMore, pageLimit, pageLimitBeyondData, pageLimitOfStates, bytes,
    noSuchData, notApplicable, resultTooLarge, tooLittleMemory, dataUnreadable

  // MARK: Forms and links of served pages
  case dashboards, noDashboards, chartCount, all, everything, from, to, apply, reset, switchOn, switchOff, unchanged,
    forCategory, goalDriver, goalNode, goalValue, compare, assumptions, compareWith, compareNothing, compareStart,
    compareNow, arrange, selection, order, visibleRange, series, clearSelection, orderOfChart, largestFirst,
    smallestFirst, byName, byNameDescending, zoomIn, zoomOut, back, forward, showAll, showSeries, hideSeries,
    openAlone, downloadAs, downloadDashboard, theme, linkToView, allDashboards, backToDashboard, signIn, token,
    request, layout, layoutByWidth, layoutLandscape, layoutPortrait

  // MARK: Animations
  case animationOf, play, pause, frame, speed, frameInTable

  // MARK: Sharing
  case spokenMarkup, share, markText, markArrow, markDraw, markNone, markForm, markPrompt

  // MARK: The script of served pages
  case scriptPicture, scriptSelected, scriptKeys, scriptNotHere, scriptEmpty, scriptNoCategory, scriptTableShown,
    scriptTableClosed, scriptPublished, scriptAnswer, scriptUnreachable, scriptCopied

  // MARK: Missing charts, and notes below charts
  case chartUnknown, chartDefinition, chartTimeout, chartTooLarge, chartMemory, chartUnreadable, chartTooManyMarks,
    noteEmpty, noteStale, noteSelection, noteFilters, noteComparison, noteForecast, noteTotals, noteComputed,
    noteContradiction, noteOutside, noteParts, noteMultiples, noteRows, noteSummary, noteValues, noteIncomplete

  // MARK: Moves that are not valid
  case moveValueAbsent, moveNotAChoice, moveWrongType, moveOutOfBounds, moveOffStep, moveFilterRange, moveFilterKind,
    moveLevel, moveDrill, moveChange, moveCompare, moveGoal, moveLink, moveUnknown, nearestValue, didYouMean

  // MARK: Problems
  case problemURL, problemState, problemRequest, problemServer, problemPage, problemDashboard, problemItem,
    problemNoChart, problemNoChartHint, problemDashboardDamaged, problemData, problemDataTimeout, problemTimeout,
    problemTooLarge, problemTooLargeHint, problemMemory, problemTheme, problemURLTooLong, problemTooManyValues,
    problemNotANumber, problemNumberHint, problemLocked, problemSignIn, problemToken, problemTokenExpired,
    problemProxy, problemPermissions, problemIdentity, problemForeign, problemHost, problemEmbedExpired,
    problemEmbedExpiredHint, problemEmbed, problemBusy, problemTooManyRequests, problemRate, problemRateHint,
    problemDraining, problemAudit

  // MARK: Pictures
  case dashboard, noValues, nothingMatches, noRows, noColumns, noNodes, noControls, moreRows, moreColumns, more,
    andMore, other, others, source, sources, asOf, dataUntil, whatIf, ofCategory, target, value, targetValue, node,
    links, rows, actualValue, bad, satisfactory, rising, falling, increase, decrease

  // MARK: Spoken descriptions
  case spokenTable, spokenGraph, spokenDashboard, spokenRange, spokenValues, nodeCount, linkCount, itemCount,
    categoryCount, seriesCount, multipleCount, outsideWhiskers, noCategoryInView, categoryInView, categoriesInView,
    valuesBelow, countInView, horizontalInView, verticalInView, nodeNoValue, nodeSet, nodeWas, nodeNothing, nodeTarget,
    nodeAlerts, alerts, content

  // MARK: Chart types
  case typeColumn, typeStackedColumn, typeBar, typeLine, typeArea, typePie, typeBubble, typeScatter, typeDataGrid,
    typeHorizontalBullet, typeVerticalBullet, typeTreeMap, typeStackedBar, typeStackedArea, typePercentColumn,
    typeDonut, typeStepLine, typeSpline, typeBand, typeCandlestick, typeOHLC, typeHistogram, typeHeatmap, typeBoxPlot,
    typeWaterfall, typeErrorBar, typeRegion, typeGraph, typeRangeColumn, typePolygon, typeContour

  // MARK: The frame of served pages
  case switchDashboard, searchDashboards, search, shareView, themeSystem, themeLight, themeDark, themeContrast,
    noDashboardFound
  // MARK: Cards
  case cardMenu, download, fullScreen, copyLink, copyPicture, tryAgain
  // MARK: Tooltips and legends of served pages
  case onlySeries, scriptMore, scriptTotal
  // MARK: Selections that filter other charts, and underlying rows
  case selectHint, selectedIn, selectedOf, removeSelection, underlyingRows, rowsBehind, noSuchRows, problemRows,
    problemRowsHint
  // MARK: Jobs
  case jobs, noJobs, noRuns, runsOf, jobTimes, onlyOnCommand, nextRuns, runsUnreadable, run, runState, runStarted,
    runDuration, runError, runFailed, runQueued, runRunning, runSucceeded, runFailure, runSkipped, runCancelled,
    runUndelivered, showRuns
  // MARK: The filter bar
  case clearControl, resetAll, searchValues, moreValues, noSuchValue, pickAll, pickNone, stepDown, stepUp, lowest,
    highest, presets, relativeToToday, relativeToLastDay, pickShown, filterHistogram, lastDays, thisMonth,
    previousMonth, thisQuarter, previousQuarter, thisYear, previousYear, yearToDate
  // MARK: The home page, times, and reasons for which nothing is shown
  case dashboardCount, showAllDashboards, foundIn, noSuchDashboard, scriptFound, lastPublished, updatedEvery,
    momentPattern, justNow, soon, minutesAgo, hoursAgo, daysAgo, inMinutes, inHours, inDays, errorHidden, noRecords,
    selectionExcluded, selectionEmpty
  // MARK: Menus of cards
  case copyEmbed, embedOf, embedHint, scriptEmbedded, scriptPictureCopied, definition, definitionOf, queriesOf,
    categoryLimit, topCount, sortBy, problemProgram, problemProgramHint
}
