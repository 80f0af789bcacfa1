const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux']

/** The browser of a user agent: the first name that matches. */
export function browserOf(agent: string | null): string {
  const browser = browsers.find((name) => agent?.includes(name))
  const system = systems.find((name) => agent?.includes(name))
  if (!browser) return 'A browser'
  return `${names[browser] ?? browser}${system ? ` on ${system}` : ''}`
}
