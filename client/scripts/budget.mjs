// Compares the output of `npm run build` with the size budgets. Scripts and styles count gzipped, fonts as they are.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/**
 * In KB of 1000 bytes. A page's budget grows by `form` or `admin`; pictures are measured as JPEG, the largest format.
 */
const limit = {
  firstPage: 180,
  furtherPage: 15,
  form: 25,
  admin: 60,
  // GraphiQL with all its chunks; the page loads the first of them only for callers who may use it.
  playground: 360,
  // three.js, tree-shaken, and our models: loaded when a visitor opens the 3D view.
  motion: 160,
  css: 16,
  adminCss: 2,
  playgroundCss: 12,
  fonts: 60,
  hero: 120,
  card: 35,
  film: 1500,
  media: 40_000,
}
const forms = [
  'LoginPage',
  'RegisterPage',
  'PreOrderPage',
  'PreOrderDecisionPage',
  'ContactPage',
  'CheckoutPage',
  'ChangeAddressDialog',
  'AddressDialog',
  'PlaygroundPage',
  'ForgotPasswordPage',
  'ResetPasswordPage',
  'ChangePasswordPage',
  'SecondFactorPage',
  'UndoEmailPage',
  'UpdateProfilePage',
  'ResourcesPage',
  'ConfirmNewsletterPage',
  'QuotePage',
  'ContactForm',
  'QuoteDialog',
  'Reviews',
  'ReviewForm',
  'StockAlertForm',
  'InvitationPage',
]

const read = (file) => readFileSync(new URL(file, dist))
const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0) / 1000
// The build leaves files uncompressed if gzip hardly shrinks them.
const zipped = (file) =>
  existsSync(new URL(`${file}.gz`, dist)) ? plain(`${file}.gz`) : gzipSync(read(file), { level: 9 }).length
const plain = (file) => read(file).length

/** Keys of the chunks that a browser loads for an entry: the entry and its static imports. */
function chunks(key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) chunks(imported, found)
  return found
}

const entry = chunks('index.html')

/** Keys of all chunks that can be loaded after an entry, including dynamic imports. */
function everything(key, found = new Set()) {
  if (entry.has(key) || found.has(key)) return found
  found.add(key)
  const { imports = [], dynamicImports = [] } = manifest[key]
  for (const next of [...imports, ...dynamicImports]) everything(next, found)
  return found
}

const editor = 'src/features/playground/Editor.tsx'
const motion = 'src/features/motion/SeeItMove.tsx'
const cell = 'src/features/plan/drawing/CellView.tsx'
const planner = 'src/features/plan/Planner.tsx'
const ofEditor = everything(editor)
// Only the product page opens this view, so chunks that page has already loaded don't count.
const ofProduct = chunks('src/features/product/ProductPage.tsx')
const ofMotion = new Set([...everything(motion)].filter((chunk) => !ofProduct.has(chunk)))
const ofPlanner = new Set([...chunks('src/features/plan/PlanPage.tsx'), ...chunks(planner)])
const ofCell = new Set([...chunks(cell)].filter((chunk) => !entry.has(chunk) && !ofPlanner.has(chunk)))
const rows = []
for (const key of Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry)) {
  if (ofEditor.has(key) || key === motion || key === cell) continue
  const name = basename(key, '.tsx')
  const page = /(Page|Screen)$/.test(name)
  const extra = key.includes('/admin/') ? limit.admin : forms.includes(name) ? limit.form : 0
  // A lazily loaded chunk counts without what its page has already loaded.
  const hosts = page
    ? []
    : Object.keys(manifest).filter((name) => manifest[name].dynamicImports?.includes(key))
  const loaded = new Set([...entry, ...hosts.flatMap((host) => [...chunks(host)])])
  const own = [...chunks(key)].filter((chunk) => !loaded.has(chunk)).map((chunk) => manifest[chunk].file)
  const shared = [...entry].map((chunk) => manifest[chunk].file)
  if (page) rows.push([`${key} as first page`, sum([...shared, ...own], zipped), limit.firstPage + extra])
  rows.push([
    `${key} ${page ? 'as further page' : 'as later part'}`,
    sum(own, zipped),
    limit.furtherPage + extra,
  ])
}
if (rows.length === 0) throw new Error('the manifest names no page')
const scripts = (keys) => [...keys].map((key) => manifest[key].file)
rows.push([`${editor} with all of its parts`, sum(scripts(ofEditor), zipped), limit.playground])
rows.push([`${motion} with all of its parts`, sum(scripts(ofMotion), zipped), limit.motion])
rows.push([`${cell} with all of its parts`, sum(scripts(ofCell), zipped), limit.motion])

const files = (field, kind) =>
  new Set(
    Object.values(manifest).flatMap((chunk) => (chunk[field] ?? []).filter((file) => file.endsWith(kind))),
  )
// Every page has the main stylesheet. The administration adds a little, the playground adds GraphiQL's.
const styles = new Set(manifest['index.html'].css)
const ofPlayground = new Set(
  ['src/features/playground/PlaygroundPage.tsx', editor].flatMap((key) => manifest[key].css),
)
const ofView = new Set([...ofMotion].flatMap((key) => manifest[key].css ?? []))
const ofPlan = new Set(manifest[planner].css)
const more = [...files('css', '.css')].filter(
  (file) => ![styles, ofPlayground, ofView, ofPlan].some((known) => known.has(file)),
)
rows.push(['styles', sum(styles, zipped), limit.css])
rows.push(['styles of the administration', sum(more, zipped), limit.adminCss])
rows.push(['styles of the view in three dimensions', sum(ofView, zipped), 1])
rows.push(['styles of the planner', sum(ofPlan, zipped), 2])
rows.push(['styles of the playground', sum(ofPlayground, zipped), limit.playgroundCss])
rows.push(['fonts', sum(files('assets', '.woff2'), plain), limit.fonts])
const largest = (folder, named) => {
  const found = readdirSync(new URL(folder, dist)).filter((file) => named.test(file))
  return Math.max(...found.map((file) => plain(`${folder}/${file}`))) / 1000
}
rows.push(['largest picture of a card', largest('images', /-card-960\.jpg$/), limit.card])
rows.push(['largest picture of 960 pixels', largest('images', /-960\.jpg$/), limit.hero])
rows.push(['largest film', largest('films', /\.(mp4|webm)$/), limit.film])
const rendered = ['../../media/stills/', '../public/films/', '../public/cad/'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => new URL(folder + file, import.meta.url)),
)
rows.push(['all rendered files', sum(rendered, (file) => statSync(file).size), limit.media])

for (const [what, size, most] of rows) {
  console.log(`${size > most ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${most} KB  ${what}`)
}
process.exitCode = rows.some(([, size, most]) => size > most) ? 1 : 0
