// Command orrery serves the shop: the site, its APIs and the background workers.
package main

import "orrery/app"

func main() { app.Main() }
