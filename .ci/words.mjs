// Holds comments and names of Go and TypeScript files to words.json, which has a replacement for each word, and lines to
// 120 columns: in TypeScript those of comments, as its formatter wraps the rest.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const maxColumns = 120
const words = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'))
const replacements = new Map(Object.entries(words))
const generated = /^graph\/gen\/|\.generated\.go$|\.gen\.ts$/
const test = /_test\.go$|\.test\.tsx?$/

/** Names of React and the DOM. */
const ofBrowsers = ['behavior', 'memo']

const files = execFileSync('git', ['ls-files', '*.go', 'client/src/*.ts', 'client/src/*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && ![generated, test].some((pattern) => pattern.test(file)))

/** The text without what stands between quotes, which people read or a specification fixes. */
const withoutStrings = (text) =>
  text.replace(/\/\/.*|\/\*[^]*?\*\/|`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g, (found) =>
    found.startsWith('/') ? found : found.replace(/[^\n]/g, ' '),
  )

/** The words of a line; names are taken apart at their capitals. */
const wordsOf = (line) => line.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? []

const faults = []
for (const file of files) {
  const isGo = file.endsWith('.go')
  const text = readFileSync(file, 'utf8')
  for (const [index, line] of text.split('\n').entries()) {
    if (file.endsWith('.resolvers.go') && line.startsWith('func (r *')) continue // as gqlgen writes it
    if (!isGo && !/^\s*(\/\/|\/?\*|\{\/\*)/.test(line)) continue
    const columns = [...line.replaceAll('\t', '    ')].length
    if (columns > maxColumns) faults.push(`${file}:${index + 1}: ${columns} columns, at most ${maxColumns}`)
  }
  for (const [index, line] of withoutStrings(text).split('\n').entries())
    for (const word of wordsOf(line)) {
      const replacement = replacements.get(word.toLowerCase())
      if (!isGo && ofBrowsers.includes(word.toLowerCase())) continue
      if (replacement) faults.push(`${file}:${index + 1}: "${word}": write ${replacement}`)
    }
}
for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
