// The film's drawing at any moment: a rail-mounted arm takes two bottles off a shelf and sets them on a tray. 0.3 px are
// 1 mm, and lengths, speeds and reach are those of the data sheet (db/seed/products/01-robotic-arm-with-linear-rail.yaml).

export const size = { width: 960, height: 540 }

const colour = {
  ground: '#0a0a0b',
  line: '#2a2c31',
  control: '#6b6e75',
  faint: '#8a8c8a',
  muted: '#b4b5b0',
  fg: '#f2f1ed',
  signal: '#ff5a1f',
}

const floor = 500
const shoulder = 340
const upper = 140
const fore = 130
const tool = 50
const stroke = { from: 135, to: 585 }
const bottle = { width: 24, height: 56 }
const tray = 400
const picks = [
  { shelf: 300, slot: 775, place: 62 },
  { shelf: 200, slot: 775, place: 96 },
]

// Seconds, then carriage, turn of the base, radius and height of the wrist, and whether the gripper holds something.
const way = [{ t: 0, carriage: 450, turn: 40, radius: 100, height: 250, held: -1, step: 0 }]
function go(seconds, step, change) {
  const last = way.at(-1)
  way.push({ ...last, ...change, t: last.t + seconds, step })
}
picks.forEach(({ shelf, slot, place }, index) => {
  const grip = shelf - bottle.height / 2
  const out = slot - bottle.width / 2 - tool - stroke.to
  go(index === 0 ? 0.8 : 1.5, 0, { carriage: stroke.to, turn: 0, radius: out - 55, height: grip })
  go(0.5, 0, { radius: out })
  go(0.25, 1, { held: index })
  go(0.3, 2, { height: grip - 36 })
  go(0.4, 3, { radius: out - 55 })
  go(1.5, 3, { carriage: 255, turn: 180, radius: 90, height: 330 })
  go(0.35, 3, { radius: 255 - tool - place - bottle.width / 2 })
  go(0.3, 3, { height: tray - bottle.height / 2 })
  go(0.2, 4, { held: -1 })
  go(0.35, 4, { radius: 90 })
})
go(0.1, 4, {})

/** How long the film is, in seconds. */
export const duration = way.at(-1).t

/** When each step of the job begins, for the captions. */
export const beginnings = way.slice(1).map(({ step }, index) => ({ step, t: way[index].t }))

// Without jerks at either end, as a controller plans it.
const ease = (x) => x ** 3 * (10 - 15 * x + 6 * x * x)

function poseAt(t) {
  const next = Math.max(
    1,
    way.findIndex((point) => point.t >= t - 1e-9),
  )
  const [a, b] = [way[next - 1], way[next]]
  const x = b.t > a.t ? ease(Math.min(1, (t - a.t) / (b.t - a.t))) : 1
  const mix = (key) => a[key] + (b[key] - a[key]) * x
  return {
    ...Object.fromEntries(['carriage', 'turn', 'radius', 'height'].map((key) => [key, mix(key)])),
    held: x < 1 ? a.held : b.held,
    step: b.step,
  }
}

/** The elbow lies above the line from shoulder to wrist. */
function elbowOf({ radius, height }) {
  const rise = shoulder - height
  const reach = Math.hypot(radius, rise)
  const angle =
    Math.atan2(rise, radius) + Math.acos((upper ** 2 + reach ** 2 - fore ** 2) / (2 * upper * reach))
  return { radius: upper * Math.cos(angle), height: shoulder - upper * Math.sin(angle), angle }
}

const round = (value) => Math.round(value * 10) / 10
const path = (d, stroke, width = 1, extra = '') =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${width}" ${extra}/>`
const text = (x, y, value, fill, extra = '') =>
  `<text x="${x}" y="${y}" fill="${fill}" stroke="none" ${extra}>${value}</text>`

