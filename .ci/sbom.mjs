// `make sbom`: what the program consists of, as CycloneDX in .bin/sbom.cdx.json. It fails on licences
// that are not in its list. Tools that only build or test are left out, since they are not distributed.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that ask for no more than their notice, or for changes of the licensed files to stay open (MPL, OFL). */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]

/** What each licence says and no other does; the first that is found counts. */
const phrases = {
  'Apache-2.0': /Apache License,?\s+Version 2\.0/,
  'MPL-2.0': /Mozilla Public License,? (Version|v\.) ?2\.0/i,
  'BSD-3-Clause':
    /Redistribution and use in source and binary forms.*(Neither the name|names? of (the|its) .*endorse)/i,
  'BSD-2-Clause': /Redistribution and use in source and binary forms/i,
  ISC: /Permission to use, copy, modify,? and(\/or)? distribute this software for any/i,
  MIT: /Permission is hereby granted, free of charge, to any person obtaining/i,
}

function licenceIn(folder) {
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file))
  const text = name ? readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' ') : ''
  return Object.keys(phrases).find((id) => phrases[id].test(text))
}

const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 })

/** The modules that are linked into the program, as it says itself. */
function goModules() {
  const lines = run('go', 'version', '-m', '.bin/orrery').split('\n')
  const linked = lines
    .filter((line) => line.startsWith('\tdep\t'))
    .map((line) => line.split('\t').slice(2, 4))
  const folders = new Map()
  for (const line of run('go', 'list', '-m', '-f', '{{.Path}} {{.Dir}}', ...linked.map(([path]) => path))
    .trim()
    .split('\n')) {
    folders.set(...line.split(' '))
  }
  const standard = lines[0].split(' go').at(-1)
  return [
    {
      name: 'std',
      version: standard,
      purl: `pkg:golang/std@${standard}`,
      licence: licenceIn(run('go', 'env', 'GOROOT').trim()),
    },
    ...linked.map(([path, version]) => ({
      name: path,
      version,
      purl: `pkg:golang/${path}@${version}`,
      licence: licenceIn(folders.get(path)),
    })),
  ]
}

/** What a build needs beside what it consists of. */
const tools = ['@tailwindcss/vite', '@vitejs/plugin-react', 'sharp', 'tailwindcss', 'vite']

/** The packages that pages are built from, and those with PostgreSQL's programs, which stand beside the program. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync('client/package-lock.json', 'utf8'))
  const used = new Set()
  const use = (name, from) => {
    const at = `${from && `${from}/`}node_modules/${name}`
    if (!packages[at]) return from && use(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
    if (used.has(at)) return
    used.add(at)
    useAll(at)
  }
  const useAll = (from, except = []) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[from]
    for (const name in { ...dependencies, ...optionalDependencies, ...peerDependencies })
      if (!except.includes(name) && !peerDependenciesMeta?.[name]?.optional) use(name, from)
  }
  useAll('', tools)
  return Object.entries(packages)
    .filter(([path]) => used.has(path))
    .map(([path, entry]) => {
      const name = path.split('node_modules/').at(-1)
      return {
        name,
        version: entry.version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
        licence: entry.license,
        scope: entry.optional ? 'optional' : 'required',
        hash:
          entry.integrity?.startsWith('sha512-') &&
          Buffer.from(entry.integrity.slice(7), 'base64').toString('hex'),
      }
    })
}

const fonts = ['Archivo', 'Martian Mono'].map((name) => ({ name, type: 'file', licence: 'OFL-1.1' }))

const found = [...goModules(), ...npmPackages(), ...fonts]
const faults = found.filter(({ licence }) => !allowed.includes(licence))
for (const { name, licence } of faults) {
  console.log(
    `${name} comes under ${licence ?? 'a licence that is not recognised'}: read it, and allow it in .ci/sbom.mjs or do without`,
  )
}
if (faults.length) process.exit(1)

const unique = [...new Map(found.map((one) => [one.purl ?? one.name, one])).values()].sort((a, b) =>
  (a.purl ?? a.name).localeCompare(b.purl ?? b.name, 'en'),
)
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'orrery', 'bom-ref': 'orrery' } },
  components: unique.map(({ name, version, purl, licence, scope, hash, type = 'library' }) => ({
    type,
    'bom-ref': purl ?? name,
    name,
    ...(version && { version }),
    ...(scope && { scope }),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    licenses: [{ license: { id: licence } }],
    ...(purl && { purl }),
  })),
}
writeFileSync('.bin/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`)
console.log(
  `${unique.length} components in .bin/sbom.cdx.json, all under ${[...new Set(unique.map(({ licence }) => licence))].sort().join(', ')}`,
)
