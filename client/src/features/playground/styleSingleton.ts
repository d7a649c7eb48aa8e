import { useEffect } from 'react'

/**
 * Replaces the package react-style-singleton, with which GraphiQL's menus and dialogs lock the page's scrolling: it
 * adds the same styles as a constructed stylesheet, since the content security policy forbids style elements. They
 * apply while one of the components is mounted.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: the package creates a component for each singleton.
  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      if (users++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--users === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }, [styles])
    return null
  }
}
