/// <reference types="vitest/config" />
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, minify, type Plugin } from 'vite'
import { graphiql } from './vite.graphiql'

// Vitest needs this to group failures when it prints them; Node 20 lacks it.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const server = 'http://127.0.0.1:8080'

/** A chunk for these modules of `src`, without what they import. */
const together = (name: string, ...modules: string[]) => ({
  name,
  test: new RegExp(`src/(${modules.join('|')})\\.tsx?$`),
  includeDependenciesRecursively: false,
})

/** The files that the entry imports: the groups `react`, `apollo` and `pages` below and the bundler's runtime. */
// Names of chunks are cut at eight letters.
const ofEmails = /\/(ConfirmN|Unsubscr|UndoEmai|VerifyEm|ResetPas)/
const ofEntry = /^assets\/(react|apollo|pages|rolldown)-[\w-]{7}\.js$/

/** Preloads every page's fonts, whose names are only known after hashing. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2') && !file.includes('-rare'))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
        }))
    },
  }
}

/** Emits the script at the path where the server reads it, to inline it in rendered pages (web/document.go). */
function boot(): Plugin {
  return {
    name: 'boot',
    apply: 'build',
    async generateBundle() {
      const path = at('./src/start/boot.js')
      const { code } = await minify(path, readFileSync(path, 'utf8'))
      this.emitFile({ type: 'asset', fileName: '.boot.js', source: code })
    },
  }
}

/**
 * Uses React Router's production build, which the package contains but does not export, and marks unused components as
 * pure: the bundler can't tell that creating and naming them has no other effect.
 */
function quietRouter(): Plugin {
  const production = './node_modules/react-router/dist/production'
  return {
    name: 'quiet-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler: (code) =>
        code
          .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = .*;$/gm, ''),
    },
    config: () => ({
      resolve: {
        alias: {
          'react-router/dom': at(`${production}/dom-export.mjs`),
          'react-router': at(`${production}/index.mjs`),
        },
      },
    }),
  }
}

/**
 * Compresses text files, and CAD files with gzip only, as few visitors download them. The server sends the encoding
 * that the browser accepts, and decompresses gzip for clients without it. Files that begin with a dot are for the
 * server only.
 */
function precompress(): Plugin {
  const text = new Set(['.css', '.ico', '.js', '.json', '.svg', '.txt', '.webmanifest'])
  const models = new Set(['.glb', '.stl'])
  let dist = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const isModel = models.has(extname(path))
        if (!entry.isFile() || path.includes('/.', dist.length) || !(isModel || text.has(extname(path))))
          continue
        const plain = readFileSync(path)
        for (const [suffix, packed] of [
          ...(isModel ? [] : [['.br', brotliCompressSync(plain)] as const]),
          ['.gz', gzipSync(plain, { level: 9 })],
        ] as const) {
          if (packed.length < plain.length * 0.9) writeFileSync(path + suffix, packed)
        }
        if (existsSync(`${path}.gz`)) rmSync(path)
      }
    },
  }
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss({ optimize: false }),
    ...graphiql(),
    preloadFonts(),
    boot(),
    quietRouter(),
    precompress(),
  ],
  // RxJS has its ES2015+ build under a condition of its own.
  resolve: {
    conditions: ['es2015', ...defaultClientConditions],
    alias: { '~': at('./src') },
  },
  server: {
    proxy: {
      '/graphql': { target: server, ws: true },
      '/schema.graphql': server,
      '/api': server,
      '/media': server,
      '^/quotes/.*\\.pdf$': server,
    },
  },
  build: {
    manifest: true,
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page's preload list need not name what the entry has loaded. Pages that only emails link to are always first
      // pages, whose document lists their scripts.
      resolveDependencies: (page, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !ofEntry.test(file) && !(ofEmails.test(page) && file.endsWith('.js'))),
    },
    chunkSizeWarningLimit: 1000, // in KB; scripts/budget.mjs has the limits that count
    rolldownOptions: {
      output: {
        // The entry lists all chunks, so names are cut and hashes kept at 42 bits.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 8)}-[hash:7].js`,
        codeSplitting: {
          groups: [
            // Small modules that most pages use share a chunk: a request costs more than evaluating unused code.
            together(
              'states',
              'ui/(Badge|Card|EmptyState|ErrorState|Money|Skeleton)',
              'lib/(countLabel|format|units)',
            ),
            together(
              'goods',
              'ui/(Availability|Picture|Rating|Scene|SpecPlate|SpecTable)',
              'features/preorder/(PreorderNow|preOrderProduct)',
            ),
            together('pages', 'app/pages', 'lib/(idempotencyKey|paths|token)'),
            together('choices', 'lib/(compared|useOptimisticView)', 'ui/CheckBox'),
            together('fields', 'ui/(Field|useDebouncedSearch)'),
            together('forms', 'lib/(forms|formValues|useIdempotentSend|useSubmit)'),
            together('leaving', 'features/auth/PleaseLogin', 'lib/useStillHere'),
            together(
              'buying',
              'features/cart/(addToCart|CartItemAdd\\.gen)',
              'features/product/useProductActions',
            ),
            // Each of these is evaluated separately (src/start/boot.js), so that none blocks the main thread for long.
            // GraphiQL's copies, which have a query, are excluded.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
            },
            {
              name: 'apollo',
              test: /node_modules\/(@apollo|@graphql-typed-document-node|@wry|optimism|rxjs|tslib)\/[^?]*$/,
            },
          ],
        },
      },
      // GraphiQL's modules contain directives for the React compiler, which has already run.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Longer than several consecutive waits (src/test/app.tsx), each of which reports what is missing.
    testTimeout: 60_000,
    // One window for all files: a new one for each takes ten times as long. test/setup.ts cleans up after each test.
    isolate: false,
  },
})
