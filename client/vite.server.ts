import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the script that renders pages on the server. Names that begin with a dot are not served to anybody. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  resolve: {
    conditions: ['es2015', ...defaultClientConditions],
    alias: {
      '~': at('src'),
      // The part of it that writes text; the other one needs streams.
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
