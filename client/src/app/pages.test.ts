import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modules } from './modules'
import { descriptions, type Page, pages } from './pages'

const all = Object.values<Page>(pages)
const named = Object.entries<Page>(pages) as [keyof typeof pages, Page][]

describe('the table of pages', () => {
  it.each(all)('$path has a module', ({ module }) => {
    expect(existsSync(join(import.meta.dirname, '../features', `${module}.tsx`))).toBe(true)
  })

  it('has an entry for every file that is named like a page, all of which the router lists', () => {
    const listed = all
      .filter(({ access }) => access !== 'admin')
      .map(({ module }) => `../features/${module}.tsx`)
    expect(Object.keys(modules).sort()).toEqual([...new Set(listed)].sort())
  })

  it('names each address once', () => {
    const paths = all.map(({ path }) => path)
    expect([...new Set(paths)]).toEqual(paths)
  })

  it('describes what search engines list, and lets everybody open what the server renders', () => {
    for (const [name, { path, title, indexed, rendered, access }] of named) {
      if (indexed && title) expect(descriptions[name], path).toMatch(/^.{25,160}\.$/)
      if (rendered) expect(access, path).toBeUndefined()
      if (rendered) expect(indexed, path).toBe(true)
    }
  })
})
