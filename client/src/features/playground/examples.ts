const texts = import.meta.glob<string>('./examples/*.graphql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const variables = import.meta.glob<string>('./examples/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** An example operation. A server test runs it, or validates it against the schema if it would change something. */
export type Example = { group: string; title: string; query: string; variables: string }

/** The files of `examples` sorted by name; the first line of each is `# Group: Title`. */
export const examples: Example[] = Object.entries(texts).map(([file, text]) => {
  const [, group = '', title = ''] = /^# ([^:]+): (.+)$/m.exec(text) ?? []
  return { group, title, query: text, variables: variables[file.replace('.graphql', '.json')] ?? '' }
})
