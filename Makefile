# GNU make 3.81 or later and a POSIX shell. `make` alone lists the targets.
.DEFAULT_GOAL := help
# With them, make spends half a second on looking for a way to make each of the client's files.
MAKEFLAGS += --no-builtin-rules

# npm writes this file last, so it stands for all that a build needs; this package for what tests and linters need besides.
installed := client/node_modules/.package-lock.json
complete := client/node_modules/vitest/package.json
# Vite writes this one; it stands for a built client.
built := client/dist/.vite/manifest.json
# Folders are listed too: deleting a file changes only its folder.
client_sources := $(shell find client/src client/public client/scripts client/*.html client/*.ts client/*.json media/stills 2>/dev/null)
# Packages that do not embed the client: on a fresh clone, they are compiled while it is built.
server := ./db/... ./graph/... ./jobs ./rest ./web/...
# What the program is compiled from. Go takes most of a second to see that nothing has changed; that Go itself has, needs `make clean`.
program := $(filter-out bench client docs media test,$(wildcard *)) $(wildcard client/*.go) client/dist
generated := find docs graph rest shop client/src -type f | sort | xargs cksum

.PHONY: help run dev build tools test check check-go check-graph check-client check-size sbom audit bench lighthouse generate media clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

run: build ## install, build and serve the shop; PORT=8080
	@exec .bin/orrery

dev: $(installed) $(built) ## the same with live reload of both halves; the page is on Vite's port
	@exec node .ci/dev.mjs

# Without paths of the machine, another clone finds what this one has compiled.
build: ## client and server into .bin/orrery, without what only a debugger reads
	@test -e $(built) || go build -trimpath $(server) & \
		$(MAKE) --no-print-directory --silent $(built) && wait && \
		{ test -z "$$(find $(program) -newer .bin/orrery 2>&1)" || go build -trimpath -ldflags='-s -w' -o .bin/orrery .; }

tools: $(complete) ## install what tests, linters and generators need besides a build

test: tools build ## every suite: Go, client, browser; SUITE=go, client, browser or race runs one
	@exec node .ci/test.mjs $(SUITE)

check: tools check-go check-graph check-client check-size sbom ## formatting, linters, direction of imports, generated code, budgets, licences

check-go: $(built)
	node .ci/words.mjs
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')) && test -z "$$files" || { echo "not gofmt'ed: $$files"; exit 1; }
	go vet ./...
	go tool -modfile=.ci/tools.mod staticcheck ./...
	go test -run '^Test(Imports|Folders|PG|Shop|Security)' ./test

check-graph: tools
	go test -run '^TestSchema' ./graph
	node client/scripts/schema.mjs
	@before=$$($(generated)); $(MAKE) --no-print-directory generate && after=$$($(generated)) && test "$$before" = "$$after" || \
		{ echo 'make generate changed the tree: commit what it wrote'; exit 1; }

check-client: tools $(built)
	npm --prefix client run check
	cd client && node_modules/.bin/tsc --noEmit && node_modules/.bin/tsc --noEmit -p e2e
	node client/scripts/budget.mjs

check-size: tools build
	node .ci/size.mjs

sbom: build ## what the program consists of, as CycloneDX in .bin/sbom.cdx.json; fails on licences that are not allowed
	@node .ci/sbom.mjs

audit: build ## known vulnerabilities in what it consists of, where the lists of them can be reached
	@node .ci/audit.mjs

bench: build ## failures under load, scale and cost, on the real binary; see bench/README.md
	go run ./bench/crash -kills 30
	go run ./bench/crash -kills 30 -postgres
	go run ./bench/faults
	go run ./bench/hostile
	go run ./bench/lists
	go run ./bench/crawl
	go run ./bench/works
	go run ./bench/scale

lighthouse: build bench/lighthouse/node_modules/.package-lock.json ## pages as Lighthouse's mobile preset sees them, four minutes; RUNS=5
	@exec node bench/lighthouse/main.mjs

bench/lighthouse/node_modules/.package-lock.json: bench/lighthouse/package-lock.json
	npm ci --prefix bench/lighthouse --ignore-scripts --no-audit --no-fund --loglevel=error

generate: tools ## gqlgen, the client's typed operations, and lists that follow from the code
	go run shop/generate.go
	go run graph/generate.go
	npm --prefix client run codegen
	go test ./graph ./rest -run '^Test(PublicFields|Schemas)$$' -count=1 -update

media: $(installed) media/node_modules/.package-lock.json ## render pictures and films again, which takes hours; NAME=gripper renders some
	@exec node media/make.mjs $(NAME)

media/node_modules/.package-lock.json: media/package-lock.json
	npm ci --prefix media --ignore-scripts --no-audit --no-fund --loglevel=error

clean: ## what was built and installed; the shop's data in .data stays
	rm -rf .bin client/node_modules client/test-results media/node_modules media/out bench/lighthouse/node_modules
	find client/dist -mindepth 1 ! -name .gitkeep -delete

# No package needs its install script, so none is run.
npm-ci := npm ci --prefix client --ignore-scripts --no-audit --no-fund --loglevel=error
# What `make tools` has installed stays, also where Git has written package.json later, as in a copied work tree.
$(installed): client/package.json client/package-lock.json
	$(npm-ci)$(if $(wildcard $(complete)),, --omit=dev)
	@touch $@ $(wildcard $(complete))

$(complete): client/package.json client/package-lock.json
	$(npm-ci)
	@touch $@ $(installed)

$(built): $(installed) $(client_sources)
	npm --prefix client run build
	@touch $@
