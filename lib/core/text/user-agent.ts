/** In this order, because the user agents of the first ones name Chrome and Safari too. */
const browsers = ['Edg', 'OPR', 'SamsungBrowser', 'FxiOS', 'Firefox', 'CriOS', 'Chrome', 'Safari']
const browserNames: Record<string, string> = {
  ...{ Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet', FxiOS: 'Firefox', CriOS: 'Chrome' },
}
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux']

/** The browser that a user agent names, and the system that it runs on. */
export interface Browser {
  name: string
  system?: string
}

/** @returns null where no known browser is named */
export function parseUserAgent(userAgent: string | null): Browser | null {
  const token = browsers.find((name) => userAgent?.includes(name))
  if (!token) return null
  const system = systems.find((name) => userAgent?.includes(name))
  return { name: browserNames[token] ?? token, ...(system && { system }) }
}
