// Holds comments and names of Go files to words.json, which has a replacement for each word, and lines to 120 columns.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const maxColumns = 120
const replacements = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'))
const generated = /^graph\/gen\/|\.generated\.go$/
const test = /_test\.go$/

const files = execFileSync('git', ['ls-files', '*.go'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !generated.test(file) && !test.test(file))

/** The text without what stands between quotes, which people read or a specification fixes. */
const withoutStrings = (text) =>
  text.replace(/\/\/.*|`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g, (found) =>
    found.startsWith('//') ? found : found.replace(/[^\n]/g, ' '),
  )

/** The words of a line; names are taken apart at their capitals. */
const wordsOf = (line) => line.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? []

const faults = []
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  for (const [index, line] of text.split('\n').entries()) {
    if (file.endsWith('.resolvers.go') && line.startsWith('func (r *')) continue // as gqlgen writes it
    const columns = [...line.replaceAll('\t', '    ')].length
    if (columns > maxColumns) faults.push(`${file}:${index + 1}: ${columns} columns, at most ${maxColumns}`)
  }
  for (const [index, line] of withoutStrings(text).split('\n').entries())
    for (const word of wordsOf(line)) {
      const replacement = replacements[word.toLowerCase()]
      if (replacement) faults.push(`${file}:${index + 1}: "${word}": write ${replacement}`)
    }
}
for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
