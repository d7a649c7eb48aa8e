import { type GraphiQLPlugin, useEditorContext } from '@graphiql/react'
import { useEffect, useState } from 'react'
import { Icon } from '~/ui/Icon'
import { type Example, examples } from './examples'

const groups = [...new Set(examples.map(({ group }) => group))]

/** Opens an operation in a new tab, so that nothing typed is lost. */
function Examples() {
  const { tabs, changeTab, addTab, updateActiveTabValues, queryEditor, variableEditor } = useEditorContext({
    nonNull: true,
  })
  const [wanted, setWanted] = useState<Example | null>(null)

  // A new tab clears the editors once they exist, which may be after the first click.
  useEffect(() => {
    if (!wanted || !queryEditor || !variableEditor) return
    const { query, variables } = wanted
    queryEditor.setValue(query)
    variableEditor.setValue(variables)
    // Immediately, for the history: the tab itself follows its editors with a delay.
    updateActiveTabValues({ query, variables })
    queryEditor.focus()
    setWanted(null)
  }, [wanted, queryEditor, variableEditor, updateActiveTabValues])

  function open(example: Example) {
    const present = tabs.findIndex(({ query }) => query === example.query)
    if (present >= 0) return changeTab(present)
    addTab()
    setWanted(example)
  }

  return (
    <section aria-label="Examples" className="graphiql-examples">
      <h2 className="graphiql-examples-title">Examples</h2>
      {groups.map((group) => (
        <div key={group}>
          <h3>{group}</h3>
          <ul>
            {examples
              .filter((example) => example.group === group)
              .map((example) => (
                <li key={example.title}>
                  <button type="button" onClick={() => open(example)}>
                    {example.title}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** A GraphiQL plugin with examples. */
export const examplesPlugin: GraphiQLPlugin = {
  title: 'Examples',
  icon: () => <Icon name="code" />,
  content: Examples,
}
