import { createHash } from 'node:crypto'
import { getMessages, type Messages } from '#components/i18n/messages.ts'
import { provideTexts, textScript } from '#components/i18n/texts.ts'
import type { Locale } from '#lib/core/locales'
import { signingTexts } from '#lib/messages/signing'

/** The namespaces that each part of the product shows; null: all of them. */
export const namespaces = {
  common: ['common', 'api'],
  auth: ['common', 'api', 'auth', 'secondFactor', 'settings'],
  dashboard: null,
} as const satisfies Record<string, (keyof Messages)[] | null>

/** A part of the product with texts of its own. */
export type Part = keyof typeof namespaces | 'signing'

export function isPart(name: string): name is Part {
  return name === 'signing' || Object.hasOwn(namespaces, name)
}

interface TextScript {
  /** Changes with the texts, so that browsers keep the script. */
  url: string
  texts: object
}

const scripts = new Map<string, Promise<TextScript>>()

/** The script with the texts of a part in one language; those of the dashboard and its like are compiled. */
export function getTextScript(language: Locale, part: Part): Promise<TextScript> {
  const name = `${language}-${part}`
  const script = scripts.get(name) ?? makeTextScript(name, language, part)
  scripts.set(name, script)
  script.catch(() => scripts.delete(name))
  return script
}

async function makeTextScript(name: string, language: Locale, part: Part): Promise<TextScript> {
  const texts = part === 'signing' ? signingTexts[language] : await selectMessages(language, namespaces[part])
  const hash = createHash('sha256').update(textScript(name, texts)).digest('base64url').slice(0, 12)
  const url = `/texts/${name}.${hash}.js`
  provideTexts(url, texts)
  return { url, texts }
}

async function selectMessages(language: Locale, names: readonly (keyof Messages)[] | null) {
  const messages = await getMessages(language)
  return names ? Object.fromEntries(names.map((name) => [name, messages[name]])) : messages
}
