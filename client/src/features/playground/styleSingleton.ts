import { useEffect } from 'react'

/**
 * In place of the package react-style-singleton, by which GraphiQL's menus and dialogs keep the page from scrolling: the same styles as
 * a constructed stylesheet, since the content policy forbids style elements. They count as long as one of the components is there.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: the package makes a component for each singleton.
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
