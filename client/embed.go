// Package client embeds the built React application into the server's binary.
package client

import "embed"

// Dist is the output of `npm run build`, under the folder dist; only a placeholder if the client has not been built.
//
//go:embed all:dist
var Dist embed.FS

// Operations holds the texts of the client's GraphQL operations by the hashes that the client sends in their place, as
// JSON, written by `npm run codegen`.
//
//go:embed operations.gen.json
var Operations []byte

// Pages holds the paths, titles and descriptions of the client's pages as JSON, written by `npm run codegen` from
// src/app/pages.ts.
//
//go:embed pages.gen.json
var Pages []byte
