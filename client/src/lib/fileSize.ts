const units = ['bytes', 'KB', 'MB'] as const

/** A size as file managers show it, such as `450 KB` or `1.2 MB`. */
export function fileSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 999.5 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  const digits = unit === 2 && size < 10 ? 1 : 0
  return `${size.toFixed(digits)}\u00a0${units[unit]}`
}
