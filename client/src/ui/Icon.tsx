export const iconPaths = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.2 15.2 20.5 20.5',
  cart: 'M3 4h2.5l2 11h10.5l2-8H6.3M9.5 19.5h.01M16.5 19.5h.01',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5v-1.5a4 4 0 0 1 4-4h7a4 4 0 0 1 4 4v1.5',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  arrow: 'M4 12h16M14 6l6 6-6 6',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  'arrow-down': 'M12 4v16M6 14l6 6 6-6',
  'chevron-down': 'M6 9.5l6 6 6-6',
  check: 'M4.5 12.5l5 5 10-11',
  alert: 'M12 4 2.5 20h19L12 4ZM12 10v5M12 17.5h.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  plus: 'M12 4.5v15M4.5 12h15',
  minus: 'M4.5 12h15',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  trash: 'M4 6.5h16M9.5 6.5V4h5v2.5M6 6.5l1 13.5h10l1-13.5M10 10.5v5.5M14 10.5v5.5',
  refresh: 'M19.5 9A8 8 0 0 0 5 8M5 3.5V8h4.5M4.5 15A8 8 0 0 0 19 16M19 20.5V16h-4.5',
  play: 'M7 4.5v15l12-7.5-12-7.5Z',
  star: 'M12 3.5l2.6 5.5 5.9.8-4.3 4.2 1 6-5.2-2.9L6.8 20l1-6-4.3-4.2 5.9-.8L12 3.5Z',
  print: 'M7 8.5V3.5h10v5M7 17H3.5V8.5h17V17H17M7 13.5h10v7H7z',
  external: 'M9 5H4.5v14.5H19V15M13 4h7v7M20 4l-9.5 9.5',
  shield: 'M12 3.5 4.5 6v6c0 4.5 3 7 7.5 8.5 4.5-1.5 7.5-4 7.5-8.5V6L12 3.5ZM8.5 12l2.5 2.5 4.5-5',
  gear: 'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  chip: 'M6.5 6.5h11v11h-11zM10 10h4v4h-4zM9 6.5V3M15 6.5V3M9 21v-3.5M15 21v-3.5M6.5 9H3M6.5 15H3M21 9h-3.5M21 15h-3.5',
  hand: 'M12 3v5M7 8h10M7 8l-2.5 5 2.5 5M17 8l2.5 5-2.5 5M12 8v4',
  rail: 'M3 17.5h18M3 20.5h18M8 17.5v-5h8v5M12 12.5V4M9 7l3-3 3 3M5 17.5v3M19 17.5v3',
  battery: 'M3 7.5h15.5v9H3zM21 10.5v3M6 10.5v3M9 10.5v3M12 10.5v3',
  wifi: 'M2.5 9a14 14 0 0 1 19 0M6 12.7a9 9 0 0 1 12 0M9.2 16.2a4.2 4.2 0 0 1 5.6 0M12 19.5h.01',
  code: 'M8 6.5 2.5 12 8 17.5M16 6.5l5.5 5.5-5.5 5.5M13.5 4.5l-3 15',
  ruler: 'M3 15.5 15.5 3 21 8.5 8.5 21 3 15.5ZM6 12.5l2 2M9 9.5l3 3M12 6.5l2 2',
  wrench: 'M20.5 6.5 17 10l-3-3 3.5-3.5A5.5 5.5 0 0 0 10.5 10.5L3.5 17.5l3 3 7-7a5.5 5.5 0 0 0 7-7Z',
  map: 'M3.5 6 9 3.5l6 2.5 5.5-2.5v14.5L15 20.5 9 18l-5.5 2.5V6ZM9 3.5V18M15 6v14.5',
  robot: 'M5 9h14v10H5zM12 9V4.5M9 4.5h6M9 13.5v1.5M15 13.5v1.5M2.5 12.5v3M21.5 12.5v3',
} as const

export type IconName = keyof typeof iconPaths

export const iconNames = Object.keys(iconPaths) as IconName[]

/** Whether there is an icon of this name; GraphQL returns icon names as plain strings. */
export function isIconName(name: string): name is IconName {
  return name in iconPaths
}

/**
 * An icon by its name, or by its path if only one component uses it; 1.5 px strokes on a 24 px grid. It is hidden from
 * screen readers, so give the control around it a name.
 */
export function Icon({
  name,
  path = name && iconPaths[name],
  className = 'size-5',
}: {
  name?: IconName
  path?: string
  className?: string
}) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
