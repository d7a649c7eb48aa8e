// Command orrery serves the shop: the site, its APIs and the workers behind them.
package main

import "orrery/app"

func main() { app.Main() }
