export function Navigation() {
  return <header />
}
