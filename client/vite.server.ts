import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { type Page, pages } from './src/app/pages'
import { rendering } from './vite.rendering'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Leaves out pages that the server does not render. */
const renderedPages: Plugin = {
  name: 'rendered-pages',
  load: {
    filter: { id: /\/src\/app\/(modules|screens)\.ts$/ },
    handler: (id) => {
      if (id.endsWith('screens.ts')) return 'export const screens = {}'
      const modules = Object.values<Page>(pages)
        .filter(({ rendered }) => rendered)
        .map(({ module }) => `'../features/${module}.tsx': () => import('../features/${module}.tsx')`)
      return `export const modules = { ${modules} }`
    },
  },
}

/** Builds the script that renders pages on the server. Files whose names begin with a dot are not served. */
export default defineConfig({
  plugins: [react(), renderedPages, ...rendering()],
  publicDir: false,
  resolve: {
    conditions: ['es2015', ...defaultClientConditions],
    alias: {
      '~/features/motion/SeeItMove': at('src/start/SeeItMove.ts'),
      '~/features/plan/drawing/CellView': at('src/start/SeeItMove.ts'),
      '~': at('src'),
      '@apollo/client/react': at('src/start/apolloReact.tsx'),
      // The build that renders to a string; the default one needs streams.
      'react-dom/server.browser': at(
        'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
      ),
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: 'dist/.server',
    assetsInlineLimit: 0,
    minify: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000, // in KB
    lib: { entry: 'src/start/server.tsx', formats: ['iife'], name: 'pages', fileName: () => 'pages.js' },
  },
})
