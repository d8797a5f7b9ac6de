// AugerCharts
