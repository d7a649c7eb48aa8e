// Package client carries the built React application inside the server's binary.
package client

import "embed"

// Dist is what `npm run build` wrote, under the folder dist; only its placeholder when nothing has been built.
//
//go:embed all:dist
var Dist embed.FS

// Operations are the texts of what the client asks the graph, by the hashes that it sends in their place; JSON, written by
// `npm run codegen`.
//
//go:embed operations.gen.json
var Operations []byte
