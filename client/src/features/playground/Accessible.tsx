import { useEditorContext } from '@graphiql/react'
import { useEffect } from 'react'

/**
 * Adds what GraphiQL lacks for keyboards and screen readers: names of its editors, and the search shortcut that it
 * shows.
 */
export function Accessible() {
  const { queryEditor, variableEditor, responseEditor } = useEditorContext({ nonNull: true })
  useEffect(() => {
    queryEditor?.setOption('screenReaderLabel', 'Operation')
    variableEditor?.setOption('screenReaderLabel', 'Variables')
    responseEditor?.setOption('screenReaderLabel', 'Response')
  }, [queryEditor, variableEditor, responseEditor])

  // Captured before the site's own search, which has the same shortcut.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      const search = document.querySelector<HTMLElement>('.graphiql-doc-explorer-search input')
      if (!search || document.querySelector('dialog[open]')) return
      event.preventDefault()
      search.focus()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  return null
}
