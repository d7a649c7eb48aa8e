package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"orrery/respcache"
)

// Cache-Control values: names under /assets contain a hash of the content; other files are revalidated after a day.
const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheADay    = "public, max-age=86400"
)

// mediaTypes maps file extensions to media types. The table of package mime is not used, because it differs between
// machines.
var mediaTypes = map[string]string{
	".avif":        "image/avif",
	".css":         "text/css; charset=utf-8",
	".gif":         "image/gif",
	".glb":         "model/gltf-binary",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mp4":         "video/mp4",
	".pdf":         "application/pdf",
	".png":         "image/png",
	".stl":         "model/stl",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".vtt":         "text/vtt; charset=utf-8",
	".webm":        "video/webm",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// Files that the client's build writes for the server.
const (
	scriptPath = ".server/pages.js" // renders the pages
	bootPath   = ".boot.js"         // script of the pages that are rendered on the server
)

// codings are the content codings in which the client's build compresses files, smallest result first.
var codings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// file is a file of the client with its compressed variants.
type file struct {
	media string
	cache string
	plain form
	forms map[string]form // by coding
}

// form is one stored variant of a file. Its ETag is computed on first use: reading all files at start-up would take
// longer than the rest of the start, and memory for pictures that are never requested.
type form struct {
	name   string
	packed bool // only a gzip of the file is stored
	etag   func() string
	size   int64
}

// readFiles returns the files that can be requested, by URL path. The document, hidden files and compressed variants
// can't be requested by name.
func readFiles(files fs.FS) (map[string]*file, error) {
	forms := map[string]form{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(entry.Name(), ".") && name != "."
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden || name == "index.html":
			return nil
		}
		info, err := entry.Info()
		if err == nil {
			forms[name] = newForm(files, form{name: name, size: info.Size()})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for name := range forms {
		original, isGzip := strings.CutSuffix(name, ".gz")
		if _, ok := forms[original]; isGzip && !ok && mediaTypes[path.Ext(original)] != "" {
			forms[original] = newForm(files, form{name: name, packed: true})
		}
	}
	found := map[string]*file{}
	for name, plain := range forms {
		if isForm(name, forms) {
			continue
		}
		f := &file{media: mediaTypes[path.Ext(name)], cache: cacheADay, plain: plain, forms: map[string]form{}}
		if f.media == "" {
			f.media = "application/octet-stream"
		}
		if strings.HasPrefix(name, "assets/") {
			f.cache = cacheForever
		}
		for _, coding := range codings {
			if compressed, ok := forms[name+coding.suffix]; ok {
				f.forms[coding.name] = compressed
			}
		}
		found["/"+name] = f
	}
	return found, nil
}

// isForm reports whether a file is the compressed variant of another file.
func isForm(name string, forms map[string]form) bool {
	for _, coding := range codings {
		if original, ok := strings.CutSuffix(name, coding.suffix); ok {
			if _, ok := forms[original]; ok {
				return true
			}
		}
	}
	return false
}

func newForm(files fs.FS, f form) form {
	f.etag = sync.OnceValue(func() string {
		hash := sha256.New()
		f.read(files, func(content io.ReadSeeker) {
			if _, err := io.Copy(hash, content); err != nil {
				panic(err)
			}
		})
		return `"` + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:15]) + `"`
	})
	return f
}

// read calls do with the content of a variant. A file that is stored only as gzip is decompressed each time, since few
// clients accept no coding or request a range.
func (f form) read(files fs.FS, do func(io.ReadSeeker)) {
	content, err := files.Open(f.name)
	if err != nil {
		panic(err) // it existed at start-up
	}
	defer content.Close()
	if !f.packed {
		do(content.(io.ReadSeeker))
		return
	}
	unpacked, err := gzip.NewReader(content)
	if err != nil {
		panic(err) // the build compressed it
	}
	plain, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	do(bytes.NewReader(plain))
}

// serve responds to a GET or HEAD with the smallest variant that the client accepts. Ranges refer to the uncompressed
// variant.
func (f *file) serve(w http.ResponseWriter, r *http.Request, files fs.FS) {
	h := w.Header()
	h.Set("Content-Type", f.media)
	h.Set("Cache-Control", f.cache)
	chosen := f.plain
	if len(f.forms) > 0 {
		h.Add("Vary", "Accept-Encoding")
	}
	for _, coding := range codings {
		compressed, ok := f.forms[coding.name]
		if ok && r.Header.Get("Range") == "" && accepts(r.Header.Get("Accept-Encoding"), coding.name) {
			chosen = compressed
			h.Set("Content-Encoding", coding.name)
			h.Set("Content-Length", strconv.FormatInt(compressed.size, 10))
			break
		}
	}
	h.Set("ETag", chosen.etag())
	chosen.read(files, func(content io.ReadSeeker) { http.ServeContent(w, r, "", time.Time{}, content) })
}

// accepts reports whether an Accept-Encoding header allows a coding.
func accepts(header, coding string) bool {
	weights := respcache.Weights(header)
	weight, named := weights[coding]
	if !named {
		weight = weights["*"]
	}
	return weight > 0
}
