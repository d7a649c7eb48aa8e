// Fails when a colour is written anywhere but in the tokens of src/theme.css and the print styles of src/styles.css.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const tokens = ['styles.css', 'theme.css'].map((name) => join('src', name))
const colour =
  /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i

const found = readdirSync('src', { recursive: true })
  .map((name) => join('src', name))
  .filter((file) => /\.(tsx?|css)$/.test(file) && !file.endsWith('.gen.ts') && !tokens.includes(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (colour.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )

if (found.length > 0) {
  console.error(`Colours outside of the tokens:\n${found.join('\n')}`)
  process.exit(1)
}