/** A link of the arm between two joints, thinner towards its end. */
function link(from, to, wide, thin) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length]
  const corner = ({ x, y }, width) => `${round(x + nx * width)} ${round(y + ny * width)}`
  return path(
    `M${corner(from, wide)}L${corner(to, thin)}L${corner(to, -thin)}L${corner(from, -wide)}Z`,
    colour.fg,
    1.75,
    `fill="${colour.ground}"`,
  )
}

const joint = ({ x, y }, r) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${colour.ground}" stroke="${colour.fg}" stroke-width="1.75"/><circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 0.35)}" stroke="${colour.control}"/>`

function bottleAt(x, base, stroke = colour.fg, dashed = false) {
  const { width: w, height: h } = bottle
  const d = `M${round(x - w / 2)} ${round(base)}v${-h + 22}q0 -8 ${w / 2 - 5} -10v-12h10v12q${w / 2 - 5} 2 ${w / 2 - 5} 10v${h - 22}Z`
  return path(d, stroke, dashed ? 1 : 1.5, dashed ? 'stroke-dasharray="3 4"' : `fill="${colour.ground}"`)
}

function surroundings() {
  const grid = []
  for (let x = 30; x < size.width; x += 60)
    for (let y = 20; y < size.height; y += 60) grid.push(`M${x - 2} ${y}h4M${x} ${y - 2}v4`)
  const boards = [200, 300, 400].map((y) => `M738 ${y}h200`).join('')
  const goods = [
    'M800 144h34v56h-34ZM840 144h34v56h-34ZM884 160h44v40h-44ZM884 120h44v40h-44Z',
    'M800 244h54v56h-54ZM862 262h30v38h-30ZM896 262h30v38h-30Z',
    'M752 350h58v50h-58ZM818 336h36v64h-36ZM860 336h36v64h-36Z',
    'M752 446h84v54h-84ZM844 430h70v70h-70Z',
  ].join('')
  return [
    path(grid.join(''), colour.line),
    path(`M738 ${floor}V96M938 ${floor}V96M738 100h200${boards}`, colour.control, 1.25),
    path(goods, colour.line, 1.25),
    path(
      `M24 ${tray}h104v8H24ZM34 ${tray + 8}V${floor}M118 ${tray + 8}V${floor}M34 470h84`,
      colour.control,
      1.25,
    ),
    path(`M0 ${floor}H${size.width}`, colour.control),
    path(
      `M60 452h600v48H60ZM60 468h600M84 500v-32M636 500v-32`,
      colour.control,
      1.25,
      `fill="${colour.ground}"`,
    ),
    text(748, 92, 'SHELF A3', colour.faint),
    text(24, 392 - bottle.height - 14, 'TRAY 2', colour.faint),
  ].join('')
}

const steps = [
  ['MOVE', 'shelf.A3', '1500 mm/s'],
  ['GRIP', 'bottle', '40 N'],
  ['LIFT', 'shelf.A3', '120 mm'],
  ['MOVE', 'tray.2', '1500 mm/s'],
  ['OPEN', 'tray.2', '80 mm'],
]

function program(step) {
  return steps
    .map(([verb, target, value], index) => {
      const y = 48 + index * 23
      const now = index === step
      return [
        now ? path(`M44 ${y - 11}v14`, colour.signal, 2) : '',
        text(58, y, String(index + 1).padStart(2, '0'), colour.faint),
        text(90, y, verb, now ? colour.fg : colour.faint),
        text(140, y, target, now ? colour.fg : colour.faint),
        text(312, y, value, now ? colour.fg : colour.faint, 'text-anchor="end"'),
      ].join('')
    })
    .join('')
}

/** The angles of the base, the shoulder and the elbow. */
function joints({ turn, radius, height }, elbow) {
  const first = (elbow.angle * 180) / Math.PI
  const second = (Math.atan2(elbow.height - height, radius - elbow.radius) * 180) / Math.PI - first
  return [turn, first, second]
    .map((angle, index) => text(424, 48 + index * 23, `J${index + 1} ${angle.toFixed(1)}°`, colour.muted))
    .join('')
}

/** How far the carriage stands from the beginning of its stroke. */
function measure(carriage) {
  const length = Math.round((carriage - stroke.from) / 0.3)
  const x = round(carriage)
  return [
    path(`M${stroke.from} 508v16M${stroke.to} 508v16`, colour.control),
    path(
      `M${x} 508v16M${stroke.from} 516H${x}M${stroke.from} 516l9-3v6ZM${x} 516l-9-3v6Z`,
      colour.signal,
      1.25,
      `fill="${colour.signal}"`,
    ),
    `<rect x="${round((stroke.from + x) / 2 - 38)}" y="508" width="76" height="16" fill="${colour.ground}"/>`,
    text(round((stroke.from + x) / 2), 520, `${length} mm`, colour.fg, 'text-anchor="middle"'),
  ].join('')
}

/** Where the fingers have been during the last second. */
function trace(t) {
  const points = []
  for (let s = Math.max(0, t - 1.2); s <= t; s += 1 / 60) {
    const tip = tipOf(poseAt(s))
    points.push(`${round(tip.x)} ${round(tip.y)}`)
  }
  return points.length > 1 ? path(`M${points.join('L')}`, colour.signal, 1.25, 'stroke-dasharray="5 5"') : ''
}

function tipOf({ carriage, turn, radius, height }) {
  return { x: carriage + (radius + tool) * Math.cos((turn * Math.PI) / 180), y: height }
}

/** The drawing `t` seconds after the beginning, as SVG. Without notes the place of the player's title is free. */
export function drawingAt(t, notes = true) {
  const pose = poseAt(t)
  const facing = Math.cos((pose.turn * Math.PI) / 180)
  const at = ({ radius, height }) => ({ x: pose.carriage + radius * facing, y: height })
  const elbow = elbowOf(pose)
  const wrist = at(pose)
  const tip = tipOf(pose)
  const c = round(pose.carriage)
  const bottles = picks.map(({ shelf, slot, place }, index) => {
    const taken = way.find(({ held }) => held === index).t
    const placed = way.findLast(({ held }) => held === index).t
    if (t < taken) return bottleAt(slot, shelf)
    const gap = bottleAt(slot, shelf, colour.control, true)
    if (pose.held !== index) return t > placed ? gap + bottleAt(place, tray) : gap
    return gap + bottleAt(tip.x + (bottle.width / 2) * facing, tip.y + bottle.height / 2)
  })
  const palm = { x: wrist.x + 16 * facing, y: wrist.y }
  const finger = wrist.x + (tool + (pose.held < 0 ? 4 : 12)) * facing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" fill="none" font-family="Martian Mono" font-size="11" letter-spacing="0.4">
<rect width="${size.width}" height="${size.height}" fill="${colour.ground}"/>
${surroundings()}${bottles.join('')}${trace(t)}
${path(`M${c - 46} 452v-22h92v22ZM${c - 30} 452v6M${c + 30} 452v6`, colour.fg, 1.75, `fill="${colour.ground}"`)}
${path(`M${c - 26} 430l6-80h40l6 80ZM${c - 24} 404h48`, colour.fg, 1.75, `fill="${colour.ground}"`)}
${link(at({ radius: 0, height: shoulder }), at(elbow), 17, 13)}${link(at(elbow), wrist, 13, 9)}
${joint({ x: pose.carriage, y: shoulder }, 22)}${joint(at(elbow), 16)}
${path(`M${round(palm.x)} ${round(palm.y - 13)}H${round(palm.x + 12 * facing)}v26H${round(palm.x)}Z`, colour.fg, 1.75, `fill="${colour.ground}"`)}
${path(`M${round(palm.x + 12 * facing)} ${round(palm.y - 5)}H${round(finger)}v10H${round(palm.x + 12 * facing)}`, colour.fg, 1.75, `fill="${colour.ground}"`)}
${joint(wrist, 11)}
${notes ? program(pose.step) + joints(pose, elbow) : ''}${measure(pose.carriage)}
${text(936, 520, 'ORR-RA6-1500 / TO SCALE, IN REAL TIME', colour.faint, 'text-anchor="end"')}
</svg>`
}
