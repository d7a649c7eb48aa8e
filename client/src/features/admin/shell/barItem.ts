/** Classes of links and buttons of the bar. */
export const barItem =
  'inline-flex h-8 max-w-48 min-w-8 items-center justify-center gap-2 rounded-plate px-2 text-small text-muted transition-colors hover:bg-raised hover:text-fg pointer-coarse:h-11 pointer-coarse:min-w-11'
