import 'graphiql/style.css'
import './graphiql.css'
import { GraphiQL } from 'graphiql'
import { useEffect, useMemo, useState } from 'react'
import { getToken } from '~/lib/token'
import { Accessible } from './Accessible'
import { examplesPlugin } from './ExamplesPanel'
import { editorStorage } from './editorStorage'
import { examples } from './examples'
import { type Cost, createSend } from './send'

const plugins = [examplesPlugin]
// GraphiQL accepts no variables for its first tab: this example has defaults.
const firstTab = examples.slice(0, 1).map(({ query }) => ({ query }))
const figure = new Intl.NumberFormat('en')

/** GraphiQL, authenticated with the API key, or as the signed-in user without one. */
export default function Editor({ apiKey }: { apiKey: string | null }) {
  const [cost, setCost] = useState<Cost | null>(null)
  const { send, stop } = useMemo(() => createSend(() => apiKey ?? getToken(), setCost), [apiKey])
  useEffect(() => stop, [stop])
  // GraphiQL adds the theme class to the body, and doesn't remove it.
  useEffect(() => () => document.body.classList.remove('graphiql-dark'), [])

  return (
    <GraphiQL
      fetcher={send}
      storage={editorStorage}
      plugins={plugins}
      defaultTabs={firstTab}
      forcedTheme="dark"
      defaultEditorToolsVisibility="variables"
      // Headers would be stored with the history; the caller is shown above.
      isHeadersEditorEnabled={false}
      shouldPersistHeaders={false}
    >
      <Accessible />
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Footer>
        <p role="status" className="graphiql-cost">
          {cost &&
            `Cost ${figure.format(cost.requested)} of ${figure.format(cost.limit)}` +
              (cost.left === undefined
                ? ''
                : `, ${figure.format(cost.left)} left for this key in this minute`)}
        </p>
      </GraphiQL.Footer>
    </GraphiQL>
  )
}
