import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const copy = '?playground'
/** GraphiQL with its dependencies, and our modules around it. */
const itsOwn =
  /\?playground$|node_modules\/(@?graphiql|@radix-ui|aria-hidden|codemirror-graphql|graphql-language-service|react-remove-scroll|use-)|src\/features\/playground\//

/** Adapts GraphiQL to the shop: it works under the content security policy, and adds nothing to other pages. */
export function graphiql(): Plugin[] {
  return [
    {
      // 360 KB of fonts inlined in the stylesheet, which the content security policy blocks; we have our own.
      name: 'graphiql-fonts',
      enforce: 'pre',
      transform: {
        filter: { id: /graphiql\/dist\/style\.css$/ },
        handler: (css) => css.replace(/@font-face\s*\{[^}]*\}/g, ''),
      },
    },
    {
      // Its dialogs write style elements, which the content security policy forbids.
      name: 'graphiql-styles',
      enforce: 'pre',
      resolveId: {
        filter: { id: /^react-style-singleton$/ },
        handler: () => fileURLToPath(new URL('src/features/playground/styleSingleton.ts', import.meta.url)),
      },
    },
    {
      // Apollo uses small parts of these packages, which would grow by what GraphiQL uses; it gets copies.
      name: 'graphiql-copies',
      apply: 'build',
      enforce: 'pre',
      resolveId: {
        filter: { id: /^(graphql|tslib)$|^\./ },
        async handler(source, importer) {
          if (!importer || !itsOwn.test(importer)) return
          if (source.startsWith('.') && !importer.endsWith(copy)) return
          const found = await this.resolve(source, importer.replace(copy, ''), { skipSelf: true })
          return found && { ...found, id: found.id + copy }
        },
      },
      load: {
        filter: { id: /\?playground$/ },
        handler: (id) => readFile(id.replace(copy, ''), 'utf8'),
      },
    },
  ]
}
