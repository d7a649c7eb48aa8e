/** The kinds of tokens; `plain` is everything else. */
export type TokenKind = 'comment' | 'string' | 'keyword' | 'number' | 'plain'
type Token = { kind: TokenKind; text: string }
export type Language = 'cpp' | 'cmake' | 'xml' | 'yaml' | 'ts' | 'sh'

const number = /(?<number>(?<![\w.-])-?\d[\d_]*(?:\.\d+)?(?![\w.]*\w))/
const slashes = /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)/
const hash = /(?<comment>(?<![^\s])#.*)/
const words = (list: string) => new RegExp(`(?<keyword>(?:#|\\b)(?:${list.replaceAll(' ', '|')})\\b)`)

// The first match wins, so that a keyword in a comment stays a comment. Groups are named after the kinds.
const parts: Record<Language, RegExp[]> = {
  cpp: [
    slashes,
    /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=#include\s*)<[^>]+>)/,
    words(
      'auto bool case char const constexpr default double else false for if include int namespace return switch true using void while',
    ),
    number,
  ],
  cmake: [hash, /(?<string>"[^"]*"|\$\{\w+\})/, /(?<keyword>^\s*\w+(?=\())/, number],
  xml: [/(?<comment><!--[\s\S]*?-->)/, /(?<string>"[^"]*")/, /(?<keyword><[/?]?[\w:-]+|[/?]?>)/, number],
  yaml: [
    hash,
    /(?<string>"(?:\\.|[^"\\\n])*"|'[^'\n]*')/,
    /(?<keyword>[\w.]+(?: \w+){0,3}(?=:(?:\s|$)))/,
    number,
  ],
  ts: [
    slashes,
    /(?<string>'(?:\\.|[^'\\\n])*'|`[^`]*`)/,
    words(
      'as async await boolean const export finally function if import new null number return string throw true false try type',
    ),
    number,
  ],
  sh: [hash, /(?<string>"(?:\\.|[^"\\])*"|'[^']*')/, /(?<keyword>(?<=^|&& |\| )(?:sudo )?[\w.-]+)/, number],
}

/** Splits code into tokens; joined, they are the code again. */
export function highlight(code: string, language: Language): Token[] {
  const tokens: Token[] = []
  let end = 0
  const pattern = new RegExp(parts[language].map(({ source }) => source).join('|'), 'gm')
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) })
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['plain']
    tokens.push({ kind: kind as TokenKind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}
