import type { Texts } from '#lib/messages/texts'

/** Every text with its path, such as `shell.nav.overview`. */
export function listTexts(texts: Texts, path = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : listTexts(value, `${path}${key}.`),
  )
}
