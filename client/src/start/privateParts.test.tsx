// Private parts of packages that the client depends on. Each package is checked in one version: before upgrading it, read
// here what may break, run these tests, and write down the new version.
import { readdirSync, readFileSync } from 'node:fs'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { recordInput } from './replayInput'

const read = (path: string) => readFileSync(`node_modules/${path}`, 'utf8')

test.each([
  [
    'react-dom',
    '19.3.1',
    'input before hydration is lost (replayInput.ts); pages are not rendered (vite.server.ts)',
  ],
  [
    'react-router',
    '7.18.5',
    'pages carry the warnings for developers, about 10 KB, and components that nobody uses, 4 KB (vite.config.ts)',
  ],
  ['graphiql', '4.1.2', 'the content policy refuses the fonts of the playground (vite.graphiql.ts)'],
  [
    'react-style-singleton',
    '2.2.3',
    'the content policy refuses the styles of its dialogs (styleSingleton.ts)',
  ],
])('%s is the version that was checked', (name, version, breaks) => {
  expect(JSON.parse(read(`${name}/package.json`)).version, `check what this may break: ${breaks}`).toBe(
    version,
  )
})

/** A controlled field, whose state is empty when React hydrates it, whatever was typed before. */
function Field({ onType }: { onType: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <input
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onType(target.value)
      }}
    />
  )
}

test('React keeps the properties of an element under __reactProps$, and hears what was typed before', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onType = vi.fn()
  const field = <Field onType={onType} />
  document.body.innerHTML = `<div id="root">${renderToString(field)}</div>`
  const [root, input] = [document.querySelector('#root'), document.querySelector('input')]
  if (!root || !input) throw new Error('nothing was rendered')
  input.value = 'Ada'
  const replay = recordInput()
  const hydrated = await act(async () => hydrateRoot(root, field))
  const key = Object.keys(input).find((name) => name.startsWith('__reactProps$'))
  expect(Object((input as unknown as Record<string, object>)[key ?? ''])).toHaveProperty('value', '')
  await act(replay)
  expect(onType).toHaveBeenCalledExactlyOnceWith('Ada')
  expect(input.value).toBe('Ada')
  await act(async () => hydrated.unmount())
  document.body.replaceChildren()
})

test.each(['index', 'dom-export'])(
  "the router's %s for production exports what the one for developers does",
  async (file) => {
    const load = (build: string) =>
      import(/* @vite-ignore */ `../../node_modules/react-router/dist/${build}/${file}.mjs`)
    const [production, development] = await Promise.all([load('production'), load('development')])
    expect(Object.keys(production).sort()).toEqual(Object.keys(development).sort())
  },
)

test("the router's build makes its components in a form that the bundler is told of", () => {
  const folder = 'react-router/dist/production'
  const code = readdirSync(`node_modules/${folder}`)
    .filter((file) => file.startsWith('chunk-'))
    .map((file) => read(`${folder}/${file}`))
    .join('\n')
  for (const name of ['Link', 'NavLink', 'Form']) {
    expect(code).toMatch(new RegExp(`^var ${name} = React\\d*\\.forwardRef\\($`, 'm'))
    expect(code).toMatch(new RegExp(`^${name}\\.displayName = .*;$`, 'm'))
  }
})

test("React's renderer without streams is a file of its own, in which errors can be told", () => {
  const code = read('react-dom/cjs/react-dom-server-legacy.browser.production.js')
  expect(code.split('function onError() {}')).toHaveLength(2)
  expect(code).toContain('exports.renderToString =')
})

test('GraphiQL has fonts in its stylesheet, and takes its styles from react-style-singleton', () => {
  expect(read('graphiql/dist/style.css')).toMatch(/@font-face\s*\{[^}]*\}/)
  expect(read('react-remove-scroll/dist/es2015/SideEffect.js')).toContain(
    "import { styleSingleton } from 'react-style-singleton'",
  )
})
