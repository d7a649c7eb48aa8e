/** Turns a name such as TEAM_MEMBER, status_changed or shortDesc into a label: “Team member”. */
export function humanise(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
